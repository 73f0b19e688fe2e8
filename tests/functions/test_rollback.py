"""A rollback over HTTP: who asks is what the token says, and the next read shows the earlier set."""

import json

import pytest

from slowwave.domain.scope import Scope

SCOPE = Scope("acme", "coder")


@pytest.fixture
def published(ports, invoke, request_of, said, consolidate):
    """Two sets, the second with one rule more; their hashes."""
    invoke("capture", request_of(body={"records": said("Always run the linter before you commit.", sessions=3)}), ports)
    consolidate(ports)
    first = ports.journal.pointer(SCOPE).item.current
    invoke("capture", request_of(body={"records": said("Never push to the main branch.")}), ports)
    consolidate(ports)
    return first, ports.journal.pointer(SCOPE).item.current


def _read(invoke, request_of, ports):
    return json.loads(invoke("injection", request_of(task="deploy"), ports)["body"])


@pytest.mark.parametrize("named", ["previous", "hash"])
def test_the_next_read_shows_the_earlier_set(ports, invoke, request_of, consolidate, published, named):
    first, second = published
    body = {"to": first if named == "hash" else named, "because": "answers got worse"}
    event = request_of(body=body, claims={"sub": "ada", "role": "operator"})
    answer = json.loads(invoke("rollback", event, ports)["body"])
    assert (answer["set"], answer["asked"], answer["away"]) == (first, first, second)
    assert answer["effective"] == "next read"
    assert _read(invoke, request_of, ports)["set"] == first
    (record,) = ports.records.get(SCOPE, [answer["record"]]).values()
    assert (record.actor, record.metadata) == ("operator", {"actor": "ada"})
    assert json.loads(record.text) == {"act": "rollback", "because": "answers got worse", "set": first}
    (report,) = consolidate(ports)
    assert report["state"] == "completed"
    assert _read(invoke, request_of, ports)["set"] == first
    again = json.loads(invoke("rollback", request_of(body={"to": first}), ports)["body"])
    assert (again["effective"], again["record"]) == ("already so", "")


WRONG = [({"to": "f" * 64}, 404), ({"to": "latest"}, 404), ({}, 400), ("[", 400), ({"to": 7}, 400)]


def test_a_wrong_request_is_answered_in_one_sentence_and_changes_nothing(ports, invoke, request_of, published):
    records = ports.records.count(SCOPE)["records"]
    for body, status in WRONG:
        answer = invoke("rollback", request_of(body=body), ports)
        assert answer["statusCode"] == status, body
        assert json.loads(answer["body"])["message"]
    assert ports.records.count(SCOPE)["records"] == records
    assert _read(invoke, request_of, ports)["set"] == published[1]


def test_a_set_of_another_tenant_does_not_exist(ports, invoke, request_of, said, consolidate, published):
    invoke("capture", request_of(tenant="other", body={"records": said("We use tabs.")}), ports)
    consolidate(ports)
    assert invoke("rollback", request_of(tenant="other", body={"to": published[0]}), ports)["statusCode"] == 404
