"""Run the pattern tables over a window: which table reads which record, and what its words may look back at."""

from __future__ import annotations

from collections.abc import Sequence

from slowwave.adapters.local.rules import tools
from slowwave.adapters.local.rules.pattern import Recent
from slowwave.adapters.local.rules.reading import heading_of, read
from slowwave.adapters.local.rules.sections import is_settled
from slowwave.adapters.local.rules.tables import CONCLUDED, FRAMED, SAID, WRITTEN
from slowwave.domain.claims import Candidate
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.windows import LOOK_BACK, Window


class Session:
    """The records of a window, with what was claimed in each, worked out once and only when asked for."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._claimed: dict[int, tuple[Candidate, ...]] = {}

    def earlier(self, position: int) -> Sequence[Record]:
        """The records that the one at this position may look back at, oldest first."""
        return self._records[max(0, position - LOOK_BACK) : position]

    def recent(self, position: int) -> list[Recent]:
        """What the records before claimed, nearest first, the user's words before the assistant's."""
        found: list[tuple[bool, int, Recent]] = []
        for back in range(1, min(position, LOOK_BACK) + 1):
            for each in reversed(self._claims(position - back)):
                assistant = self._records[position - back].actor is Actor.ASSISTANT
                found.append((assistant, back, Recent(each.claim, each.span, back)))
        return [recent for _, _, recent in sorted(found, key=lambda entry: entry[:2])]

    def _claims(self, position: int) -> tuple[Candidate, ...]:
        """What one record claims on its own words, whoever said it: what "that" and "it" in a later one may mean."""
        if position not in self._claimed:
            record = self._records[position]
            spoken = record.kind is Kind.MESSAGE and (is_said(record) or is_concluded(record))
            self._claimed[position] = tuple(read(record, SAID, (), FRAMED)) if spoken else ()
        return self._claimed[position]


def propose_candidates(window: Window) -> tuple[Candidate, ...]:
    """Propose memory candidates from the fresh records of a window, in order.

    What one record yields depends on itself and the `LOOK_BACK` records before it, and on nothing else.
    """
    session = Session(window.records)
    out: list[Candidate] = []
    for position, record in enumerate(window.records):
        if record.id not in window.fresh or record.metadata.get("sidechain"):
            continue
        if record.kind is Kind.TOOL_RESULT:
            out += tools.observed(record, session.earlier(position))
        elif record.kind is Kind.DOCUMENT and record.origin is not Origin.INJECTED and is_settled(heading_of(record)):
            out += read(record, WRITTEN, ())
        elif record.kind is Kind.MESSAGE and is_said(record):
            out += read(record, SAID, (session, position), FRAMED)
        elif record.kind is Kind.MESSAGE and is_concluded(record):
            out += read(record, CONCLUDED, ())
    return tuple(out)


def is_said(record: Record) -> bool:
    """Whether a user or operator said it themselves: an expanded file or an injected block under their name does not
    count.
    """
    return record.actor in (Actor.USER, Actor.OPERATOR) and record.origin in (Origin.USER, Origin.OPERATOR)


def is_concluded(record: Record) -> bool:
    """Whether the assistant said it, outside its thinking and its side work."""
    return (
        record.actor is Actor.ASSISTANT and record.origin is Origin.ASSISTANT and not record.metadata.get("sidechain")
    )
