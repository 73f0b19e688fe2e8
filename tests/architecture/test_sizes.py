"""No file and no function grows past what one reads at once."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_LINES_OF_A_FILE = 250
MOST_LINES_OF_A_FUNCTION = 50
FOLDERS = ("layers/slowwave/python", "functions", "infra")

FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def test_files_are_short():
    sizes = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert not {name: size for name, size in sizes.items() if size > MOST_LINES_OF_A_FILE}


def test_functions_are_short():
    sizes = {
        f"{path.relative_to(ROOT)}:{node.name}": node.end_lineno - node.lineno + 1
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert sizes
    assert not {name: size for name, size in sizes.items() if size > MOST_LINES_OF_A_FUNCTION}
