"""An erasure that is stopped anywhere hides what it takes from its first write on, and the same command finishes it."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient

from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.agent import create
from slowwave.cli.erasing import carry_out
from slowwave.cli.injecting import rendered_block
from slowwave.domain.acts import ActKind
from slowwave.domain.claims import Skeleton
from slowwave.domain.erasure import By, Subject, ids_in
from slowwave.domain.erasure_orders import Order
from slowwave.domain.records import Actor, Kind, Origin, Record, ToolUse
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, InvalidInput
from slowwave.online import curate
from slowwave.online.curate import Wish
from slowwave.online.proving import prove, read_receipt
from slowwave.online.verifying import verify
from slowwave.ports.erasing import Place
from slowwave.runner import consolidate
from slowwave.stages.task import LEASE

SCOPE = Scope("local", "dev")
AT = datetime(2026, 3, 10, tzinfo=UTC)
SUBJECT = Subject(By.SESSION, ("s-2",))
SAID = {
    "s-1": ["Always use pnpm for packages.", "Please keep commit messages short."],
    "s-2": ["Always use yarn for packages.", "Please keep commit messages short.", "My name is Aurelia."],
    "s-3": ["Please keep commit messages short.", "Never push to main directly."],
}
WORDS = "Aurelia"
SAMPLED = int(os.environ.get("SLOWWAVE_KILLS", "8"))
"""Requests at which an erasure is killed, beside the first and the last."""


class Killed(BaseException):
    """The process is gone."""


class Clock:
    def __init__(self) -> None:
        self.now = AT + timedelta(hours=1)

    def __call__(self) -> datetime:
        return self.now


def records() -> Iterator[Record]:
    for day, (session, texts) in enumerate(SAID.items()):
        start = AT - timedelta(days=9 - day)
        for minute, text in enumerate(texts):
            yield Record(SCOPE, session, Actor.USER, Kind.MESSAGE, Origin.USER, text, start + timedelta(minutes=minute))
        call = ToolUse(f"c-{session}", "Read", files_read=("/srv/shop/src/app.py", f"/srv/shop/src/{session}.py"))
        yield Record(
            SCOPE,
            session,
            Actor.ASSISTANT,
            Kind.TOOL_CALL,
            Origin.ASSISTANT,
            "reading",
            start + timedelta(minutes=9),
            tool=call,
        )


@contextmanager
def opened(path: Path, *, persist: bool = False) -> Iterator[LocalPorts]:
    with local(path, persist=persist, clock=Clock()) as ports:
        yield ports


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("homes") / "home"
    with opened(path, persist=True) as ports:
        create(SCOPE, [Skeleton.CODING, Skeleton.ASSISTANT], ports)
        ports.records.append([*records()], scope=SCOPE, received_at=AT)
        run(ports)
    return path


def run(ports: LocalPorts) -> None:
    consolidate(SCOPE, AT, ports, observe=lambda *_: None)


def erase(ports: LocalPorts, plan: str, subject: Subject | None = SUBJECT) -> None:
    assert carry_out(Order(SCOPE, subject, plan, ports.new_owner()), ports).erasure


def planned(ports: LocalPorts) -> tuple[str, frozenset[str]]:
    plan = carry_out(Order(SCOPE, SUBJECT), ports).plan
    assert plan
    return plan.hash, plan.records


def memory(ports: LocalPorts) -> dict[str, Any]:
    """What is left, without the history of how it came to be."""
    pointer = ports.journal.pointer(SCOPE)
    assert pointer
    return {
        "records": {each.record.id for each in ports.log.history(SCOPE)},
        "notes": {each.item.id: each.item.claim.statement for each in ports.notes.all(SCOPE)},
        "pages": {each.item.id: each.item for kind in Skeleton for each in ports.pages.all(SCOPE, kind)},
        "set": pointer.item.current,
        "withheld": pointer.item.withheld,
        "mix": ports.journal.task_mix(SCOPE),
        "files": ports.tasks.recent_files(SCOPE, limit=9),
        "openings": ports.tasks.openings(SCOPE, before=AT, limit=9),
    }


def intact(ports: LocalPorts) -> bool:
    stores = {"archive": ports.archive, "journal": ports.journal, "reports": ports.reports, "sets": ports.sets}
    return not verify(SCOPE, **stores).findings  # type: ignore[arg-type]


@contextmanager
def killed_at(number: int, *, answered: bool) -> Iterator[None]:
    """End the process at its n-th request: before it is sent, or when it was carried out."""
    made = 0
    send = BaseClient._make_api_call  # type: ignore[attr-defined]

    def counted(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        nonlocal made
        made += 1
        if made == number and not answered:
            raise Killed
        answer = send(client, operation, parameters)
        if made == number:
            raise Killed
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseClient, "_make_api_call", counted)
        yield


def test_an_erasure_killed_at_any_request_is_finished_by_the_same_command(home: Path) -> None:
    with opened(home) as ports:
        plan, erased = planned(ports)
        served = ports.served
        erase(ports, plan)
        requests = ports.served - served
        run(ports)
        expected = memory(ports)
        assert intact(ports)
    between = random.Random(1).sample(range(2, requests), min(SAMPLED, requests - 2))
    begun = set()
    for number in [1, *sorted(between), requests]:
        with opened(home) as ports:
            with killed_at(number, answered=bool(number % 2)), pytest.raises(Killed):
                erase(ports, plan)
            is_begun = ports.eraser.erasure(SCOPE, plan) is not None
            begun.add(is_begun)
            assert (WORDS in rendered_block(SCOPE, ports).text) is not is_begun, number
            ports.clock.now += LEASE + timedelta(minutes=1)  # type: ignore[attr-defined]
            erase(ports, plan, None if is_begun else SUBJECT)
            run(ports)
            assert memory(ports) == expected, number
            assert not [each.where for each in ports.holdings.places(SCOPE) if ids_in(each.text) & erased], number
            assert intact(ports), number
    assert begun == {False, True}


def test_what_an_erasure_leaves_is_what_never_hearing_it_leaves(home: Path, tmp_path: Path) -> None:
    with opened(home) as ports:
        plan, erased = planned(ports)
        erase(ports, plan)
        run(ports)
        left = memory(ports)
        again = ports.records.append([*records()], scope=SCOPE, received_at=AT)
        assert (again.stored, set(again.erased)) == ((), erased)
    with opened(tmp_path / "never") as ports:
        create(SCOPE, [Skeleton.CODING, Skeleton.ASSISTANT], ports)
        heard = [each for each in records() if each.id not in erased]
        ports.records.append(heard, scope=SCOPE, received_at=AT)
        run(ports)
        assert memory(ports) == left


def test_a_run_holds_an_erasure_off(home: Path) -> None:
    with opened(home) as ports:
        plan, _ = planned(ports)
        ports.ledger.acquire(SCOPE, "run-x", now=ports.clock(), lasting=LEASE, owner=ports.new_owner())
        with pytest.raises(Busy):
            erase(ports, plan)
        assert WORDS in rendered_block(SCOPE, ports).text


REASON = "wrong words"
ACTING = Subject(By.ACTOR, ("a-person",))


def forgotten(ports: LocalPorts, *, run_after: bool = True) -> str:
    """Let a person forget the line about yarn, and plan the erasure of that person's words."""
    (note,) = (each.item for each in ports.notes.all(SCOPE) if "yarn" in each.item.claim.statement)
    wish = Wish(ActKind.FORGET, note.id, name="a-person", because=REASON)
    curate.run(SCOPE, wish, **ports.taken_by(curate.run))
    if run_after:
        consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None)
    plan = carry_out(Order(SCOPE, ACTING), ports).plan
    assert plan
    assert (plan.counts()["acts"], plan.to_message()["stay_forgotten"]) == (1, 1)
    assert note.id not in plan.freed
    return plan.hash


