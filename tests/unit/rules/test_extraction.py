"""What holds of every extraction, whatever the words: spans, look-back, origins, and the time it takes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from slowwave.adapters.local.rules import FRAME_WORDS, propose_candidates
from slowwave.domain.claims import Candidate, Signal, Skeleton, Span, Standing
from slowwave.domain.keys import stem, words_of
from slowwave.domain.records import Actor, Kind, Origin, Outcome, Record, ToolUse
from slowwave.domain.windows import LOOK_BACK, Window
from tests.proportion import in_proportion

Propose = Callable[..., tuple[Candidate, ...]]
Make = Callable[..., Record]

SAID = [
    "Always run the linter before committing.",
    "The timeout is 30 s in staging.",
    "ok thanks",
    "No, it's 45 s.",
    "I'm a data engineer at Globex. My timezone is CET!\n\n- never push to main\n- use pnpm instead of npm",
]


@pytest.fixture
def talk(record: Make) -> list[Record]:
    return [record(text, position) for position, text in enumerate(SAID)]


def every_case() -> list[list[str]]:
    given = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
    return [case["say"] if isinstance(case["say"], list) else [case["say"]] for case in given]


def cited(span: Span, records: Sequence[Record]) -> str:
    text = next(each.text for each in records if each.id == span.record_id)
    assert 0 <= span.start < span.end <= len(text)
    return text[span.start : span.end]


def test_a_statement_adds_only_frame_words_to_what_it_cites(record: Make, propose: Propose) -> None:
    for said in every_case():
        records = [record(text, position) for position, text in enumerate(said)]
        for each in propose(records):
            evidence = " ".join(cited(span, records) for span in (each.span, *each.support))
            known = {stem(word.removesuffix("'s")) for word in words_of(evidence)}
            added = [
                word
                for word in words_of(each.claim.statement)
                if word not in FRAME_WORDS and stem(word.removesuffix("'s")) not in known
            ]
            assert added == [], (said, each.claim.statement)


def test_a_statement_is_one_sentence(record: Make, propose: Propose) -> None:
    for said in every_case():
        for each in propose([record(text, position) for position, text in enumerate(said)]):
            assert each.claim.statement.endswith(".")
            assert "\n" not in each.claim.statement


def test_the_same_window_gives_the_same_candidates(talk: list[Record], propose: Propose) -> None:
    assert propose(talk, talk) == propose(talk, talk)
    assert len(propose(talk, talk)) > 5


def test_only_fresh_records_are_cited(talk: list[Record], propose: Propose) -> None:
    for fresh in talk:
        assert {each.span.record_id for each in propose(talk, [fresh])} <= {fresh.id}


def test_a_record_yields_the_same_whichever_others_are_fresh(talk: list[Record], propose: Propose) -> None:
    alone = [each for fresh in talk for each in propose(talk, [fresh])]
    assert alone == list(propose(talk, talk))


def test_what_lies_further_back_than_the_window_changes_nothing(record: Make, propose: Propose) -> None:
    correction = record("No, it's 45 s.", LOOK_BACK + 2)
    chatter = [record(f"ok {position}", position + 1) for position in range(LOOK_BACK)]
    assert propose([record("The timeout is 30 s."), *chatter, correction]) == propose([*chatter, correction]) == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"origin": Origin.FILE},
        {"origin": Origin.INJECTED},
        {"origin": Origin.WEB},
        {"actor": Actor.TOOL, "origin": Origin.TOOL, "kind": Kind.TOOL_RESULT},
        {"actor": Actor.SYSTEM, "origin": Origin.USER},
        {"kind": Kind.SUMMARY},
        {"kind": Kind.NOTICE},
        {"actor": Actor.ASSISTANT, "origin": Origin.ASSISTANT, "kind": Kind.THINKING},
        {"actor": Actor.ASSISTANT, "origin": Origin.ASSISTANT},
        {"metadata": {"sidechain": "true"}},
    ],
    ids=str,
)
def test_only_people_give_instructions(fields: dict[str, Any], record: Make, propose: Propose) -> None:
    assert propose([record("Never push to main. My name is Priya.", **fields)]) == ()


def test_an_operator_may_instruct(record: Make, propose: Propose) -> None:
    (found,) = propose([record("Never push to main.", actor=Actor.OPERATOR, origin=Origin.OPERATOR)])
    assert found.signal is Signal.INSTRUCTION


def test_what_the_assistant_concludes_is_an_assumption(record: Make, propose: Propose) -> None:
    said = record("The root cause was a stale lock file.", actor=Actor.ASSISTANT, origin=Origin.ASSISTANT)
    (found,) = propose([said])
    assert (found.claim.standing, found.signal) == (Standing.ASSUMPTION, Signal.INFERENCE)
    assert found.importance < 0.5


def test_a_document_states_facts_and_never_conventions(record: Make, propose: Propose) -> None:
    section = record(
        "# Glossary\n\nA ledger is a list of all transactions. The retention period is 30 days.\n\nNever delete it.",
        actor=Actor.SYSTEM,
        kind=Kind.DOCUMENT,
        origin=Origin.FILE,
    )
    found = propose([section])
    assert len(found) == 2
    assert {(each.claim.skeleton, each.claim.standing) for each in found} == {(Skeleton.DOCUMENT, Standing.FACT)}


def ran(record: Make, position: int, command: str, shown: str, outcome: Outcome) -> list[Record]:
    call = ToolUse(call_id=f"c{position}", name="Bash", command=command)
    by_tool = {"actor": Actor.TOOL, "origin": Origin.TOOL}
    return [
        record(f"Bash: {command}", position, kind=Kind.TOOL_CALL, tool=call, actor=Actor.ASSISTANT, origin=Origin.TOOL),
        record(shown, position + 1, kind=Kind.TOOL_RESULT, tool=ToolUse(f"c{position}", outcome=outcome), **by_tool),
    ]


def test_a_passing_test_command_is_observed(record: Make, propose: Propose) -> None:
    (found,) = propose(ran(record, 0, "go test ./...", "ok  \tacme/pkg\t0.2s", Outcome.OK))
    assert (found.claim.category, found.claim.value.text) == ("test entry point", "go test ./...")
    assert (found.claim.standing, found.signal) == (Standing.FACT, Signal.OBSERVATION)


def test_runs_of_one_suite_are_one_observation(record: Make, propose: Propose) -> None:
    records = [
        *ran(record, 0, "go test -v ./...", "ok  \tacme/pkg\t0.2s", Outcome.OK),
        *ran(record, 2, "go test -count=1 ./...", "ok  \tacme/pkg\t0.2s", Outcome.OK),
    ]
    assert {each.claim.statement for each in propose(records, records)} == {"`go test ./...` works."}


def test_a_browsing_command_teaches_nothing(record: Make, propose: Propose) -> None:
    for failed, worked in (("git show abc:x.py", "git show abd:x.py"), ("ls srcs", "ls src"), ("cat a.py", "cat b.py")):
        records = [
            *ran(record, 0, failed, "fatal: no such file or directory", Outcome.FAILED),
            *ran(record, 2, worked, "x = 1", Outcome.OK),
        ]
        assert propose(records) == ()


def test_another_goal_of_the_same_tool_is_no_way_round(record: Make, propose: Propose) -> None:
    records = [
        *ran(record, 0, "npm run typecheck", "npm error Missing script: typecheck", Outcome.FAILED),
        *ran(record, 2, "npm install lodash --save", "added 1 package", Outcome.OK),
    ]
    assert propose(records) == ()


@pytest.mark.parametrize(
    ("command", "shown", "outcome"),
    [
        ("go test ./...", "FAIL\tacme/pkg", Outcome.FAILED),
        ("go test ./...", "running", Outcome.UNKNOWN),
        ("pytest tests/test_one.py -k slow", "1 passed", Outcome.OK),
        ("pytest tests/orders -q", "41 passed in 3.88s", Outcome.OK),
        ("go test -v ./pkg/session/...", "ok  \tacme/pkg/session\t0.2s", Outcome.OK),
        ("go build ./...", "ok", Outcome.OK),
        ("go test ./...", "", Outcome.OK),
    ],
)
def test_other_commands_are_not(command: str, shown: str, outcome: Outcome, record: Make, propose: Propose) -> None:
    assert propose(ran(record, 0, command, shown, outcome)) == ()


def test_a_command_that_works_after_one_that_could_not_run(record: Make, propose: Propose) -> None:
    records = [
        *ran(record, 0, "golangci-lint run", "bash: golangci-lint: command not found", Outcome.FAILED),
        *ran(record, 2, "./bin/golangci-lint run", "0 issues.", Outcome.OK),
    ]
    (found,) = propose(records)
    assert found.claim.statement == "`golangci-lint run` fails; `./bin/golangci-lint run` works."
    assert len(found.support) == 3


def test_a_command_that_failed_on_what_it_checks_is_no_pitfall(record: Make, propose: Propose) -> None:
    records = [
        *ran(record, 0, "golangci-lint run", "main.go:3: unused variable", Outcome.FAILED),
        *ran(record, 2, "golangci-lint run --fix", "0 issues.", Outcome.OK),
    ]
    assert propose(records) == ()


def test_safety_rules_are_told_from_the_rest(record: Make, propose: Propose) -> None:
    (safe,) = propose([record("Never delete the production database.")])
    (plain,) = propose([record("Never rename the helpers.")])
    assert (safe.claim.lane, safe.claim.category) == ("safety", "constraint")
    assert plain.claim.lane == "default"


def test_a_repeated_sentence_counts_once(record: Make, propose: Propose) -> None:
    assert len(propose([record("Never push to main. " * 50)])) == 1


LONG = 400_000
ADVERSARIAL = {
    "one letter": "a" * LONG,
    "open brackets": "(" * LONG,
    "never never": "never " * (LONG // 6),
    "quotes": '"a ' * (LONG // 3),
    "backticks": "`a " * (LONG // 3),
    "open tags": "<abc>" * (LONG // 5),
    "newlines": "\n" * LONG,
    "spaces": " " * LONG,
    "dots": "a. " * (LONG // 3),
    "list marks": "- " * (LONG // 2),
    "is is is": ("the x is " * 60 + ". ") * (LONG // 542),
    "from a to b": ("we moved " + "from a to " * 50 + ". ") * (LONG // 512),
    "conditions": ("if a, " * 90 + "\n") * (LONG // 541),
    "rules": "".join(f"never push x{number} to main. " for number in range(LONG // 27)),
    "underscores": "_" * LONG,
    "names said": "Aa said " * (LONG // 8),
}


@pytest.mark.parametrize("name", sorted(ADVERSARIAL))
def test_a_long_text_of_anything_is_read_in_proportion_to_its_length(name: str, record: Make, propose: Propose) -> None:
    assert in_proportion(lambda text: propose([record(text)]), ADVERSARIAL[name])


def test_an_overlong_sentence_gives_nothing(record: Make, propose: Propose) -> None:
    assert propose([record("Never push " + "very " * 200 + "badly named branches to main.")]) == ()


def test_an_empty_window_gives_nothing(record: Make) -> None:
    assert propose_candidates(Window("s1", (), frozenset())) == ()


def test_where_a_record_stands_in_its_text_moves_only_its_span(record: Make, propose: Propose) -> None:
    (plain,) = propose([record("Never push to main.")])
    (moved,) = propose([record("Hello é 👋 there!\n\nNever push to main.")])
    assert moved.claim == plain.claim
    assert replace(moved, span=plain.span) == plain
