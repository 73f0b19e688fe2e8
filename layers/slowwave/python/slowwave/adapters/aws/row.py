"""What all models have: keys, the schema number, and indexes made from the schema."""

from __future__ import annotations

from typing import Any

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection, KeysOnlyProjection
from pynamodb.models import Model

from slowwave.adapters.aws.schema import SCHEMA, Table


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
