"""Small values with defaults, so that a test names only what it is about."""

from datetime import UTC, datetime, timedelta

from slowwave.domain.claims import (
    Claim,
    ClaimKey,
    Confirmation,
    Evidence,
    Lane,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
    ValueKind,
)
from slowwave.domain.injection import Layer, Quote, SetItem
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope

SCOPE = Scope("acme", "dev")
START = datetime(2026, 1, 1, tzinfo=UTC)
AS_OF = START + timedelta(days=60)


def record(
    text: str,
    *,
    session: str = "s1",
    actor: Actor = Actor.USER,
    origin: Origin = Origin.USER,
    at: datetime = START,
    source_id: str | None = None,
) -> Record:
    return Record(SCOPE, session, actor, Kind.MESSAGE, origin, text, at, source_id=source_id)


def claim(
    value: str = "tabs",
    *,
    statement: str = "",
    polarity: Polarity = Polarity.AFFIRM,
    lane: Lane = Lane.DEFAULT,
    standing: Standing = Standing.CONVENTION,
    skeleton: Skeleton = Skeleton.CODING,
    subject: str = "indent",
    until: datetime | None = None,
    protected: bool = False,
    counterexample: str = "",
) -> Claim:
    return Claim(
        skeleton=skeleton,
        key=ClaimKey(subject, "is"),
        polarity=polarity,
        value=Value(ValueKind.TEXT, value),
        statement=statement or f"Use {value} for {subject}",
        standing=standing,
        category="convention",
        lane=lane,
        protected=protected,
        valid_until=until,
        counterexample=counterexample,
    )


def evidence(
    day: float = 0,
    *,
    origin: Origin = Origin.USER,
    signal: Signal = Signal.INSTRUCTION,
    session: str = "s1",
    record_id: str = "",
    start: int = 0,
    sequence: int = 0,
) -> Evidence:
    return Evidence(
        event_time=START + timedelta(days=day),
        sequence=sequence,
        span=Span(record_id or f"r-{day}-{origin.value}-{session}", start, start + 10),
        hash="0" * 64,
        origin=origin,
        session=session,
        signal=signal,
    )


def observation(
    about: Claim, seen: Evidence, *, denies: bool = False, importance: float = 0.5, run_id: str = "run-1"
) -> Observation:
    return Observation(SCOPE, about.group_id(), about.note_id(), about, seen, importance, "test", denies, run_id)


def note(
    about: Claim | None = None, *, latest: Evidence | None = None, utility: int = 1, importance: float = 0.5
) -> Note:
    seen = latest or evidence()
    return Note(
        scope=SCOPE,
        claim=about or claim(),
        state=NoteState.ACTIVE,
        confirmation=Confirmation.NONE,
        trust=2,
        sessions=1,
        evidence_count=1,
        earliest=seen,
        latest=seen,
        importance=importance,
        because="a test says so",
        utility=utility,
    )


def item(
    item_id: str = "p-1",
    text: str = "Use tabs for indent",
    *,
    lane: Lane = Lane.DEFAULT,
    standing: Standing = Standing.CONVENTION,
    confirmation: Confirmation = Confirmation.EXPLICIT,
    layer: Layer = Layer.KNOWLEDGE,
    skeleton: Skeleton = Skeleton.CODING,
    importance: float = 0.5,
    tokens: int = 0,
) -> SetItem:
    return SetItem(
        item_id=item_id,
        note_ids=(item_id.replace("p", "n", 1),),
        layer=layer,
        skeleton=skeleton,
        lane=lane,
        standing=standing,
        confirmation=confirmation,
        text=text,
        directory="project/convention",
        importance=importance,
        freshness=0,
        tokens=tokens,
        quotes=(Quote(Span("r-1", 0, 4), "0" * 64, "s1", "2026-01-01", Origin.USER),),
    )


def words(text: str) -> int:
    return len(text.split())
