"""Runs, their account, and the revisions they leave behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.scope import Scope


class Stage(StrEnum):
    """The stages of a run in their order; the local runner and the state machine are both built from this list."""

    EXTRACT = "extract"
    VERIFY = "verify"
    DECAY = "decay"
    DISTILL = "distill"
    REORGANIZE = "reorganize"
    PUBLISH = "publish"


class RunState(StrEnum):
    """How far a run is."""

    RUNNING = "running"
    COMPLETED = "completed"
    REJECTED = "rejected"  # validation or the blast radius refused it; the last set stays
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Account:
    """Where every candidate of a run ended: `inputs` is always the sum of the other five.

    Attributes:
        promoted: new notes that reached a page in this run.
        merged: candidates that added evidence to a note known before.
        rejected: discarded by a check, the gate, a tombstone or a conflict.
        pending: new notes that wait for repetition, confirmation or a decision.
        failed: items of a model reply that cannot be used.
        reasons: of those rejected and failed, how many by which.
    """

    promoted: int = 0
    merged: int = 0
    rejected: int = 0
    pending: int = 0
    failed: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        """Candidates that came in."""
        return self.promoted + self.merged + self.rejected + self.pending + self.failed

    def plus(self, other: Account) -> Account:
        """Add two accounts field by field (a move is an addition with negative numbers)."""
        reasons = {
            name: self.reasons.get(name, 0) + other.reasons.get(name, 0)
            for name in sorted({*self.reasons, *other.reasons})
        }
        return Account(
            self.promoted + other.promoted,
            self.merged + other.merged,
            self.rejected + other.rejected,
            self.pending + other.pending,
            self.failed + other.failed,
            {name: count for name, count in reasons.items() if count},
        )


@dataclass(frozen=True, slots=True)
class Probed:
    """How a candidate set answered the probes of its scope; a score is right answers less wrong ones.

    Attributes:
        right, wrong: answers of the candidate; the others are absent.
        last: score of the set before it; None without one. That of no memory is 0.
        lost: ids of the probes that the candidate answers worse than what it lost against; empty when it was published.
    """

    probes: int
    right: int
    wrong: int
    last: int | None = None
    lost: tuple[str, ...] = ()


ASKED: Final = ("task", "released", "gated", "over_rollback", "started_at", "spent_before")
"""What a run is opened with beside its place and time."""


@dataclass(frozen=True, slots=True)
class Run:
    """One consolidation of one scope at one `as_of`.

    Attributes:
        counts: what each stage did, as small named numbers ("records", "candidates", "retired", …).
        sessions: the sessions whose records it read.
        consumed: records the account already holds whose unread mark may still be there (of the last slice); kept by a
            run that failed.
        task: the task it was given, secrets blanked; what is relevant to it does not fade.
        opened_from: the earliest opening of a session that it met first.
        approved: due notes whose retirements were counted and may be applied (0: not counted, or within one slice).
        released: a person allowed it to retire more than its share.
        gated: its set had to answer the probes of the scope before it was published.
        probed: how it answered; None when nothing was to be published, or it was not gated.
        over_rollback: a person told it to publish over the set that was rolled back to.
        rollback: record of a rollback that it read and that was not applied when it was made; empty when none was.
        kept: why the set stays although the selection changed; empty when it did not, or was published.
        published: hash of the set it published, empty when nothing changed or publication was refused.
        problem: why it did not complete.
        started_at: wall time at which it was opened; with `as_of` and the chain it says what it could see.
        model: version of what proposed its candidates; empty while nothing did.
        ended_at: wall time at which it was closed.
        cost: what it cost in numbers that do not depend on the machine, where they are known ("store calls", …).
        reported: its report is written for good (see `domain.run_reports`).
        owed: runs before it that were stopped between closing and their report.
        spent_before: model tokens that earlier runs took in the month in which it was opened.
        carried: how much a cap left for the next run, by the cap (see `domain.caps`): unread records, or claim keys
            that wait for a page.
        unanswered: sessions that the model gave no answer about, however often it was asked; they stay unread.
    """

    scope: Scope
    id: str
    as_of: datetime
    policy_version: int
    code_version: str
    state: RunState = RunState.RUNNING
    account: Account = field(default_factory=Account)
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sessions: tuple[str, ...] = ()
    consumed: tuple[str, ...] = ()
    task: str = ""
    opened_from: datetime | None = None
    approved: int = 0
    released: bool = False
    gated: bool = True
    probed: Probed | None = None
    over_rollback: bool = False
    rollback: str = ""
    kept: str = ""
    published: str = ""
    problem: str = ""
    started_at: datetime | None = None
    model: str = ""
    ended_at: datetime | None = None
    cost: Mapping[str, int] = field(default_factory=dict)
    reported: bool = False
    owed: tuple[str, ...] = ()
    spent_before: int = 0
    carried: Mapping[str, int] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """Model tokens that it took, shown and replied."""
        return self.count(Stage.EXTRACT, "tokens_shown") + self.count(Stage.EXTRACT, "tokens_replied")

    def count(self, stage: Stage, name: str) -> int:
        """Return one of a stage's numbers; 0 when it counted none."""
        return self.counts.get(stage.value, {}).get(name, 0)

    def opened(self) -> Run:
        """Return the run as it was opened: what was asked of it, and nothing that it did."""
        asked = {name: getattr(self, name) for name in ASKED}
        return Run(self.scope, self.id, self.as_of, self.policy_version, self.code_version, **asked)

    def counted(self, stage: Stage, **numbers: int) -> Run:
        """Return the run with these numbers added to a stage's counts."""
        before = self.counts.get(stage.value, {})
        after = {
            name: before.get(name, 0) + numbers.get(name, 0)
            for name in [*before, *(n for n in numbers if n not in before)]
        }
        return replace(self, counts={**self.counts, stage.value: after})


