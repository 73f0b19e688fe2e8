"""Which AWS calls a home serves, and how it keeps what each changes. A call in none of the tables is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from slowwave.errors import InvalidInput


class Effect(Enum):
    """What a call changes, and so what the journal keeps of it."""

    NOTHING = "nothing"
    ITEMS = "items"
    OBJECTS = "objects"
    SHAPE = "shape"


_READS = ("BatchGet", "Describe", "Get", "Head", "List", "Query", "Scan", "TransactGet")
_EFFECTS = {
    ("dynamodb", "BatchWriteItem"): Effect.ITEMS,
    ("dynamodb", "DeleteItem"): Effect.ITEMS,
    ("dynamodb", "PutItem"): Effect.ITEMS,
    ("dynamodb", "TransactWriteItems"): Effect.ITEMS,
    ("dynamodb", "UpdateItem"): Effect.ITEMS,
    ("dynamodb", "CreateTable"): Effect.SHAPE,
    ("dynamodb", "UpdateContinuousBackups"): Effect.SHAPE,
    ("dynamodb", "UpdateTimeToLive"): Effect.SHAPE,
    ("s3", "DeleteObject"): Effect.OBJECTS,
    ("s3", "DeleteObjects"): Effect.OBJECTS,
    ("s3", "PutObject"): Effect.OBJECTS,
    ("s3", "PutObjectLegalHold"): Effect.OBJECTS,
    ("s3", "PutObjectRetention"): Effect.OBJECTS,
    ("s3", "CreateBucket"): Effect.SHAPE,
    ("s3", "PutBucketEncryption"): Effect.SHAPE,
    ("s3", "PutBucketLifecycleConfiguration"): Effect.SHAPE,
    ("s3", "PutBucketOwnershipControls"): Effect.SHAPE,
    ("s3", "PutBucketPolicy"): Effect.SHAPE,
    ("s3", "PutBucketVersioning"): Effect.SHAPE,
    ("s3", "PutObjectLockConfiguration"): Effect.SHAPE,
    ("s3", "PutPublicAccessBlock"): Effect.SHAPE,
}


def effect(service: str, operation: str) -> Effect:
    """Return what a call changes.

    Raises:
        InvalidInput: a home does not serve the call, so it could not keep what it changes.
    """
    if service in {"dynamodb", "s3"} and operation.startswith(_READS):
        return Effect.NOTHING
    try:
        return _EFFECTS[service, operation]
    except KeyError:
        raise InvalidInput(f"a local home does not serve {service}:{operation}") from None


def object_keys(parameters: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the bucket and key of each object that an S3 call of effect OBJECTS touches, each once."""
    bucket = parameters["Bucket"]
    if "Key" in parameters:
        return [(bucket, parameters["Key"])]
    return [(bucket, key) for key in dict.fromkeys(each["Key"] for each in parameters["Delete"]["Objects"])]
