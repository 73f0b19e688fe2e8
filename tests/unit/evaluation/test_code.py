"""A result is of the code that made it."""

from __future__ import annotations

from pathlib import Path

import pytest

import slowwave
from slowwave.evaluation import code
from slowwave.evaluation.results import Meter


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("domain/rule.py", "cli/listing.py", "cli/evaluating.py", "words.yaml", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(slowwave, "__file__", str(tmp_path / "__init__.py"))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("domain/rule.py", True),
        ("words.yaml", True),
        ("cli/evaluating.py", True),
        ("domain/new.py", True),
        ("cli/listing.py", False),
        ("README.md", False),
    ],
)
def test_the_digest_changes_with_what_can_change_a_figure(package: Path, name: str, *, changes: bool) -> None:
    measure = code.code_digest.__wrapped__
    before = measure()
    (package / name).write_text("other")
    assert (measure() != before) is changes


def test_a_run_carries_the_digest_of_its_code_and_the_version_of_its_rules() -> None:
    from datetime import UTC, datetime

    made = Meter().circumstances(datetime(2026, 3, 1, tzinfo=UTC))
    assert (made.code, made.rules) == (code.code_digest(), code.RULES)
    assert len(made.code) == 64
