"""Memory built again from what it was made of is the same, whatever happened; and where it is not, that is shown."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.aws.clients import Clients
from slowwave.bootstrap import local
from slowwave.cli import main as cli
from slowwave.domain.acts import ActKind
from slowwave.domain.changes import Put
from slowwave.domain.runs import RunState, Stage
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.errors import SlowwaveError, Unavailable
from slowwave.runner import consolidate
from tests.e2e.conftest import Run, json_of
from tests.e2e.lives import RULES, SCOPE, life, noted, rich, stopped_at
from tests.unit.stages.scripted import ScriptedModel

STOPS = int(os.environ.get("SLOWWAVE_REPLAY_STOPS", "3"))
"""How many of a run's requests it is stopped at."""


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lives") / "home"
    with life(path) as living:
        rich(living)
        states = {each.item.state for each in living.ports.journal.runs(SCOPE, limit=99)}
        assert states == {RunState.COMPLETED, RunState.REJECTED}
    return path


@pytest.fixture
def home(lived: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lived, tmp_path / "home"))


def test_everything_that_happens_to_an_agent_comes_out_the_same_again_and_nothing_is_written(
    slowwave: Run, lived: Path
) -> None:
    before = (lived / "journal.jsonl").read_bytes()
    code, out, err = slowwave("replay", "--home", lived)
    assert (code, err.count("slowwave:")) == (0, 0), out + err
    assert "Agent 'coder': identical. Replayed 20 records, 10 runs, 6 acts; compared 6 sets" in out
    assert (lived / "journal.jsonl").read_bytes() == before


