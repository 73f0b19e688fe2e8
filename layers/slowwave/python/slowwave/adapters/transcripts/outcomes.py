"""How a tool call ended, as far as its result shows."""

from __future__ import annotations

import re
from typing import Any, Final

from slowwave.domain.records import Outcome

EXIT_CODE = re.compile(
    r"\A(?:[^\n]{0,80}\n){0,3}?(?:Exit code:?|Process exited with code|exit_code:|\[exit code:?) *(-?\d+)"
)
"""An exit code in one of the first lines, as Claude Code, Codex and Gemini write it."""

FAILURES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"<tool_use_error>",
        r"The user doesn't want to (?:proceed|take this action)",
        r"\[Request interrupted by user",
        r"apply_patch verification failed",
        r"Error:",
        r"Error calling tool",
        r"Request failed with status code",
        r"Traceback \(most recent call last\)",
        r"Your proposed edit has introduced new syntax error",
    )
)
"""How results of failed calls begin."""


def outcome_of(text: str, *, error: Any = None, exit_code: Any = None) -> Outcome:
    """Judge by the exit code, then by the text, then by the error flag; unknown when none of them says."""
    if isinstance(exit_code, int) and not isinstance(exit_code, bool):
        return Outcome.FAILED if exit_code else Outcome.OK
    if error is True:
        return Outcome.FAILED
    if match := EXIT_CODE.match(text):
        return Outcome.FAILED if int(match[1]) else Outcome.OK
    if any(failure.match(text.lstrip()) for failure in FAILURES):
        return Outcome.FAILED
    return Outcome.OK if error is False else Outcome.UNKNOWN
