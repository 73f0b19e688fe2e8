"""Everything that a scope holds beside its raw records, gathered for who looks through all of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from slowwave.domain.changes import Versioned
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.runs import Run

T = TypeVar("T")


class Held:
    """What a scope holds beside its raw records, by kind."""

    def __init__(self, items: Iterable[Any], objects: Mapping[str, str]) -> None:
        """Sort the items.

        Args:
            items: domain values; those with a version as `Versioned`.
            objects: the text of every derived object by its key.
        """
        self.versions: dict[tuple[type, str], int] = {}
        self.objects = objects
        self._by_kind: defaultdict[type, list[Any]] = defaultdict(list)
        for each in items:
            item = each.item if isinstance(each, Versioned) else each
            if isinstance(each, Versioned):
                self.versions[type(item), getattr(item, "id", "")] = each.version
            self._by_kind[type(item)].append(item)

    def of(self, kind: type[T]) -> list[T]:
        """Return everything of one kind."""
        return self._by_kind[kind]

    @cached_property
    def notes(self) -> dict[str, Note]:
        """The notes by id."""
        return {note.id: note for note in self.of(Note)}

    def version(self, item: Note | Page | Run) -> int:
        """Return the version that an item was read at."""
        return self.versions[type(item), item.id]