UNSALTED = 1
"""Revisions of this schema have the plain hash of the content in their own; none is written any more."""

REMOVED = "erased"
"""The state of an item in the revision that removed it, which only an erasure writes."""

COMMITTED = 2
"""Revisions of this schema have a salted commitment there (see `domain.commitments`)."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One audited change of one item: version n to n + 1, with its reason, in the scope's hash chain.

    Attributes:
        sequence: position in the chain, from 1, without gaps.
        state: the item's state after the change, for reading.
        cause: the run or the act's record that made it.
        evidence: record ids the reason points at.
        content_hash: SHA-256 of the item after the change; empty when the item was removed, or the revision erased.
        previous: hash of the revision before.
        salt: random hex digits under which content hash and evidence are committed to; outside of the chain.
        commitment: what the chain covers in place of content hash and evidence.
        schema: which of the formulas its hash follows.
    """

    scope: Scope
    sequence: int
    item_kind: str
    item_id: str
    to_version: int
    state: str
    reason: str
    cause: str
    at: datetime
    evidence: tuple[str, ...]
    content_hash: str
    previous: str
    salt: str = ""
    commitment: str = ""
    schema: int = COMMITTED

    @property
    def removes(self) -> bool:
        """Whether the item was removed: what is said again later begins at version 1."""
        return self.state == REMOVED

    @property
    def erased(self) -> bool:
        """Whether what it committed to was taken out; its place in the chain stays."""
        return not self.content_hash

    @property
    def hash(self) -> str:
        """SHA-256 over what the chain covers, the previous revision's hash among it."""
        if self.schema == UNSALTED and self.erased:
            return self.commitment
        place = [self.scope.key, self.sequence, self.item_kind, self.item_id, self.to_version, self.state]
        change = [*place, self.reason, self.cause, self.at.isoformat()]
        if self.schema == UNSALTED:
            return sha256_hex(canonical_json([*change, list(self.evidence), self.content_hash, self.previous]))
        return sha256_hex(canonical_json([self.schema, *change, self.commitment, self.previous]))
