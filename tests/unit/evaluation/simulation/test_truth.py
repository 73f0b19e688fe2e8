from __future__ import annotations

from datetime import UTC, datetime, timedelta

from slowwave.evaluation.simulation.events import Act, Event, Reason, Slot
from slowwave.evaluation.simulation.placeholders import SOURCES, Voice
from slowwave.evaluation.simulation.state import Span, State
from slowwave.evaluation.simulation.truth import RULES, after, expired, unknown

START = datetime(2026, 2, 2, 9, tzinfo=UTC)
TIMEOUT = Slot("acme", "billing", "request timeout")
VENDOR = Slot("acme", "search", "mapping vendor")
LATENCY = Slot("acme", "search", "peak latency")
WRAPPER = Slot("acme", "search", "call wrapper")


def said(
    turn: int,
    act: Act,
    value: str = "",
    *,
    slot: Slot | None = TIMEOUT,
    voice: Voice = Voice.USER,
    old: str = "",
    scope: str = "",
    until: datetime | None = None,
    approver: str = "",
    time: datetime | None = None,
) -> Event:
    at = time or START + timedelta(minutes=turn)
    source = SOURCES[voice]
    return Event(f"e{turn}", "acme", f"s{turn}", turn, at, act, *source, "", slot, value, old, scope, until, approver)


def told(*events: Event, slot: Slot = TIMEOUT) -> State:
    states = unknown([TIMEOUT, VENDOR, LATENCY, WRAPPER])
    for event in events:
        states = after(states, event)
    return states[slot]


FIRST = said(0, Act.ASSERT, "4137 ms")


def test_every_act_about_a_slot_has_a_rule() -> None:
    assert set(RULES) == set(Act) - {Act.CHATTER, Act.SECRET, Act.ALIAS, Act.LEAVE}


def test_a_correction_ends_the_old_value_and_keeps_its_history() -> None:
    state = told(FIRST, said(3, Act.CORRECT, "2950 ms", old="4137 ms"))
    assert state.value == "2950 ms"
    assert state.forbidden == {"4137 ms": Reason.SUPERSEDED}
    assert state.spans == (Span("4137 ms", 0, Act.ASSERT, 3), Span("2950 ms", 3, Act.CORRECT))
    assert state.changed == 3
    assert state.former == ("4137 ms",)


def test_a_restatement_adds_evidence_and_changes_nothing() -> None:
    state = told(FIRST, said(3, Act.RESTATE, "4137 ms"))
    assert state.said == {"4137 ms": frozenset({"e0", "e3"})}
    assert state.changed is None


def test_a_reverted_value_is_no_longer_forbidden_and_the_other_is() -> None:
    state = told(FIRST, said(1, Act.UPDATE, "2950 ms"), said(2, Act.REVERT, "4137 ms"))
    assert state.value == "4137 ms"
    assert state.forbidden == {"2950 ms": Reason.SUPERSEDED}


def test_withdrawing_takes_the_value_and_its_exceptions_away() -> None:
    exception = said(1, Act.EXCEPTION, "900 ms", scope="in staging")
    assert told(FIRST, said(2, Act.RETRACT)).forbidden == {"4137 ms": Reason.RETRACTED}
    forgotten = told(FIRST, exception, said(2, Act.FORGET))
    assert forgotten.forbidden == {"4137 ms": Reason.FORGOTTEN, "900 ms": Reason.FORGOTTEN}
    assert not forgotten.value
    assert not forgotten.scoped


def test_a_temporary_value_overrides_and_expires_by_the_clock() -> None:
    until = START + timedelta(days=2)
    states = {TIMEOUT: told(FIRST, said(1, Act.TEMPORARY, "900 ms", until=until))}
    assert states[TIMEOUT].current == "900 ms"
    assert expired(states, until - timedelta(seconds=1), 5) == states
    over = expired(states, until, 6)[TIMEOUT]
    assert over.current == "4137 ms"
    assert over.forbidden == {"900 ms": Reason.EXPIRED}
    assert over.changed == 6


