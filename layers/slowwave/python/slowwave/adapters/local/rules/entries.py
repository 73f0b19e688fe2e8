"""Commands people name by what they are for, and what they need: "make quick is the one for X", "X needs docker"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.commands import COMMAND
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.domain.claims import Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem_phrase, words_of

_VAGUE = re.compile(r"\b(?:it|this|that|these|those|them|now|wrong|same|only|first|last|next|other)\b", re.IGNORECASE)
_TRIFLE = re.compile(r"^(?:to be (?:fixed|changed|updated|rerun)|fixing|work|a (?:fix|change|look))\b", re.IGNORECASE)


def _marked(hit: Hit) -> str:
    """The clause with the command it opens with marked as one, so that its case stays."""
    raw, command = hit.clause.raw, hit.raw("command")
    return f"`{command}`{raw[len(command) :]}" if command and not command.startswith("`") else raw


def _the_one(hit: Hit) -> Draft | None:
    goal, command = hit.raw("goal"), hit.raw("command").strip("`")
    if _VAGUE.search(goal) or " " not in command or len(words_of(goal)) > 5:
        return None
    return Draft(
        Key(normalize_subject(goal), "command", "", Value(ValueKind.COMMAND, " ".join(command.split()))),
        _marked(hit),
        "test entry point" if "test" in f"{goal} {command}" else "interface",
        standing=Standing.FACT,
    )


def _needs(hit: Hit) -> Draft | None:
    what, thing = hit.raw("what"), hit.raw("command").strip("`") or hit.raw("suite")
    if _VAGUE.search(what) or _TRIFLE.match(what) or len(words_of(what)) > 8 or len(words_of(thing)) < 2:
        return None
    name = " ".join(thing.split()) if hit.raw("command") else normalize_subject(thing)
    return Draft(
        Key(name, "needs", stem_phrase(what)),
        _marked(hit),
        "test entry point" if "test" in thing else "interface",
        standing=Standing.FACT,
    )


def _set_before(hit: Hit) -> Draft | None:
    what = hit.raw("what")
    if _VAGUE.search(what) or len(words_of(what)) > 6:
        return None
    return Draft(
        Key(" ".join(what.strip("`").split()), "needs", hit.raw("variable")),
        hit.clause.raw,
        "interface",
        standing=Standing.FACT,
    )


PATTERNS = (
    Pattern(
        "entry.the_one",
        rx(
            rf"^(?P<command>{COMMAND}) (?:is|are) (?:the (?:one|command|target|script|entry point)|what (?:we|you) "
            r"(?:use|want|run|need)) (?:for|to) (?:the |our |a )?(?P<goal>[\w -]{3,40})$",
            rf"^(?P<command>{COMMAND}) is (?:the|our) (?P<goal>[\w-]+(?: [\w-]+)?) (?:one|command|target|suite|loop)$",
        ),
        Signal.SELF_FACT,
        0.7,
        _the_one,
        yes=(
            Says("make unit is the one for the quick loop", "quick loop | command |", "+make unit"),
            Says("npm run check is the full one", "full | command |", "+npm run check"),
            Says("tox -e lint is what we use for the style checks", "style check | command |", "+tox -e lint"),
        ),
        no=(
            "make unit is the wrong one",
            "is make unit the one for the quick loop?",
            "make unit is the one that fails",
            "he said make unit is the one for the quick loop",
        ),
    ),
    Pattern(
        "entry.needs",
        rx(
            rf"^(?P<command>{COMMAND}) (?:needs|requires|expects) (?P<what>[^,;()?]{{3,60}})$",
            r"^(?:the |our )?(?P<suite>(?!this|that|these|those)[\w -]{2,30}? (?:suite|tests)) "
            r"(?:needs?|requires?|expects?) "
            r"(?P<what>[^,;()?]{3,60})$",
        ),
        Signal.SELF_FACT,
        0.7,
        _needs,
        yes=(
            Says("make contract needs docker running", "make contract | needs | docker run"),
            Says("the e2e suite needs a running postgres", "e2e suite | needs | run postgres"),
            Says("`npm run e2e` requires node 22", "npm run e2e | needs | nod 22"),
        ),
        no=(
            "this suite needs docker",
            "the e2e suite needs to be fixed",
            "does make contract need docker running?",
            "the failing tests need a look",
        ),
    ),
    Pattern(
        "entry.set_before",
        rx(
            r"^(?:always )?(?:set|export) (?P<variable>[A-Z][A-Z0-9_]{2,})(?:=\S+)? (?:before|when) (?:running|you run|"
            r"calling|using|you call|you use) (?:the )?(?P<what>[^,;()?]{3,50})$"
        ),
        Signal.INSTRUCTION,
        0.7,
        _set_before,
        yes=(
            Says("you need to set AWS_PROFILE=dev before running cdk synth", "cdk synth | needs | AWS_PROFILE"),
            Says("set DJANGO_ENV before you run the test server", "test server | needs | DJANGO_ENV"),
            Says("always export CI_MODE=1 when running npm test", "npm test | needs | CI_MODE"),
        ),
        no=(
            "set AWS_PROFILE=dev before running it",
            "do i set AWS_PROFILE before running cdk synth?",
            "set the flag before running cdk synth",
            "i set AWS_PROFILE=dev before running cdk synth and it failed",
        ),
    ),
)