def test_any_run_and_any_time_can_be_gone_back_to(slowwave: Run, lived: Path) -> None:
    runs = json_of(slowwave("runs", "--home", lived, "--json"))
    for option, key in (("--run", "run"), ("--as-of", "as_of")):
        chosen = runs[7]
        (found,) = json_of(slowwave("replay", "--home", lived, option, chosen[key], "--json"))
        assert (found["difference"], found["published"]) == (None, chosen["published"])
        assert found["counts"]["runs"] == len(runs) - 7
    (found,) = json_of(slowwave("replay", "--home", lived, "--run", runs[7]["run"][:12], "--json"))
    assert (found["difference"], found["published"]) == (None, runs[7]["published"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--run", "run-0000"], "has no run that starts with 'run-0000'"),
        (["--run", "run-"], "too short for the id of a run"),
        (["--as-of", "2020-01-01T00:00:00Z"], "had no run by"),
        (["--as-of", "2026-04-01T00:00:00Z", "--run", "run-0"], "give one of them"),
        (["--agent", "nobody"], "there is no agent 'nobody'"),
        (["--into", "."], "is not empty"),
    ],
)
def test_what_cannot_be_replayed_is_one_sentence(slowwave: Run, lived: Path, options: list[str], sentence: str) -> None:
    code, out, err = slowwave("replay", "--home", lived, *options)
    assert (code, out) == (2, "")
    assert err.startswith("slowwave: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_the_rebuilt_home_reads_the_same_and_goes_on(slowwave: Run, home: Path, tmp_path: Path) -> None:
    rebuilt = tmp_path / "rebuilt"
    assert slowwave("replay", "--home", home, "--into", rebuilt)[0] == 0
    assert slowwave("inject", "--home", rebuilt) == slowwave("inject", "--home", home)
    assert slowwave("replay", "--home", rebuilt)[0] == 0
    results = []
    for path in (home, rebuilt):
        assert slowwave("consolidate", "--home", path, "--as-of", "2026-07-01T00:00:00Z")[0] == 0
        results.append(slowwave("inject", "--home", path))
    assert results[0] == results[1]


def test_an_item_that_was_changed_behind_the_chain_is_the_first_difference(slowwave: Run, home: Path) -> None:
    with local(home) as ports:
        note = next(each.item for each in ports.notes.all(SCOPE) if "pnpm" in each.item.claim.statement)
        client = Clients("us-east-1").dynamodb
        key = {"pk": {"S": f"{SCOPE.key}#group#{note.group_id}"}, "sk": {"S": f"note#{note.id}"}}
        content = client.get_item(TableName="slowwave-notes", Key=key)["Item"]["content"]["S"]
        client.update_item(
            TableName="slowwave-notes",
            Key=key,
            UpdateExpression="SET content = :c",
            ExpressionAttributeValues={":c": {"S": content.replace("asserted, and", "yarn\\u001b[31m")}},
        )
    code, out, _ = slowwave("replay", "--home", home)
    assert code == 1
    assert f"the first difference is in note {note.id}, because:" in out
    assert "yarn" in out
    assert "\x1b" not in out


def test_a_set_that_nothing_explains_is_the_first_difference(slowwave: Run, home: Path) -> None:
    with life(home) as living:
        record = next(each for each in living.ports.log.history(SCOPE) if "tabs" in each.record.text)
        client = Clients("us-east-1").dynamodb
        key = {"pk": {"S": f"{SCOPE.key}#records"}, "sk": {"S": record.record.id}}
        client.update_item(TableName="slowwave-records", Key=key, UpdateExpression="REMOVE read_by")
    code, out, _ = slowwave("replay", "--home", home)
    assert code == 1
    assert "the first difference is in the set of run" in out
    recorded, replayed = (line[10:] for line in out.splitlines() if line.startswith(("  recorded", "  replayed")))
    assert recorded != replayed
    assert "first at  revision" in out


def test_what_a_person_does_while_a_run_is_at_work_happens_again_at_the_same_place(
    slowwave: Run, tmp_path: Path
) -> None:
    with life(tmp_path / "home") as living:
        living.create()
        living.hear(*RULES[:4], session="s-1")
        living.run()
        living.hear(*RULES[3:6], session="s-2")
        at = living.now
        acted = {Stage.VERIFY: (ActKind.FORGET, "tabs"), Stage.DISTILL: (ActKind.PIN, "pnpm")}

        def observe(stage: Stage, _: object) -> None:
            if stage in acted:
                living.act(*acted.pop(stage))
                living.change(stable_tokens=400 + len(acted))

        consolidate(SCOPE, at, living.ports, observe=observe)
        assert not acted
        living.run()
    code, out, _ = slowwave("replay", "--home", tmp_path / "home")
    assert code == 0, out


def test_tenants_and_agents_are_replayed_apart(slowwave: Run, tmp_path: Path) -> None:
    scopes = [Scope("local", "a"), Scope("local", "a/b"), Scope("other", "a")]
    with life(tmp_path / "home") as living:
        for number, scope in enumerate(scopes):
            living.create(scope)
            living.hear(*RULES[number : number + 2], session="s-1", scope=scope)
            living.run(scope)
    for tenant, agents in (("local", ["a", "a/b"]), ("other", ["a"])):
        found = json_of(slowwave("replay", "--home", tmp_path / "home", "--tenant", tenant, "--json"))
        assert [(each["agent"], each["difference"]) for each in found] == [(agent, None) for agent in agents]


def test_an_edited_observation_is_a_difference(slowwave: Run, home: Path) -> None:
    with local(home) as ports:
        group = next(
            g for g in (ports.notes.group(SCOPE, n.item.group_id) for n in ports.notes.all(SCOPE)) if g.observations
        )
        wrong = replace(group.observations[0], importance=0.123)
        ports.ledger.commit(
            SCOPE, [Put(wrong)], cause="by hand", at=datetime.now(UTC), lease=None, now=datetime.now(UTC)
        )
    code, out, _ = slowwave("replay", "--home", home)
    assert code == 1
    assert f"the first difference is in observation {wrong.id}, importance" in out


def test_after_an_erasure_that_no_run_followed_nothing_is_called_identical(slowwave: Run, home: Path) -> None:
    session = "s-1"
    with local(home) as ports:
        before = ports.journal.pointer(SCOPE)
    plan = json_of(slowwave("erase", "--home", home, "--session", session, "--json"))
    assert slowwave("erase", "--home", home, "--session", session, "--confirm", plan["plan"])[0] == 0
    code, out, err = slowwave("replay", "--home", home)
    assert (code, "identical" in out, "compared 0 sets" in out) == (0, True, False), out + err
    with local(home) as ports:
        now = ports.journal.pointer(SCOPE)
        assert before
        assert now
        assert before.item.current != now.item.current
        moved = replace(now.item, current=now.item.previous or before.item.current)
        ports.ledger.commit(
            SCOPE, [Put(moved, now.version, "by hand")], cause="by hand", at=datetime.now(UTC), lease=None,
            now=datetime.now(UTC),
        )  # fmt: skip
    code, out, _ = slowwave("replay", "--home", home)
    assert (code, "different" in out) == (1, True), out


def test_after_an_erasure_what_was_published_since_comes_out_the_same_and_what_was_before_is_gone(
    slowwave: Run, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with life(home) as living:
        living.create()
        living.hear(*RULES[:3], session="s-1")
        living.run()
        living.hear(*RULES[2:5], session="s-2")
        living.act(ActKind.PIN, "pnpm")
        living.run()
        before = living.now
    plan = json_of(slowwave("erase", "--home", home, "--session", "s-2", "--json"))
    assert slowwave("erase", "--home", home, "--session", "s-2", "--confirm", plan["plan"])[0] == 0
    with life(home, now=datetime.now(UTC)) as living:
        living.hear(RULES[6], session="s-3")
        assert living.run()
        living.act(ActKind.FORGET, "linter")
        assert living.run()
    code, out, err = slowwave("replay", "--home", home)
    assert code == 0, out + err
    assert "compared 3 sets" in out
    assert "Words were erased" in out
    code, _, err = slowwave("replay", "--home", home, "--as-of", before.isoformat())
    assert (code, "were erased since" in err) == (2, True)


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A life whose candidates a model proposed, with a run that the blast radius stopped and one that was released."""
    path = tmp_path_factory.mktemp("modelled") / "home"
    with life(path, model=ScriptedModel()) as living:
        living.create(blast_floor=0, blast_radius=0.1, half_life_days=2.0)
        living.hear("always use tabs for indent", "garbage", "here use black for format", session="s-1")
        living.run()
        living.hear("here use ruff for lint", "here use uv for install", "lie", session="s-2")
        living.run()
        living.pass_time(timedelta(days=60))
        assert living.run() is None
        assert living.run(released=True)
        runs = [each.item for each in living.ports.journal.runs(SCOPE, limit=9)]
        assert [each.state for each in runs].count(RunState.REJECTED) == 1
        assert runs[0].count(Stage.DECAY, "retired") > 0
    return path


def test_after_the_words_of_an_act_were_erased_what_it_took_out_stays_out_in_a_replay_too(
    slowwave: Run, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with life(home) as living:
        living.create()
        living.hear(*RULES[:4], session="s-1")
        living.run()
        living.act(ActKind.FORGET, "linter")
        living.hear(RULES[5], session="s-2")
        living.run()
    plan = json_of(slowwave("erase", "--home", home, "--session", "acts", "--json"))
    assert plan["stay_forgotten"] == 1
    assert slowwave("erase", "--home", home, "--session", "acts", "--confirm", plan["plan"])[0] == 0
    code, out, err = slowwave("replay", "--home", home, "--agent", "coder")
    assert (code, "identical" in out) == (0, True), out + err
    assert "linter" not in slowwave("inject", "--home", home, "--agent", "coder")[1]


def test_what_a_model_said_is_read_and_never_asked_again(slowwave: Run, modelled: Path) -> None:
    (found,) = json_of(slowwave("replay", "--home", modelled, "--json"))
    assert (found["agent"], found["difference"], found["counts"]["runs"]) == ("coder", None, 4)


def test_a_session_that_a_model_left_for_a_later_run_is_read_by_that_run_in_a_replay_too(
    slowwave: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, propose, silent = tmp_path / "home", ScriptedModel.propose, True

    def answer(model: ScriptedModel, window: Window) -> Sequence[Mapping[str, Any]]:
        if silent and window.session == "s-1":
            raise Unavailable("no answer")
        return propose(model, window)

    monkeypatch.setattr(ScriptedModel, "propose", answer)
    with life(home, model=ScriptedModel()) as living:
        living.create()
        living.hear("always use tabs for indent", session="s-1")
        living.hear("always use ruff for lint", session="s-2")
        first = living.run()
        silent = False
        last = living.run()
    assert first
    assert last
    assert (first.unanswered, first.sessions, last.sessions) == (("s-1",), ("s-2",), ("s-1",))
    code, out, err = slowwave("replay", "--home", home)
    assert (code, "identical" in out, "compared 2 sets" in out) == (0, True, True), out + err


def test_a_reply_that_is_gone_is_named_by_its_session_and_not_asked_for(
    slowwave: Run, modelled: Path, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(modelled, tmp_path / "home"))
    with local(home) as ports:
        question = next(name for name, reply in ports.replies.all(SCOPE) if reply.session == "s-2")
        Clients("us-east-1").s3.delete_object(Bucket="slowwave", Key=f"replies/{SCOPE.key}/{question}.json")
    code, _, err = slowwave("replay", "--home", home)
    assert code == 1
    assert "no reply of 'scripted-1' is stored for 3 record(s) of session 's-2'" in err


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A home with something to do, and how many requests doing it takes."""
    path = tmp_path_factory.mktemp("waiting") / "home"
    with life(path) as living:
        living.create(half_life_days=5.0)
        living.hear(*RULES[:3], "Maybe use spaces for indentation.", session="s-1")
        living.run()
        living.hear(*RULES[2:5], session="s-2")
        living.hear("No, that is wrong: do not use pnpm.", session="s-3")
        living.act(ActKind.FORGET, "linter")
    later = living.now + timedelta(hours=1)
    with local(path, persist=False, clock=lambda: later) as ports, noted() as made:
        consolidate(SCOPE, later, ports, observe=lambda *_: None)
    return path, len(made)


def _stops(requests: int) -> Iterator[tuple[int, bool, bool]]:
    chosen = random.Random(7).sample(range(2, requests), min(STOPS, requests - 2))
    for place, number in enumerate(sorted(chosen)):
        yield number, bool(place % 2), bool(place // 2 % 2)


def test_a_run_stopped_at_any_request_replays_with_what_came_between_and_the_run_that_ended_it(
    waiting: tuple[Path, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, requests = waiting
    for number, killed, answered in _stops(requests):
        home = Path(shutil.copytree(path, tmp_path / str(number)))
        with local(path, persist=False) as ports:
            newest = max(each.received_at for each in ports.log.history(SCOPE))
        with life(home, now=newest) as living:
            stopped_at(number, living, killed=killed, answered=answered)
            living.hear(RULES[6], session="s-3")
            living.act(ActKind.PIN, ".env")
            try:
                consolidate(SCOPE, living.now + timedelta(hours=1), living.ports, observe=lambda *_: None)
            except SlowwaveError:
                living.run()
            living.run()
        code = cli.run(["replay", "--home", str(home)])
        assert code == 0, (number, killed, answered, capsys.readouterr().out)
