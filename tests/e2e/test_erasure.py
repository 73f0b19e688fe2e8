"""What was erased is nowhere: memory is as if it had never been said, and says so to who asks."""

from __future__ import annotations

import json
import shlex
import shutil
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.aws.schema import SCHEMA
from slowwave.adapters.transcripts import detect, read
from slowwave.bootstrap import local
from slowwave.cli.agent import create
from slowwave.cli.importing import import_files, sensible_skeletons
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope
from slowwave.runner import consolidate
from tests.e2e.conftest import AS_OF, SAMPLES, Run, json_of, state

AGENT = "dev"
SCOPE = Scope("local", AGENT)
OTHER = Scope("local", "other")
CODING = sorted((SAMPLES / "coding").glob("*.jsonl"))[:3]
ASSISTANT = sorted((SAMPLES / "assistant").glob("*.jsonl"))[:1]


def consolidated(home: Path, files: list[Path], scope: Scope = SCOPE) -> None:
    """Import files and consolidate them at the time of the samples."""
    with local(home) as ports:
        create(scope, sensible_skeletons([detect(files[0])]), ports)
        import_files({path: detect(path) for path in files}, scope, ports)
        consolidate(scope, datetime.fromisoformat(AS_OF), ports, observe=lambda *_: None)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the coding sessions, and another agent in it."""
    home = tmp_path_factory.mktemp("prepared") / "home"
    consolidated(home, CODING)
    consolidated(home, ASSISTANT, OTHER)
    return home


@pytest.fixture
def home(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "home"))


@pytest.fixture
def place(home: Path) -> list[str]:
    return ["--home", str(home), "--agent", AGENT]


def planned(slowwave: Run, place: list[str], *subject: str) -> dict[str, Any]:
    found: dict[str, Any] = json_of(slowwave("erase", *place, *subject, "--json"))
    return found


def erase(slowwave: Run, place: list[str], *subject: str) -> str:
    """Plan and confirm; return what was printed."""
    plan = planned(slowwave, place, *subject)["plan"]
    code, out, err = slowwave("erase", *place, *subject, "--confirm", plan)
    assert code == 0, err
    return out


def session_of(path: Path) -> str:
    """The session that a sample is of."""
    results = read(path, SCOPE, detect(path), base_time=None, progress=lambda _: None)
    return next(each.session for each in results if isinstance(each, Record))


def line(at: str, session: str, text: str) -> str:
    """One record of a user as a line of a file."""
    return json.dumps({"session": session, "actor": "user", "text": text, "event_time": at}) + "\n"


def everything(home: Path) -> str:
    """Every byte of a home that is text."""
    files = sorted(path for path in home.rglob("*") if path.is_file())
    return "\n".join(path.read_bytes().decode("utf-8", "ignore") for path in files)


def rows_of(home: Path, scope: Scope) -> dict[str, str]:
    """Every item and object of a scope."""
    with local(home, persist=False) as ports:
        return {each.where: each.text for each in ports.holdings.places(scope)}


def test_memory_is_as_if_an_erased_session_had_never_been_said(
    slowwave: Run, home: Path, place: list[str], tmp_path: Path
) -> None:
    erase(slowwave, place, "--session", session_of(CODING[1]))
    consolidated(tmp_path / "never", [path for path in CODING if path != CODING[1]])
    assert state(home, AGENT) == state(tmp_path / "never", AGENT)


def test_the_words_are_in_no_file_of_the_home_and_a_receipt_proves_it(
    slowwave: Run, home: Path, place: list[str], tmp_path: Path
) -> None:
    words, receipt = "production database", tmp_path / "receipt.json"
    assert words in everything(home)
    plan = planned(slowwave, place, "--match", words.upper())["plan"]
    code, out, err = slowwave("erase", *place, "--match", words.upper(), "--confirm", plan, "--receipt", receipt)
    assert code == 0, err
    assert words not in out
    assert words not in receipt.read_text("utf-8")
    assert words not in everything(home)
    code, out, err = slowwave("verify", *place, "--receipt", receipt, "--match", words)
    assert (code, out.startswith("nothing is left")) == (0, True), out + err
    assert slowwave("verify", *place)[0] == 0
    (home / "left-over").write_text(f"here is the {words} again", "utf-8")
    code, out, _ = slowwave("verify", *place, "--receipt", receipt, "--match", words)
    assert (code, "file left-over" in out) == (1, True)


def test_no_task_of_a_run_outlives_an_erasure(slowwave: Run, home: Path, place: list[str]) -> None:
    with local(home) as ports:
        ports.registry.mark_ready(SCOPE, datetime.fromisoformat(AS_OF))
        consolidate(SCOPE, datetime.fromisoformat(AS_OF), ports, observe=lambda *_: None, query="ask Zebulon first")
        session = next(each for run in ports.journal.runs(SCOPE, limit=9) for each in run.item.sessions)
    plan = planned(slowwave, place, "--session", session)
    assert slowwave("erase", *place, "--session", session, "--confirm", plan["plan"], "--json")[0] == 0
    assert not any(b"Zebulon" in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_sentence_that_only_memory_says_takes_the_records_that_it_was_made_of(slowwave: Run, tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "said.jsonl"
    said = {"session": "s", "actor": "user", "text": "I live in Lisbon.", "event_time": "2026-03-01T10:00:00+01:00"}
    file.write_text(json.dumps(said))
    place = ["--home", str(home), "--agent", "me"]
    assert slowwave("import", *place, str(file))[0] == 0
    assert slowwave("consolidate", *place, "--as-of", "2026-03-02T10:00:00Z")[0] == 0
    assert "The user lives in Lisbon." in slowwave("inject", *place, "--task", "where?")[1]
    plan = planned(slowwave, place, "--match", "user lives in Lisbon")
    assert slowwave("erase", *place, "--match", "user lives in Lisbon", "--confirm", plan["plan"], "--json")[0] == 0
    assert not any(b"Lisbon" in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_receipt_names_where_a_record_came_back(slowwave: Run, home: Path, place: list[str], tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.json"
    found = planned(slowwave, place, "--match", "production database")
    code, _, err = slowwave(
        "erase", *place, "--match", "production database", "--confirm", found["plan"], "--receipt", receipt
    )
    assert code == 0, err
    (home / "left-over").write_text(f"see {found['records'][0]}", "utf-8")
    code, out, _ = slowwave("verify", *place, "--receipt", receipt)
    assert (code, "file left-over" in out) == (1, True)


def test_the_plan_changes_nothing_and_tells_what_goes(slowwave: Run, home: Path, place: list[str]) -> None:
    before = everything(home)
    code, out, err = slowwave("erase", *place, "--match", "black")
    assert code == 0, err
    assert "Nothing was erased yet." in out
    assert everything(home) == before


def test_the_command_that_the_plan_tells_is_complete(slowwave: Run, home: Path) -> None:
    moved = home.rename(home.parent / "my home")
    _, out, _ = slowwave("erase", "--home", moved, "--agent", AGENT, "--match", "production database")
    _, *told = shlex.split(out.rpartition("To erase: ")[2])
    code, out, err = slowwave(*told)
    assert (code, "Erased from agent 'dev'" in out) == (0, True), err


def test_what_an_erased_correction_had_replaced_holds_again(
    slowwave: Run, home: Path, place: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    said = [("1", "Always use pnpm for packages."), ("2", "Always use yarn for packages.")]
    log.write_text("".join(line(f"2026-03-1{day}T08:00:00+00:00", f"s-{day}", text) for day, text in said), "utf-8")
    assert slowwave("import", *place, log)[0] == 0
    assert slowwave("consolidate", *place, "--as-of", AS_OF)[0] == 0
    shown = slowwave("inject", *place)[1]
    assert ("yarn" in shown, "pnpm" in shown) == (True, False)
    assert "1 note that these words had replaced" in slowwave("erase", *place, "--session", "s-2")[1]
    erase(slowwave, place, "--session", "s-2")
    shown = slowwave("inject", *place)[1]
    assert ("yarn" in shown, "pnpm" in shown) == (False, True)


def test_one_of_three_sessions_leaves_the_note_with_the_other_two(
    slowwave: Run, home: Path, place: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    times = [(f"s-{day}", f"2026-03-1{day}T08:00:00+00:00") for day in (1, 2, 3)]
    log.write_text("".join(line(at, session, "Please use pnpm for packages.") for session, at in times), "utf-8")
    assert slowwave("import", *place, log)[0] == 0
    assert slowwave("consolidate", *place, "--as-of", AS_OF)[0] == 0
    erase(slowwave, place, "--session", "s-1")
    (note,) = (each for each in json_of(slowwave("notes", *place, "--json")) if "pnpm" in each["statement"])
    assert (note["state"], note["sessions"], note["evidence"]) == ("active", 2, 2)
    erase(slowwave, place, "--session", "s-2", "--session", "s-3")
    assert not [each for each in json_of(slowwave("notes", *place, "--json")) if "pnpm" in each["statement"]]
    assert "pnpm" not in everything(home)


def test_other_agents_stay_as_they_are_and_the_chain_verifies(slowwave: Run, home: Path, place: list[str]) -> None:
    before = rows_of(home, OTHER)
    erase(slowwave, place, "--actor", "user")
    assert rows_of(home, OTHER) == before
    code, out, _ = slowwave("verify", *place)
    assert code == 0, out
    assert slowwave("verify", "--home", home, "--agent", OTHER.agent)[0] == 0


def test_an_erasure_is_no_cover_for_a_note_that_somebody_else_removed(
    slowwave: Run, home: Path, place: list[str]
) -> None:
    """Not even when the last revision of the note is emptied, as an erasure empties them."""
    erase(slowwave, place, "--session", session_of(CODING[1]))
    with local(home) as ports:
        dynamodb = ports._clients.dynamodb
        found = dynamodb.scan(TableName="slowwave-notes")["Items"]
        of_scope = [each for each in found if each["sk"]["S"].startswith("note#") and SCOPE.key in each["pk"]["S"]]
        note = min(of_scope, key=lambda each: each["sk"]["S"])
        dynamodb.delete_item(TableName="slowwave-notes", Key={name: note[name] for name in ("pk", "sk")})
        note_id = note["sk"]["S"].removeprefix("note#")
        last = max(
            (each for each in ports.journal.revisions(SCOPE) if each.item_id == note_id), key=attrgetter("sequence")
        )
        ports.eraser.strip(SCOPE, [last.sequence])
    code, out, _ = slowwave("verify", *place)
    assert code == 1
    assert f"revision {last.sequence} was emptied, and no erasure of its item says so" in out
    assert f"note {note_id} is missing: it was removed" in out


@pytest.mark.parametrize(
    ("table", "sort", "finding"),
    [
        ("slowwave-records", "key", "the key of erased records is missing"),
        ("slowwave-records", "hash", "the register of erased records lacks 1 of erasure"),
        ("slowwave-control", "account", "the account of erasure 'e-"),
    ],
)
def test_a_register_that_somebody_cut_is_found(
    slowwave: Run, home: Path, place: list[str], table: str, sort: str, finding: str
) -> None:
    """What it lacks could be stored again, and nothing would refuse it."""
    erase(slowwave, place, "--session", session_of(CODING[1]))
    assert slowwave("verify", *place)[0] == 0
    part = "erasures" if sort == "account" else "erased"
    with local(home) as ports:
        dynamodb = ports._clients.dynamodb
        items = [each for each in dynamodb.scan(TableName=table)["Items"] if each["pk"]["S"] == f"{SCOPE.key}#{part}"]
        cut = next(each for each in items if sort == "account" or (each["sk"]["S"] == "key") == (sort == "key"))
        dynamodb.delete_item(TableName=table, Key={name: cut[name] for name in ("pk", "sk")})
    code, out, _ = slowwave("verify", *place)
    assert code == 1
    assert finding in out


def test_a_register_that_somebody_added_to_is_found(slowwave: Run, home: Path, place: list[str]) -> None:
    erase(slowwave, place, "--session", session_of(CODING[1]))
    with local(home) as ports:
        item = {"pk": {"S": f"{SCOPE.key}#erased"}, "sk": {"S": "f" * 64}, "schema": {"N": str(SCHEMA)}}
        ports._clients.dynamodb.put_item(TableName="slowwave-records", Item=item)
    code, out, _ = slowwave("verify", *place)
    assert code == 1
    assert "the register of erased records refuses records that no erasure names" in out


def test_the_same_records_are_refused_when_they_come_again(slowwave: Run, home: Path, place: list[str]) -> None:
    with local(home, persist=False) as ports:
        before = ports.records.count(SCOPE)["records"]
    erase(slowwave, place, "--session", session_of(CODING[1]))
    after = state(home, AGENT)
    told = json_of(slowwave("import", *place, CODING[1], "--json"))
    assert (told["stored"], told["duplicate"]) == (0, 0)
    assert told["skipped"]["erased before, not stored again"] == before - after["records"]
    assert state(home, AGENT) == after


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "say whose words go"),
        (["--match", "abc"], 2, "at least 4 characters"),
        (["--session", " "], 2, "needs a name"),
        (["--session", "s", "--actor", "user"], 2, "name one of them"),
        (["--session", "no-such-session"], 0, "nothing was erased"),
        (["--actor", "nobody"], 0, "the metadata under actor, author, email, from, name, "),
        (["--record", "record-0"], 2, "has no record 'record-0'; nothing was erased"),
        (["--confirm", "e-0"], 2, "no erasure 'e-0' was begun"),
        (["--match", "black", "--confirm", "e-0"], 1, "nothing was erased: the plan is"),
    ],
)
def test_a_wrong_order_is_one_sentence_and_changes_nothing(
    slowwave: Run, home: Path, place: list[str], arguments: list[str], code: int, says: str
) -> None:
    before = state(home, AGENT)
    exit_code, out, err = slowwave("erase", *place, *arguments)
    assert exit_code == code
    assert says in out + err
    assert (out + err).count("\n") == 1
    assert state(home, AGENT) == before


def test_an_erasure_confirmed_again_says_that_it_is_done_already(slowwave: Run, home: Path, place: list[str]) -> None:
    plan = planned(slowwave, place, "--session", session_of(CODING[0]))["plan"]
    for is_done in (False, True):
        code, out, err = slowwave("erase", *place, "--confirm", plan, "--session", session_of(CODING[0]))
        assert (code, out.startswith("Erased already, at "), f"receipt {plan}" in out) == (0, is_done, True), err


def test_a_plan_of_a_world_that_changed_is_refused(slowwave: Run, home: Path, place: list[str], tmp_path: Path) -> None:
    plan = planned(slowwave, place, "--match", "black")["plan"]
    log = tmp_path / "log.jsonl"
    log.write_text(line("2026-03-11T08:00:00+00:00", "late", "Nobody uses black here."), "utf-8")
    assert slowwave("import", *place, log)[0] == 0
    code, _, err = slowwave("erase", *place, "--match", "black", "--confirm", plan)
    assert (code, "nothing was erased" in err) == (1, True)
    assert "black" in everything(home)


def test_what_was_rolled_back_to_stays_without_what_was_erased(
    slowwave: Run, home: Path, place: list[str], tmp_path: Path
) -> None:
    words = "production database"
    log = tmp_path / "log.jsonl"
    log.write_text(line("2026-03-11T08:00:00+00:00", "late", "Always use pnpm for packages."), "utf-8")
    assert slowwave("import", *place, log)[0] == 0
    assert slowwave("consolidate", *place, "--as-of", AS_OF)[0] == 0
    assert slowwave("rollback", *place, "--to", "previous")[0] == 0
    shown = slowwave("inject", *place)[1]
    assert (words in shown, "pnpm" in shown) == (True, False)
    erase(slowwave, place, "--match", words)
    shown = slowwave("inject", *place)[1]
    assert words not in shown
    assert "No emoji" in shown
    assert words not in everything(home)
    code, out, _ = slowwave("verify", *place)
    assert code == 0, out
