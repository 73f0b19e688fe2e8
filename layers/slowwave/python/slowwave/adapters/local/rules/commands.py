"""What a typed shell command looks like, where words may follow it, and what it says when it must always be run."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.lexicon import choice_of
from slowwave.adapters.local.rules.pattern import Key
from slowwave.domain.claims import Value, ValueKind

TOOL = (
    r"(?:make|npm|pnpm|yarn|bun|npx|pytest|python3?|uv|poetry|tox|nox|go|cargo|gradle|mvn|just|task|docker|kubectl|"
    r"terraform|bash|sh|\./\S+|\.venv/\S+|bundle|rake|rspec|phpunit|dotnet|swift|mix|deno)"
)
_FORMATTERS = r"black|ruff|prettier|eslint|flake8|mypy|pylint|isort|biome|gofmt|rustfmt|clang-format|tsc|alembic"
_ARGUMENT = r"(?:-[\w=./:-]+|[\w.-]*[./:=@_-][\w./:=@-]*|\.(?=\s|$))"
_SUBCOMMAND = r"(?:run|test|tests|build|lint|format|check|fmt|vet|up|down|start|exec|compose|install|sync|dev|tidy)"
_TARGET = (
    r"(?:make|just|task|rake|(?:npm|pnpm|yarn|bun|hatch|pdm) run|nox -s|tox -e) (?!sure|it|the|a|this|that)[\w:.-]+"
)
COMMAND = (
    rf"(?:`[^`]{{2,120}}`|(?:[A-Z][A-Z0-9_]*=\S+ )*{_TARGET}|(?:[A-Z][A-Z0-9_]*=\S+ )*(?:python3? -m [\w.]+|"
    rf"{TOOL}|{_FORMATTERS})(?: (?:{_ARGUMENT}|{_SUBCOMMAND}\b))*)"
)
"""A command among words: after its tool only arguments that no English word looks like, and the usual subcommands."""

_PREFIX = re.compile(r"^(?:[A-Z][A-Z0-9_]*=\S+ |sudo |time |npx |uv run |poetry run |bundle exec |python3? -m )*")
_TESTS = re.compile(r"(?:pytest|py\.test|unittest|tox|nox|jest|vitest|rspec|phpunit|ctest)\b|\w+ (?:run )?test\b")
_CLASSES = frozenset({"formatter", "linter"})


def command_key(command: str, qualifier: str = "") -> Key | None:
    """The key of "always run COMMAND": the formatter or linter it chooses, the test command it is, or nothing."""
    command = " ".join(command.strip("` ").split())
    core = _PREFIX.sub("", command).split()
    for words in (core[:2], core[:1]):
        group, name = choice_of(" ".join(words))
        if group in _CLASSES:
            return Key(group, "is", "", Value(ValueKind.ENUM, name))
    if _TESTS.match(" ".join(core)):
        return Key("test", "command", qualifier, Value(ValueKind.COMMAND, command))
    return None
