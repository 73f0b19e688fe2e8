"""What the functions really call on AWS is what their roles may do: recorded below the adapters, in a whole run."""

import json
from collections import defaultdict

import pytest
from botocore.client import BaseClient

from infra.access import grants
from infra.functions import FUNCTIONS
from slowwave.adapters.aws.schema import table_names
from slowwave.domain.scope import Scope

SUFFIXES = {name: suffix for suffix, name in table_names("slowwave").items()}
ACTIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem"}


class Recorder:
    """Notes (resource, action) of every call, under the name of the function that made it."""

    def __init__(self):
        self.function = ""
        self.made = defaultdict(set)

    def note(self, service, operation, parameters):
        if self.function:
            found = _dynamodb(operation, parameters) if service == "dynamodb" else _s3(operation, parameters)
            self.made[self.function] |= set(found)


def _dynamodb(operation, parameters):
    if operation == "TransactWriteItems":
        for item in parameters["TransactItems"]:
            for kind, action in item.items():
                yield SUFFIXES[action["TableName"]], f"dynamodb:{ACTIONS[kind]}"
    elif operation in ("BatchGetItem", "BatchWriteItem"):
        for name in parameters["RequestItems"]:
            yield SUFFIXES[name], f"dynamodb:{operation}"
    else:
        index = f"/{parameters['IndexName']}" if "IndexName" in parameters else ""
        yield f"{SUFFIXES[parameters['TableName']]}{index}", f"dynamodb:{operation}"


def _s3(operation, parameters):
    if operation == "ListObjectVersions":
        kind = parameters["Prefix"].split("/")[0]
        yield f"{'sets' if kind == 'sets' else 'raw'} versions", "s3:ListBucketVersions"
        return
    resource = f"{parameters['Key'].split('/')[0]}/"
    yield resource, f"s3:{operation}{'Version' if 'VersionId' in parameters else ''}"
    if parameters.get("BypassGovernanceRetention"):
        yield resource, "s3:BypassGovernanceRetention"


@pytest.fixture
def recorder(monkeypatch):
    recording = Recorder()
    send = BaseClient._make_api_call

    def record(client, operation, parameters):
        recording.note(client.meta.service_model.service_name, operation, parameters)
        return send(client, operation, parameters)

    monkeypatch.setattr(BaseClient, "_make_api_call", record)
    return recording


@pytest.fixture
def invoke(invoke, recorder):
    """Call a function and record under its name."""

    def call(name, event, ports):
        recorder.function = name
        answer = invoke(name, event, ports)
        recorder.function = ""
        return answer

    return call


def test_every_call_of_a_run_is_granted(ports, invoke, recorder, request_of, said, consolidate):
    first = [*said("Always run the linter before you commit.", sessions=3), *said("We deploy from the release branch.")]
    invoke("capture", request_of(body={"records": first}), ports)
    consolidate(ports)
    invoke("injection", request_of(task="commit"), ports)
    (item,) = (
        each.item.id for each in ports.notes.all(Scope("acme", "coder")) if "linter" in each.item.claim.statement
    )
    assert invoke("curate", request_of(path={"item": item, "act": "forget"}), ports)["statusCode"] == 200
    invoke("capture", request_of(body={"records": said("Never run the linter before you commit.")}), ports)
    consolidate(ports)
    assert invoke("rollback", request_of(body={"to": "previous"}), ports)["statusCode"] == 200
    consolidate(ports)
    order = {"tenant": "acme", "agent": "coder", "by": "match", "names": ["linter"]}
    plan = invoke("erase", order, ports)["plan"]
    assert invoke("erase", {**order, "confirm": plan}, ports)["receipt"] == plan
    consolidate(ports)
    assert set(recorder.made) == set(FUNCTIONS)
    refused = {
        name: sorted(calls - {(resource, action) for resource, actions in _granted(name).items() for action in actions})
        for name, calls in recorder.made.items()
    }
    assert not {name: calls for name, calls in refused.items() if calls}, json.dumps(refused, indent=1)


def _granted(name):
    return grants(FUNCTIONS[name].calls)
