"""PrecisionMemBench: beliefs about users with their status and scope, and cases that say which of them a memory should
show (the fixtures of its retrieval cases).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from slowwave.errors import InvalidInput
from slowwave.evaluation.public.corpus import read

FOLDER = "precisionmembench"
DEFAULT_USER = "test-user"
ACTIVE, INFERRED, OPEN_QUESTION = "active", "inferred", "open_question"


@dataclass(frozen=True, slots=True)
class Belief:
    """What a memory may believe of a user.

    Attributes:
        text: its name, its aliases and its content, which is all that is ever known of it.
        scopes: the domains it belongs to.
        status: active, superseded, inferred or exploratory.
        successor: the belief that superseded it.
        pinned: the set expects it in a tier of its own, whatever the query.
        time: when it came about.
    """

    id: str
    user: str
    kind: str
    name: str
    text: str
    scopes: frozenset[str]
    status: str
    successor: str | None
    pinned: bool
    time: datetime

    @property
    def settled(self) -> bool:
        """Whether it is believed now."""
        return self.status == ACTIVE and self.successor is None


@dataclass(frozen=True, slots=True)
class Case:
    """A query of one user in some domains, with the beliefs that it should and must not show."""

    id: str
    query: str
    user: str
    scopes: tuple[str, ...]
    gold: frozenset[str]
    excluded: frozenset[str]


def load(data: Path) -> tuple[tuple[Belief, ...], tuple[Case, ...]]:
    """Read the beliefs and the cases that expect something of the tier of relevant beliefs.

    Raises:
        InvalidInput: a file is missing, or is not of that set.
    """
    folder = data / FOLDER
    if not folder.is_dir():
        raise InvalidInput(f"there is no {FOLDER} in {str(data)!r}; give the data's place with --data")
    beliefs = read(folder / "beliefs.seed.json", lambda raw: tuple(map(_belief, raw)), "a set of beliefs")
    cases = read(folder / "retrieval.cases.json", lambda raw: tuple(map(_case, raw)), "a set of retrieval cases")
    return beliefs, tuple(case for case in cases if case is not None)


def _belief(raw: Any) -> Belief:
    name = raw["canonical_name"].replace("_", " ")
    return Belief(
        id=raw["_id"],
        user=raw["user_id"],
        kind=raw["type"],
        name=name,
        text=f"{', '.join([name, *raw['aliases']])}: {raw['content']}",
        scopes=frozenset(raw["scope"]),
        status=raw["epistemic_status"],
        successor=raw["superseded_by"],
        pinned=raw["pinned"],
        time=datetime.fromisoformat(raw["created_at"].replace("Z", "+00:00")),
    )


def _case(raw: Any) -> Case | None:
    expected = raw["expect"].get("relevantBeliefs")
    if not expected:
        return None
    gold = {*(expected.get("mustInclude") or ()), *(expected.get("shouldOnlyInclude") or ())}
    return Case(
        id=raw["caseId"],
        query=raw["query"],
        user=raw.get("userId", DEFAULT_USER),
        scopes=tuple(raw.get("scope") or ()),
        gold=frozenset(gold),
        excluded=frozenset(expected.get("mustExclude") or ()),
    )