def shows_yarn(ports: LocalPorts) -> bool:
    return "yarn" in rendered_block(SCOPE, ports).text


@pytest.mark.parametrize("run_after", [True, False])
def test_the_words_of_who_forgot_a_line_go_and_the_line_stays_out(home: Path, *, run_after: bool) -> None:
    with opened(home) as ports:
        plan = forgotten(ports, run_after=run_after)
        served = ports.served
        erase(ports, plan, ACTING)
        requests = ports.served - served
        assert not shows_yarn(ports)
        consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None)
        expected = memory(ports)
        assert not shows_yarn(ports)
        assert ports.kin.tombstones(SCOPE)
        assert not [each for each in ports.holdings.places(SCOPE) if REASON in each.text or "a-person" in each.text]
        assert intact(ports)
        again = carry_out(Order(SCOPE, Subject(By.SESSION, ("acts",))), ports).plan
        assert again
        assert not again.records
    for number in random.Random(2).sample(range(1, requests + 1), min(SAMPLED, requests)):
        with opened(home) as ports:
            plan = forgotten(ports, run_after=run_after)
            with killed_at(number, answered=bool(number % 2)), pytest.raises(Killed):
                erase(ports, plan, ACTING)
            assert not shows_yarn(ports), number
            ports.clock.now += LEASE + timedelta(minutes=1)  # type: ignore[attr-defined]
            erase(ports, plan, None if ports.eraser.erasure(SCOPE, plan) else ACTING)
            assert not shows_yarn(ports), number
            consolidate(SCOPE, AT + timedelta(hours=1), ports, observe=lambda *_: None)
            assert memory(ports) == expected, number
            assert intact(ports), number