def test_two_statements_at_one_time_are_rivals_until_a_later_one_decides() -> None:
    clash = (
        said(1, Act.CORRECT_BARE, "2950 ms"),
        said(2, Act.CORRECT_BARE, "1300 ms", time=START + timedelta(minutes=1)),
    )
    state = told(FIRST, *clash)
    assert state.rivals == ("2950 ms", "1300 ms")
    assert not state.current
    assert state.forbidden == {"4137 ms": Reason.SUPERSEDED}
    decided = told(FIRST, *clash, said(5, Act.CORRECT_BARE, "700 ms"))
    assert decided.value == "700 ms"
    assert set(decided.forbidden) == {"4137 ms", "2950 ms", "1300 ms"}


def test_of_two_observations_the_newer_holds_and_none_touches_what_the_user_said() -> None:
    seen = [
        said(turn, Act.OBSERVE, value, slot=LATENCY, voice=Voice.TOOL) for turn, value in enumerate(["31 ms", "78 ms"])
    ]
    assert told(seen[0], slot=LATENCY).value == "31 ms"
    newer = told(*seen, slot=LATENCY)
    assert (newer.value, newer.forbidden) == ("78 ms", {"31 ms": Reason.SUPERSEDED})
    assert told(FIRST, said(1, Act.OBSERVE, "4137 ms", voice=Voice.TOOL)) == told(FIRST)


def test_a_guess_is_forbidden_until_it_is_confirmed_and_stays_so_when_denied() -> None:
    guess = said(1, Act.ASSUME, "900 ms", voice=Voice.ASSISTANT)
    assert told(guess).forbidden == {"900 ms": Reason.ASSUMPTION}
    confirmed = told(guess, said(2, Act.CONFIRM, "900 ms"))
    assert confirmed.value == "900 ms"
    assert not confirmed.forbidden
    assert confirmed.said == {"900 ms": frozenset({"e2"})}
    assert told(guess, said(2, Act.DENY, old="900 ms")).forbidden == {"900 ms": Reason.ASSUMPTION}


def test_a_review_comment_counts_sessions_and_holds_from_the_third() -> None:
    comments = [said(turn, Act.REVIEW, "BrevaClient", slot=WRAPPER) for turn in range(3)]
    assert not told(*comments[:2], comments[1], slot=WRAPPER).value
    state = told(*comments, slot=WRAPPER)
    assert state.value == "BrevaClient"
    assert len(state.said["BrevaClient"]) == 3


def test_a_dissolved_body_voids_its_own_approvals_only() -> None:
    approved = said(0, Act.APPROVE, "KelMaps", slot=VENDOR, approver="the Halden board")
    left = told(approved, said(1, Act.LEAVE, slot=None, approver="the Halden board"), slot=VENDOR)
    assert left.forbidden == {"KelMaps": Reason.RETRACTED}
    assert told(approved, said(1, Act.LEAVE, slot=None, approver="the Morva board"), slot=VENDOR).value == "KelMaps"


def test_an_old_document_makes_no_value_of_what_was_replaced() -> None:
    state = told(FIRST, said(1, Act.UPDATE, "2950 ms"), said(2, Act.DOCUMENT, "4137 ms", voice=Voice.FILE))
    assert state.value == "2950 ms"
    assert state.forbidden == {"4137 ms": Reason.STALE_DOCUMENT}


def test_a_convenience_never_replaces_a_safety_rule() -> None:
    state = told(said(0, Act.SAFETY, "gneiss-gate"), said(1, Act.CONVENIENCE, "talc-gate"))
    assert state.value == "gneiss-gate"
    assert state.forbidden == {"talc-gate": Reason.UNSAFE}


def test_a_narrowed_value_holds_in_its_scope_and_a_named_correction_lifts_it() -> None:
    narrowed = (FIRST, said(1, Act.NARROW, "4137 ms", scope="in staging"))
    assert told(*narrowed).narrowed == "in staging"
    assert told(*narrowed).changed == 1
    assert not told(*narrowed, said(2, Act.CORRECT, "2950 ms", old="4137 ms")).narrowed


def test_a_denied_value_is_forbidden_and_nothing_takes_its_place() -> None:
    state = told(FIRST, said(1, Act.NEGATE, old="900 ms"))
    assert state.value == "4137 ms"
    assert state.forbidden == {"900 ms": Reason.RETRACTED}
