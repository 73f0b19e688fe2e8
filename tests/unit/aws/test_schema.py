"""The tables, the models over them and the keys agree; nothing of AWS is needed to read the schema."""

import subprocess
import sys

import pytest
from pynamodb.attributes import VersionAttribute

from slowwave.adapters.aws import keys, models
from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.provision import table_request
from slowwave.adapters.aws.row import Row
from slowwave.adapters.aws.schema import TABLES, Table, key_attributes, table_names
from slowwave.adapters.aws.tables import PAGE_MODELS, bind
from slowwave.domain.claims import Skeleton
from slowwave.domain.pages import BODY_OF
from slowwave.domain.runs import Stage
from tests.contract.builders import NEIGHBOURS

MODELS = [each for each in vars(models).values() if isinstance(each, type) and issubclass(each, Row)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.suffix)
def test_a_table_request_defines_exactly_its_key_attributes(table: Table) -> None:
    request = table_request(table, "name")
    defined = [each["AttributeName"] for each in request["AttributeDefinitions"]]
    used = {each["AttributeName"] for each in request["KeySchema"]}
    for index in request.get("GlobalSecondaryIndexes", []):
        used |= {each["AttributeName"] for each in index["KeySchema"]}
    assert sorted(defined) == sorted(used) == sorted(key_attributes(table))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_stored_item_has_a_schema_number_and_at_most_one_version(model: type[Row]) -> None:
    attributes = model.get_attributes()
    assert "schema" in attributes
    assert sum(isinstance(each, VersionAttribute) for each in attributes.values()) <= 1


def test_every_index_of_the_schema_has_a_model_that_sets_its_keys() -> None:
    for table in TABLES:
        for index in table.indexes:
            needed = {index.hash_key, index.range_key, *index.include}
            assert any(needed <= set(model.get_attributes()) for model in MODELS), index.name


@pytest.mark.parametrize("skeleton", Skeleton)
def test_the_fields_of_a_body_are_attributes_of_its_table(skeleton: Skeleton) -> None:
    body = BODY_OF[skeleton]
    own = set(PAGE_MODELS[skeleton].get_attributes()) - set(models.PageRow.get_attributes())
    assert own == set(body.__dataclass_fields__)


def test_models_are_bound_to_the_names_they_are_given() -> None:
    bound = bind(table_names("x"), Clients("eu-west-1").connection)
    assert bound.note.Meta.table_name == bound.work.Meta.table_name == "x-notes"
    assert bound.pages[Skeleton.DOCUMENT].Meta.table_name == "x-pages-document"
    assert not hasattr(models.NoteRow, "Meta")


def test_no_scope_has_a_key_that_starts_like_that_of_another() -> None:
    for scope in NEIGHBOURS:
        own = [keys.part(scope, "head"), keys.group_part(scope, "g-1"), keys.work_part(scope, Stage.VERIFY)]
        for other in NEIGHBOURS:
            if other != scope:
                assert not any(key.startswith(f"{other.key}#") for key in own)
                assert not keys.set_prefix(scope).startswith(keys.set_prefix(other))


def test_importing_the_schema_and_the_clients_loads_no_sdk() -> None:
    program = (
        "import sys, slowwave.adapters.aws.schema, slowwave.adapters.aws.clients; "
        "print(sorted({'boto3', 'botocore', 'pynamodb'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