def test_the_receipt_of_an_erased_act_is_no_false_alarm_where_the_chain_names_what_the_act_caused(home: Path) -> None:
    with opened(home) as ports:
        plan = forgotten(ports)
        (act,) = (each.record.id for each in ports.log.history(SCOPE) if each.record.kind is Kind.ACT)
        receipt = read_receipt(json.dumps(carry_out(Order(SCOPE, ACTING, plan, ports.new_owner()), ports).to_message()))
        places = [*ports.holdings.places(SCOPE)]
        assert [each for each in places if act in each.text]
        assert prove(receipt, [], places=places, eraser=ports.eraser).left == ()
        left = Place("elsewhere", f"said in {act}")
        assert prove(receipt, [], places=[*places, left], eraser=ports.eraser).left == ("elsewhere",)


def test_a_line_whose_forgetting_was_erased_comes_back_when_it_is_said_again(home: Path) -> None:
    with opened(home) as ports:
        erase(ports, forgotten(ports), ACTING)
        said = Record(SCOPE, "s-9", Actor.USER, Kind.MESSAGE, Origin.USER, SAID["s-2"][0], AT + timedelta(hours=2))
        ports.clock.now = AT + timedelta(hours=3)  # type: ignore[attr-defined]
        ports.records.append([said], scope=SCOPE, received_at=ports.clock())
        ports.registry.mark_ready(SCOPE, said.event_time)
        consolidate(SCOPE, ports.clock(), ports, observe=lambda *_: None)
        assert shows_yarn(ports)


def test_an_act_without_words_is_not_erased_by_its_id(home: Path) -> None:
    with opened(home) as ports:
        erase(ports, forgotten(ports), ACTING)
        (act,) = (each.record for each in ports.log.history(SCOPE) if each.record.kind is Kind.ACT)
        with pytest.raises(InvalidInput, match="is an act that has no words to erase"):
            carry_out(Order(SCOPE, Subject(By.RECORD, (act.id,))), ports)


def test_the_name_of_a_session_that_names_a_person_is_in_no_version_of_anything_and_the_receipt_proves_it(
    tmp_path: Path,
) -> None:
    name = "kim@example.org"
    with opened(tmp_path / "home") as ports:
        create(SCOPE, [Skeleton.CODING, Skeleton.ASSISTANT], ports)
        heard = [replace(each, session=name) if each.session == "s-2" else each for each in records()]
        ports.records.append(heard, scope=SCOPE, received_at=AT)
        run(ports)
        assert {"reports", "sets", "raw"} <= {_kind(each) for each in ports.holdings.places(SCOPE) if name in each.text}
        subject = Subject(By.SESSION, (name,))
        plan = carry_out(Order(SCOPE, subject), ports).plan
        assert plan
        given = carry_out(Order(SCOPE, subject, plan.hash, ports.new_owner()), ports).to_message()
        run(ports)
        assert [each.where for each in ports.holdings.places(SCOPE) if name in each.text] == []
        receipt = read_receipt(json.dumps(given))
        assert prove(receipt, [name], places=ports.holdings.places(SCOPE), eraser=ports.eraser).left == ()
        (first, *_) = sorted(each for each in ports.reports.all(SCOPE))
        assert first[1]
        assert first[1]["sessions"] == ["s-1", "s-3"]
        assert intact(ports)


def _kind(place: Place) -> str:
    return place.where.removeprefix("object ").partition("/")[0]


def test_two_names_part_again_when_who_joined_them_is_erased(tmp_path: Path) -> None:
    said = [
        ("a", "Billing must always use port 8080."),
        ("b", "The invoicing service is also called billing."),
        ("c", "The invoicing service must always use port 9090."),
    ]
    heard = [
        Record(SCOPE, session, Actor.USER, Kind.MESSAGE, Origin.USER, text, AT - timedelta(days=5 - day))
        for day, (session, text) in enumerate(said)
    ]
    left = []
    for records_heard, erased in ((heard, "b"), ([heard[0], heard[2]], "")):
        with opened(tmp_path / (erased or "never")) as ports:
            create(SCOPE, [Skeleton.CODING, Skeleton.ASSISTANT], ports)
            ports.records.append(records_heard, scope=SCOPE, received_at=AT)
            run(ports)
            if erased:
                assert ports.kin.namings(SCOPE)
                subject = Subject(By.SESSION, (erased,))
                plan = carry_out(Order(SCOPE, subject), ports).plan
                assert plan
                erase(ports, plan.hash, subject)
                run(ports)
            left.append(memory(ports) | {"namings": ports.kin.namings(SCOPE)})
    assert left[0] == left[1]
