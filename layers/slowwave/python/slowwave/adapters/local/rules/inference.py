"""Clear conclusions of the assistant. They are assumptions, whatever their tone."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.places import PATTERNS as PLACES
from slowwave.domain.claims import Signal, Standing
from slowwave.domain.keys import stem_phrase, words_of


def _cause(hit: Hit) -> Draft | None:
    words = hit.raw("words")
    if not 3 <= len(words_of(words)) <= 25:
        return None
    what = stem_phrase(hit.raw("what")) or "failure"
    return Draft(Key(what, "cause", stem_phrase(words)), hit.clause.raw, "pitfall", standing=Standing.ASSUMPTION)


def _entry(hit: Hit) -> Draft | None:
    drafted = PLACES[0].build(hit)
    return (
        Draft(drafted.key, drafted.statement, drafted.category, standing=Standing.ASSUMPTION, module=drafted.module)
        if drafted and re.match(r"the |all |tests?\b", hit.clause.text, re.IGNORECASE)
        else None
    )


PATTERNS = (
    Pattern(
        "inference.cause",
        rx(
            r"^(?:the )?(?:actual |real |root |underlying |main )*(?:root cause|cause|"
            r"real problem)(?: of (?P<what>[^,;:]{2,60}?))? (?:was|is|turned out to be) (?:that )?(?P<words>.+)$"
        ),
        Signal.INFERENCE,
        0.25,
        _cause,
        yes=(
            Says("The root cause was a stale lock file in the cache.", "failure | cause | stal lock fil in cach"),
            Says("The root cause of the timeout is that the pool is never closed.", "timeout | cause | pool clos"),
            Says("The actual cause was a missing index on orders.", "failure | cause | miss index on order"),
        ),
        no=("What is the root cause?", "The root cause might be a stale lock.", "Let me find the root cause."),
    ),
    Pattern(
        "inference.entry",
        rx(*(regex.pattern for regex in PLACES[0].regexes[1:2])),
        Signal.INFERENCE,
        0.25,
        _entry,
        yes=(
            Says("The tests are run with `make test`.", "test | command |", "+make test"),
            Says("The test suite is run with pytest -q", "test | command |", "+pytest -q"),
            Says("All tests are run via npm run test:ci", "test | command |", "+npm run test:ci"),
        ),
        no=("Tests are running.", "Are the tests run with `make test`?", "Maybe the tests are run with `make test`."),
    ),
)
