"""Commands that must always be run: "always run A and then B before you commit"; each command is a claim of its own."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.commands import COMMAND, command_key
from slowwave.adapters.local.rules.lexicon import is_safety
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DURABLE, HOUSE, REMEMBER
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.domain.claims import Lane, Signal
from slowwave.domain.keys import stem_phrase, words_of

_EVERY = re.compile(r"\b(?:always|every|each|any|anything|whenever)\b", re.IGNORECASE)
_REST = r"(?P<rest>(?:\s+(?:before|after|when|whenever|on|for|in|first)\b|,)[^;]{0,100})?"
_DEICTIC = re.compile(r"\b(?:this|that|these|again|it|now)\b", re.IGNORECASE)


def _run(hit: Hit) -> Draft | None:
    lasts = hit.has(DURABLE, HOUSE, REMEMBER) or _EVERY.search(f"{hit.raw('adverb')} {hit.clause.condition}")
    if not lasts and not _EVERY.search(hit.raw("rest")):
        return None
    parts = [part for part in ("first", "second") if hit.raw(part)]
    rest = hit.raw("rest")
    if _DEICTIC.search(f"{rest} {hit.clause.condition}"):
        return None
    scope = scoped(f"x {rest.lstrip(', ')}" if rest and not rest.startswith(",") else "x", hit.clause.condition)
    qualifier = scope.qualifier or stem_phrase(re.sub("^x", "", scope.text))
    drafts = [_one(hit, hit.raw(part), rest, qualifier) for part in parts]
    return replace(drafts[0], also=tuple(drafts[1:]))


def _one(hit: Hit, command: str, rest: str, qualifier: str) -> Draft:
    adverb = f"{hit.raw('adverb')} " if hit.raw("adverb") else ""
    joint = "" if rest.startswith(",") or not rest else " "
    said = f"{adverb}run {command}{joint}{rest if joint or command == (hit.raw('second') or command) else ''}"
    condition = hit.clause.condition
    key = command_key(command, qualifier) or Key(stem_phrase(f"run {command}"), "practice", qualifier)
    return Draft(
        key,
        f"{condition}, {said}" if condition else said,
        "test entry point" if key.subject == "test" else "convention",
        lane=Lane.SAFETY if is_safety(command) else None,
        trigger=condition,
        approach=f"run {command}" if words_of(command) else "",
    )


PATTERNS = (
    Pattern(
        "directive.run",
        rx(
            rf"^(?P<adverb>always|(?:you|we) (?:should |must )?always|make sure to)?\s*run (?P<first>{COMMAND})"
            rf"(?:,? (?:and then|and|then) (?:run )?(?P<second>{COMMAND}))?{_REST}$"
        ),
        Signal.INSTRUCTION,
        0.9,
        _run,
        yes=(
            Says(
                "before you push anything: always run make lint and then npm test",
                "test | command | before push anything",
                "+npm test",
            ),
            Says("always run prettier --check before you commit", "formatter | is |", "+prettier"),
            Says("From now on run cargo test before every commit", "test | command | before commit", "+cargo test"),
        ),
        no=(
            "run make lint",
            "can you run npm test before you commit?",
            "before you commit, run the tests",
            "run cargo test before committing this",
        ),
    ),
)
