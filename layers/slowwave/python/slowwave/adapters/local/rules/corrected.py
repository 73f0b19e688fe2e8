"""What people say against a document: "the handbook is out of date: handover takes place on Monday at 09:00". It is
read like the document's own sentence, so that both meet under one key, and only where the words correct something.
"""

from __future__ import annotations

from dataclasses import replace

from slowwave.adapters.local.rules.holding_table import ACTIVE, PASSIVE, STATING, THING
from slowwave.adapters.local.rules.holdings import measured
from slowwave.adapters.local.rules.pattern import Draft, Hit, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import CORRECTION
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Signal

_AFTER = r"(?:,? (?:has been|have been|it has been|not|and has been|and not|instead of)\b.*)?"


def _said(hit: Hit) -> Draft | None:
    draft = measured(hit) if hit.has(CORRECTION) else None
    return draft and replace(
        draft, statement=impersonal(hit.clause.raw[: hit.match.end("rest")]), category="fact", skeleton=None
    )


PATTERNS = (
    Pattern(
        "fact.corrected",
        rx(
            rf"^{THING}\s+(?P<verb>{STATING}|{PASSIVE}|{ACTIVE}(?:e?s))\s+(?P<rest>[^?]{{2,120}}?){_AFTER}$",
        ),
        Signal.SELF_FACT,
        0.7,
        _said,
        yes=(
            Says(
                "the manual is out of date: handover takes place on Monday at 09:00, has been for months",
                "handover | tak |",
                "+monday at 09:00",
            ),
            Says("the data sheet is wrong: the Boreal 12 weighs 700 g", "boreal 12 | weigh |", "+700 g"),
            Says(
                "correction: faults are answered within 20 minutes, not 15 minutes",
                "fault | answer | within",
                "+20 min",
            ),
        ),
        no=(
            "handover takes place on Monday at 09:00",
            "is the manual out of date: handover takes place on Monday at 09:00?",
            "the manual says handover takes place on Monday at 09:00",
            "i think the manual might be wrong: handover takes place on Monday",
        ),
    ),
)
