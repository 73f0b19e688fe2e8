"""What all models have: keys, the schema number, and indexes made from the schema."""

from __future__ import annotations

from typing import Any, Self

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import AttributeDeserializationError
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection, KeysOnlyProjection
from pynamodb.models import Model

from slowwave.adapters.aws.errors import newer
from slowwave.adapters.aws.schema import SCHEMA, Table
from slowwave.errors import Corrupt


def index_of(table: Table, name: str) -> GlobalSecondaryIndex[Any]:
    """Return a new index object for a model, as the schema describes it."""
    spec = table.index(name)
    projection = IncludeProjection(list(spec.include)) if spec.include else KeysOnlyProjection()
    namespace = {
        "Meta": type("Meta", (), {"index_name": spec.name, "projection": projection}),
        spec.hash_key: UnicodeAttribute(attr_name=spec.hash_key, hash_key=True),
        spec.range_key: UnicodeAttribute(attr_name=spec.range_key, range_key=True),
    }
    index_class: type[GlobalSecondaryIndex[Any]] = type(name, (GlobalSecondaryIndex,), namespace)
    return index_class()


class Row(Model):
    """What every item has."""

    pk = UnicodeAttribute(hash_key=True)
    sk = UnicodeAttribute(range_key=True)
    schema = NumberAttribute(default_for_new=SCHEMA)

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Self:
        """Return a stored item, however it was asked for.

        Raises:
            Corrupt: a newer version wrote it, so that this one may not understand it; or an attribute has another type.
        """
        name = f"the item {data['sk']['S']!r} of {data['pk']['S']!r}"
        written_in = int(data.get("schema", {}).get("N", SCHEMA))
        if written_in > SCHEMA:
            raise newer(name, written_in, SCHEMA)
        try:
            return super().from_raw_data(data)
        except AttributeDeserializationError as error:
            raise Corrupt(f"{name} cannot be read: {error}") from error
