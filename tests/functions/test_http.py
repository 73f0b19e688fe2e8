"""What a caller of the HTTP edge gets for what they ask."""

import base64
import json
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from slowwave import errors
from slowwave.bootstrap import Ports
from slowwave.domain.scope import Scope
from slowwave.online import http


@pytest.fixture(params=["capture", "curate", "rollback", "injection"])
def online(request):
    return request.param


class Failing:
    """Stands behind any port; every call raises."""

    def __init__(self, error):
        self._error = error

    def append(self, *_, **__):
        raise self._error

    pointer = append
    get = append


def _failing(error):
    store = Failing(error)
    ports = SimpleNamespace(
        records=store,
        registry=store,
        journal=store,
        sets=store,
        pages=store,
        notes=store,
        ranking=store,
        kin=store,
        ledger=store,
        tokenizer=None,
        clock=lambda: datetime.now(UTC),
    )
    ports.within = lambda _: ports
    ports.taken_by = lambda function: Ports.taken_by(ports, function)
    return ports


def _event(request_of, said):
    return request_of(
        body={"records": said("Use tabs."), "to": "previous"}, path={"item": "n-1", "act": "pin"}, task="x"
    )


@pytest.mark.parametrize("tenant", [None, " ", 7])
def test_a_token_without_a_tenant_is_refused(ports, invoke, request_of, online, tenant):
    answer = invoke(online, request_of(tenant=tenant, body={"records": []}), ports)
    assert answer["statusCode"] == 401
    assert json.loads(answer["body"])["message"] == "the token must carry the claim 'tenant'"


def test_a_request_without_claims_is_refused(ports, invoke, online):
    assert invoke(online, {}, ports)["statusCode"] == 401


def test_a_path_without_an_agent_is_refused(ports, invoke, request_of, online):
    answer = invoke(online, request_of(agent=None, body={"records": []}), ports)
    assert answer["statusCode"] == 400
    assert "agent" in json.loads(answer["body"])["message"]


def test_the_tenant_of_a_body_or_query_is_not_believed(ports, invoke, request_of, said):
    event = request_of(tenant="mallory", body={"tenant": "acme", "records": said("Use tabs.")}, tenant_="acme")
    invoke("capture", event, ports)
    assert [scope.agent for scope in ports.registry.agents("acme")] == []


@pytest.mark.parametrize("empty", [{"authorizer": None}, {"authorizer": {"jwt": None}}, {"authorizer": {"jwt": {}}}])
def test_a_request_whose_claims_are_null_is_refused(ports, invoke, online, empty):
    assert invoke(online, {"requestContext": empty}, ports)["statusCode"] == 401


@pytest.mark.parametrize("body", ["[" * 100_000, '{"to":' * 100_000])
@pytest.mark.parametrize("function", ["capture", "curate", "rollback"])
def test_a_body_that_is_nested_without_end_is_refused(ports, invoke, request_of, function, body):
    answer = invoke(function, request_of(body=body, path={"item": "n-1", "act": "pin"}), ports)
    assert answer["statusCode"] == 400


def test_half_a_character_pair_in_a_reason_or_a_task_is_no_fault_of_ours(ports, invoke, request_of, consolidate, said):
    invoke("capture", request_of(body={"records": said("Always run make lint first.")}), ports)
    consolidate(ports)
    scope = Scope("acme", "coder")
    item = next(each.item.id for each in ports.notes.all(scope))
    event = request_of(body=json.dumps({"because": "\ud800"}), path={"item": item, "act": "pin"})
    assert invoke("curate", event, ports)["statusCode"] == 200
    assert invoke("injection", request_of(task="\ud800"), ports)["statusCode"] == 200


def test_an_act_on_no_item_is_refused_in_our_own_words(ports, invoke, request_of):
    answer = invoke("curate", request_of(path={"act": "pin"}), ports)
    assert answer["statusCode"] == 400
    assert "name the note or page" in json.loads(answer["body"])["message"]


@pytest.mark.parametrize("body", ["", "{", "[]", '{"records": {}}', '{"records": null}', '{"other": []}'])
def test_a_body_without_records_is_refused(ports, invoke, request_of, body):
    assert invoke("capture", request_of(body=body), ports)["statusCode"] == 400


def test_an_encoded_body_is_read(ports, invoke, request_of, said):
    event = request_of(body={"records": said("Use tabs.")})
    encoded = {**event, "body": base64.b64encode(event["body"].encode()).decode(), "isBase64Encoded": True}
    assert json.loads(invoke("capture", encoded, ports)["body"])["stored"] == 1


def test_a_bad_record_costs_no_other(ports, invoke, request_of, said):
    answer = invoke("capture", request_of(body={"records": [{"session": "s"}, *said("Use tabs.")]}), ports)
    body = json.loads(answer["body"])
    assert (body["stored"], [each["position"] for each in body["failed"]]) == (1, [0])


@pytest.mark.parametrize("budget", ["-1", "ten", "1.5", "²", "0", "9" * 5000])
def test_a_budget_that_is_no_number_of_tokens_is_refused(ports, invoke, request_of, budget):
    assert invoke("injection", request_of(budget=budget), ports)["statusCode"] == 400


@pytest.mark.parametrize("files", ["-1", "many", "1.5", "9" * 5000])
def test_files_that_are_no_number_are_refused(ports, invoke, request_of, files):
    assert invoke("injection", request_of(files=files), ports)["statusCode"] == 400


def test_an_answer_that_the_caller_holds_is_not_sent_again(ports, invoke, request_of):
    first = invoke("injection", request_of(task="x"), ports)
    tag = first["headers"]["etag"]
    for given in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = invoke("injection", request_of(task="x", headers={"if-none-match": given}), ports)
        assert (again["statusCode"], again["headers"]["etag"], "body" in again) == (304, tag, False)
    changed = invoke("injection", request_of(task="y", headers={"if-none-match": tag}), ports)
    assert changed["statusCode"] == 200


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.UnknownItem("no such set"), 404),
        (errors.InvalidInput("too small"), 400),
        (errors.VersionConflict("changed"), 409),
        (errors.Busy("held"), 409),
        (errors.PublicationRejected("not grounded"), 409),
        (errors.Unavailable("try again"), 503),
    ],
)
def test_an_error_is_answered_by_its_class(invoke, request_of, said, online, error, status):
    answer = invoke(online, _event(request_of, said), _failing(error))
    assert answer["statusCode"] == status
    assert json.loads(answer["body"]) == {"error": type(error).__name__, "message": str(error)}
    assert ("retry-after" in answer["headers"]) == (status == 503)


@pytest.mark.parametrize("error", [errors.Corrupt("bytes"), KeyError("x")])
def test_a_fault_of_ours_is_raised_and_counted(invoke, request_of, said, online, error):
    with pytest.raises(type(error)):
        invoke(online, _event(request_of, said), _failing(error))


def test_every_error_of_the_tree_that_a_caller_can_meet_has_a_status():
    ours = {errors.Corrupt, errors.SlowwaveError}
    classes = {each for each in vars(errors).values() if isinstance(each, type)}
    assert {each for each in classes if not issubclass(each, tuple(http.STATUSES))} == ours
