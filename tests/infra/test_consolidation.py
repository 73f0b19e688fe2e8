"""The state machine: the stages in their order, each again while there is more, and a report whatever happens."""

import inspect
import json
import time
from itertools import pairwise

import boto3
import pytest

import slowwave.errors
from infra.constructs.consolidation import RETRIES
from slowwave.domain.runs import Stage

STAGES = [stage.value.capitalize() for stage in Stage]


@pytest.fixture
def definition(template):
    return template.definition()


@pytest.fixture
def run(definition):
    """The states of one scope's run."""
    return definition["States"]["Each scope"]["ItemProcessor"]


def test_it_plans_then_runs_every_scope_then_says_how_they_ended(definition):
    states = definition["States"]
    assert definition["StartAt"] == "Name the execution"
    assert states["Name the execution"]["Next"] == "Plan"
    assert states["Plan"]["Next"] == "Each scope"
    assert states["Each scope"]["ItemsPath"] == "$.tasks"
    assert states["Each scope"]["Next"] == "Outcome"


def test_scopes_run_apart_from_each_other_and_not_all_at_once(definition):
    scopes = definition["States"]["Each scope"]
    assert scopes["ItemProcessor"]["ProcessorConfig"] == {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}
    assert 1 <= scopes["MaxConcurrency"] <= 1000
    assert scopes["ToleratedFailurePercentage"] == 100


def test_no_more_scopes_are_planned_than_run_at_once(definition, template):
    variables = template.only("AWS::Lambda::Function", "Plan")["Properties"]["Environment"]["Variables"]
    assert int(variables["SLOWWAVE_PLAN_LIMIT"]) == definition["States"]["Each scope"]["MaxConcurrency"]


def test_the_stages_follow_the_list_of_the_domain(run):
    assert run["StartAt"] == STAGES[0]
    for this, following in pairwise([*STAGES, "Report"]):
        assert run["States"][run["States"][this]["Next"]]["Default"] == following


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_is_called_again_while_there_is_more(run, stage):
    choice = run["States"][run["States"][stage]["Next"]]
    assert choice["Choices"] == [{"Variable": "$.more", "BooleanEquals": True, "Next": stage}]


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_fails_is_reported_with_its_task(run, stage):
    assert run["States"][stage]["Catch"] == [
        {"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Report"}
    ]


def test_every_call_is_made_again_after_a_passing_fault_and_with_jitter(definition, run):
    for state in (definition["States"]["Plan"], *(run["States"][name] for name in [*STAGES, "Report"])):
        assert [each["ErrorEquals"] for each in state["Retry"]] == [list(retry.errors) for retry in RETRIES]
        assert all(each["JitterStrategy"] == "FULL" and each["BackoffRate"] == 2 for each in state["Retry"])


def test_only_errors_that_a_further_call_may_cure_are_retried():
    own = {name for name, _ in inspect.getmembers(slowwave.errors, inspect.isclass)}
    retried = {name for retry in RETRIES for name in retry.errors}
    assert retried & own == {"Unavailable", "Conflict", "VersionConflict", "HeadConflict"}


def test_the_log_holds_no_messages(template):
    logging = template.only("AWS::StepFunctions::StateMachine")["Properties"]["LoggingConfiguration"]
    assert logging["IncludeExecutionData"] is False


def test_the_schedule_gives_its_own_time_as_the_time_of_the_runs(template):
    schedule = template.only("AWS::Scheduler::Schedule")["Properties"]
    assert schedule["ScheduleExpression"] == "rate(1 hour)"
    assert json.loads(schedule["Target"]["Input"]) == {"as_of": "<aws.scheduler.scheduled-time>"}
    assert schedule["Target"]["DeadLetterConfig"]


