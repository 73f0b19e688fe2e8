"""Acts over HTTP: who acts is what the token says, and what is forgotten is gone from the next read."""

import json

import pytest

from slowwave.domain.scope import Scope

RULE = "Always run the linter before you commit."


@pytest.fixture
def item(ports, invoke, request_of, said, consolidate):
    """The id of the one active note, published."""
    invoke("capture", request_of(body={"records": said(RULE, sessions=3)}), ports)
    consolidate(ports)
    (found,) = (each.item for each in ports.notes.all(Scope("acme", "coder")) if each.item.page_id)
    return found.id


def _read(invoke, request_of, ports):
    return json.loads(invoke("injection", request_of(task="commit"), ports)["body"])["text"]


def test_what_is_forgotten_is_gone_from_the_next_read(ports, invoke, request_of, item, consolidate):
    event = request_of(path={"item": item, "act": "forget"}, body={"because": "wrong project"}, claims={"sub": "ada"})
    answer = json.loads(invoke("curate", event, ports)["body"])
    assert (answer["act"], answer["effective"], [each["id"] for each in answer["notes"]]) == (
        "forget",
        "next read",
        [item],
    )
    assert "linter" not in _read(invoke, request_of, ports)
    (record,) = ports.records.get(Scope("acme", "coder"), [answer["record"]]).values()
    assert (record.actor, record.metadata, "wrong project" in record.text) == ("user", {"actor": "ada"}, True)
    (report,) = consolidate(ports)
    assert report["state"] == "completed"
    assert "linter" not in _read(invoke, request_of, ports)


@pytest.mark.parametrize(
    ("role", "actor"), [("operator", "operator"), ("Operator", "user"), (None, "user"), (1, "user")]
)
def test_only_the_role_of_the_token_makes_an_operator(ports, invoke, request_of, item, role, actor):
    event = request_of(path={"item": item, "act": "pin"}, body={"actor": "operator"}, claims={"role": role})
    answer = json.loads(invoke("curate", event, ports)["body"])
    (record,) = ports.records.get(Scope("acme", "coder"), [answer["record"]]).values()
    assert (record.actor, record.origin) == (actor, actor)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ({"item": "n-unknown", "act": "pin"}, None, 404),
        ({"item": "n-unknown", "act": "erase"}, None, 400),
        ({"item": "n-unknown"}, None, 400),
        ({"item": "n-unknown", "act": "pin"}, "[", 400),
        ({"item": "n-unknown", "act": "pin"}, [], 400),
        ({"item": "n-unknown", "act": "pin"}, {"because": 7}, 400),
    ],
)
def test_a_wrong_request_is_answered_in_one_sentence_and_stores_nothing(ports, invoke, request_of, path, body, status):
    answer = invoke("curate", request_of(path=path, body=body), ports)
    assert answer["statusCode"] == status
    assert json.loads(answer["body"])["message"]
    assert ports.records.count(Scope("acme", "coder"))["records"] == 0


def test_an_item_of_another_tenant_does_not_exist(ports, invoke, request_of, item):
    assert (
        invoke("curate", request_of(tenant="other", path={"item": item, "act": "forget"}), ports)["statusCode"] == 404
    )
    assert "linter" in _read(invoke, request_of, ports)
