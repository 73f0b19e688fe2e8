"""What is published names no registry host and no path of the machine it was made on."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("*.md", "*.toml", "*.json", "Makefile", "docs/**/*", ".ci/*", "layers/**/*", "functions/**/*", "infra/**/*")
SUFFIXES = {"", ".md", ".py", ".toml", ".json", ".lock", ".html", ".css", ".js", ".txt", ".yaml", ".yml"}
BANNED = {
    "a registry host": r"pypi\.org|python[h]osted|npmjs\.|yarnpkg\.|artifactory|--(extra-)?index-url|--find-links",
    "a path of a machine": r"(?<![\w.])/(work|root|opt|home|Users)/\w",
}


@pytest.mark.parametrize("what", BANNED)
def test_nothing_published_names(what):
    paths = {path for pattern in PLACES for path in ROOT.glob(pattern) if path.is_file() and path.suffix in SUFFIXES}
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in sorted(paths)
        if "__pycache__" not in path.parts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(BANNED[what], line)
    ]
    assert not found, "\n".join(found)
