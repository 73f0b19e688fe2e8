"""The ports in a signature are the permissions of its function: what the source calls is what the table declares."""

import ast
import inspect
from functools import cached_property
from importlib import import_module

import pytest

from infra.functions import FUNCTIONS, ONLINE
from slowwave import judging, reading, restoring
from slowwave.bootstrap import Ports
from slowwave.ports.erasing import Eraser, Holdings
from slowwave.ports.kin import KinStore
from slowwave.ports.ledger import Journal, Ledger, Registry
from slowwave.ports.memory import Census, ClusterStore, NoteRanking, NoteStore, PageStore, SetStore
from slowwave.ports.records import RecordStore
from slowwave.ports.reports import ReportStore
from slowwave.ports.tasks import TaskLog
from slowwave.stages import task

PORTS = {
    "records": RecordStore,
    "holdings": Holdings,
    "eraser": Eraser,
    "notes": NoteStore,
    "ranking": NoteRanking,
    "census": Census,
    "clusters": ClusterStore,
    "tasks": TaskLog,
    "kin": KinStore,
    "pages": PageStore,
    "sets": SetStore,
    "reports": ReportStore,
    "registry": Registry,
    "journal": Journal,
    "ledger": Ledger,
}
METHODS = {f"{port}.{method}" for port, protocol in PORTS.items() for method in vars(protocol) if method[0] != "_"}

SHARED = (task, judging, reading, restoring)
"""What stages and the online path have in common: it calls ports on their behalf."""

GIVEN = {
    name: inspect.signature(getattr(port, "func", None) or port.fget).return_annotation
    for name, port in vars(Ports).items()
    if isinstance(port, property | cached_property)
}
"""The type of each port as it is written: `Ports.taken_by` hands them over by name, so no type checker compares."""


@pytest.fixture(params=FUNCTIONS)
def name(request):
    return str(request.param)


def test_a_function_declares_exactly_the_port_methods_that_its_source_calls(name):
    assert set(FUNCTIONS[name].calls) == _calls(_module(name))


def test_a_function_takes_exactly_the_ports_that_it_calls(name):
    parameters = inspect.signature(_entry(name)).parameters.values()
    taken = {each.name for each in parameters if each.kind is each.KEYWORD_ONLY} & PORTS.keys()
    assert taken == {call.split(".")[0] for call in FUNCTIONS[name].calls}


def test_a_function_is_given_ports_of_the_types_that_it_asks_for(name):
    parameters = inspect.signature(_entry(name)).parameters.values()
    wired = {each.name: each.annotation for each in parameters if each.name in GIVEN}
    assert wired
    assert wired == {argument: GIVEN[argument] for argument in wired}


def _module(name):
    return import_module(f"slowwave.{'online' if name in ONLINE else 'stages'}.{name}")


def _entry(name):
    module = _module(name)
    return module.read if name == "injection" else module.run


def _calls(module):
    """The port methods named in a module, and in the functions of `SHARED` that it reaches."""
    tree = ast.parse(inspect.getsource(module))
    bodies = (node for each in SHARED for node in ast.parse(inspect.getsource(each)).body)
    shared = {node.name: node for node in bodies if isinstance(node, ast.FunctionDef)}
    reached = _names(tree) & shared.keys()
    while wider := {name for each in reached for name in _names(shared[each]) & shared.keys()} - reached:
        reached |= wider
    parts = (tree, *(shared[name] for name in reached))
    attributes = (node for part in parts for node in ast.walk(part) if isinstance(node, ast.Attribute))
    found = {f"{node.value.id}.{node.attr}" for node in attributes if isinstance(node.value, ast.Name)}
    return found & METHODS


def _names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
