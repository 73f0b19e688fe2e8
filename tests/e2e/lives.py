"""The life of an agent in a home: what arrives, what people do, and runs that end in every way they can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient

from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Put
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run
from slowwave.domain.scope import Scope
from slowwave.errors import SlowwaveError, Unavailable
from slowwave.online import agents, capture, curate, rollback
from slowwave.online.curate import Wish
from slowwave.ports.models import ExtractionModel
from slowwave.runner import consolidate

SCOPE = Scope("local", "coder")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)

RULES = [
    "Always use pnpm for packages.",
    "Always run the linter before you commit.",
    "Never commit the file .env.",
    "Always use tabs for indentation.",
    "Always write tests before you push.",
    "Never force-push to main.",
    "Always name branches after the ticket.",
    "Always use UTC in logs.",
]


class KilledError(BaseException):
    """The process ended here."""


@dataclass
class Life:
    """An open home, and a clock that moves an hour before everything that happens."""

    ports: LocalPorts
    now: datetime = START

    def create(self, scope: Scope = SCOPE, **settings: Any) -> None:
        self.pass_time()
        policy = AgentPolicy(scope, (Skeleton.CODING, Skeleton.ASSISTANT), **settings)
        agents.create(policy, ledger=self.ports.ledger, now=self.now)

    def change(self, scope: Scope = SCOPE, **settings: Any) -> None:
        self.pass_time()
        known = self.ports.registry.policy(scope)
        assert known
        put = Put(replace(known.item, **settings), known.version, "settings changed")
        self.ports.ledger.commit(scope, [put], cause="operator", at=self.now, lease=None, now=self.now)

    def hear(self, *texts: str, session: str, scope: Scope = SCOPE, ago: timedelta = timedelta()) -> None:
        self.pass_time()
        said = [
            Record(scope, session, Actor.USER, Kind.MESSAGE, Origin.USER, text, self.now - ago, sequence=place)
            for place, text in enumerate(texts)
        ]
        capture.store(said, scope=scope, records=self.ports.records, registry=self.ports.registry, now=self.now)

    def run(self, scope: Scope = SCOPE, *, late: timedelta = timedelta(), **asked: Any) -> Run | None:
        """Consolidate; return the run, or None when it was refused or gave up."""
        self.pass_time()
        try:
            return consolidate(scope, self.now - late, self.ports, observe=lambda *_: None, **asked)
        except SlowwaveError:
            return None

    def act(self, kind: ActKind, word: str, scope: Scope = SCOPE) -> None:
        """Do this to the first note whose statement has the word."""
        self.pass_time()
        ports = self.ports
        note = next(each.item for each in ports.notes.all(scope) if word in each.item.claim.statement)
        curate.run(
            scope,
            Wish(kind, note.id, Actor.OPERATOR, because="wrong project"),
            **ports.taken_by(curate.run),
        )

    def roll_back(self, to: str = "previous", scope: Scope = SCOPE) -> None:
        """Have an earlier set back."""
        self.pass_time()
        wish = rollback.Wish(to, Actor.OPERATOR)
        rollback.run(scope, wish, **self.ports.taken_by(rollback.run))

    def pass_time(self, time: timedelta = timedelta(hours=1)) -> None:
        self.now += time

    def current(self, scope: Scope = SCOPE) -> str:
        pointer = self.ports.journal.pointer(scope)
        return pointer.item.current if pointer else ""


@contextmanager
def life(path: Path, *, model: ExtractionModel | None = None, now: datetime = START) -> Iterator[Life]:
    """Open a home and keep what happens in it."""
    opened: list[Life] = []
    with local(path, clock=lambda: opened[0].now, model=model) as ports:
        opened.append(Life(ports, now))
        yield opened[0]


@contextmanager
def disturbed(number: int, error: BaseException, *, answered: bool = False) -> Iterator[None]:
    """Raise an error at the n-th request to the stores: before it is carried out, or once it was."""
    made = 0
    send = BaseClient._make_api_call  # type: ignore[attr-defined]

    def counted(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        nonlocal made
        made += 1
        if made != number:
            return send(client, operation, parameters)
        if answered:
            send(client, operation, parameters)
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseClient, "_make_api_call", counted)
        yield


@contextmanager
def noted() -> Iterator[list[str]]:
    """Give the operations of all requests to the stores, in their order."""
    made: list[str] = []
    send = BaseClient._make_api_call  # type: ignore[attr-defined]

    def note(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        made.append(operation)
        return send(client, operation, parameters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseClient, "_make_api_call", note)
        yield made


def stopped_at(number: int, living: Life, *, killed: bool, answered: bool) -> None:
    """Run, and stop the run at the n-th request: the process ends, or a service fails and the run is closed."""
    error: BaseException = KilledError() if killed else Unavailable("the service failed")
    with disturbed(number, error, answered=answered):
        try:
            living.run()
        except KilledError:
            living.pass_time()


def rich(living: Life, rules: Sequence[str] = RULES) -> None:
    """Policies, late records, every kind of act, a refused and a released run, and one with a task."""
    living.create(blast_floor=0, blast_radius=0.01, half_life_days=5.0)
    living.hear(*rules[:4], session="s-1")
    living.run()
    living.hear(*rules[2:6], session="s-2")
    living.act(ActKind.PIN, "pnpm")
    living.run(query="set up the linter")
    living.act(ActKind.FORGET, "linter")
    living.act(ActKind.CONFIRM, "tabs")
    living.hear("Always use spaces for indentation.", session="s-3")
    living.hear(*rules[6:], session="s-1", ago=timedelta(days=2))
    living.run()
    living.change(stable_tokens=300)
    living.hear("No, that is wrong: do not use UTC in logs.", session="s-1", ago=timedelta(hours=1))
    living.run(late=timedelta(minutes=30))
    living.change(budget_tokens=50, stable_tokens=50)
    living.hear("Always ask before you delete data.", session="s-4")
    living.run()
    living.change(budget_tokens=900, stable_tokens=300)
    living.run(gated=False)
    living.roll_back()
    living.run()
    living.run(over_rollback=True)
    living.act(ActKind.REJECT, "push")
    living.pass_time(timedelta(days=90))
    living.run()
    living.run(released=True)
    living.act(ActKind.KEEP, "tests")
    living.hear("What is left?", session="s-9")
