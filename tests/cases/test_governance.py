"""Hand-written governance cases through the real stages: what each must leave in memory, and what it must not."""

import random
import sys
from collections.abc import Iterator

import pytest

from slowwave.domain.records import Record
from tests.cases.judging import GullibleModel, Verdict, judge, redelivered, remembered, set_hash
from tests.cases.reading import Act, Case, read_cases
from tests.cases.report import by_kind, lacks, precision, recall, right, table

CASES = read_cases()
KINDS = tuple(by_kind(Verdict(case) for case in CASES))
FEWEST_CASES = 150
FEWEST_OF_A_KIND = 15
LEAST_RIGHT = {"correction": 0.85, "duplicate": 0.9}
LEAST_RIGHT_OF_OTHERS = 0.8
LEAST_PRECISION = 0.9
"""Of the lines given as holding, those that a case asked for."""


@pytest.fixture(scope="module")
def verdicts() -> Iterator[dict[str, list[Verdict]]]:
    """What each case shows, by kind; the table is printed when the module ends."""
    judged = [judge(case) for case in CASES]
    yield by_kind(judged)
    sys.stdout.write(f"\n{table(judged)}\n")


@pytest.fixture
def judged(verdicts: dict[str, list[Verdict]], kind: str) -> list[Verdict]:
    return verdicts[kind]


def test_there_are_enough_cases_and_each_has_its_own_name():
    assert len(CASES) >= FEWEST_CASES
    assert len({case.name for case in CASES}) == len(CASES)
    sizes = {kind: sum(case.kind == kind for case in CASES) for kind in KINDS}
    assert not {kind: size for kind, size in sizes.items() if size < FEWEST_OF_A_KIND}


def test_every_case_expects_something():
    assert not [
        case.name
        for case in CASES
        if not (case.settled or case.assumed or case.not_settled or case.gone or case.never or case.notes is not None)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_forbidden_is_injected(judged: list[Verdict]):
    assert not [f"{each.case.name}: {what}" for each in judged for what in each.forbidden]


def test_an_extraction_model_that_believes_everybody_makes_no_stranger_bind(verdicts: dict[str, list[Verdict]]):
    fooled = [judge(case, GullibleModel()) for case in CASES]
    plain = {each.case.name: each for group in verdicts.values() for each in group}
    assert not [f"{each.case.name}: {what}" for each in fooled for what in each.forbidden]
    for name in ("missing", "stale", "retired"):
        assert [getattr(each, name) for each in fooled] == [getattr(plain[each.case.name], name) for each in fooled]


@pytest.mark.parametrize("kind", ["look-alike", "elaboration", "unrelated", "condition", "safety"])
def test_nothing_that_holds_is_retired_for_something_else(judged: list[Verdict]):
    assert not [f"{each.case.name}: {what}" for each in judged for what in each.retired]


@pytest.mark.parametrize("kind", KINDS)
def test_enough_of_each_kind_comes_out_right(judged: list[Verdict], kind: str):
    assert right(judged) >= LEAST_RIGHT.get(kind, LEAST_RIGHT_OF_OTHERS), "\n".join(lacks(judged))
    assert recall(judged) >= LEAST_RIGHT.get(kind, LEAST_RIGHT_OF_OTHERS), "\n".join(lacks(judged))


@pytest.mark.parametrize("kind", KINDS)
def test_little_is_given_as_holding_that_nobody_asked_for(judged: list[Verdict]):
    assert precision(judged) >= LEAST_PRECISION, "\n".join(lacks(judged))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_order_repetition_and_splitting_of_deliveries_do_not_matter(case: Case):
    records = _records(case)
    expected = set_hash(redelivered([records], case.as_of))
    for seed in range(2):
        batches = _deliveries(records, random.Random(f"{case.name} {seed}"))
        assert set_hash(redelivered(batches, case.as_of)) == expected, f"seed {seed}"


def _records(case: Case) -> list[Record]:
    """The case's log with its acts as the records that they leave."""
    if any(isinstance(each, Act) for each in case.log):
        return list(remembered(case).shelves.records.values())
    return [each for each in case.log if isinstance(each, Record)]


def _deliveries(records: list[Record], chance: random.Random) -> list[list[Record]]:
    """The records shuffled, some of them twice, in one to four batches."""
    shuffled = [*records, *chance.choices(records, k=2)]
    chance.shuffle(shuffled)
    cuts = sorted(chance.choices(range(len(shuffled) + 1), k=chance.randrange(4)))
    return [shuffled[first:last] for first, last in zip([0, *cuts], [*cuts, len(shuffled)], strict=True)]
