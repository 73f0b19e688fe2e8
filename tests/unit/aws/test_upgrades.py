"""What an older version wrote is read, and what a newer one wrote is refused by name."""

from dataclasses import dataclass, replace

import pytest

from slowwave.adapters.aws import codec, models
from slowwave.adapters.aws.schema import SCHEMA
from slowwave.adapters.aws.upgrades import UPGRADES, read, value
from slowwave.domain.commitments import committed
from slowwave.domain.injection import SET_SCHEMA, InjectionSet, Pointer, set_content
from slowwave.domain.notes import Observation
from slowwave.domain.runs import COMMITTED, UNSALTED, Revision
from slowwave.errors import Corrupt
from tests.unit.domain.builders import SCOPE, START

OLD = Revision(SCOPE, 1, "note", "n-1", 1, "active", "why", "run-1", START, ("r-1",), "c" * 64, "")


@dataclass
class Stored:
    content: str
    schema: float
    pk: str = "acme/dev#x"
    sk: str = "y"


def test_a_revision_of_schema_one_keeps_the_formula_of_its_hash() -> None:
    data = {name: each for name, each in codec.encode(OLD).items() if name not in ("salt", "commitment", "schema")}
    back = read(Revision, Stored(codec.text(data), 1))
    assert back == replace(OLD, schema=UNSALTED)


def test_a_revision_of_today_is_read_as_it_was_written() -> None:
    now = committed(OLD, "0f" * 16)
    assert read(Revision, Stored(codec.dumps(now), SCHEMA)) == now
    assert now.schema == COMMITTED


def test_what_a_newer_version_wrote_is_refused_whatever_it_looks_like() -> None:
    for content in (codec.dumps(Pointer(SCOPE, "f" * 64)), "{}", '{"scope": 7}'):
        with pytest.raises(Corrupt, match=f"Pointer was written by a newer slowwave .schema {SCHEMA + 1}"):
            read(Pointer, Stored(content, SCHEMA + 1))
    empty = InjectionSet(SCOPE, "words", 100, 0, False, (), ())
    assert value(InjectionSet, set_content(empty), SET_SCHEMA, known=SET_SCHEMA) == empty
    with pytest.raises(Corrupt, match="newer slowwave"):
        value(InjectionSet, set_content(empty), SET_SCHEMA + 1, known=SET_SCHEMA)


@pytest.mark.parametrize("model", [models.HeadRow, models.WorkRow, models.RecordRow, models.NoteRow])
def test_a_newer_row_is_refused_before_any_of_it_is_read(model: type[models.Row]) -> None:
    raw = {"pk": {"S": "acme/dev#x"}, "sk": {"S": "y"}, "schema": {"N": str(SCHEMA + 1)}, "content": {"N": "1"}}
    with pytest.raises(Corrupt, match="'y' of 'acme/dev#x' was written by a newer slowwave"):
        model.from_raw_data(raw)


def test_what_is_read_from_an_index_without_the_number_needs_no_upgrade() -> None:
    assert Observation not in {kind for kind, _ in UPGRADES}
