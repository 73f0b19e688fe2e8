"""Key strings: how a scope's items are named in tables and buckets. Every scope key ends with `#` or `/` before
anything follows, so no id can reach into another scope.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from slowwave.adapters.aws.codec import time_text
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX
from slowwave.domain.hashing import short_id
from slowwave.domain.scope import Scope, encode

if TYPE_CHECKING:
    from slowwave.domain.acts import Act
    from slowwave.domain.notes import Observation
    from slowwave.domain.records import Record
    from slowwave.domain.runs import Stage

_BIAS: Final = 10**15
READY: Final = "ready"


def part(scope: Scope, *names: str) -> str:
    """Return the partition key of a kind of item of a scope."""
    return "#".join([scope.key, *names])


def session_part(scope: Scope, session: str) -> str:
    """Return the partition of a session, whose name may be of any length and text."""
    return part(scope, "session", short_id("s", session))


def tenant_part(tenant: str) -> str:
    """Return the partition that lists the agents of a tenant."""
    return f"{encode(tenant)}/#agents"


def sequence_text(sequence: int) -> str:
    """Return a whole number as text that sorts as the number does (the ends of the range stand for all beyond)."""
    return f"{max(-_BIAS, min(sequence, _BIAS)) + _BIAS:016d}"


def sequence_of(text: str) -> int:
    """Read back what `sequence_text` wrote."""
    return int(text) - _BIAS


def order_text(time: datetime, sequence: int, item_id: str) -> str:
    """Return the fold order (time, sequence, id) as text."""
    return f"{time_text(time)}#{sequence_text(sequence)}#{item_id}"


def until(time: datetime) -> str:
    """Return the upper bound of keys that start with a time not after this one and go on with `#`."""
    return f"{time_text(time)}$"


def record_order(record: Record) -> str:
    """Return the fold order of a record as text."""
    return order_text(*record.order)


def observation_sort(observation: Observation) -> str:
    """Return the sort key of an observation in its group: fold order, then its id."""
    evidence = observation.evidence
    order = order_text(evidence.event_time, evidence.sequence, evidence.span.record_id)
    return f"obs#{order}#{observation.id}"


ACTS: Final = "act#"
"""What the sort key of an act starts with."""


def act_sort(act: Act) -> str:
    """Return the sort key of an act in its group: fold order, then its id."""
    return f"{ACTS}{order_text(act.event_time, act.sequence, act.record_id)}#{act.id}"


def note_sort(note_id: str) -> str:
    """Return the sort key of a note in its group."""
    return f"note#{note_id}"


def raw_object(scope: Scope, received_at: datetime, digest: str) -> str:
    """Return the object key of a batch of records."""
    day = time_text(received_at)[:10].replace("-", "/")
    return f"{raw_prefix(scope)}{day}/{digest}.jsonl"


def raw_prefix(scope: Scope) -> str:
    """Return the object prefix of a scope's batches of records."""
    return f"{RAW_PREFIX}/{scope.key}/"


def set_prefix(scope: Scope) -> str:
    """Return the object prefix of a scope's sets."""
    return f"{SETS_PREFIX}/{scope.key}/"


def set_object(scope: Scope, digest: str) -> str:
    """Return the object key of a set."""
    return f"{set_prefix(scope)}{digest}.json"


def reply_prefix(scope: Scope) -> str:
    """Return the object prefix of what models replied in a scope."""
    return f"{REPLIES_PREFIX}/{scope.key}/"


def reply_object(scope: Scope, question: str) -> str:
    """Return the object key of the reply to a question."""
    return f"{reply_prefix(scope)}{question}.json"


def report_prefix(scope: Scope) -> str:
    """Return the object prefix of the reports of a scope's runs."""
    return f"{REPORTS_PREFIX}/{scope.key}/"


def group_part(scope: Scope, group_id: str) -> str:
    """Return the partition of a note group."""
    return part(scope, "group", group_id)


def observed_part(scope: Scope, session: str) -> str:
    """Return the index partition of what was observed in a session."""
    return part(scope, "observed", short_id("s", session))


def observations_between(since: datetime, until_time: datetime) -> tuple[str, str]:
    """Return the bounds of the sort keys of observations with an event time from `since` up to `until_time`."""
    return f"obs#{time_text(since)}", f"obs#{until(until_time)}"


def opening(scope: Scope, session: str) -> tuple[str, str]:
    """Return the key of a session's opening, whose name may be of any length and text."""
    return part(scope, "openings"), short_id("s", session)


def session_files(scope: Scope, session: str) -> tuple[str, str]:
    """Return the key of the files that a session touched."""
    return part(scope, "session-files"), short_id("s", session)


def kin_part(scope: Scope, anchor: str) -> str:
    """Return the partition that lists the notes under an anchor, which may be of any length and text."""
    return part(scope, "kin", short_id("k", anchor))


def work_part(scope: Scope, stage: Stage) -> str:
    """Return the partition of the work of a stage."""
    return part(scope, "work", stage.value)


def pages_part(scope: Scope) -> str:
    """Return the partition of a scope's pages in a table."""
    return part(scope, "pages")


def policy_part(scope: Scope) -> str:
    """Return the partition of a scope's policy and its versions."""
    return part(scope, "policy")


VERSION: Final = "version#"
"""What the sort key of a version of a policy starts with."""


def version_sort(version: int) -> str:
    """Return the sort key of one version of a policy."""
    return f"{VERSION}{version:010d}"


def revisions_part(scope: Scope) -> str:
    """Return the partition of a scope's chain."""
    return part(scope, "revisions")


def item_part(scope: Scope, item_id: str) -> str:
    """Return the index partition of an item's revisions."""
    return part(scope, "item", item_id)
