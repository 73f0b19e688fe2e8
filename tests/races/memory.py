"""One memory that many workers share, each with its own clients, as functions in the cloud have; and what must hold of
it whatever they did at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from threading import Barrier
from typing import TypeVar

from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.head import Heads
from slowwave.adapters.aws.provision import create_all
from slowwave.adapters.aws.schema import table_names
from slowwave.adapters.local.home import open_home
from slowwave.bootstrap import Ports
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, Stage
from slowwave.domain.scope import Scope
from slowwave.online import capture
from slowwave.runner import consolidate
from slowwave.settings import LOCAL, LocalSettings
from tests.contract.chain import verify_chain

THREADS = 16
BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
T = TypeVar("T")

TOPICS = (
    "run the linter before you commit",
    "use pnpm instead of npm",
    "write the tests first",
    "sign the release tags",
    "rebase before you merge",
    "name branches after the ticket",
    "keep functions short",
    "format SQL in upper case",
)


@dataclass
class Account:
    """Where memories are: a provisioned account, and as many workers as there are threads, with connections open.

    Attributes:
        endpoint_url: where it is served; None for the home that is open in this process.
        prefix: of its tables, and the name of its bucket.
    """

    endpoint_url: str | None = None
    prefix: str = LOCAL.table_prefix

    @property
    def settings(self) -> LocalSettings:
        names = {f"SLOWWAVE_{name}": self.prefix for name in ("TABLE_PREFIX", "RAW_BUCKET", "SETS_BUCKET")}
        return LocalSettings.parse({"AWS_REGION": LOCAL.region, **names})

    def provision(self) -> Account:
        clients, names = self._clients(), table_names(self.prefix)
        create_all(clients.dynamodb, clients.s3, tables=names, buckets=[self.prefix])
        return self

    def worker(self) -> Ports:
        """The ports of one more worker, which shares nothing with the others but what is stored."""
        return Ports(self.settings, self._clients(), lambda: datetime.now(UTC))

    @cached_property
    def crew(self) -> list[Ports]:
        workers = [self.worker() for _ in range(THREADS)]
        for each in workers:
            each.records.count(Scope("acme", "nobody"))
        return workers

    def _clients(self) -> Clients:
        return Clients(LOCAL.region, endpoint_url=self.endpoint_url)


@dataclass(frozen=True)
class Memory:
    """The memory of one scope, and the time that its runs are as of."""

    account: Account
    scope: Scope
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def ports(self) -> Ports:
        return self.account.crew[0]


@contextmanager
def on_moto(path: Path) -> Iterator[Account]:
    """An account on moto, which one lock guards: it is not safe under threads of itself."""
    with open_home(path, persist=False):
        yield Account().provision()


def at_once(work: Sequence[Callable[[Ports], T]], memory: Memory) -> list[T]:
    """Do each piece of work on a thread with ports of its own, all starting together; return what they returned."""
    start = Barrier(len(work))

    def one(do: Callable[[Ports], T], ports: Ports) -> T:
        start.wait(timeout=60)
        return do(ports)

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work, memory.account.crew))


def said(scope: Scope, number: int, session: int) -> Record:
    """What the user said in a session: each topic comes in three, so that it is promoted."""
    text = f"Always {TOPICS[number % len(TOPICS)]}."
    time = BEGAN + timedelta(days=session, minutes=number)
    return Record(scope, f"s-{session}", Actor.USER, Kind.MESSAGE, Origin.USER, text, time)


def log(scope: Scope) -> list[Record]:
    return [said(scope, number, session) for session in range(3) for number in range(len(TOPICS))]


def deliver(ports: Ports, records: Sequence[Record]) -> int:
    """Deliver records of one scope; return how many were new."""
    now, scope = ports.clock(), records[0].scope
    return capture.store(records, scope=scope, records=ports.records, registry=ports.registry, now=now).stored


def run(ports: Ports, scope: Scope, at: datetime) -> Run:
    return consolidate(scope, at, ports, observe=lambda *_: None)


def published(ports: Ports, scope: Scope) -> str:
    pointer = ports.journal.pointer(scope)
    assert pointer
    return pointer.item.current


def check(memory: Memory) -> dict[str, int]:
    """Check what holds at any rest: an unbroken chain up to the head, versions without gaps, and every record read
    once. Return how many revisions, items and records there are.
    """
    ports, scope = memory.ports, memory.scope
    revisions = list(ports.journal.revisions(scope))
    head = Heads(ports._tables).read(scope)
    assert verify_chain(revisions, sequence=head.sequence, chain=head.chain) == []
    assert head.expires_at is None, "a lease was not given back"
    versions: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for each in revisions:
        versions[each.item_kind, each.item_id].append(each.to_version)
    for name, seen in versions.items():
        assert seen == list(range(1, len(seen) + 1)), name
    assert {name for kind, name in versions if kind == "note"} == {each.item.id for each in ports.notes.all(scope)}
    stored = ports.records.count(scope)
    assert stored["unread"] == 0
    runs = [each.item for each in ports.journal.runs(scope, limit=500)]
    assert sum(each.count(Stage.EXTRACT, "records") for each in runs) == stored["records"]
    return {"revisions": len(revisions), "items": len(versions), "records": stored["records"]}


def rebuilt(account: Account, records: Iterable[Record], at: datetime) -> str:
    """Return the set that one undisturbed run makes of these records of one scope in an account without it."""
    ports = account.worker()
    everything = sorted(records, key=lambda each: each.order)
    scope = everything[0].scope
    ports.records.append(everything, scope=scope, received_at=at)
    ports.registry.mark_ready(scope, everything[0].event_time)
    run(ports, scope, at)
    return published(ports, scope)
