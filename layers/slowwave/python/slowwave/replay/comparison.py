"""Where two states of a scope first differ, in words for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slowwave.adapters.aws import codec
from slowwave.errors import UnknownItem
from slowwave.replay.order import ActMade, RunMade
from slowwave.replay.source import parts_of

if TYPE_CHECKING:
    from slowwave.bootstrap import Ports
    from slowwave.domain.runs import Revision, Run
    from slowwave.domain.scope import Scope
    from slowwave.replay.order import Event
    from slowwave.replay.source import State


@dataclass(frozen=True, slots=True)
class Difference:
    """What is not the same.

    Attributes:
        what: the item or run.
        before, after: what was recorded, and what the replay came to.
    """

    what: str
    before: str
    after: str


def of_states(before: State, after: State) -> Difference | None:
    """Return the first difference of two states, by kind and id; None when there is none."""
    for kind in before:
        for item_id in sorted({*before[kind], *after[kind]}):
            one, other = before[kind].get(item_id), after[kind].get(item_id)
            if one != other:
                name = kind if kind == item_id else f"{kind} {item_id}"
                return _of_items(name, one, other)
    return None


def _of_items(name: str, one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> Difference:
    if one is None or other is None:
        return Difference(name, *("absent" if each is None else _shown(each) for each in (one, other)))
    path, before, after = next(_leaves(one, other))
    return Difference(f"{name}, {path}", before, after)


def _shown(item: Mapping[str, Any]) -> str:
    return str(item.get("text") or item.get("title") or "there")


def _leaves(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield where two values differ, as deep as both have the same shape."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for name in sorted({*one, *other}):
            if one.get(name) != other.get(name):
                yield from _leaves(one.get(name), other.get(name), f"{path}.{name}" if path else name)
    else:
        yield path or "value", codec.text(one), codec.text(other)


def of_runs(before: Run, after: Run, sets: Mapping[str, Mapping[str, Any]]) -> Difference:
    """Return how a run came out differently.

    Args:
        sets: the parts of each set by its hash, as far as they are known.
    """
    name = f"run {before.id} as of {before.as_of.isoformat()}"
    one, other = sets.get(before.published), sets.get(after.published)
    if one is None or other is None or before.published == after.published:
        return Difference(name, _outcome(before), _outcome(after))
    part = next((each for each in sorted({*one, *other}) if one.get(each) != other.get(each)), "")
    return _of_items(f"the set of {name}, {part}", one.get(part), other.get(part))


def _outcome(run: Run) -> str:
    because = f" ({run.problem})" if run.problem else ""
    return f"{run.state}{because}, set {run.published[:12] or 'unchanged'}"


def parts_by_set(scope: Scope, ports: Ports, runs: Iterable[Run]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the parts of what these runs published, as far as the sets are there."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for published in sorted({run.published for run in runs} - {""}):
        with suppress(UnknownItem):
            found[published] = parts_of(ports.sets.get(scope, published))
    return found


def pointer_then(events: Sequence[Event], revisions: Sequence[Revision]) -> str:
    """Return the content hash of the pointer after these events; empty before the first publication."""
    causes = {_cause(event) for event in events} | {
        _cause(inner) for event in events if isinstance(event, RunMade) for _, inner in event.during
    }
    moved = [each.content_hash for each in revisions if each.item_kind == "pointer" and each.cause in causes]
    return moved[-1] if moved else ""


def _cause(event: Event) -> str:
    if isinstance(event, RunMade):
        return event.run.id
    return event.logged.record.id if isinstance(event, ActMade) else event.revision.cause


def first_revision(before: Sequence[Revision], after: Sequence[Revision]) -> str:
    """Return where two chains first say something else of an item, in a few words; empty when they do not."""
    for one, other in zip(before, after, strict=False):
        if _said(one) != _said(other):
            return f"revision {one.sequence}: {one.item_kind} {one.item_id} by {one.cause}"
    return ""


def _said(revision: Revision) -> tuple[object, ...]:
    return (revision.item_kind, revision.item_id, revision.to_version, revision.state, revision.content_hash)
