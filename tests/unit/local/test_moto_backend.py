"""What stands in for parts of moto answers as moto does."""

from __future__ import annotations

import random
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from slowwave.adapters.local.home import open_home
from slowwave.adapters.local.moto_backend import queries
from slowwave.adapters.sessions import new_session
from slowwave.errors import InvalidInput
from tests.unit.local.tables import INDEX, TABLE, get, item, key, put, scan, shape

if TYPE_CHECKING:
    from collections.abc import Iterator


class PlainMoto:
    def client(self, service: str) -> Any:
        return boto3.client(service, "us-east-1", aws_access_key_id="x", aws_secret_access_key="x")


@contextmanager
def plain_moto() -> Iterator[PlainMoto]:
    with mock_aws():
        yield PlainMoto()


def random_transaction(chance: random.Random) -> list[dict[str, Any]]:
    operations = []
    for number in chance.sample(range(8), chance.randint(1, 4)):
        sk = f"{number}"
        condition = chance.choice(
            ["attribute_not_exists(pk)", "attribute_exists(pk)", "size(#t) > :n", "#v = :v", None]
        )
        used = condition or ""
        conditions: dict[str, Any] = {"ConditionExpression": condition} if condition else {}
        names = {name: full for name, full in (("#t", "text"), ("#v", "version")) if name in used}
        values = {name: {"N": "1"} for name in (":n", ":v") if name in used}
        kind = chance.choice(["Put", "Update", "Delete", "ConditionCheck"])
        if kind == "ConditionCheck" and not condition:
            kind = "Put"
        operation: dict[str, Any] = {"TableName": TABLE, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"} | conditions
        if kind == "Put":
            operation["Item"] = item(sk, "x" * chance.randint(0, 3)) | {"version": {"N": str(chance.randint(1, 2))}}
        else:
            operation["Key"] = key(sk)
        if kind == "Update":
            operation["UpdateExpression"] = (
                "ADD version :one SET tags.#k = :one" if chance.random() < 0.2 else "ADD version :one"
            )
            values[":one"] = {"N": "1"}
            if "#k" in operation["UpdateExpression"]:
                names["#k"] = "k"
        if names:
            operation["ExpressionAttributeNames"] = names
        if values:
            operation["ExpressionAttributeValues"] = values
        operations.append({kind: operation})
    if chance.random() < 0.1:
        operations.append(operations[0])
    return operations


def outcomes(cloud: Any, transactions: list[list[dict[str, Any]]]) -> list[Any]:
    shape(cloud)
    client = cloud.client("dynamodb")
    seen: list[Any] = []
    for operations in transactions:
        try:
            client.transact_write_items(TransactItems=operations)
            seen.append("done")
        except ClientError as error:
            seen.append((error.response["Error"], error.response.get("CancellationReasons")))
        seen.append(client.scan(TableName=TABLE)["Items"])
    return seen


def test_transactions_end_as_in_plain_moto(tmp_path: Path) -> None:
    chance = random.Random(1)
    transactions = [random_transaction(chance) for _ in range(150)]
    with plain_moto() as cloud:
        expected = outcomes(cloud, transactions)
    with open_home(tmp_path / "home") as home:
        assert outcomes(home, transactions) == expected
        last = scan(home)
    assert expected.count("done") > 20
    assert sum(isinstance(each, tuple) for each in expected) > 20
    with open_home(tmp_path / "home") as home:
        assert scan(home) == last


def test_a_failed_transaction_changes_nothing_and_says_which_condition_failed(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        put(home, item("a", "old"))
        client = home.client("dynamodb")
        with pytest.raises(ClientError) as failed:
            client.transact_write_items(
                TransactItems=[
                    {"Put": {"TableName": TABLE, "Item": item("b")}},
                    {
                        "Update": {
                            "TableName": TABLE,
                            "Key": key("a"),
                            "UpdateExpression": "REMOVE #t",
                            "ExpressionAttributeNames": {"#t": "text"},
                        }
                    },
                    {"Delete": {"TableName": TABLE, "Key": key("c"), "ConditionExpression": "attribute_exists(pk)"}},
                ]
            )
        reasons = [each["Code"] for each in failed.value.response["CancellationReasons"]]
        assert reasons == ["None", "None", "ConditionalCheckFailed"]
        assert scan(home) == [item("a", "old")]


def test_an_update_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        put(home, item("a", "old"))
        with pytest.raises(ClientError, match="size"):
            home.client("dynamodb").update_item(
                TableName=TABLE,
                Key=key("a"),
                UpdateExpression="SET #t = :new, big = :big",
                ExpressionAttributeNames={"#t": "text"},
                ExpressionAttributeValues={":new": {"S": "new"}, ":big": {"S": "x" * 410_000}},
            )
        assert get(home, "a") == item("a", "old")


def test_an_item_over_the_size_limit_is_refused(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        shape(home)
        with pytest.raises(ClientError, match="Item size has exceeded"):
            put(home, item("a", "x" * 410_000))
        assert scan(home) == []


def random_query(chance: random.Random) -> dict[str, Any]:
    indexed = chance.random() < 0.5
    partition = chance.choice(["p0", "p1", "none"])
    values = {":p": {"S": partition}}
    names = {"#h": "group" if indexed else "pk"}
    condition = "#h = :p"
    comparison = chance.choice(["", "=", "<", "<=", ">", ">=", "BETWEEN", "" if indexed else "begins_with"])
    if comparison:
        names["#r"] = "day" if indexed else "sk"
        low = chance.randint(0, 40)

        def operand(value: int) -> dict[str, str]:
            return {"N": str(value // 4)} if indexed else {"S": f"{value:02}"}

        values[":a"] = operand(low)
        if comparison == "BETWEEN":
            values[":b"] = operand(low + chance.randint(0, 15))
            condition += " AND #r BETWEEN :a AND :b"
        elif comparison == "begins_with":
            values[":a"] = {"S": chance.choice(["", "0", "1", "12", "9"]) or "1"}
            condition += " AND begins_with(#r, :a)"
        else:
            condition += f" AND #r {comparison} :a"
    request: dict[str, Any] = {
        "TableName": TABLE,
        "KeyConditionExpression": condition,
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
        "ScanIndexForward": chance.random() < 0.5,
    }
    if indexed:
        request["IndexName"] = INDEX
    if chance.random() < 0.7:
        request["Limit"] = chance.randint(1, 7)
    if chance.random() < 0.3:
        request |= {"FilterExpression": "#f > :f"}
        names["#f"], values[":f"] = "flag", {"N": "0"}
    return request


def pages(client: Any, request: dict[str, Any]) -> list[Any]:
    answers = []
    while True:
        answer = client.query(**request)
        answers.append((answer["Items"], answer["Count"], answer["ScannedCount"], answer.get("LastEvaluatedKey")))
        if "LastEvaluatedKey" not in answer:
            return answers
        request = request | {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def change(client: Any, chance: random.Random) -> None:
    sk, pk = f"{chance.randint(0, 40):02}", chance.choice(["p0", "p1"])
    if chance.random() < 0.3:
        client.delete_item(TableName=TABLE, Key=key(sk, pk))
        return
    row = item(sk, pk=pk) | {"flag": {"N": str(chance.randint(0, 1))}}
    if chance.random() < 0.8:
        row |= {"group": {"S": chance.choice(["p0", "p1"])}, "day": {"N": str(chance.randint(0, 10))}}
    client.transact_write_items(TransactItems=[{"Put": {"TableName": TABLE, "Item": row}}])


def test_queries_answer_page_by_page_as_plain_moto_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(2)
    with open_home(tmp_path) as home:
        shape(home)
        client = home.client("dynamodb")
        for _ in range(60):
            change(client, chance)
        for _ in range(150):
            change(client, chance)
            request = random_query(chance)
            fast = pages(client, request)
            with monkeypatch.context() as plain:
                plain.setattr(queries, "sorted_index", lambda *_: None)
                assert fast == pages(client, request), request


def test_a_client_for_another_region_is_refused(tmp_path: Path) -> None:
    with open_home(tmp_path):
        client = new_session().create_client("dynamodb", region_name="eu-central-1")
        with pytest.raises(InvalidInput, match="is in us-east-1, not in eu-central-1"):
            client.list_tables()


def test_the_work_of_a_transaction_and_a_query_does_not_grow_with_the_table(tmp_path: Path) -> None:
    import sys

    def calls_of(act: Any) -> int:
        count = 0

        def tally(_frame: Any, event: str, _argument: Any) -> None:
            nonlocal count
            count += event == "call"

        before = sys.getprofile()
        sys.setprofile(tally)
        try:
            act()
        finally:
            sys.setprofile(before)
        return count

    def fill(client: Any, start: int, stop: int) -> None:
        for first in range(start, stop, 100):
            rows = [item(f"{number:05}") for number in range(first, first + 100)]
            client.transact_write_items(TransactItems=[{"Put": {"TableName": TABLE, "Item": row}} for row in rows])

    request = {
        "TableName": TABLE,
        "KeyConditionExpression": "pk = :p AND begins_with(sk, :s)",
        "ExpressionAttributeValues": {":p": {"S": "tenant/agent"}, ":s": {"S": "000"}},
        "Limit": 10,
    }
    with open_home(tmp_path, persist=False) as home:
        shape(home)
        client = home.client("dynamodb")
        fill(client, 0, 200)
        client.query(**request)
        few = (calls_of(lambda: fill(client, 0, 100)), calls_of(lambda: client.query(**request)))
        fill(client, 200, 3_000)
        many = (calls_of(lambda: fill(client, 0, 100)), calls_of(lambda: client.query(**request)))
    assert many[0] < few[0] * 1.1
    assert many[1] < few[1] * 1.1
