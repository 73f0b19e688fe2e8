"""What tools showed: a command that worked where a similar one could not run, and test commands that passed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from slowwave.domain.claims import (
    Candidate,
    Claim,
    ClaimKey,
    Polarity,
    Signal,
    Skeleton,
    Span,
    Standing,
    Value,
    ValueKind,
)
from slowwave.domain.records import Kind, Outcome, Record

MAX_COMMAND = 160
MAX_SHOWN = 200
SAME_GOAL = 0.5
"""Share of the arguments two runs of one tool have in common when the second was tried for what the first was."""

_TESTS = re.compile(
    r"^(?:(?:\w+=\S+|time|sudo|npx|bundle exec|uv run|poetry run|\.venv/bin/python3? -m|"
    r"python3? -m) )*(?P<tool>pytest|py\.test|go test|npm (?:run )?test(?::\w+)?|pnpm (?:run )?test(?::\w+)?|"
    r"yarn (?:run )?test(?::\w+)?|bun test|make (?:\w+-)?test(?:-\w+)?|cargo (?:nextest run|test)|tox|nox"
    r"|unittest|jest|vitest|rspec|mix test|dotnet test|gradle test|\./gradlew test|mvn test|swift test|phpunit|ctest|"
    r"just test)\b"
)
_NARROW = re.compile(
    r"\.(?:py|ts|tsx|js|go|rs|rb)\b|::|\s-(?:k|m|run|t|g|p|testNamePattern)\b|--run\b|--filter\b|--package\b|[|;&<>]|"
    r"\s-run=|\s--last-failed\b|\s--lf\b|\s(?!\./\.\.\.)(?:\./)?[\w.-]+/[\w./-]*"
)
"""What makes a test run one of a part: a file, a name, a directory."""

_NOISE = re.compile(
    r"\s(?:-v+|-q+|-s|-x|-race|-count=\d+|--verbose|--quiet|--cov\S*|--tb=\S+|--no-header|--color=\S+)(?=\s|$)"
)
"""Arguments that change what is shown, not what is run."""

_CANNOT_RUN = re.compile(
    r"command not found|no such file or directory|unknown (?:flag|option|command|shorthand)|"
    r"unrecogni[sz]ed (?:argument|option|command)|invalid (?:option|flag)|not recognized|missing script|"
    r"no module named|enoent|not a git repository"
    r"|permission denied|no rule to make target|could not find|cannot find (?:module|package)|no required module|"
    r"is not installed|illegal option|usage:",
    re.IGNORECASE,
)
_PASSED = re.compile(
    r"^(?:ok\s+\S+\s|PASS\b|=* ?.*\b\d+ passed|test result: ok|Tests:\s+\d+ passed|OK \(\d+ tests?|All tests passed)",
    re.MULTILINE,
)
_FAILED = re.compile(r"\bFAIL(?:ED)?\b|\bfailed\b|\berror\b", re.IGNORECASE)
_BROWSING = re.compile(
    r"^(?:ls|cd|cat|find|grep|head|tail|pwd|echo|sed|awk|rg|wc|tree|which|mkdir|rm|cp|mv|sleep|touch|open|less|diff|"
    r"curl|wget|ps|kill|env|export|git (?:show|log|diff|status|blame|grep|ls-files|branch|rev-parse|cat-file|checkout|"
    r"add|commit|stash|fetch|remote)|gh|jq|(?:python3?|node|ruby|perl) -[ce]\b)"
)
_AROUND = re.compile(r"^cd \S+ && |\s+2>&1|\s+\|\s+(?:tail|head|grep|tee)\b.*$")
_PREFIX = re.compile(r"^(?:cd \S+ && |\w+=\S+ |sudo |time |npx |uv run |poetry run |python3? -m |\.?/?\S*/bin/)*")


def observed(record: Record, earlier: Sequence[Record]) -> list[Candidate]:
    """Candidates from one tool result, read with the calls before it."""
    call = _call_of(record, earlier)
    if call is None or record.tool is None or not _succeeded(record, call):
        return []
    command = _command(call)
    here = _span(record)
    if not command or here is None:
        return []
    found = [_entry_point(record, call, command, here), _worked(record, call, command, here, earlier)]
    return [each for each in found if each is not None]


def _succeeded(record: Record, call: Record) -> bool:
    """Whether the tool said so, or, where the transcript does not keep the outcome, a test run's own words do."""
    outcome = record.tool.outcome if record.tool else Outcome.UNKNOWN
    shown = record.text[-4000:]
    passed = bool(_TESTS.match(_command(call)) and _PASSED.search(shown) and not _FAILED.search(shown))
    return outcome is Outcome.OK or (outcome is Outcome.UNKNOWN and passed)


