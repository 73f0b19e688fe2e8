"""A whole run through the handlers alone."""

import json

from slowwave.domain.scope import Scope

RULE = "Always run the linter before you commit."


def test_what_was_said_in_three_sessions_is_injected_after_a_run(ports, invoke, request_of, said, consolidate):
    answer = invoke("capture", request_of(body={"records": said(RULE, sessions=3)}), ports)
    assert json.loads(answer["body"]) == {"stored": 3, "duplicate": 0, "failed": []}
    (report,) = consolidate(ports)
    assert report["state"] == "completed"
    assert "linter" in _text(invoke("injection", request_of(task="commit"), ports))


def test_delivering_and_running_again_changes_nothing(ports, invoke, request_of, said, consolidate):
    event = request_of(body={"records": said(RULE, sessions=3)})
    invoke("capture", event, ports)
    consolidate(ports)
    before = invoke("injection", request_of(task="commit"), ports)
    assert json.loads(invoke("capture", event, ports)["body"])["duplicate"] == 3
    assert consolidate(ports) == []
    assert invoke("injection", request_of(task="commit"), ports) == before


def test_nothing_to_do_plans_nothing(ports, invoke):
    assert invoke("plan", {"as_of": "2026-03-02T09:00:00Z"}, ports) == {"tasks": []}


def test_a_planned_task_is_json_and_small(ports, invoke, request_of, said):
    invoke("capture", request_of(body={"records": said(RULE)}), ports)
    planned = invoke("plan", {"as_of": "2026-03-02T09:00:00Z"}, ports)
    assert len(planned["tasks"]) == 1
    assert len(json.dumps(planned)) < 1000


def test_a_run_asks_its_probes_unless_the_start_by_hand_says_otherwise(ports, invoke, request_of, said, consolidate):
    scope = Scope("acme", "coder")
    for text, start in ((RULE, {}), ("Never push to main.", {"gated": False})):
        invoke("capture", request_of(body={"records": said(text, sessions=3)}), ports)
        consolidate(ports, **start)
    runs = [each.item for each in ports.journal.runs(scope, limit=2)]
    assert [each.published != "" for each in runs] == [True, True]
    assert sorted((each.gated, each.probed is not None) for each in runs) == [(False, False), (True, True)]


def test_an_error_of_the_state_machine_closes_the_run_as_failed(ports, invoke, request_of, said):
    invoke("capture", request_of(body={"records": said(RULE)}), ports)
    (task,) = invoke("plan", {}, ports)["tasks"]
    problem = {"Error": "Corrupt", "Cause": '{"errorMessage": "…"}'}
    assert invoke("report", {**task, "problem": problem}, ports) == {"run_id": task["run_id"], "state": "failed"}


def test_no_agent_of_another_tenant_is_read(ports, invoke, request_of, said, consolidate):
    invoke("capture", request_of(body={"records": said(RULE, sessions=3)}), ports)
    consolidate(ports)
    assert _text(invoke("injection", request_of(tenant="other", task="commit"), ports)) == ""


def _text(answer):
    return json.loads(answer["body"])["text"]
