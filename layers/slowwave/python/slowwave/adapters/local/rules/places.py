"""Where things are and how to start them: test entry points, commands for a purpose, duties of directories."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.commands import TOOL
from slowwave.adapters.local.rules.lexicon import is_code, is_safety
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.vocabulary import FLEETING, SLOT_NOUNS
from slowwave.domain.claims import Lane, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import (
    is_path,
    normalize_path,
    normalize_subject,
    singular,
    stem_phrase,
    unquoted,
    words_of,
)

_COMMAND = rf"(?P<command>`[^`]{{2,120}}`|(?:[A-Z][A-Z0-9_]*=\S+ )*{TOOL}(?: [\w./:=@-]+){{0,5}})"
_GOALS = {
    "test": "test",
    "tests": "test",
    "unit tests": "unit test",
    "integration tests": "integration test",
    "test suite": "test",
    "suite": "test",
    "linter": "lint",
    "lint": "lint",
}
_DUTY = re.compile(
    r"^(?:the|all|our|a|an|shared|generated|every|only|legacy|code|tests?|any|common|internal|public|\w+(?:s|ing|"
    r"tion)?)\b",
    re.IGNORECASE,
)


def _entry(hit: Hit) -> Draft | None:
    command = unquoted(hit.raw("command"))
    aim = re.match(
        r"to (?:run|build|start|deploy|test|lint|format|release|launch)\s+(?P<goal>.+)",
        hit.clause.condition,
        re.IGNORECASE,
    )
    if not hit.raw("goal") and not aim:
        return None
    goal = re.sub(
        r"^(?:the|all|our|all the|your)\s+", "", aim["goal"] if aim else hit.raw("goal"), flags=re.IGNORECASE
    ).lower()
    if not goal or len(words_of(goal)) > 4 or (" " not in command and "`" not in hit.raw("command")):
        return None
    goal = goal.removesuffix(" command")
    name = _GOALS.get(goal) or normalize_subject(goal)
    condition = "" if aim else hit.clause.condition
    scope = scoped(hit.raw("rest") if "rest" in hit.match.groupdict() else "", condition)
    statement = f"{hit.clause.condition}, {hit.clause.raw}" if hit.clause.condition else hit.clause.raw
    category = "test entry point" if "test" in name else "interface"
    return Draft(
        Key(name, "command", scope.path or scope.qualifier, Value(ValueKind.COMMAND, " ".join(command.split()))),
        statement,
        category,
        module=scope.path,
        lane=Lane.SAFETY if is_safety(command) else None,
    )


def _duty(hit: Hit) -> Draft | None:
    path = hit.raw("path")
    duty = hit.raw("duty")
    if not is_path(path) or not _DUTY.match(duty) or len(words_of(duty)) > 14:
        return None
    name = normalize_path(path)
    ruled = " only " in f" {hit.clause.text.lower()} "
    return Draft(
        Key(name, "holds", "", Value(ValueKind.TEXT, stem_phrase(duty))),
        hit.clause.raw,
        "convention" if ruled else "architecture",
        standing=Standing.CONVENTION if ruled else Standing.FACT,
        module=name,
    )


def _lives(hit: Hit) -> Draft | None:
    what, path = hit.raw("what"), hit.raw("path")
    if (
        not is_path(path)
        or len(words_of(what)) > 6
        or re.match(
            r"(?:the )?(?:it|this|that|they|these|which|i|you|we|error|there|logic|code)\b", what, re.IGNORECASE
        )
    ):
        return None
    if hit.raw("is") and (FLEETING.search(what) or not _names_part(what)):
        return None
    return Draft(
        Key(normalize_subject(what), "location", "", Value(ValueKind.PATH, normalize_path(path))),
        hit.clause.raw,
        "architecture",
        standing=Standing.FACT,
        module=normalize_path(path),
    )


def _names_part(what: str) -> bool:
    """Whether the last word names a part of a system, which stays where it is."""
    last = singular(words_of(what)[-1])
    return last in SLOT_NOUNS or is_code(last)


_PATH = r"(?P<path>`[^`\s]+`|(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*)"

PATTERNS = (
    Pattern(
        "place.entry",
        rx(
            rf"^(?:you (?:can |should )?)?(?:always )?(?:run|start|execute|launch|build|"
            rf"deploy) (?P<goal>[\w -]{{2,40}}?) (?:with|using|via|by running|"
            rf"through) {_COMMAND}(?P<rest> .{{0,60}})?$",
            rf"^(?P<goal>(?:the |all |our )?[\w -]{{2,30}}?) (?:is|are|should be|must be|have to be|get) (?:run|"
            rf"started|executed|built|deployed|launched|cut|published|generated) (?:with|using|via|by running|"
            rf"through) {_COMMAND}(?P<rest> .{{0,60}})?$",
            rf"^(?P<goal>(?:the |all |our )?[\w -]{{2,30}}?s) (?:run|build|start|deploy|launch) (?:with|using|via|"
            rf"through) {_COMMAND}(?P<rest> .{{0,60}})?$",
            rf"^(?:use|run) {_COMMAND} to (?:run|start|execute|launch) (?P<goal>[\w -]{{2,40}})$",
            rf"^(?:use|run|type|call)(?P<goal>) {_COMMAND}$",
            rf"^(?P<goal>(?:the )?(?:\w+ )?(?:test|lint|build|format|deploy|release|"
            rf"start) command) is (?:now )?{_COMMAND}$",
        ),
        Signal.INSTRUCTION,
        0.8,
        _entry,
        yes=(
            Says("Run the tests with `make test`.", "test | command |", "+make test"),
            Says("Tests are run with pytest -q", "test | command |", "+pytest -q"),
            Says("in packages/web run the tests with `npm test`", "test | command | packages/web", "+npm test"),
            Says("migrations run with python -m tools.db up", "migration | command |", "+python -m tools.db up"),
            Says("Use `npm run e2e` to run the integration tests.", "integration test | command |", "+npm run e2e"),
        ),
        no=(
            "Run the tests.",
            "Can you run the tests with `make test`?",
            "The README says run the tests with `make test`.",
            "Run the tests with `make test` just this once.",
        ),
    ),
    Pattern(
        "place.duty",
        rx(
            rf"^(?:the )?{_PATH}(?: directory| folder| package| module| dir| file)? (?:holds|contains|is for|"
            rf"is where|houses|has|owns|is responsible for|is only for|stores) (?P<duty>(?!no\b).+)$"
        ),
        Signal.SELF_FACT,
        0.7,
        _duty,
        yes=(
            Says("`infra/` holds the CDK app.", "infra | holds |", "+cdk app"),
            Says("The `pkg/cloud/` directory contains the sync client.", "pkg/cloud | holds |", "+sync client"),
            Says("scripts/release/ is for release tooling", "scripts/release | holds |", "+releas tool"),
        ),
        no=(
            "It contains the CDK app.",
            "Does `infra/` hold the CDK app?",
            "I think maybe infra/ contains the app",
            "main.py has 12 errors on line 3",
        ),
    ),
    Pattern(
        "place.lives",
        rx(
            rf"^(?P<what>(?:the |our |all )?[\w -]{{2,50}}?) (?:lives?|go(?:es)?|belongs?|(?:is|are) (?:kept|stored|"
            rf"located)|resides?|sits?) (?:in|under|inside|at|to) (?:the )?{_PATH}(?: directory| folder| package|"
            rf" module| dir)?$",
            rf"^(?P<what>(?:the|our|all) [\w -]{{2,40}}?) (?P<is>is|are) (?:in|under) (?:the )?{_PATH}$",
            rf"^you(?: can|'ll|’ll| will)? find (?P<what>(?:all )?(?:the |our )?[\w -]{{2,50}}?) (?:in|under|inside|"
            rf"at) (?:the )?{_PATH}(?: directory| folder)?$",
        ),
        Signal.SELF_FACT,
        0.7,
        _lives,
        yes=(
            Says("The tests live in tests/unit/.", "test | location |", "+tests/unit"),
            Says("Fixtures belong in `tests/fixtures`", "fixture | location |", "+tests/fixtures"),
            Says("all migrations are stored under db/migrations", "migration | location |", "+db/migrations"),
            Says("scripts go to tools/", "script | location |", "+tools"),
            Says("the mail client is in lib/mail/client.ts", "mail client | location |", "+lib/mail/client.ts"),
        ),
        no=(
            "It lives in tests/unit/.",
            "Where do tests live?",
            "Do the tests live in tests/unit/?",
            "he said the tests live in tests/unit/",
            "the bug is in lib/mail/client.ts",
            "the logic goes in src/orders/bulk.py",
        ),
    ),
)
