"""Caps in a home: what a person reads of them, and that a replay of capped runs comes out the same."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from slowwave.domain.runs import Run as Consolidation
from tests.e2e.conftest import Run, json_of
from tests.e2e.lives import SCOPE, START, Life, life
from tests.e2e.test_projection import PaidRules

RULES = ["Always use pnpm.", "Always run make lint first.", "Never push to main.", "Always use UTC in logs."]


def _heard(living: Life, **settings: int) -> None:
    living.create(**settings)
    for number, text in enumerate(RULES):
        living.hear(f"{text} {'So it is. ' * 150}", session=f"s-{number}")


def test_runs_under_a_token_cap_are_replayed_to_the_same_sets(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    runs: list[Consolidation | None] = []
    with life(home, model=PaidRules()) as living:
        _heard(living, max_run_model_tokens=1500)
        while len(runs) < 6 and living.ports.records.count(SCOPE)["unread"]:
            runs.append(living.run())
    assert len(runs) > 1
    assert [run and bool(run.carried) for run in runs] == [True] * (len(runs) - 1) + [False]
    code, out, _ = slowwave("replay", "--home", home)
    assert (code, "identical" in out) == (0, True)


def test_a_person_reads_what_waits_for_a_page_and_it_gets_one_when_there_is_room(slowwave: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with life(home) as living:
        _heard(living, max_pages=2)
    as_of = (START + timedelta(hours=9)).isoformat()
    _, out, _ = slowwave("consolidate", "--home", home, "--as-of", as_of)
    (line,) = [line.strip() for line in out.splitlines() if line.strip().startswith("carried")]
    assert line == "carried     2 claim keys waiting for a page (cap on pages)"
    (run,) = json_of(slowwave("runs", "--home", home, "--json"))
    assert run["carried"] == {"pages": 2}
    slowwave("agent", "set", "coder", "max_pages=9", "--home", home)
    path = tmp_path / "more.jsonl"
    path.write_text('{"session": "s-9", "actor": "user", "text": "Go on.", "event_time": "2026-03-02T18:30:00Z"}')
    slowwave("import", path, "--home", home, "--agent", "coder")
    as_of = (START + timedelta(hours=10)).isoformat()
    (later,) = json_of(slowwave("consolidate", "--home", home, "--as-of", as_of, "--json"))
    assert later["carried"] == {}
    assert len(json_of(slowwave("pages", "--state", "active", "--home", home, "--json"))) == 4
    code, out, _ = slowwave("replay", "--home", home)
    assert (code, "identical" in out) == (0, True)
