"""A table with an index, a bucket with versions, and items for tests of the home."""

from typing import Any

TABLE, BUCKET, INDEX = "memory", "raw-bucket", "by-day"


def shape(home: Any) -> None:
    home.client("s3").create_bucket(Bucket=BUCKET, ObjectLockEnabledForBucket=True)
    home.client("dynamodb").create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
            {"AttributeName": "group", "AttributeType": "S"},
            {"AttributeName": "day", "AttributeType": "N"},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": INDEX,
                "KeySchema": [
                    {"AttributeName": "group", "KeyType": "HASH"},
                    {"AttributeName": "day", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )


def key(sk: str, pk: str = "tenant/agent") -> dict[str, Any]:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def item(sk: str, text: str = "text", pk: str = "tenant/agent") -> dict[str, Any]:
    return key(sk, pk) | {"text": {"S": text}}


def put(home: Any, *items: dict[str, Any]) -> None:
    for each in items:
        home.client("dynamodb").put_item(TableName=TABLE, Item=each)


def get(home: Any, sk: str, pk: str = "tenant/agent") -> dict[str, Any] | None:
    return home.client("dynamodb").get_item(TableName=TABLE, Key=key(sk, pk)).get("Item")


def scan(home: Any) -> list[dict[str, Any]]:
    pages = home.client("dynamodb").get_paginator("scan").paginate(TableName=TABLE)
    return [each for page in pages for each in page["Items"]]
