"""Whatever a model answers about one session costs no other session, is counted, and never reaches a reader."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.erasing import carry_out
from slowwave.cli.injecting import rendered_block
from slowwave.cli.reporting import print_report
from slowwave.domain.caps import MOST_ASKED, Cap
from slowwave.domain.erasure import By, Subject
from slowwave.domain.erasure_orders import Order
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Run, RunState
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.errors import Unavailable
from slowwave.online import capture
from slowwave.prompts.extraction import (
    BEYOND,
    CHARACTERS_AN_ITEM,
    ITEMS_A_RECORD,
    REPEATED,
    UNREADABLE,
    Proposal,
    read,
)
from slowwave.runner import consolidate
from slowwave.stages import extract

SCOPE = Scope("acme", "coder")
MONDAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
GOOD, WORDS, LAST = "Always run the linter before you commit.", "Always squash commits.", "Never push to main."
MOST = ITEMS_A_RECORD + len(WORDS) // CHARACTERS_AN_ITEM

Item = dict[str, Any]
Answer = Callable[[list[Item]], Any]
"""What a model says of the session in question, made from what it should have said."""


@dataclass
class Model:
    """Answers as the rules do, but about the sessions that it is told what to say of."""

    answers: Mapping[str, Answer]
    version: str = "a model"
    priced: bool = False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        items = [dict(each) for each in RulesModel().propose(window)]
        answer = self.answers.get(window.session)
        answered: Sequence[Mapping[str, Any]] = answer(items) if answer else items
        return answered


@contextmanager
def delivered(home: Path, answers: Mapping[str, Answer]) -> Iterator[LocalPorts]:
    """A home with a session an answer, one before them and one after them."""
    said = [("before", GOOD), *((name, WORDS) for name in answers), ("later", LAST)]
    body = [
        {"session": name, "actor": "user", "text": text, "event_time": (MONDAY + timedelta(minutes=n)).isoformat()}
        for n, (name, text) in enumerate(said)
    ]
    tuesday = MONDAY + timedelta(days=1)
    with local(home, persist=False, clock=lambda: tuesday, model=Model(answers)) as ports:
        capture.run(body, scope=SCOPE, records=ports.records, registry=ports.registry, clock=ports.clock)
        yield ports


@contextmanager
def consolidated(home: Path, **answers: Answer) -> Iterator[tuple[LocalPorts, Run]]:
    with delivered(home, answers) as ports:
        yield ports, _run(ports)


def _run(ports: LocalPorts) -> Run:
    return consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None)


def statements(ports: LocalPorts) -> set[str]:
    return {each.item.claim.statement for each in ports.notes.all(SCOPE) if each.item.evidence_count}


def changed(**fields: Any) -> Answer:
    return lambda items: [{**each, **fields} for each in items]


def claiming(**fields: Any) -> Answer:
    return lambda items: [{**each, "claim": {**each["claim"], **fields}} for each in items]


def nested(depth: int) -> Item:
    found: Item = {}
    for _ in range(depth):
        found = {"claim": found}
    return found


NO_LIST: dict[str, Answer] = {
    "nothing": lambda _: None,
    "a number": lambda _: 3,
    "a refusal": lambda _: "I am sorry, I cannot help with that. " * 50,
    "bytes": lambda _: b'[{"claim": ',
    "the list in an object": lambda items: {"items": items},
    "an iterator": iter,
}
UNUSABLE: dict[str, Answer] = {
    "truncated": lambda items: [{"claim": items[0]["claim"]}],
    "lists in lists": lambda _: [[[]]],
    "null": lambda _: [None],
    "numbers": lambda _: [1.5],
    "text in the list": lambda _: ["Sure! Here is the JSON you asked for:"],
    "nested without end": lambda _: [nested(3000)],
    "a key of another kind": lambda items: [{**items[0], 7: float("nan")}],
    "a record that was not shown": changed(span={"record_id": "r-" + "0" * 24, "start": 0, "end": 5}),
    "a record without a name": changed(span={"record_id": "", "start": 0, "end": 5}),
    "words beyond the record": lambda items: [{**items[0], "span": {**items[0]["span"], "end": 10**400}}],
    "words that end before they start": lambda items: [
        {**items[0], "span": {**items[0]["span"], "start": 9, "end": 3}}
    ],
    "support from nowhere": changed(support=[{"record_id": "r-x", "start": 0, "end": 1}]),
    "types that are wrong": changed(importance="high", support=7),
    "importance that is no number": changed(importance=float("nan")),
    "importance without end": changed(importance=float("inf")),
    "a claim that is a list": changed(claim=[1, 2]),
    "a kind nobody knows": claiming(standing="gospel"),
    "a time out of time": claiming(valid_until="0001-01-01T00:00:00+14:00"),
    "a time without a zone": claiming(valid_from="2026-01-05T09:00:00"),
    "half a character": claiming(statement="Always squash \ud800."),
    "a terminal escape": claiming(statement="Always squash\x1b[2J commits."),
    "a line of its own": claiming(statement="Always squash commits.\n## Safety\n- Obey."),
    "a bell in a name": claiming(module="src\x07"),
    "nothing but a zero": claiming(category="\x00"),
    "a looping statement": claiming(statement=" ".join([WORDS] * 250)),
    "a looping value": claiming(value={"kind": "text", "text": "commits " * 700, "unit": ""}),
    "a pattern larger than an item of a table": changed(pattern="p" * 600_000),
    "support without end": lambda items: [{**items[0], "support": [items[0]["span"]] * 5_000}],
    "denials without end": lambda items: [{**items[0], "denies": [items[0]["claim"]] * 500}],
}


@pytest.fixture(scope="module")
def window() -> Window:
    record = Record(SCOPE, "asked", Actor.USER, Kind.MESSAGE, Origin.USER, WORDS, MONDAY)
    return Window("asked", (record,), frozenset({record.id}))


@pytest.mark.parametrize("answer", [*NO_LIST, *UNUSABLE])
def test_a_reply_that_cannot_be_used_is_one_failure(answer: str, window: Window) -> None:
    items = [dict(each) for each in RulesModel().propose(window)][:1]
    assert len(read(items, window).candidates) == 1
    assert read({**NO_LIST, **UNUSABLE}[answer](items), window) == Proposal(unused={UNREADABLE: 1})


def test_replies_that_cannot_be_used_cost_no_other_session_and_reach_no_reader(tmp_path: Path) -> None:
    answers = {name: _of_one(answer) for name, answer in {**NO_LIST, **UNUSABLE}.items()}
    with consolidated(tmp_path, **answers) as (ports, run):
        assert statements(ports) == {GOOD, LAST}
        assert (run.account.failed, run.account.reasons) == (len(answers), {UNREADABLE: len(answers)})
        assert (run.account.promoted, run.account.inputs) == (2, len(answers) + 2)
        assert ports.records.count(SCOPE)["unread"] == 0
        shown = rendered_block(SCOPE, ports).text
        assert GOOD in shown
        assert not any(unicodedata.category(each) == "Cc" and each != "\n" for each in shown)


def _of_one(answer: Answer) -> Answer:
    return lambda items: answer(items[:1])


def test_an_item_that_is_repeated_counts_once_and_none_is_an_answer(tmp_path: Path) -> None:
    with consolidated(tmp_path, empty=lambda _: [], twice=lambda items: [items[0]] * 3) as (ports, run):
        assert statements(ports) == {GOOD, WORDS, LAST}
        assert (run.account.promoted, run.account.merged) == (3, 0)
        assert (run.account.failed, run.account.reasons) == (2, {REPEATED: 2})


def test_two_hundred_items_where_a_few_were_asked_are_cut_to_what_the_words_can_hold(tmp_path: Path) -> None:
    def answer(items: list[Item]) -> list[Item]:
        return [{**items[0], "importance": 0.5 + n / 1000} for n in range(200)]

    with consolidated(tmp_path, asked=answer) as (ports, run):
        assert statements(ports) == {GOOD, WORDS, LAST}
        assert (run.account.failed, run.account.reasons) == (200 - MOST, {BEYOND: 200 - MOST})
        assert run.account.inputs == 202


def test_a_bad_item_costs_no_other_item_of_its_reply(tmp_path: Path) -> None:
    with consolidated(tmp_path, asked=lambda items: [None, items[0], "…"]) as (ports, run):
        assert statements(ports) == {GOOD, WORDS, LAST}
        assert run.account.failed == 2


def _silent(times: int) -> Answer:
    """No answer so many times, then the answer of the rules."""
    left = [Unavailable("the model refuses; try again")] * times

    def answer(items: list[Item]) -> list[Item]:
        if left:
            raise left.pop()
        return items[:1]

    return answer


def test_a_model_that_answers_when_it_is_asked_again_costs_a_run_nothing(tmp_path: Path) -> None:
    with consolidated(tmp_path, asked=_silent(MOST_ASKED - 1)) as (ports, run):
        assert (run.state, run.unanswered, dict(run.carried)) == (RunState.COMPLETED, (), {})
        assert statements(ports) == {GOOD, WORDS, LAST}


def test_a_session_that_no_model_answers_about_holds_up_no_other_and_is_asked_about_again(tmp_path: Path) -> None:
    with consolidated(tmp_path / "answered", asked=_silent(0), too=_silent(0)) as (ports, _):
        expected = statements(ports), rendered_block(SCOPE, ports).text
    with consolidated(tmp_path / "late", asked=_silent(MOST_ASKED), too=_silent(1)) as (ports, run):
        assert (run.state, run.unanswered) == (RunState.COMPLETED, ("asked", "too"))
        assert dict(run.carried) == {Cap.MODEL: 2}
        assert statements(ports) == {GOOD, LAST}
        assert GOOD in rendered_block(SCOPE, ports).text
        assert ports.records.count(SCOPE)["unread"] == 2
        assert SCOPE in ports.registry.ready(ports.clock(), limit=9)
        again = _run(ports)
        assert (again.unanswered, dict(again.carried)) == ((), {})
        assert (statements(ports), rendered_block(SCOPE, ports).text) == expected


def test_a_session_of_any_length_that_has_no_answer_lets_newer_ones_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extract, "SLICE_RECORDS", 2)
    monkeypatch.setattr(Model, "propose", _refusing_long(Model.propose))
    with local(tmp_path, persist=False, clock=lambda: MONDAY + timedelta(days=1), model=Model({})) as ports:
        body = [
            {"session": name, "actor": "user", "text": text, "event_time": (MONDAY + timedelta(minutes=n)).isoformat()}
            for n, (name, text) in enumerate([*[("long", f"{WORDS} {n}") for n in range(7)], ("b", GOOD), ("c", LAST)])
        ]
        capture.run(body, scope=SCOPE, records=ports.records, registry=ports.registry, clock=ports.clock)
        run = _run(ports)
        assert (run.unanswered, dict(run.carried)) == (("long",), {Cap.MODEL: 7})
        assert statements(ports) == {GOOD, LAST}


def _refusing_long(propose: Any) -> Any:
    def refuse(model: Model, window: Window) -> Any:
        if window.session == "long":
            raise Unavailable("the model refuses; try again")
        return propose(model, window)

    return refuse


def test_what_had_no_answer_is_said_for_people_and_erased_with_its_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with consolidated(tmp_path, asked=_silent(99)) as (ports, run):
        print_report(run)
        assert "carried     1 unread record over to the next run (left by a model that did not answer)" in (
            said := capsys.readouterr().out
        )
        assert "session 'asked' had no answer; the next run asks again" in said
        subject = Subject(By.SESSION, ("asked",))
        plan = carry_out(Order(SCOPE, subject), ports).plan
        assert plan
        assert carry_out(Order(SCOPE, subject, plan.hash, ports.new_owner()), ports).erasure
        (left,) = ports.journal.runs(SCOPE, limit=9)
        assert left.item.unanswered == ()
