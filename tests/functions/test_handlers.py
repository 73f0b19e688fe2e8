"""Handlers stay thin: they parse, call one function and shape the answer."""

import ast

import pytest

from infra.functions import FUNCTIONS
from infra.packaging import ROOT


@pytest.fixture(params=FUNCTIONS)
def source(request):
    return (ROOT / "functions" / request.param / "handler.py").read_text("utf-8")


def test_a_handler_has_at_most_forty_lines(source):
    assert len(source.splitlines()) <= 40


def test_a_handler_catches_nothing(source):
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Try)]


def test_a_handler_imports_the_library_only(source):
    modules = [node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    standard = {"__future__", "collections.abc", "datetime", "functools", "typing"}
    assert not [module for module in modules if module not in standard and not module.startswith("slowwave.")]


def test_a_function_is_one_file(source, request):
    for name in FUNCTIONS:
        assert [each.name for each in (ROOT / "functions" / name).iterdir() if each.suffix] == ["handler.py"]
