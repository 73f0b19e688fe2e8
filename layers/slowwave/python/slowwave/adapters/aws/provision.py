"""Create the tables and the buckets from `schema`, for the local home and for tests; the cloud has its stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from slowwave.adapters.aws.schema import TABLES, Index, Table, key_attributes

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_s3 import S3Client


def create_all(dynamodb: DynamoDBClient, s3: S3Client, *, tables: Mapping[str, str], buckets: Iterable[str]) -> None:
    """Create every table under its name by suffix (see `schema.table_names`), and the buckets; what exists stays."""
    existing = set(dynamodb.list_tables()["TableNames"])
    for table in TABLES:
        if tables[table.suffix] not in existing:
            dynamodb.create_table(**table_request(table, tables[table.suffix]))
    owned = {each["Name"] for each in s3.list_buckets()["Buckets"]}
    for bucket in sorted({*buckets} - owned):
        s3.create_bucket(Bucket=bucket, **_location(s3.meta.region_name))


def table_request(table: Table, name: str) -> dict[str, Any]:
    """Return the arguments of CreateTable."""
    request: dict[str, Any] = {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": each, "AttributeType": "S"} for each in key_attributes(table)],
        "KeySchema": _key_schema(table.hash_key, table.range_key),
    }
    if table.indexes:
        request["GlobalSecondaryIndexes"] = [_index_request(each) for each in table.indexes]
    return request


def _location(region: str) -> dict[str, Any]:
    """Return what names the region of a new bucket; the service refuses to be told its own default."""
    return {} if region == "us-east-1" else {"CreateBucketConfiguration": {"LocationConstraint": region}}


def _index_request(index: Index) -> dict[str, Any]:
    projection: dict[str, Any] = {"ProjectionType": "INCLUDE" if index.include else "KEYS_ONLY"}
    if index.include:
        projection["NonKeyAttributes"] = list(index.include)
    return {
        "IndexName": index.name,
        "KeySchema": _key_schema(index.hash_key, index.range_key),
        "Projection": projection,
    }


def _key_schema(hash_key: str, range_key: str) -> list[dict[str, str]]:
    return [{"AttributeName": hash_key, "KeyType": "HASH"}, {"AttributeName": range_key, "KeyType": "RANGE"}]
