"""What the tables' own examples give passes the checks between a model and memory."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from slowwave.adapters.local.rules.pattern import Pattern
from slowwave.domain.claims import Candidate, Skeleton
from slowwave.domain.intake import Discard, admit
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from tests.unit.rules.test_pattern_table import TABLE, conversation

POLICY = AgentPolicy(Scope("acme", "dev"), skeletons=tuple(Skeleton))


@pytest.mark.parametrize(("pattern", "speaker"), TABLE)
def test_what_a_pattern_finds_is_grounded(
    pattern: Pattern,
    speaker: dict[str, Any],
    record: Callable[..., Record],
    propose: Callable[[Sequence[Record]], tuple[Candidate, ...]],
) -> None:
    for says in pattern.yes:
        records = conversation(says.text, speaker, record)
        raw = {each.id: each for each in records}
        redacted = {each.id: each.text for each in records}
        for candidate in propose(records):
            admitted = admit(candidate, raw=raw, redacted=redacted, policy=POLICY, run_id="run")
            refused = admitted.discard not in (None, Discard.UNIMPORTANT)
            assert not refused, (says.text, candidate.claim.statement, admitted.detail)
