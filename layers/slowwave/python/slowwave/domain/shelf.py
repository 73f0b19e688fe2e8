"""What the set of a scope is made from, as publication finds it, and the candidate that this makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from slowwave.domain.injection import InjectionSet, LeftOut, SetItem, WorkingFile
from slowwave.domain.naming import ONE_NAME_EACH, Names
from slowwave.domain.notes import Note
from slowwave.domain.overruling import overruled
from slowwave.domain.overtaking import overtaken
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.residence import is_unused, relevance
from slowwave.domain.scope import Scope
from slowwave.domain.selection import compose
from slowwave.domain.setitems import item_of_note, item_of_page
from slowwave.domain.taskmix import TaskMix


@dataclass(frozen=True, slots=True)
class Shelf:
    """Pages and notes by the id of their line, and what was published last.

    Attributes:
        mix: topics that recent sessions touched.
        last: the set that is current, if there is one; `withheld`: what is subtracted from it.
        files: what sessions worked on.
        names: which names mean one thing; a task may use any of them.
    """

    scope: Scope
    as_of: datetime
    pages: Mapping[str, Page]
    notes: Mapping[str, Note]
    mix: TaskMix
    last: InjectionSet | None
    withheld: frozenset[str]
    files: tuple[WorkingFile, ...] = ()
    names: Names = ONE_NAME_EACH

    def items(self) -> list[SetItem]:
        """Every page and note as a line, its size not yet counted."""
        pages = [item_of_page(page, self.as_of, self.names) for page in self.pages.values()]
        return [*pages, *(item_of_note(note, self.as_of, self.names) for note in self.notes.values())]


def candidate_of(
    shelf: Shelf, policy: AgentPolicy, *, count: Callable[[str], int], left_out: Iterable[LeftOut]
) -> InjectionSet:
    """Return the set that the shelf makes under a policy, without what validation left out, or a person overrules or
    may have replaced.
    """
    items = shelf.items()
    invalid = tuple(left_out)
    unfit = frozenset(each.item_id for each in invalid)
    replaced = overtaken(shelf.pages.values(), shelf.notes.values(), shelf.names, unfit)
    unused = (each.id for each in shelf.pages.values() if is_unused(each, shelf.mix, policy, shelf.as_of))
    composed = compose(
        shelf.scope,
        items,
        policy,
        withheld=shelf.withheld,
        count=count,
        near={item.item_id: relevance(item, shelf.mix, shelf.as_of) for item in items},
        unused=frozenset(unused),
        left_out=(*overruled(shelf.pages.values()), *replaced, *invalid),
    )
    return replace(composed, files=shelf.files)
