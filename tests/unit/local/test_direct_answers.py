"""What is answered without HTTP is what the long way through moto and botocore answers."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.exceptions import ClientError, ParamValidationError
from moto import mock_aws

from slowwave.adapters.local.home import open_home
from slowwave.adapters.local.moto_backend import direct
from tests.unit.local.tables import INDEX, TABLE, get, item, key, put, scan, shape

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


EVERY_TYPE: dict[str, Any] = {
    "text": {"S": "a ü \N{GRINNING FACE}"},
    "number": {"N": "12.50"},
    "bytes": {"B": b"\x00\xff"},
    "yes": {"BOOL": True},
    "nothing": {"NULL": True},
    "texts": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1", "2.5"]},
    "several": {"BS": [b"\x01", b"\x02"]},
    "list": {"L": [{"S": "x"}, {"L": []}, {"B": b"y"}]},
    "map": {"M": {"inner": {"M": {"empty": {"M": {}}}}, "n": {"N": "-3"}}},
}
FULL = item("full") | EVERY_TYPE | {"group": {"S": "g"}, "day": {"N": "3"}}
IF_NEW = {"ConditionExpression": "attribute_not_exists(pk)", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
ADD = {"UpdateExpression": "ADD number :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}
OF_ONE = {"KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": {":p": {"S": "tenant/agent"}}}
OF_GROUP = {"KeyConditionExpression": "#g = :g", "ExpressionAttributeNames": {"#g": "group"}}
ONE = {"TableName": TABLE}

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("get_item", ONE | {"Key": key("full")}),
    ("put_item", ONE | {"Item": FULL} | IF_NEW),
    ("put_item", ONE | {"Item": FULL} | IF_NEW),
    ("put_item", ONE | {"Item": FULL, "ReturnValues": "ALL_OLD"}),
    ("get_item", ONE | {"Key": key("full")}),
    ("get_item", ONE | {"Key": key("full"), "ProjectionExpression": "number,bytes", "ConsistentRead": True}),
    *(("update_item", ONE | {"Key": key("full"), "ReturnValues": kept} | ADD) for kept in ("NONE", "ALL_NEW")),
    *(("update_item", ONE | {"Key": key("full"), "ReturnValues": kept} | ADD) for kept in ("ALL_OLD", "UPDATED_NEW")),
    ("update_item", ONE | {"Key": key("full")} | ADD | IF_NEW),
    ("update_item", ONE | {"Key": key("full"), "UpdateExpression": "SET text"}),
    ("put_item", ONE | {"Item": key("full") | {"pk": {"S": ""}}}),
    ("put_item", {"TableName": "no-such-table", "Item": FULL}),
    ("put_item", ONE | {"Item": {"pk": {"S": "only half a key"}}}),
    ("put_item", ONE | {"Item": {"pk": "no type"}}),
    ("batch_write_item", {"RequestItems": {TABLE: [{"PutRequest": {"Item": item(f"{n}")}} for n in range(5)]}}),
    ("batch_get_item", {"RequestItems": {TABLE: {"Keys": [key("full"), key("3"), key("none")]}}}),
    ("batch_get_item", {"RequestItems": {TABLE: {"Keys": [key("3"), key("3")]}}}),
    ("query", ONE | OF_ONE | {"Limit": 2, "ReturnConsumedCapacity": "TOTAL"}),
    ("query", ONE | OF_ONE | {"Select": "COUNT"}),
    ("query", ONE | OF_GROUP | {"IndexName": INDEX, "ExpressionAttributeValues": {":g": {"S": "g"}}, "Limit": 1}),
    ("query", ONE | OF_GROUP | {"IndexName": "no-such-index", "ExpressionAttributeValues": {":g": {"S": "g"}}}),
    ("scan", ONE | {"Limit": 3}),
    ("transact_write_items", {"TransactItems": [{"Put": ONE | {"Item": item("new")}}]}),
    (
        "transact_write_items",
        {"TransactItems": [{"Put": ONE | {"Item": item("other")}}, {"Put": ONE | {"Item": FULL} | IF_NEW}]},
    ),
    ("delete_item", ONE | {"Key": key("full"), "ReturnValues": "ALL_OLD"}),
    ("delete_item", ONE | {"Key": key("full")} | {"ConditionExpression": "attribute_exists(pk)"}),
    ("scan", ONE),
]


class PlainMoto:
    def client(self, service: str) -> Any:
        return boto3.session.Session().client(service, "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")  # type: ignore[call-overload]


@contextmanager
def plain_moto() -> Iterator[PlainMoto]:
    with mock_aws():
        yield PlainMoto()


def outcomes(cloud: Any) -> list[Any]:
    shape(cloud)
    client = cloud.client("dynamodb")
    seen: list[Any] = []
    for method, request in REQUESTS:
        try:
            answer = getattr(client, method)(**request)
        except ClientError as error:
            answer = error.response | {"raised": type(error).__name__}
        except ParamValidationError as error:
            answer = {"invalid": str(error)}
        answer.pop("ResponseMetadata", None)
        seen.append((method, answer))
    return seen


def test_every_operation_and_every_error_is_answered_as_in_plain_moto(tmp_path: Path) -> None:
    with plain_moto() as cloud:
        expected = outcomes(cloud)
    with open_home(tmp_path) as home:
        for here, there in zip(outcomes(home), expected, strict=True):
            assert here == there
    called = {method for method, _ in REQUESTS}
    assert called == {"".join(f"_{c.lower()}" if c.isupper() else c for c in name)[1:] for name in direct.METHODS}
    assert sum("Error" in answer for _, answer in expected) > 8


def test_an_answer_can_be_changed_without_changing_what_is_stored(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        put(home, FULL)
        answer = get(home, "full")
        assert answer is not None
        answer["list"]["L"].clear()
        answer["texts"]["SS"].append("c")
        answer["map"]["M"].clear()
        assert get(home, "full") == FULL


def test_the_events_of_a_call_come_before_and_after_it(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        client = home.client("dynamodb")
        seen: list[tuple[str, int]] = []
        client.meta.events.register(
            "before-call.dynamodb.PutItem", lambda **_: seen.append(("before", len(scan(home))))
        )
        client.meta.events.register("after-call.dynamodb.PutItem", lambda **_: seen.append(("after", len(scan(home)))))
        client.put_item(TableName=TABLE, Item=item("a"))
        assert seen == [("before", 0), ("after", 1)]


def test_what_a_refused_call_did_before_it_failed_is_undone(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        put(home, item("a", "old"))
        batch = [{"PutRequest": {"Item": item("a", "new")}}, {"PutRequest": {"Item": {"pk": {"S": "half"}}}}]
        with pytest.raises(ClientError):
            home.client("dynamodb").batch_write_item(RequestItems={TABLE: batch})
        assert scan(home) == [item("a", "old")]