def _call_of(result: Record, earlier: Sequence[Record]) -> Record | None:
    wanted = result.tool.call_id if result.tool else ""
    return (
        next(
            (
                each
                for each in reversed(earlier)
                if each.kind is Kind.TOOL_CALL and each.tool and each.tool.call_id == wanted
            ),
            None,
        )
        if wanted
        else None
    )


def _command(call: Record) -> str:
    command = _AROUND.sub("", " ".join(call.tool.command.split())) if call.tool else ""
    return command if 2 < len(command) <= MAX_COMMAND and "<<" not in command else ""


def _span(record: Record) -> Span | None:
    """The line of the result that says it passed, else its first line with words, cut to a bearable length."""
    text = record.text
    passed = _PASSED.search(text)
    start = text.rfind("\n", 0, passed.end()) + 1 if passed else len(text) - len(text.lstrip())
    end = text.find("\n", start)
    end = min(end if end >= 0 else len(text), start + MAX_SHOWN)
    return Span(record.id, start, end) if end > start else None


def _command_span(call: Record) -> Span | None:
    raw = call.tool.command if call.tool else ""
    start = call.text.find(raw)
    return Span(call.id, start, start + len(raw)) if raw and start >= 0 else None


def _entry_point(record: Record, call: Record, command: str, here: Span) -> Candidate | None:
    """A test command of the whole suite; every run of a part would make a claim of its own."""
    test, there = _TESTS.match(command), _command_span(call)
    if test is None or there is None or _NARROW.search(command[test.start("tool") :]):
        return None
    command = " ".join(_NOISE.sub("", command).split())
    key = ClaimKey("test", "command", command)
    claim = _claim(key, Value(ValueKind.COMMAND, command), f"`{command}` works.", "test entry point", record)
    return Candidate(claim, here, Signal.OBSERVATION, 0.5, "tool.test_passed", support=(there,))


def _worked(record: Record, call: Record, command: str, here: Span, earlier: Sequence[Record]) -> Candidate | None:
    """The command worked where the last similar one could not run at all."""
    there = _command_span(call)
    if _BROWSING.match(command):
        return None
    for result in reversed(earlier):
        if (
            result.kind is not Kind.TOOL_RESULT
            or result.tool is None
            or result.tool.outcome is not Outcome.FAILED
            or not _CANNOT_RUN.search(result.text[:4000])
        ):
            continue
        failed = _call_of(result, earlier)
        before = _command(failed) if failed else ""
        if not before or before == command or failed is None or not _similar(before, command):
            continue
        old, why = _command_span(failed), _span(result)
        if there is None or old is None or why is None:
            return None
        key = ClaimKey(before, "fails", "")
        claim = _claim(
            key,
            Value(ValueKind.COMMAND, command),
            f"`{before}` fails; `{command}` works.",
            "pitfall",
            record,
            trigger=before,
            approach=command,
        )
        return Candidate(claim, here, Signal.OBSERVATION, 0.5, "tool.worked_instead", support=(old, why, there))
    return None


def _similar(one: str, other: str) -> bool:
    """Whether the second command was tried for what the first was: the same tool, however it is reached, with the same
    subcommand and most of the same arguments, or another tool with exactly the same ones.
    """
    first, second = _PREFIX.sub("", one).split(), _PREFIX.sub("", other).split()
    if not first or not second:
        return False
    if first[0] != second[0]:
        return len(first) > 2 and first[1:] == second[1:]
    if not first[1:] or not second[1:]:
        return first == second
    shared = len(set(first[1:]) & set(second[1:])) / len(set(first[1:]) | set(second[1:]))
    return shared >= SAME_GOAL


def _claim(
    key: ClaimKey, value: Value, statement: str, category: str, record: Record, *, trigger: str = "", approach: str = ""
) -> Claim:
    return Claim(
        Skeleton.CODING,
        key,
        Polarity.AFFIRM,
        value,
        statement,
        Standing.FACT,
        category,
        valid_from=record.event_time,
        trigger=trigger,
        approach=approach,
        counterexample=trigger,
    )
