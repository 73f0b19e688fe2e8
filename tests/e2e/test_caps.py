"""Caps in a home: what a person reads of them, and that a replay of capped runs comes out the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from slowwave.bootstrap import local
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.online import agents, capture
from slowwave.runner import consolidate
from tests.e2e.conftest import Run, json_of
from tests.e2e.test_projection import PaidRules

SCOPE = Scope("local", "coder")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
RULES = ["Always use pnpm.", "Always run make lint first.", "Never push to main.", "Always use UTC in logs."]


def _heard(home: Path, **settings: int) -> None:
    with local(home, clock=lambda: START) as ports:
        agents.create(AgentPolicy(SCOPE, (Skeleton.CODING,), **settings), ledger=ports.ledger, now=START)
        said = [
            Record(SCOPE, f"s-{n}", Actor.USER, Kind.MESSAGE, Origin.USER, f"{text} {'So it is. ' * 150}", START)
            for n, text in enumerate(RULES)
        ]
        capture.store(said, scope=SCOPE, records=ports.records, registry=ports.registry, now=START)


def test_runs_under_a_token_cap_are_replayed_to_the_same_sets(slowwave: Run, tmp_path: Path) -> None:
    home, now = tmp_path / "home", [START]
    _heard(home, max_run_model_tokens=1500)
    with local(home, clock=lambda: now[0], model=PaidRules()) as ports:
        runs = []
        while len(runs) < 6 and ports.records.count(SCOPE)["unread"]:
            now[0] += timedelta(hours=1)
            runs.append(consolidate(SCOPE, now[0], ports, observe=lambda *_: None))
    assert len(runs) > 1
    assert [bool(run.carried) for run in runs] == [True] * (len(runs) - 1) + [False]
    code, out, _ = slowwave("replay", "--home", home)
    assert (code, "identical" in out) == (0, True)


def test_a_person_reads_what_waits_for_a_page_and_it_gets_one_when_there_is_room(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    _heard(home, max_pages=2)
    as_of = (START + timedelta(hours=1)).isoformat()
    _, out, _ = slowwave("consolidate", "--home", home, "--as-of", as_of)
    (line,) = [line.strip() for line in out.splitlines() if line.strip().startswith("carried")]
    assert line == "carried     2 claim keys waiting for a page (cap on pages)"
    (run,) = json_of(slowwave("runs", "--home", home, "--json"))
    assert run["carried"] == {"pages": 2}
    slowwave("agent", "set", "coder", "max_pages=9", "--home", home)
    path = tmp_path / "more.jsonl"
    path.write_text('{"session": "s-9", "actor": "user", "text": "Go on.", "event_time": "2026-03-02T10:00:00Z"}')
    slowwave("import", path, "--home", home, "--agent", "coder")
    as_of = (START + timedelta(hours=2)).isoformat()
    (later,) = json_of(slowwave("consolidate", "--home", home, "--as-of", as_of, "--json"))
    assert later["carried"] == {}
    assert len(json_of(slowwave("pages", "--state", "active", "--home", home, "--json"))) == 4
    code, out, _ = slowwave("replay", "--home", home)
    assert (code, "identical" in out) == (0, True)
