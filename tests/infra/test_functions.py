"""Environment, permissions and logs of every function, against the table they are made from."""

import pytest

from infra.access import METHODS, grants
from infra.functions import FUNCTIONS, ONLINE
from infra.packaging import ROOT
from slowwave.adapters.aws.schema import table_names
from slowwave.stages.plan import LEASE

SPECS = FUNCTIONS.items()
NAMES = table_names("slowwave")


@pytest.fixture(params=FUNCTIONS)
def name(request):
    return str(request.param)


@pytest.fixture
def function(name, template):
    return template.only("AWS::Lambda::Function", name.capitalize())["Properties"]


def test_every_folder_is_a_function():
    assert {folder.parent.name for folder in (ROOT / "functions").glob("*/handler.py")} == set(FUNCTIONS)


def test_the_environment_has_exactly_the_fields_of_the_settings(name, function):
    assert set(function["Environment"]["Variables"]) == set(FUNCTIONS[name].settings.deployed().values())


def test_the_settings_read_what_the_environment_says(name, function):
    variables = {key: _text(value) for key, value in function["Environment"]["Variables"].items()}
    settings = FUNCTIONS[name].settings.parse({**variables, "AWS_REGION": "eu-central-1"})
    assert settings.table_prefix == "slowwave"
    assert settings.region == "eu-central-1"


def test_a_function_runs_on_arm_with_both_layers_and_logs_as_json(function):
    assert function["Runtime"] == "python3.13"
    assert function["Architectures"] == ["arm64"]
    dependencies, library = (_text(layer) for layer in function["Layers"])
    assert dependencies.startswith("LayersDependencies")
    assert library.startswith("LayersLibrary")
    assert function["LoggingConfig"]["LogFormat"] == "JSON"


def test_a_stage_ends_before_its_lease(name, function):
    if name not in ONLINE:
        assert function["Timeout"] < LEASE.total_seconds()


def test_a_function_has_a_role_of_its_own_with_literal_actions(name, template):
    statements = _statements(name, template)
    actions = [action for each in statements for action in _list(each["Action"])]
    assert not [action for action in actions if "*" in action]
    assert {each["Effect"] for each in statements} == {"Allow"}
    role = template.only("AWS::IAM::Role", name.capitalize())["Properties"]
    assert "ManagedPolicyArns" not in role


def test_a_function_is_granted_what_its_calls_need_and_nothing_else(name, template):
    granted = {}
    for statement in _statements(name, template):
        for resource in _list(statement["Resource"]):
            granted.setdefault(_resource(resource), set()).update(_list(statement["Action"]))
    assert granted.pop("logs") == {"logs:CreateLogStream", "logs:PutLogEvents"}
    assert granted == {resource: set(actions) for resource, actions in grants(FUNCTIONS[name].calls).items()}


def test_only_erasing_may_list_delete_or_bypass_the_lock():
    allowed = {name: {action for each in grants(spec.calls).values() for action in each} for name, spec in SPECS}
    objects = {name: {action for action in actions if action.startswith("s3:")} for name, actions in allowed.items()}
    assert "s3:BypassGovernanceRetention" in objects.pop("erase")
    assert set().union(*objects.values()) == {"s3:GetObject", "s3:PutObject"}
    assert [name for name, actions in allowed.items() if "dynamodb:Scan" in actions] == ["erase"]


def test_only_the_ledger_and_the_planner_write_to_notes_pages_and_control():
    writers = {
        call
        for call, found in METHODS.items()
        for grant in found
        if grant.resource != "records" and any("Put" in action or "Delete" in action for action in grant.actions)
    }
    objects = {"records.append", "reports.put", "sets.put"}
    erasing = {"eraser.drop_records", "eraser.rewrite", "eraser.strip"}
    assert writers == {"ledger.commit", "registry.mark_ready", "registry.settle", *objects, *erasing}


def test_every_log_group_forgets(template):
    groups = template.of_type("AWS::Logs::LogGroup").values()
    assert len(groups) == len(FUNCTIONS) + 2
    assert all(group["Properties"]["RetentionInDays"] == 90 for group in groups)


def _statements(name, template):
    return template.only("AWS::IAM::Policy", name.capitalize())["Properties"]["PolicyDocument"]["Statement"]


def _list(value):
    return value if isinstance(value, list) else [value]


def _text(value):
    return value if isinstance(value, str) else next(iter(value.values()))


def _resource(arn):
    """Read a resource of a statement back to its name in `infra.access`."""
    parts = arn["Fn::Join"][1] if "Fn::Join" in arn else [arn]
    target = next(part["Fn::GetAtt"][0] for part in parts if isinstance(part, dict) and "Fn::GetAtt" in part)
    tail = parts[-1] if isinstance(parts[-1], str) else ""
    if "Logs" in target:
        return "logs"
    if "Bucket" in target:
        return tail.removeprefix("/").removesuffix("*") or f"{'raw' if 'Raw' in target else 'sets'} versions"
    suffixes = {"StorageTables" + "".join(part.capitalize() for part in suffix.split("-")): suffix for suffix in NAMES}
    suffix = next(suffixes[prefix] for prefix in sorted(suffixes, key=len, reverse=True) if target.startswith(prefix))
    return f"{suffix}/{tail.removeprefix('/index/')}" if tail else suffix
