"""The account of an erasure, kept without a word of what was erased: its plan, its counts, and a keyed hash of each
record, by which the same record is refused when it comes again and looked for when somebody asks for proof.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from slowwave.domain.erasure import By
from slowwave.domain.scope import Scope

KEY_BYTES: Final = 32
"""256 random bits a scope, made at its first erasure."""

RECOVERY: Final = timedelta(days=35)
"""How far back the tables of a deployment can be recovered to: what was removed is in no backup after that."""

ERASED: Final = "erased before, not stored again"
"""What is said of a record that comes again."""


class ErasureState(StrEnum):
    """How far an erasure is."""

    RUNNING = "running"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Erasure:
    """One erasure of one scope.

    Attributes:
        id: the hash of its plan; `by`: what the person named, without the name.
        at: when it was confirmed.
        records: ids of the records while it goes on, their keyed hashes once it is done.
        withheld: ids that no read may show until it is done; none are left then.
        counts: what was removed, by kind.
    """

    scope: Scope
    id: str
    by: By
    at: datetime
    records: frozenset[str]
    withheld: frozenset[str] = field(default_factory=frozenset)
    state: ErasureState = ErasureState.RUNNING
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def run_id(self) -> str:
        """Under what name it holds the lease of the scope."""
        return f"erase-{self.id}"


def new_key() -> str:
    """Return a new random key in hex."""
    return secrets.token_hex(KEY_BYTES)


def blind(key: str, record_id: str) -> str:
    """Return the HMAC-SHA256 of a record id under a scope's key, both in hex: nobody without the key can guess it."""
    return hmac.new(bytes.fromhex(key), record_id.encode(), sha256).hexdigest()


def done(erasure: Erasure, blinded: Iterable[str]) -> Erasure:
    """Return an erasure that is done, which names no record any more."""
    return replace(erasure, records=frozenset(blinded), withheld=frozenset(), state=ErasureState.DONE)


def receipt(erasure: Erasure) -> dict[str, Any]:
    """Return what a person is given as JSON-ready data."""
    return {
        "receipt": erasure.id,
        "tenant": erasure.scope.tenant,
        "agent": erasure.scope.agent,
        "by": erasure.by.value,
        "at": erasure.at.isoformat(),
        "removed": dict(erasure.counts),
        "records": sorted(erasure.records),
        "recoverable_until": (erasure.at + RECOVERY).isoformat(),
        "backups": (
            "Every version of every object was removed. Where tables keep point-in-time recovery, they forget what was "
            "removed at the time above; copies that were made of a home or exported before keep what they held."
        ),
    }
