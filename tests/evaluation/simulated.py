"""Simulated histories through the public pipeline, and what tests look at afterwards: reads, sets, stores and logs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from slowwave.bootstrap import LocalPorts
from slowwave.domain.claims import (
    Candidate,
    Claim,
    ClaimKey,
    Lane,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
)
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.injection import InjectionSet, SetItem
from slowwave.domain.pages import Page
from slowwave.domain.records import Record
from slowwave.domain.rendering import line
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.evaluation.simulation.events import Delivery, History, Probe
from slowwave.evaluation.simulation.memory import Consolidated
from slowwave.evaluation.simulation.presence import shows
from slowwave.online.injection import Rendered
from slowwave.prompts.extraction import encode


@dataclass(frozen=True, slots=True)
class Read:
    """One read for one probe.

    Attributes:
        unfounded: lines that are not what their evidence says, with the reason.
    """

    probe: Probe
    budget: int
    rendered: Rendered
    unfounded: tuple[str, ...]


@dataclass(slots=True)
class Story:
    """A history that was played to its end.

    Attributes:
        sets: every set that was ever published, by tenant.
        written: statements of all notes and pages, by tenant.
        stored: every item of every table and every object outside of the raw layer.
        logged: messages of every log record.
        rejected: publications that were refused.
    """

    history: History
    reads: list[Read] = field(default_factory=list)
    sets: dict[str, list[InjectionSet]] = field(default_factory=dict)
    written: dict[str, list[str]] = field(default_factory=dict)
    stored: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)

    def foreign(self, tenant: str) -> frozenset[str]:
        """The values that only other tenants speak of."""
        said = ((event.tenant, value) for event in self.history.events for value in (event.value, event.old) if value)
        return frozenset(value for owner, value in said if owner != tenant)


class Gullible:
    """`ExtractionModel` that takes everything for a convention: only what code refuses is kept out."""

    version = "gullible"
    priced = False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        """Propose every fresh record as it stands."""
        return [encode(_believed(each)) for each in window.records if each.id in window.fresh]


def _believed(record: Record) -> Candidate:
    key = ClaimKey(f"record {record.source_id}", "says")
    said = " ".join(record.text.split())
    convention = Standing.CONVENTION
    claim = Claim(Skeleton.CODING, key, Polarity.AFFIRM, Value(), said, convention, "convention", Lane.DEFAULT)
    return Candidate(claim, Span(record.id, 0, len(record.text)), Signal.INSTRUCTION, 0.9, "gullible")


def by_turn(deliveries: Iterable[Delivery]) -> dict[int, list[Delivery]]:
    out: dict[int, list[Delivery]] = {}
    for each in deliveries:
        out.setdefault(each.turn, []).append(each)
    return out


def play(memory: Consolidated, history: History, budgets: Sequence[int]) -> Story:
    """Play a history and read at every budget for every probe."""
    story = Story(history)
    arriving = by_turn(history.deliveries)
    with logged(story.logged):
        for turn, at in enumerate(history.times):
            memory.arrive(at, arriving.get(turn, ()), history.closes.get(turn, ()))
            for probe in (each for each in history.probes if each.turn == turn):
                scope = Scope(probe.slot.tenant, memory.scopes[0].agent)
                reads = ((each, memory.pipeline.inject(scope, probe.question, budget=each)) for each in budgets)
                ports = memory.pipeline.ports
                story.reads += [Read(probe, size, read, unfounded(read, scope, ports)) for size, read in reads]
    for scope in memory.scopes:
        ports = memory.pipeline.ports
        story.sets[scope.tenant] = [ports.sets.get(scope, name) for name, _ in ports.sets.hashes(scope)]
        story.written[scope.tenant] = [*_statements(ports, scope)]
    story.stored = [*stored(memory.pipeline.ports)]
    story.rejected = memory.pipeline.rejected
    return story


def unfounded(read: Rendered, scope: Scope, ports: LocalPorts) -> tuple[str, ...]:
    """Return what is wrong with the lines of a read, against the raw records of its own scope."""
    items = (*read.stable, *read.task)
    cited = sorted({quote.span.record_id for item in items for quote in item.quotes})
    raw = ports.records.get(scope, cited) if cited else {}
    shown = [each for each in read.text.splitlines() if each.startswith("- ")]
    wrong = [] if sorted(shown) == sorted(map(line, items)) else ["the block shows other lines than it lists"]
    for item in items:
        wrong += [] if item.quotes else [f"{item.item_id} cites nothing"]
        for quote in item.quotes:
            record = raw.get(quote.span.record_id)
            if record is None or record.scope != scope:
                wrong.append(f"{item.item_id} cites {quote.span.record_id}, which {scope.tenant} does not have")
            elif sha256_hex(record.text[quote.span.start : quote.span.end]) != quote.hash:
                wrong.append(f"{item.item_id} cites words that {quote.span.record_id} does not have")
    return tuple(wrong)


def _statements(ports: LocalPorts, scope: Scope) -> Iterator[str]:
    for note in ports.notes.all(scope):
        yield f"{note.item.claim.statement} | {note.item.claim.value.text} | {note.item.claim.key}"
    for page in pages_of(ports, scope):
        yield f"{page.title} | {page.text} | {page.value.text} | {page.directory}"


def pages_of(ports: LocalPorts, scope: Scope) -> list[Page]:
    return [each.item for skeleton in Skeleton for each in ports.pages.all(scope, skeleton)]


def stored(ports: LocalPorts) -> Iterator[str]:
    """Every item of every table, and every object outside of the raw layer with its name."""
    clients = ports._clients
    for table in clients.dynamodb.list_tables()["TableNames"]:
        for page in clients.dynamodb.get_paginator("scan").paginate(TableName=table):
            yield from (json.dumps(item, default=str, ensure_ascii=False) for item in page["Items"])
    for bucket in clients.s3.list_buckets()["Buckets"]:
        for listing in clients.s3.get_paginator("list_objects_v2").paginate(Bucket=bucket["Name"]):
            for entry in listing.get("Contents", ()):
                if not entry["Key"].startswith("raw/"):
                    body = clients.s3.get_object(Bucket=bucket["Name"], Key=entry["Key"])["Body"].read()
                    yield entry["Key"] + body.decode("utf-8", "replace")


@contextmanager
def logged(messages: list[str]) -> Iterator[None]:
    """Keep what slowwave logs at any level, and what anybody logs from INFO on."""
    root, own = logging.getLogger(), logging.getLogger("slowwave")
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(f"{record.getMessage()} {record.exc_text or ''}")  # type: ignore[method-assign]
    before = root.level, own.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    own.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        own.setLevel(before[1])


def told(item: SetItem) -> str:
    """Every text of a line that an agent, or who explains it, may see."""
    return " | ".join((item.text, item.value.text, item.directory, item.source))


def crossing(texts: Mapping[str, Iterable[str]], story: Story) -> list[str]:
    """Return the texts of a tenant that show a value of another."""
    found = []
    for tenant, own in texts.items():
        foreign = story.foreign(tenant)
        found += [f"{tenant}: {value!r} in {text[:200]!r}" for text in own for value in foreign if shows(text, value)]
    return found
