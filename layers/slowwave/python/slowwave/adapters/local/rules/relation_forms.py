"""The relations as patterns over a drawn sentence, and the form that the value of each attribute must have."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.mention_table import AFTER, MORE, THING
from slowwave.adapters.local.rules.relation_table import NOW, RELATIONS

_ADVERB = r"(?:(?:now|currently|still|always|usually|again|already|only|then|must|should|will|has to|have to|to) )*"
_NOT = loosely(r"(?:(?:does not|doesn't|do not|don't|no longer|not|never|any longer) )+")

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("version", re.compile(r"v?\d+(?:\.\d+)+\S*")),
    ("data path", re.compile(r"[~.]{0,2}/\S+")),
    ("alert channel", re.compile(r"#\S+")),
    (
        "database host",
        re.compile(
            r"\S*(?:postgres|mysql|maria|mongo|redis|oracle|cassandra|sqlite|cockroach|pg|db)[\w.]*-\S+", re.IGNORECASE
        ),
    ),
    ("region", re.compile(r"[a-z]{2}(?:-[a-z]+)+-?\d+")),
)
"""What a thing that moved to a value has moved, by the value's form."""

_FORMAT = (
    r"(?:[\w-]*-)?(?:json|jsonl|csv|tsv|xml|parquet|avro|ya?ml|arrow|orc|pdf|xlsx?|docx?|markdown|html|zip|png|svg)"
)
NEEDS: dict[str, str] = {
    "request timeout": r".*\d.*",
    "port": r"\d{2,5}",
    "alert channel": r"#.+",
    "posting channel": r"#.+",
    "data path": r"[~.]{0,2}/.+",
    "region": r"[a-z]{2}(?:-[a-z]+)+-?\d+",
    "send time": r".*(?:day|\d[:.]\d|[ap]m).*",
    "language pair": r".+ (?:to|and|into) .+",
    "memory limit": r".*\d.*",
    "rate limit": r".*\d.*",
    "retry delay": r".*\d.*",
    "file format": _FORMAT,
    "export format": _FORMAT,
    "database host": r"[\w.-]*[-.\d][\w.-]*",
}
"""The form that the value of an attribute must have."""

WORD_FITS = frozenset({"linter", "formatter", "test runner"})
"""Attributes whose value may be a plain word."""

_POINTS = r"(?:(?:they|he|she|it|who|that(?:'s| is) (?:where|who|what|when)) )"


def _compiled(
    source: str, *, sign: str = "Ⓥ", now: str = _ADVERB, points: bool = False, word: bool = False
) -> re.Pattern[str]:
    source = source.replace(NOW, now, 1).replace(NOW, _ADVERB)
    value = (
        r"(?P<v>(?<![\w-])[a-z][\w+#.-]*\w)(?=\s*(?:$|[,.;!]|now\b|instead|from now|please))"
        if word
        else rf"(?P<v>[{sign}])"
    )
    drawn = (
        loosely(source)
        .replace("{E}", rf"{AFTER}(?P<e>(?:the |our )?[ⓋⓄ](?: {MORE})?|\bit\b|{THING})")
        .replace("(?:O|V)", "[ⓄⓋ]")
    )
    drawn = (
        drawn.replace("{V} ", loosely(rf"(?:, |; |^)(?:and |so )?(?P<v>{_POINTS})"))
        if points
        else drawn.replace("{V}", value)
    )
    return re.compile(drawn, re.IGNORECASE)


Compiled = tuple[tuple[str, re.Pattern[str]], ...]
GIVEN: Compiled = tuple((name, _compiled(each)) for name, sources in RELATIONS for each in sources)
GIVEN_WORD: Compiled = tuple(
    (name, _compiled(each, word=True)) for name, sources in RELATIONS if name in WORD_FITS for each in sources
)
POINTED: Compiled = tuple(
    (name, _compiled(each, points=True)) for name, sources in RELATIONS for each in sources if each.startswith("{V} ")
)
"""The same with a pronoun for a value named before it: "ask team A, they own billing"."""

NEGATED: Compiled = tuple(
    (name, _compiled(each, sign="Ⓞ", now=_NOT)) for name, sources in RELATIONS for each in sources if NOW in each
)
