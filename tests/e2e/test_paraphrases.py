"""What a person rejected stays out in other words too, in a home with the embedding model; and document pages refer to
each other.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from slowwave.adapters.transcripts import detect
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.agent import create
from slowwave.cli.importing import import_files
from slowwave.cli.injecting import rendered_block
from slowwave.domain.acts import ActKind
from slowwave.domain.claims import Skeleton
from slowwave.domain.notes import NoteState
from slowwave.domain.pages import PageState
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.references import refers_to
from slowwave.domain.scope import Scope
from slowwave.online import capture, curate
from slowwave.online.curate import Wish
from slowwave.runner import consolidate
from tests.e2e.conftest import SAMPLES

SCOPE = Scope("local", "coder")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)

OTHER_WORDS = "Tabs should be used for indentation."


class Clock:
    """A time that a test moves on."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def say(text: str, session: str, ports: LocalPorts, clock: Clock, *, origin: Origin = Origin.USER) -> None:
    """Let the words arrive an hour after all others, and consolidate."""
    clock.now += timedelta(hours=1)
    record = Record(SCOPE, session, Actor(origin.value), Kind.MESSAGE, origin, text, clock.now)
    capture.store([record], scope=SCOPE, records=ports.records, registry=ports.registry, now=clock.now)
    consolidate(SCOPE, clock.now, ports, observe=lambda *_: None)


def reject(note_id: str, ports: LocalPorts, clock: Clock) -> None:
    clock.now += timedelta(hours=1)
    curate.run(SCOPE, Wish(ActKind.REJECT, note_id), **ports.taken_by(curate.run))


def injected(ports: LocalPorts) -> str:
    return rendered_block(SCOPE, ports, task="indentation with tabs").text.lower()


def test_a_rejected_convention_comes_back_only_by_an_instruction_of_the_user(tmp_path: Path) -> None:
    clock = Clock()
    with local(tmp_path / "home", persist=False, clock=clock) as ports:
        create(SCOPE, (Skeleton.CODING,), ports)
        say("Use tabs for indentation.", "s1", ports, clock)
        assert "tabs" in injected(ports)
        (tabs,) = [each.item for each in ports.notes.all(SCOPE, state=NoteState.ACTIVE)]
        reject(tabs.id, ports, clock)
        assert "tabs" not in injected(ports)
        for session in ("s2", "s3", "s4"):
            say(OTHER_WORDS, session, ports, clock)
        held = [each.item for each in ports.notes.all(SCOPE, state=NoteState.PENDING)]
        assert [(note.claim.statement, note.because) for note in held] == [(OTHER_WORDS, "resembles what was rejected")]
        assert "tabs" not in injected(ports)
        say("From now on always indent with tabs.", "s5", ports, clock)
        assert "indent with tabs" in injected(ports)


def test_document_pages_refer_to_each_other_both_ways(tmp_path: Path) -> None:
    paths = sorted((SAMPLES / "document").iterdir())
    with local(tmp_path / "home", persist=False) as ports:
        create(SCOPE, (Skeleton.DOCUMENT,), ports)
        import_files({path: detect(path) for path in paths}, SCOPE, ports)
        consolidate(SCOPE, START + timedelta(days=30), ports, observe=lambda *_: None)
        stored = ports.pages.all(SCOPE, Skeleton.DOCUMENT, state=PageState.ACTIVE)
        pages = {each.item.id: each.item for each in stored}
    refs = {page_id: refers_to(page) for page_id, page in pages.items()}
    assert any(refs.values())
    assert all(page_id in refs[other] for page_id, others in refs.items() for other in others)
