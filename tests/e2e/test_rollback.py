"""`slowwave rollback` from the command line: what it says, what is read next, and what every listing tells of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.conftest import AS_OF, Run, json_of

LINES = """\
{"session": "s-1", "actor": "user", "text": "Always run make lint first.", "event_time": "2026-03-01T10:00:00Z"}
{"session": "s-1", "actor": "user", "text": "Never push to main.", "event_time": "2026-03-01T10:01:00Z"}
"""
LATER = """\
{"session": "s-2", "actor": "user", "text": "Always use ruff format.", "event_time": "2026-03-02T10:00:00Z"}
"""
NEWS = """\
{"session": "s-3", "actor": "user", "text": "Never commit secrets.", "event_time": "2026-03-03T10:00:00Z"}
"""


def _hear(slowwave: Run, home: Path, text: str) -> None:
    path = home.parent / "said.jsonl"
    path.write_text(text, "utf-8")
    assert slowwave("import", path, "--home", home)[0] == 0
    assert slowwave("consolidate", "--home", home, "--as-of", AS_OF)[0] == 0


@pytest.fixture(scope="module")
def two_sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from slowwave.cli import main as cli

    home = tmp_path_factory.mktemp("rollback") / "home"
    _hear(lambda *words: (cli.run([str(each) for each in words]), "", ""), home, LINES)
    _hear(lambda *words: (cli.run([str(each) for each in words]), "", ""), home, LATER)
    return home


@pytest.fixture
def home(two_sets: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(two_sets, tmp_path / "home"))


def _shown(slowwave: Run, home: Path) -> str:
    return slowwave("inject", "--home", home)[1]


def test_the_next_read_shows_the_earlier_set_and_every_listing_says_so(slowwave: Run, home: Path) -> None:
    first, second = (each["set"] for each in json_of(slowwave("sets", "--home", home, "--json")))
    assert "ruff" in _shown(slowwave, home)
    code, told, _ = slowwave("rollback", "--to", first[:6], "--home", home)
    assert (code, told.splitlines()[0]) == (
        0,
        f"Rolled back agent 'default' from set {second[:12]} to {first[:12]}.",
    )
    assert "ruff" not in _shown(slowwave, home)
    _, listed, _ = slowwave("sets", "--home", home)
    assert f"from {second[:12]}." in listed.splitlines()[-1]
    _, said, _ = slowwave("consolidate", "--home", home)
    assert "kept: rolled back at 20" in said
    assert "kept: rolled back at 20" in slowwave("runs", "--home", home)[1]
    (page,) = [each["id"] for each in json_of(slowwave("pages", "--home", home, "--json")) if "ruff" in each["text"]]
    assert "not in the set that is read: rolled back at" in slowwave("explain", page, "--home", home)[1]
    _hear(slowwave, home, NEWS)
    assert {"ruff", "secrets"} <= {word for word in ("ruff", "secrets", "lint") if word in _shown(slowwave, home)}


def test_asking_for_the_current_set_changes_no_byte(slowwave: Run, home: Path) -> None:
    (current,) = [each["set"] for each in json_of(slowwave("sets", "--home", home, "--json")) if each["current"]]
    before = _bytes(home)
    code, told, _ = slowwave("rollback", "--to", current, "--home", home)
    assert (code, "nothing was written" in told) == (0, True)
    code, named, _ = slowwave("rollback", "--to", "current", "--home", home)
    assert (code, named) == (0, told)
    assert "it is the current one" in told
    assert _bytes(home) == before


def test_what_a_rollback_did_is_told_with_the_words_of_who_did_it(slowwave: Run, home: Path) -> None:
    forth = json_of(slowwave("diff", "previous", "current", "--home", home, "--json"))["lines"]
    assert [(each["how"], bool(each["because"])) for each in forth] == [("added", True)]
    slowwave("rollback", "--to", "previous", "--because", "answers got\n\x1b[2J worse", "--home", home)
    words = "answers got \ufffd[2J worse"
    assert f": {words}" in slowwave("log", "pointer", "--home", home)[1].splitlines()[-1]
    assert slowwave("sets", "--home", home)[1].splitlines()[-1].endswith(f": {words}")
    _, told, _ = slowwave("diff", "previous", "current", "--home", home)
    (because,) = [line for line in told.splitlines() if "because" in line]
    assert because.startswith("    because: rolled back by the user at 20")
    assert because.endswith(f": {words}")
    (other,) = json_of(slowwave("diff", "current", "previous", "--home", home, "--json"))["lines"]
    assert (other["how"], other["because"]) == ("added", "")
    _hear(slowwave, home, NEWS)
    over = json_of(slowwave("diff", "previous", "current", "--home", home, "--json"))["lines"]
    assert [each["how"] for each in over] == ["added", "added"]
    assert not any("rolled back" in each["because"] for each in over)


def test_what_was_forgotten_after_a_rollback_is_said_to_be_withheld_first(slowwave: Run, home: Path) -> None:
    pages = json_of(slowwave("pages", "--home", home, "--json"))
    page = next(each["id"] for each in pages if "ruff" in each["text"])
    slowwave("rollback", "--to", "previous", "--home", home)
    assert "Acts" not in slowwave("log", page, "--home", home)[1]
    slowwave("forget", page, "--because", "other project", "--home", home)
    _, told, _ = slowwave("explain", page, "--home", home)
    first = told.splitlines()[0]
    assert first.startswith("withheld: forgotten by the user at 20")
    assert first.endswith(", waits for the next run")
    assert "not in the set that is read" not in told
    _, logged, _ = slowwave("log", page, "--home", home)
    assert "forget by user" in logged.partition("Acts")[2]
    assert logged.endswith(": other project\n")
    assert slowwave("consolidate", "--home", home)[0] == 0
    _, told, _ = slowwave("explain", page, "--home", home)
    assert ("waits for the next run" in told, "because: forgotten by the user" in told) == (False, True)


WRONG = {"ffff": "has no set that starts with 'ffff'", "f": "too short", "": "too short", "\x1b[2J\x07": "no set"}


def test_a_set_that_is_not_there_is_refused_in_one_sentence(slowwave: Run, home: Path) -> None:
    before = _bytes(home)
    for to, sentence in WRONG.items():
        code, _, error = slowwave("rollback", "--to", to, "--home", home)
        assert (code, sentence in error, error.count("\n"), "\x1b" in error) == (2, True, 1, False), to
    assert _bytes(home) == before


def test_a_run_that_is_told_publishes_over_it(slowwave: Run, home: Path) -> None:
    slowwave("rollback", "--to", "previous", "--home", home)
    (report,) = json_of(slowwave("consolidate", "--as-of", AS_OF, "--over-rollback", "--home", home, "--json"))
    assert (report["kept"], report["over_rollback"], bool(report["published"])) == ("", True, True)
    assert "ruff" in _shown(slowwave, home)


def _erase(slowwave: Run, home: Path, words: str) -> None:
    plan = json_of(slowwave("erase", "--home", home, "--match", words, "--json"))["plan"]
    assert slowwave("erase", "--home", home, "--match", words, "--confirm", plan)[0] == 0


def test_an_erasure_is_no_news_and_what_was_rolled_away_from_stays_away_in_a_replay_too(
    slowwave: Run, home: Path
) -> None:
    assert slowwave("rollback", "--to", "previous", "--home", home)[0] == 0
    _erase(slowwave, home, "make lint")
    assert ("make lint" in _shown(slowwave, home), "ruff" in _shown(slowwave, home)) == (False, False)
    assert slowwave("consolidate", "--home", home, "--as-of", AS_OF)[0] == 0
    assert "ruff" not in _shown(slowwave, home)
    for command in ("verify", "replay"):
        code, out, err = slowwave(command, "--home", home)
        assert code == 0, out + err
    _hear(slowwave, home, NEWS)
    assert all(each in _shown(slowwave, home) for each in ("secrets", "ruff", "push to main"))
    code, out, err = slowwave("replay", "--home", home)
    assert code == 0, out + err


def test_a_replay_goes_on_where_somebody_went_back_to_the_set_that_an_erasure_left(slowwave: Run, home: Path) -> None:
    _erase(slowwave, home, "make lint")
    _hear(slowwave, home, NEWS)
    assert slowwave("rollback", "--to", "previous", "--home", home)[0] == 0
    assert slowwave("consolidate", "--home", home, "--as-of", AS_OF)[0] == 0
    assert ("ruff" in _shown(slowwave, home), "secrets" in _shown(slowwave, home)) == (True, False)
    code, out, err = slowwave("replay", "--home", home)
    assert code == 0, out + err


def _bytes(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}
