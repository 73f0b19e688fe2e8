"""Every case of the case files: what a message must give, and what must give nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from slowwave.domain.claims import Candidate, Claim
from slowwave.domain.records import Actor, Kind, Origin, Record

FILES = ("cases.yaml", "cases_heldout.yaml", "heldout_assistant.yaml", "heldout_assistant_2.yaml")

DOCUMENT: dict[str, Any] = {"actor": Actor.SYSTEM, "kind": Kind.DOCUMENT, "origin": Origin.FILE}


def cases() -> list[Any]:
    here = Path(__file__).parent
    return [
        pytest.param(case, id=f"{name.removesuffix('.yaml')}-{number}")
        for name in FILES
        for number, case in enumerate(yaml.safe_load((here / name).read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize("case", cases())
def test_case(
    case: dict[str, Any],
    record: Callable[..., Record],
    propose: Callable[..., tuple[Candidate, ...]],
    asserted: Callable[[Claim], str],
) -> None:
    said = case["say"] if isinstance(case["say"], list) else [case["say"]]
    speaker = DOCUMENT if case.get("document") else {}
    found = propose([record(text, position, **speaker) for position, text in enumerate(said)])
    if "nothing" in case or "missed" in case:
        assert [(each.pattern, each.claim.statement) for each in found] == []
        return
    candidate = _wanted(case, found, asserted)
    if "signal" in case:
        assert candidate.signal == case["signal"]
    if "lane" in case:
        assert candidate.claim.lane == case["lane"]
    if "standing" in case:
        assert candidate.claim.standing == case["standing"]
    if "until" in case:
        assert candidate.claim.valid_until is not None
        assert candidate.claim.valid_until.date().isoformat() == str(case["until"])
    if "denies" in case:
        assert case["denies"] in [asserted(each) for each in candidate.denies]


def _wanted(case: dict[str, Any], found: tuple[Candidate, ...], asserted: Callable[[Claim], str]) -> Candidate:
    """The candidate that a case asks for, by its key or by the words of its statement."""
    if "words" in case:
        worded = [each for each in found if all(_holds(each.claim.statement, word) for word in case["words"])]
        assert worded, [each.claim.statement for each in found]
        return worded[0]
    wanted = f"{case['key']} {case['is']}"
    by_assertion = {asserted(each.claim): each for each in found}
    assert wanted in by_assertion
    return by_assertion[wanted]


def _holds(statement: str, words: str) -> bool:
    return words.lower() in statement.lower()


def test_the_case_file_is_large_enough_to_mean_something() -> None:
    given = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
    assert len(given) >= 150
    assert sum("nothing" in case for case in given) >= 60
