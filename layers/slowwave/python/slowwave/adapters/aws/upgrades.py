"""What older versions wrote, read by this one: a table of pure functions, each of which turns the content of one kind
of item from one schema number into the next. A kind without a function at a number did not change there. Nothing is
rewritten: an item keeps its bytes, which its revision commits to, until it changes for a reason of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

from slowwave.adapters.aws import codec
from slowwave.adapters.aws.errors import newer
from slowwave.adapters.aws.schema import SCHEMA
from slowwave.domain.runs import UNSALTED, Revision
from slowwave.errors import Corrupt

T = TypeVar("T")
Content = Mapping[str, Any]


class ContentRow(Protocol):
    """A row with the canonical JSON of a domain value."""

    @property
    def pk(self) -> str: ...

    @property
    def sk(self) -> str: ...

    @property
    def content(self) -> str: ...

    @property
    def schema(self) -> float: ...


def _with_its_formula(revision: Content) -> Content:
    """Revisions of schema 1 follow the formula that has the plain hash of the content, and have no salt."""
    return {**revision, "schema": UNSALTED}


UPGRADES: Final[Mapping[tuple[type, int], Callable[[Content], Content]]] = {(Revision, 1): _with_its_formula}
"""By kind and the schema number that the content has. Observations are read from an index that has no number: what
needs a function here must be read from its table.
"""


def read(kind: type[T], row: ContentRow) -> T:
    """Return the domain value in a row of any schema up to this version's.

    Raises:
        Corrupt: the content is not that of the kind, or a newer version wrote it.
    """
    try:
        return value(kind, codec.parse(kind, row.content), row.schema)
    except Corrupt as error:
        raise Corrupt(f"the item {row.sk!r} of {row.pk!r} cannot be read: {error}") from error


def value(kind: type[T], data: Any, written_in: float | None, *, known: int = SCHEMA) -> T:
    """Return the domain value of content that was stored with a schema number; None: its index projects no number.

    Args:
        known: the newest number of the kind.

    Raises:
        Corrupt: the content is not that of the kind, or a newer version wrote it.
    """
    if isinstance(data, dict) and written_in is not None:
        data = upgraded(kind, data, int(written_in), known=known)
    return codec.decode(kind, data)


def upgraded(kind: type, data: Content, written_in: int, *, known: int = SCHEMA) -> Content:
    """Return content of an older schema as this version knows it.

    Args:
        written_in: the schema number it was stored with.
        known: the newest number of its kind.

    Raises:
        Corrupt: a newer version wrote it.
    """
    if written_in > known:
        raise newer(f"a stored {kind.__name__}", written_in, known)
    for number in range(written_in, known):
        upgrade = UPGRADES.get((kind, number))
        data = upgrade(data) if upgrade else data
    return data
