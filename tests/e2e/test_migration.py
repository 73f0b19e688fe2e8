"""A home that an older version wrote goes on: opened, read, consolidated further, and its one chain still verifies.

`tests/fixtures/homes/schema-1` is of slowwave 0.1.0, before revisions had commitments: two imports with a run after
each, then a note forgotten and another pinned.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from slowwave.adapters.aws.schema import SCHEMA
from slowwave.bootstrap import local
from slowwave.domain.commitments import holds
from slowwave.domain.runs import COMMITTED, UNSALTED, Revision
from slowwave.domain.scope import Scope
from slowwave.online.verifying import verify
from slowwave.runner import consolidate
from tests.contract.chain import verify_chain
from tests.e2e.conftest import Run, json_of

OLD_HOME = Path(__file__).parents[1] / "fixtures" / "homes" / "schema-1"
SCOPE = Scope("local", "dev")
LATER = datetime(2026, 12, 2, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return shutil.copytree(OLD_HOME, tmp_path / "home")


def revisions(home: Path) -> list[Revision]:
    with local(home, write=False) as ports:
        return list(ports.journal.revisions(SCOPE))


def test_an_old_home_is_read_as_it_was(home: Path, slowwave: Run) -> None:
    place = ["--home", home, "--agent", "dev"]
    code, block, err = slowwave("inject", *place)
    assert code == 0, err
    assert "Never push to main." in block
    assert "tabs" not in block  # forgotten, and in the set still
    code, told, err = slowwave("explain", *place, "n-bd340fccebb6")
    assert code == 0, err
    assert "20 s now" in told
    assert len(json_of(slowwave("runs", *place, "--json"))) == 2
    chain = revisions(home)
    assert {each.schema for each in chain} == {UNSALTED}
    assert verify_chain(chain) == []


def test_an_old_chain_goes_on_in_the_new_form(home: Path) -> None:
    before = revisions(home)
    with local(home, clock=lambda: LATER) as ports:
        consolidate(SCOPE, LATER, ports, observe=lambda *_: None)
    after = revisions(home)
    assert after[: len(before)] == before
    assert [each.schema for each in after[len(before) :]] == [COMMITTED] * (len(after) - len(before))
    assert len(after) > len(before)
    assert all(holds(each) for each in after)
    with local(home, write=False) as ports:
        found = verify(SCOPE, archive=ports.archive, journal=ports.journal, reports=ports.reports, sets=ports.sets)
    assert (found.findings, found.counts["revisions"]) == ((), len(after))


def test_a_home_of_a_newer_version_is_refused_in_a_sentence(home: Path, slowwave: Run) -> None:
    with local(home) as ports:
        client = ports._clients.dynamodb
        key = {"pk": {"S": f"{SCOPE.key}#pointer"}, "sk": {"S": "pointer"}}
        client.update_item(
            TableName="slowwave-control",
            Key=key,
            UpdateExpression="SET #s = :s",
            ExpressionAttributeNames={"#s": "schema"},
            ExpressionAttributeValues={":s": {"N": str(SCHEMA + 1)}},
        )
    code, out, err = slowwave("inject", "--home", home, "--agent", "dev")
    assert (code, out) == (1, "")
    assert "newer slowwave" in err
    assert "Traceback" not in err
