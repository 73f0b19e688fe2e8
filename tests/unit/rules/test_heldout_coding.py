"""Messages of coding users that were written before the rules that read them, or after all of them."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from slowwave.domain.claims import Candidate, Polarity
from slowwave.domain.records import Record


@pytest.mark.parametrize(("name", "least"), [("heldout_coding.yaml", 29), ("heldout_coding_2.yaml", 19)])
def test_held_out_messages_of_coding_users(
    name: str, least: int, record: Callable[..., Record], propose: Callable[..., tuple[Candidate, ...]]
) -> None:
    """A few are out of reach of general patterns, and stay in the file; what must give nothing gives nothing."""
    given = yaml.safe_load((Path(__file__).parent / name).read_text(encoding="utf-8"))
    reached = 0
    for case in given:
        claims = [each.claim for each in propose([record(case["say"])])]
        if "nothing" in case:
            assert [each.statement for each in claims] == [], case["say"]
            continue
        signed = [each for each in claims if ("+" if each.polarity is Polarity.AFFIRM else "-") in case["is"]]
        reached += any(all(word.lower() in each.statement.lower() for word in case["words"]) for each in signed)
    assert reached >= least
