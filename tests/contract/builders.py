"""Small valid domain values; every argument has a default, so that a test names only what it is about."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

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
from slowwave.domain.injection import InjectionSet, Layer, Quote, SetItem
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.pages import AssistantBody, Body, CodingBody, DocumentBody, Page
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope

SCOPE = Scope("acme", "dev")
T0 = datetime(2026, 1, 12, 15, 8, 38, tzinfo=UTC)

NEIGHBOURS = [
    Scope("a#b", "c"),
    Scope("a", "b#c"),
    Scope("a/b", "c"),
    Scope("a", "b/c"),
    Scope("ä", "ä"),
    Scope("..", "."),
    Scope("%2F", "%"),
    Scope("/", "%2F"),
    Scope("~", "~~"),
    Scope("a", "b"),
    Scope("a", "bc"),
]
"""Scopes whose ids would run into each other if they were joined raw, escaped twice, or matched by prefix."""

BODIES: dict[Skeleton, Body] = {
    Skeleton.CODING: CodingBody("src/orders", "naming", "when adding a table", "use snake_case"),
    Skeleton.ASSISTANT: AssistantBody("preference", "high"),
    Skeleton.DOCUMENT: DocumentBody("entry", "billing", "handbook.md", "2026-01-01", ("p-1", "p-2")),
}


def minutes(number: float) -> datetime:
    return T0 + timedelta(minutes=number)


def record(number: int = 0, *, scope: Scope = SCOPE, session: str = "s-1", **changes: Any) -> Record:
    made = Record(
        scope=scope,
        session=session,
        actor=Actor.USER,
        kind=Kind.MESSAGE,
        origin=Origin.USER,
        text=f"Words of event {number}.",
        event_time=minutes(number),
        source_id=f"{session}-e{number}",
    )
    return replace(made, **changes)


def claim(key: str = "indent", value: str = "tabs", **changes: Any) -> Claim:
    made = Claim(
        skeleton=Skeleton.CODING,
        key=ClaimKey(key, "use"),
        polarity=Polarity.AFFIRM,
        value=Value(ValueKind.TEXT, value),
        statement=f"Use {value} for {key}.",
        standing=Standing.CONVENTION,
        category="convention",
    )
    return replace(made, **changes)


def evidence(number: int = 0, *, record_id: str = "", **changes: Any) -> Evidence:
    made = Evidence(
        event_time=minutes(number),
        sequence=0,
        span=Span(record_id or f"r-{number:05}", 0, 9),
        hash="0" * 64,
        origin=Origin.USER,
        session="s-1",
        signal=Signal.PREFERENCE,
    )
    return replace(made, **changes)


def observation(number: int = 0, *, scope: Scope = SCOPE, of: Claim | None = None, **changes: Any) -> Observation:
    about = of or claim()
    made = Observation(
        scope=scope,
        group_id=about.group_id(),
        note_id=about.note_id(),
        claim=about,
        evidence=evidence(number),
        importance=0.1,
        pattern="preference",
        run_id="run-1",
    )
    return replace(made, **changes)


def note(about: Claim | None = None, *, scope: Scope = SCOPE, **changes: Any) -> Note:
    made = Note(
        scope=scope,
        claim=about or claim(),
        state=NoteState.ACTIVE,
        confirmation=Confirmation.NONE,
        trust=3,
        sessions=1,
        evidence_count=1,
        earliest=evidence(0),
        latest=evidence(1),
        importance=0.3,
        because="The user said so once.",
    )
    return replace(made, **changes)


def page(
    about: Note | None = None, *, scope: Scope = SCOPE, skeleton: Skeleton = Skeleton.CODING, **changes: Any
) -> Page:
    made = Page(
        scope=scope,
        skeleton=skeleton,
        title="Indentation",
        text="Indent with tabs.",
        body=BODIES[skeleton],
        standing=Standing.CONVENTION,
        confirmation=Confirmation.REPEATED,
        lane=Lane.DEFAULT,
        trust=3,
        importance=0.3,
        note_ids=((about or note()).id,),
        evidence=(evidence(0),),
        evidence_count=3,
        sessions=3,
        first_time=minutes(0),
        last_time=minutes(1),
    )
    return replace(made, **changes)


def injection_set(*texts: str, scope: Scope = SCOPE) -> InjectionSet:
    items = tuple(
        SetItem(
            item_id=f"p-{text}",
            note_ids=("n-1",),
            layer=Layer.KNOWLEDGE,
            skeleton=Skeleton.CODING,
            lane=Lane.DEFAULT,
            standing=Standing.FACT,
            confirmation=Confirmation.EXPLICIT,
            text=text,
            directory="src",
            importance=0.1 + 0.2,
            freshness=0,
            tokens=4,
            quotes=(Quote(Span("r-1", 0, 4), "0" * 64, "s-1", "2026-01-12", Origin.USER),),
        )
        for text in texts
    )
    return InjectionSet(
        scope=scope,
        tokenizer="o200k_base",
        budget_tokens=1000,
        stable_tokens=600,
        inject_assumptions=True,
        stable=items[:1],
        pool=items[1:],
    )
