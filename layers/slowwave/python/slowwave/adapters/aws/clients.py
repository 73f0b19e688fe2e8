"""Service clients with bounded time and standard retries, made when first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_s3 import S3Client
    from pynamodb.connection import Connection


@dataclass(frozen=True)
class Clients:
    """The S3 and DynamoDB clients of one region; credentials come from the environment.

    Attributes:
        endpoint_url: another address of both services, for emulators.
        total_max_attempts: the first try and its retries.
    """

    region: str
    endpoint_url: str | None = None
    connect_timeout_seconds: float = 2
    read_timeout_seconds: float = 10
    total_max_attempts: int = 4

    @cached_property
    def s3(self) -> S3Client:
        """The S3 client."""
        client: S3Client = self._client("s3")
        return client

    @cached_property
    def dynamodb(self) -> DynamoDBClient:
        """The low-level DynamoDB client, for provisioning; stores use `connection`."""
        client: DynamoDBClient = self._client("dynamodb")
        return client

    @cached_property
    def connection(self) -> Connection:
        """The connection that all PynamoDB models share; it makes its client at the first call."""
        from pynamodb.connection import Connection

        return Connection(
            region=self.region,
            host=self.endpoint_url,
            connect_timeout_seconds=self.connect_timeout_seconds,
            read_timeout_seconds=self.read_timeout_seconds,
            retry_configuration={"mode": "standard", "total_max_attempts": self.total_max_attempts},
        )

    def _client(self, service: Any) -> Any:
        from boto3.session import Session
        from botocore.config import Config

        config = Config(
            connect_timeout=self.connect_timeout_seconds,
            read_timeout=self.read_timeout_seconds,
            retries={"mode": "standard", "total_max_attempts": self.total_max_attempts},
        )
        return Session(region_name=self.region).client(service, endpoint_url=self.endpoint_url, config=config)
