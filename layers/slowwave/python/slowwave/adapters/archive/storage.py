"""What an archive is read from and written to: the items and objects of scopes, through the clients of S3 and DynamoDB
alone, so that it is the same in a home and in an account. It knows the keys of a scope and no item in particular.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError

from slowwave.adapters.aws.chunks import MAX_ACTIONS, MAX_BYTES
from slowwave.adapters.aws.errors import MISSING_OBJECT, error_code, translated
from slowwave.adapters.aws.objects import put_once
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX
from slowwave.domain.hashing import canonical_json
from slowwave.errors import Conflict

if TYPE_CHECKING:
    from slowwave.adapters.aws.clients import Clients
    from slowwave.domain.scope import Scope

Item = dict[str, Any]
"""An item as DynamoDB JSON."""

CONTENT_TYPES: Final[Mapping[str, str]] = {
    RAW_PREFIX: "application/x-ndjson",
    REPLIES_PREFIX: "application/json",
    REPORTS_PREFIX: "application/json",
    SETS_PREFIX: "application/json",
}
"""The prefixes that objects of a scope are under."""

_CANCELED: Final = "TransactionCanceledException"


@dataclass(frozen=True, slots=True)
class Storage:
    """Where scopes are kept.

    Attributes:
        tables: names of the tables by suffix (see `schema.table_names`).
        buckets: names of the buckets by prefix.
    """

    clients: Clients
    tables: Mapping[str, str]
    buckets: Mapping[str, str]

    def items(self, suffix: str, starts: str) -> Iterator[Item]:
        """Iterate over the items of a table whose partition starts so, in no order.

        The whole table is read: no list names everything of a scope, and what is not listed would be left behind.
        """
        pages = self.clients.dynamodb.get_paginator("scan").paginate(
            TableName=self.tables[suffix],
            ConsistentRead=True,
            FilterExpression="begins_with(pk, :starts)",
            ExpressionAttributeValues={":starts": {"S": starts}},
        )
        with translated():
            for page in pages:
                yield from page["Items"]

    def object_keys(self, prefix: str, scope: Scope) -> list[str]:
        """Return the keys of a scope's objects under a prefix, sorted, without the prefix and the scope."""
        starts = f"{prefix}/{scope.key}/"
        with translated():
            pages = self.clients.s3.get_paginator("list_objects_v2").paginate(
                Bucket=self.buckets[prefix], Prefix=starts
            )
            return sorted(each["Key"].removeprefix(starts) for page in pages for each in page.get("Contents", ()))

    def read(self, prefix: str, scope: Scope, key: str) -> bytes | None:
        """Return an object, or None."""
        with translated():
            try:
                name = f"{prefix}/{scope.key}/{key}"
                return self.clients.s3.get_object(Bucket=self.buckets[prefix], Key=name)["Body"].read()
            except ClientError as error:
                if error_code(error) in MISSING_OBJECT:
                    return None
                raise

    def put(self, prefix: str, scope: Scope, key: str, data: bytes) -> None:
        """Write an object unless there is one."""
        name = f"{prefix}/{scope.key}/{key}"
        put_once(self.clients.s3, self.buckets[prefix], name, data, CONTENT_TYPES[prefix])

    def put_items(self, suffix: str, items: Iterable[Item]) -> None:
        """Write items that are not there yet, in transactions.

        Raises:
            Conflict: one has come to be there in the meantime.
        """
        for batch in _batches(items):
            self._put_batch(suffix, batch)

    def _put_batch(self, suffix: str, batch: Sequence[Item]) -> None:
        puts: list[Any] = [
            {
                "Put": {
                    "TableName": self.tables[suffix],
                    "Item": item,
                    "ConditionExpression": "attribute_not_exists(pk)",
                }
            }
            for item in batch
        ]
        with translated():
            try:
                self.clients.dynamodb.transact_write_items(TransactItems=puts)
            except ClientError as error:
                if error_code(error) == _CANCELED and "ConditionalCheckFailed" in str(error):
                    raise Conflict("the agent was written to during its import; import the archive again") from error
                raise


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    size = 0
    for item in items:
        length = len(canonical_json(item))
        if batch and (len(batch) == MAX_ACTIONS or size + length > MAX_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += length
    if batch:
        yield batch
