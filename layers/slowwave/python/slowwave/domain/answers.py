"""What a set answers to questions, as a read under the present policy would: the lines shown, and the lines held."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slowwave.domain.assembly import Rank, open_set, ranked_text, slice_for
from slowwave.domain.injection import InjectionSet, SetItem, set_hash
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import note_of


@dataclass(frozen=True, slots=True)
class Gate:
    """What the gate asks with.

    Attributes:
        rank, count: the ranker and the tokenizer of online reads.
    """

    policy: AgentPolicy
    rank: Rank
    count: Callable[[str], int]


class Answers:
    """The lines that one set shows to each question, each found once."""

    def __init__(self, asked: InjectionSet, withheld: frozenset[str], gate: Gate) -> None:
        limit = gate.policy.budget_tokens
        self._opened = open_set(asked, set_hash=set_hash(asked), withheld=withheld, limit=limit, count=gate.count)
        self._rank = gate.rank
        self._slices: dict[str, tuple[SetItem, ...]] = {}
        self._lines = (*self._opened.stable, *self._opened.pool)
        self._line_of: Mapping[str, SetItem] = {each: line for line in reversed(self._lines) for each in line.note_ids}
        self._resident = {each for line in self._opened.stable for each in line.note_ids}
        self.stated = {note_of(line) for line in self._lines}

    def holds(self, note_id: str) -> bool:
        """Whether any task could be shown a note's line."""
        return note_id in self._line_of

    def is_resident(self, note_id: str) -> bool:
        """Whether every task is shown it."""
        return note_id in self._resident

    def shows(self, note_id: str, question: str) -> bool:
        """Whether a question is shown it; without a question, whether it is there to be shown."""
        if note_id in self._resident:
            return True
        if not question:
            return self.holds(note_id)
        return any(note_id in line.note_ids for line in self._slice(question))

    def has_room(self, note_id: str, question: str) -> bool:
        """Whether the line would fit beside what a question is shown."""
        return self._opened.fits((*self._slice(question), self._line_of[note_id]))

    def found(self, question: str) -> list[SetItem]:
        """Return the lines that a question is shown and that its words find, resident or not."""
        shown = (*self._opened.stable, *self._slice(question))
        return [shown[position] for position, _ in self._rank(question, [ranked_text(line) for line in shown])]

    def _slice(self, question: str) -> tuple[SetItem, ...]:
        if question not in self._slices:
            self._slices[question] = slice_for(self._opened, question, self._rank)
        return self._slices[question]
