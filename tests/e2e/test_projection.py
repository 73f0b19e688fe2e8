"""The bill before it happens: what `consolidate --dry-run` projects is what a run then takes, and it writes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.local.rules.model import RulesModel
from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.runs import Stage
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.online import agents, capture
from slowwave.projecting import project
from slowwave.runner import consolidate
from slowwave.stages import extract
from tests.e2e.conftest import AS_OF, SAMPLES, Run, json_of

SCOPE = Scope("local", "coder")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
NOW = START + timedelta(days=3)


class PaidRules(RulesModel):
    """Reads as the rules do, and is paid by the token."""

    asked = 0

    @property
    def version(self) -> str:
        return "paid-1"

    @property
    def priced(self) -> bool:
        return True

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        self.asked += 1
        return super().propose(window)


def _fill(ports: LocalPorts, sessions: int, turns: int, **settings: int) -> None:
    agents.create(AgentPolicy(SCOPE, (Skeleton.CODING,), **settings), ledger=ports.ledger, now=START)
    said = [
        Record(
            SCOPE,
            f"s-{session}",
            Actor.USER,
            Kind.MESSAGE,
            Origin.USER,
            f"Always run the check number {turn} of step {session} before you commit.",
            START + timedelta(hours=session, minutes=turn),
        )
        for session in range(sessions)
        for turn in range(turns)
    ]
    late = Record(SCOPE, "s-late", Actor.USER, Kind.MESSAGE, Origin.USER, "Later.", NOW + timedelta(days=1))
    for at in (0, 1):
        batch = [*said, late][at::2]
        capture.store(batch, scope=SCOPE, records=ports.records, registry=ports.registry, now=NOW)


def _tokens(report: Any) -> tuple[int, int, int]:
    return tuple(report.count(Stage.EXTRACT, name) for name in ("tokens_shown", "asked", "records"))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("sessions", "turns", "slice_records", "settings"),
    [
        (2, 3, 300, {}),
        (3, 15, 10, {}),
        (4, 6, 300, {"max_run_model_tokens": 1500}),
        (2, 16, 10, {"max_run_model_tokens": 3000}),
        (2, 2, 300, {"max_month_model_tokens": 0}),
    ],
    ids=["one slice", "sliced", "capped", "sliced and capped", "no month"],
)
def test_what_is_projected_is_what_the_run_shows_and_its_replies_stay_below_the_most(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sessions: int,
    turns: int,
    slice_records: int,
    settings: dict[str, int],
) -> None:
    monkeypatch.setattr(extract, "SLICE_RECORDS", slice_records)
    monkeypatch.setattr("slowwave.projecting.SLICE_RECORDS", slice_records)
    model = PaidRules()
    with local(tmp_path / "home", persist=False, clock=lambda: NOW, model=model) as ports:
        _fill(ports, sessions, turns, **settings)
        projected = project(SCOPE, NOW, ports)
        assert model.asked == 0
        report = consolidate(SCOPE, NOW, ports, observe=lambda *_: None)
    if "max_run_model_tokens" not in settings:
        assert _tokens(report) == (projected.shown, projected.windows, projected.records)
        assert dict(projected.carried) == dict(report.carried)
    else:  # replies take room, too, and are known only once they are there
        assert 0 < _tokens(report)[0] <= projected.shown <= settings["max_run_model_tokens"]
        assert report.carried["model tokens"] >= dict(projected.carried)["model tokens"] > 0
    assert report.count(Stage.EXTRACT, "tokens_replied") <= projected.most_replied
    assert report.tokens == report.count(Stage.EXTRACT, "tokens_shown") + report.count(Stage.EXTRACT, "tokens_replied")


def _bytes(home: Path) -> dict[str, tuple[bytes, int]]:
    found = (path for path in sorted(home.rglob("*")) if path.is_file())
    return {str(path.relative_to(home)): (path.read_bytes(), path.stat().st_mtime_ns) for path in found}


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from slowwave.cli import main as cli

    home = tmp_path_factory.mktemp("projection") / "home"
    sessions = sorted((SAMPLES / "coding").glob("*.jsonl"))[:2]
    assert cli.run(["import", *map(str, sessions), "--home", str(home)]) == 0
    return home


def test_a_dry_run_leaves_every_byte_of_the_home_as_it_was(slowwave: Run, imported: Path) -> None:
    before = _bytes(imported)
    code, out, _ = slowwave("consolidate", "--home", imported, "--as-of", AS_OF, "--dry-run")
    assert (code, _bytes(imported)) == (0, before)
    assert "0 tokens: $0.00 (rules-" in out


def test_the_bill_of_another_model_has_a_range_where_its_price_is_known_and_none_where_not(
    slowwave: Run, imported: Path, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(json.dumps({"m-1": {"input": 3, "output": 15.0}}), "utf-8")
    dry = ("consolidate", "--home", imported, "--as-of", AS_OF, "--dry-run")
    stated = (*dry, "--prices", prices, "--json", "--model")
    known, unknown = (json_of(slowwave(*stated, model))[0]["projection"] for model in ("m-1", "m-2"))
    assert known["tokens"] == unknown["tokens"]
    shown, replied = known["tokens"]["shown"], known["tokens"]["most_replied"]
    assert shown > 0
    assert known["dollars"] == {
        "least": pytest.approx(shown * 3 / 1e6),
        "most": pytest.approx(shown * 3 / 1e6 + replied * 15 / 1e6),
    }
    assert unknown["dollars"] == {"least": None, "most": None}
    _, out, _ = slowwave(*dry, "--model", "m-2")
    assert "no price is known; state it with --prices (m-2)" in out


@pytest.mark.parametrize(
    "table",
    ["", "[]", '{"m": 3}', '{"m": {"input": 3}}', '{"m": {"input": -1, "output": 2}}',
     '{"m": {"input": "a lot", "output": 2}}', '{"m": {"input": NaN, "output": 2}}', "[" * 100_000],
)  # fmt: skip
def test_a_malformed_price_table_is_refused_in_one_sentence(
    slowwave: Run, imported: Path, tmp_path: Path, table: str
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text(table, "utf-8")
    code, _, error = slowwave("consolidate", "--home", imported, "--dry-run", "--prices", prices)
    assert (code, error.count("\n")) == (2, 1)


def test_a_model_is_named_for_a_dry_run_only(slowwave: Run, imported: Path) -> None:
    before = _bytes(imported)
    code, _, error = slowwave("consolidate", "--home", imported, "--model", "m-1")
    assert (code, "--dry-run" in error, _bytes(imported)) == (2, True, before)


def test_store_calls_are_projected_from_what_recent_runs_measured(slowwave: Run, tmp_path: Path) -> None:
    sessions = sorted((SAMPLES / "coding").glob("*.jsonl"))
    home = tmp_path / "home"
    slowwave("import", sessions[0], "--home", home)
    dry = ("consolidate", "--home", home, "--as-of", AS_OF, "--dry-run", "--json")
    (before,) = json_of(slowwave(*dry))
    assert before["projection"]["store_calls_per_record"] is None
    slowwave("consolidate", "--home", home, "--as-of", AS_OF)
    slowwave("import", sessions[1], "--home", home)
    (after,) = json_of(slowwave(*dry))
    with local(home, persist=False) as ports:
        (run,) = (each.item for each in ports.journal.runs(Scope("local", "default"), limit=5))
    measured = run.cost["store calls"] / run.count(Stage.EXTRACT, "records")
    assert after["projection"]["store_calls_per_record"] == pytest.approx(measured)
