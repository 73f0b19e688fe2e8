"""What the commands have in common: exit codes, JSON, and an agent that need not be named while there is only one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from slowwave.cli.erasing import KINDS
from slowwave.cli.reporting import MANY_RECORDS, NOTHING_READ
from slowwave.cli.settings import MEANINGS, SETTABLE, setting, shown
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from tests.e2e.conftest import Run, json_of

GOOD = '{"session": "s", "actor": "user", "text": "Always use pnpm.", "event_time": "2026-03-01T10:00:00Z"}'
BAD = '{"session": "s", "actor": "user", "text": "Never use yarn.", "event_time": "2026-03-01T10:00:00"}'


@pytest.fixture
def home(slowwave: Run, tmp_path: Path) -> Path:
    (tmp_path / "said.jsonl").write_text(f"{GOOD}\n", "utf-8")
    assert slowwave("import", tmp_path / "said.jsonl", "--home", tmp_path / "home")[0] == 0
    return tmp_path / "home"


def test_an_import_of_which_a_line_failed_says_so_by_its_exit_code_and_keeps_the_others(
    slowwave: Run, home: Path
) -> None:
    path = home.parent / "more.jsonl"
    path.write_text("\n".join([BAD, GOOD.replace("pnpm", "ruff"), GOOD]), "utf-8")
    code, told, _ = slowwave("import", path, "--home", home)
    assert (code, "All other lines are stored." in told) == (1, True)
    path.write_text("\n".join([GOOD.replace("pnpm", "ruff"), GOOD]), "utf-8")
    assert json_of(slowwave("import", path, "--home", home, "--json"))["duplicate"] == 2


def test_failures_of_one_kind_are_counted_as_one_wherever_in_the_line_they_are(slowwave: Run, home: Path) -> None:
    path = home.parent / "torn.jsonl"
    path.write_text(f"{GOOD}\nnot json\n  nor this\n[], []\n", "utf-8")
    code, told, _ = slowwave("import", path, "--format", "slowwave", "--home", home)
    failed = next(line for line in told.splitlines() if line.startswith("  failed"))
    assert (code, failed.split(maxsplit=2)[1:]) == (1, ["3", "(invalid json 3)"])


def test_the_policy_that_was_set_is_shown_with_all_that_it_may_be(slowwave: Run, home: Path) -> None:
    set_to = json_of(slowwave("agent", "set", "default", "max_pages=50", "--json", "--home", home))
    assert (set_to["version"], set_to["max_pages"]) == (2, 50)
    assert json_of(slowwave("agent", "show", "--json", "--home", home)) == set_to
    assert json_of(slowwave("agent", "set", "default", "max_pages=50", "--json", "--home", home)) == set_to
    (listed,) = json_of(slowwave("agent", "list", "--json", "--home", home))
    assert listed == {name: set_to[name] for name in ("agent", "version", "skeletons")}
    code, told, _ = slowwave("agent", "show", "--home", home)
    rows = [line.split(maxsplit=1)[0] for line in told.splitlines()[2:]]
    assert (code, rows) == (0, [each.name for each in fields(AgentPolicy) if each.name != "scope"])
    assert "1 to 100,000" in next(line for line in told.splitlines() if line.startswith("max_pages"))


def test_an_agent_that_was_made_is_printed_as_show_prints_it(slowwave: Run, home: Path) -> None:
    made = json_of(slowwave("agent", "init", "other", "--skeleton", "coding", "--json", "--home", home))
    assert made == json_of(slowwave("agent", "show", "other", "--json", "--home", home))


def test_every_setting_has_a_meaning_and_is_shown_in_a_form_that_sets_it() -> None:
    policy = AgentPolicy(Scope("local", "default"))
    assert {*MEANINGS} == {*SETTABLE}
    for name in SETTABLE:
        value = getattr(policy, name)
        assert setting(f"{name}={shown(value)}") == (name, value)


@pytest.mark.parametrize("text", ["max_pages=10,00", "max_pages=,100", "half_life_days=3,5", "decay_rate=1,000"])
def test_a_comma_that_does_not_group_the_thousands_of_a_whole_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"give a (whole )?number"):
        setting(text)


def test_the_agent_whose_settings_change_may_be_left_out_or_named_either_way_but_not_twice(
    slowwave: Run, home: Path
) -> None:
    (home.parent / "more.jsonl").write_text(f"{GOOD}\n", "utf-8")
    for number, named in enumerate([(), ("default",), ("--agent", "default"), ("default", "--agent", "default")], 2):
        code, told, _ = slowwave("agent", "set", *named, f"max_pages={number},000", "--home", home)
        assert (code, f"Agent 'default' is now at policy version {number}" in told) == (0, True)
    slowwave("import", home.parent / "more.jsonl", "--home", home, "--agent", "other")
    for arguments in (("set", "default", "max_pages=9"), ("show", "default")):
        code, _, said = slowwave("agent", *arguments, "--agent", "other", "--home", home)
        assert (code, "two agents are named" in said) == (2, True)
    code, _, said = slowwave("agent", "set", "max_pages=9", "--home", home)
    assert (code, "name one with --agent" in said) == (2, True)
    code, _, said = slowwave("agent", "set", "default", "--home", home)
    assert (code, "slowwave agent set default SETTING=VALUE" in said) == (2, True)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("notes",), "No notes yet"),
        (("notes", "--state", "rejected"), "No note is rejected."),
        (("pages",), "No pages yet"),
        (("pages", "--tree"), "No pages yet"),
        (("pages", "--state", "stale"), "No page is stale."),
        (("runs",), "No runs yet"),
        (("sets",), "No sets yet"),
    ],
)
def test_a_list_without_anything_says_so(slowwave: Run, home: Path, command: tuple[str, ...], told: str) -> None:
    code, printed, _ = slowwave(*command, "--home", home)
    assert (code, printed.startswith(told), len(printed.splitlines())) == (0, True, 1)
    assert json_of(slowwave(*command, "--json", "--home", home)) == []


def test_every_count_of_an_erasure_is_told_in_words(slowwave: Run, home: Path) -> None:
    slowwave("consolidate", "--home", home)
    slowwave("inject", "--home", home)
    counted = json_of(slowwave("erase", "--match", "pnpm", "--json", "--home", home))["removes"]
    assert {*counted} <= {*KINDS}
    _, told, _ = slowwave("erase", "--match", "pnpm", "--home", home)
    assert all(KINDS[kind][1] in told for kind, number in counted.items() if number)


@pytest.mark.parametrize(
    "command",
    [
        ("inject", "--task", "x\udcff"),
        ("forget", "n-", "--because", "x\udcff"),
        ("consolidate", "--as-of", "9999-12-31T23:59:59Z"),
        ("consolidate", "--as-of", "0001-01-01T00:00:00+14:00"),
    ],
)
def test_an_argument_that_nothing_can_be_done_with_is_one_sentence(
    slowwave: Run, home: Path, command: tuple[str, ...]
) -> None:
    slowwave("consolidate", "--home", home)
    code, out, err = slowwave(*command, "--home", home)
    assert (code, out, err.count("\n")) == (2, "", 1), err


def test_a_run_that_finds_nothing_in_many_records_says_what_could_be_found(slowwave: Run, tmp_path: Path) -> None:
    said = tmp_path / "said.jsonl"
    said.write_text(
        "".join(
            f'{{"session": "s", "actor": "user", "text": "hm {n}", "event_time": "2026-03-01T10:{n:02}:00Z"}}\n'
            for n in range(MANY_RECORDS)
        ),
        "utf-8",
    )
    assert slowwave("import", "--home", tmp_path / "home", said)[0] == 0
    assert NOTHING_READ in slowwave("consolidate", "--home", tmp_path / "home")[1]


def test_an_import_of_which_every_line_failed_does_not_say_that_others_are_stored(slowwave: Run, home: Path) -> None:
    broken = home.parent / "broken.jsonl"
    broken.write_text(f"{BAD}\n", "utf-8")
    code, out, _ = slowwave("import", "--home", home, broken)
    assert (code, "All other lines" in out, "Mend these" in out) == (1, False, True)
