"""Service clients with bounded time and the one policy of retries, made when first asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from slowwave.adapters.aws.retrying import CONNECT_SECONDS, READ_SECONDS, Retry, retrying
from slowwave.adapters.sessions import new_session, sharing

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_s3 import S3Client
    from pynamodb.connection import Connection

_CREATING: Final = "creating-client-class"
_ONCE: Final[Any] = {"mode": "standard", "total_max_attempts": 1}
"""botocore sends a call once: what is sent again, and when, is decided in `retrying` alone."""


@dataclass(frozen=True)
class Clients:
    """The S3 and DynamoDB clients of one region; credentials come from the environment.

    Attributes:
        endpoint_url: another address of both services, for emulators.
        retry: when a call is made again.
    """

    region: str
    endpoint_url: str | None = None
    retry: Retry = field(default_factory=Retry)

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

        in_front = self._in_front

        class Persistent(Connection):
            @property
            def session(self) -> Any:  # a thread has its own
                session = sharing(super().session)
                session.register(_CREATING, in_front, unique_id=_CREATING)
                return session

        return Persistent(
            region=self.region,
            host=self.endpoint_url,
            connect_timeout_seconds=CONNECT_SECONDS,
            read_timeout_seconds=READ_SECONDS,
            retry_configuration=_ONCE,
        )

    def _client(self, service: Any) -> Any:
        from botocore.config import Config

        config = Config(connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries=_ONCE)
        session = new_session()
        session.register(_CREATING, self._in_front)
        return session.create_client(service, region_name=self.region, endpoint_url=self.endpoint_url, config=config)

    def _in_front(self, **made: Any) -> None:
        """Put the retries in front of the class of a client that is being made."""
        made["base_classes"].insert(0, retrying(self.retry))