def test_failed_runs_and_rejected_sets_raise_alarms(template):
    alarms = {
        each["Properties"]["MetricName"]: each["Properties"]
        for each in template.of_type("AWS::CloudWatch::Alarm").values()
    }
    assert {"ExecutionsFailed", "ExecutionsTimedOut", "PublicationRejected", "SessionsUnanswered"} <= alarms.keys()
    assert all(each["AlarmActions"] and each["Threshold"] == 1 for each in alarms.values())
    filters = (each["Properties"] for each in template.of_type("AWS::Logs::MetricFilter").values())
    counted = {each["FilterPattern"]: each["LogGroupName"]["Ref"].partition("Logs")[0] for each in filters}
    assert counted == {'{ $.errorType = "PublicationRejected" }': "Publish", "{ $.unanswered > 0 }": "Report"}


class Functions:
    """Stands behind every function; a stage has more the first time, and publishing for agent "b" is refused."""

    def __init__(self):
        self.calls = []
        self.planned_by = ""

    def answer(self, function, message):
        name = next(each for each in ("Plan", *STAGES, "Report") if function.startswith(each))
        agent = message.get("agent", "")
        first = (agent, name) not in self.calls
        self.calls.append((agent, name))
        if name == "Plan":
            self.planned_by = message["execution"]
            return {"tasks": [{"agent": agent} for agent in message["agents"]]}
        if name == "Report":
            return {"state": "failed" if "problem" in message else "completed"}
        if (agent, name) == ("b", "Publish"):
            raise slowwave.errors.PublicationRejected
        return {**message, "more": first}


@pytest.fixture
def execute(definition, monkeypatch):
    """Run the state machine in moto's interpreter over `Functions`; returns its status and the calls."""
    pytest.importorskip("antlr4", reason="needs moto[stepfunctions]")
    from moto import mock_aws
    from moto.awslambda_simple.models import LambdaSimpleBackend

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    functions = Functions()

    def invoke(_backend, function_name, _qualifier, body, *_):
        return json.dumps(functions.answer(function_name.rpartition(":")[2], json.loads(body))).encode()

    monkeypatch.setattr(LambdaSimpleBackend, "invoke", invoke)

    def run(agents):
        with mock_aws(config={"lambda": {"use_docker": False}, "stepfunctions": {"execute_state_machine": True}}):
            client = boto3.client("stepfunctions", "us-east-1")
            role = "arn:aws:iam::123456789012:role/test"
            machine = client.create_state_machine(name="test", definition=_for_moto(definition), roleArn=role)
            started = client.start_execution(
                stateMachineArn=machine["stateMachineArn"], input=json.dumps({"agents": agents})
            )
            status = "RUNNING"
            while status == "RUNNING":
                time.sleep(0.05)
                status = client.describe_execution(executionArn=started["executionArn"])["status"]
        assert functions.planned_by == started["executionArn"]
        return status, functions.calls

    return run


def test_a_run_calls_every_stage_until_it_is_done_and_reports(execute):
    status, calls = execute(["a"])
    assert status == "SUCCEEDED"
    twice = [("a", stage) for stage in STAGES for _ in range(2)]
    assert calls == [("", "Plan"), *twice, ("a", "Report")]


def test_a_refused_scope_is_reported_and_does_not_stop_another(execute):
    status, calls = execute(["a", "b"])
    assert status == "FAILED"
    assert ("a", "Report") in calls
    assert ("b", "Report") in calls


def test_nothing_to_do_is_a_success(execute):
    status, calls = execute([])
    assert status == "SUCCEEDED"
    assert calls == [("", "Plan")]


def _for_moto(definition):
    """Full ARNs, and without what the interpreter does not read."""
    text = json.dumps(definition)
    for name in ("Plan", *STAGES, "Report"):
        text = text.replace(
            f'"Resource": "{name}', f'"Resource": "arn:aws:lambda:us-east-1:123456789012:function:{name}'
        )
    body = json.loads(text)
    del body["States"]["Each scope"]["ToleratedFailurePercentage"]
    return json.dumps(body)
