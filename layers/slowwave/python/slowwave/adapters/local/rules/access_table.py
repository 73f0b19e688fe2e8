"""The words of what goes through what: "writes in PATH go over the wrapper", "don't go around X in PATH"."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.access import DIRECT, go_between, place_of, reached, stated_through
from slowwave.adapters.local.rules.pattern import Draft, Hit, Pattern, Says, rx
from slowwave.domain.claims import Polarity, Signal, Value, ValueKind
from slowwave.domain.keys import words_of

_MUST = (
    r"(?:must|should|has to|have to|needs? to|(?:is|are) (?:supposed|meant|expected|required) to|ought to|shall)"
    r"(?: always| only)?"
)
_VAGUE = re.compile(r"^(?:it|this|that|these|those|them|here|there|all of it|one|your|my)\b", re.IGNORECASE)
_MAX_WAY_WORDS = 8


def _draft(hit: Hit, polarity: Polarity, signal: Signal | None = None) -> Draft | None:
    subject, way = hit.raw("subject"), hit.raw("way")
    where = place_of(hit.raw("where") or subject, hit.heard())
    if not where or _VAGUE.match(way) or len(words_of(way)) > _MAX_WAY_WORDS or not go_between(way):
        return None
    return Draft(
        stated_through(where, subject or reached(way), way, polarity),
        hit.clause.raw,
        "convention",
        signal=signal,
        module=where,
        approach=way,
    )


def _through(hit: Hit) -> Draft | None:
    return _draft(hit, Polarity.AFFIRM, Signal.INSTRUCTION if hit.raw("modal").lower().startswith("must") else None)


def _around(hit: Hit) -> Draft | None:
    return _draft(hit, Polarity.AFFIRM)


def _released(hit: Hit) -> Draft | None:
    draft = _draft(hit, Polarity.DENY, Signal.REJECTION)
    barred = draft and replace(draft.key, value=Value(ValueKind.TEXT, DIRECT))
    return draft and replace(draft, denies=(barred,) if barred else ())


PATTERNS = (
    Pattern(
        "access.release",
        rx(
            r"^(?P<subject>[^,;:()]{2,80}?) (?:no longer (?:needs?|has|have) to|do(?:es)?n'?t (?:need|have) to|"
            r"no longer) (?:go(?:es)? (?:through|via|over)|use) (?P<way>[^,;()]{2,60}?)(?: any ?more| now)?$"
        ),
        Signal.REJECTION,
        0.8,
        _released,
        yes=(
            Says(
                "`src/orders` no longer needs to go through the wrapper.", "src/orders | access | storage", "-wrapper"
            ),
            Says("code in app/cart doesnt have to use CartRepo anymore", "app/cart | access | storage", "-cartrepo"),
            Says(
                "Handlers in api/ no longer go through the session store.", "api | access | storage", "-session store"
            ),
        ),
        no=(
            "It no longer has to go through the wrapper.",
            "Does src/orders no longer need to go through the wrapper?",
            "maybe src/orders no longer needs to go through OrderStore",
        ),
    ),
    Pattern(
        "access.through",
        rx(
            rf"^(?P<subject>[^,;:()]{{2,80}}?) (?P<modal>{_MUST}) (?:go|be done|happen|run) (?:through|via|over) "
            rf"(?P<way>[^;()]{{2,60}}?)$",
            rf"^(?P<subject>[^,;:()]{{2,80}}?) (?P<modal>{_MUST}) use (?P<way>[^,;()]{{2,60}}?) (?:for (?:that|this|it|"
            r"(?:all |any |every )?(?:db |database |storage |data )?(?:access|reads?|writes?|queries)"
            r"(?: and (?:reads?|writes?|queries))?))$",
            r"^(?P<subject>(?:all |any |every )?[^,;:()]{2,80}?) (?P<modal>(?:always )?)go(?:es)? (?:through|via|over) "
            r"(?P<way>[^;()]{2,60}?)$",
        ),
        Signal.REVIEW,
        0.7,
        _through,
        yes=(
            Says(
                "writes in src/stock are supposed to go over the data layer, StockStore",
                "src/stock | access | storage",
                "+stockstore",
            ),
            Says("everything in app/cart should use CartRepo for that", "app/cart | access | storage", "+cartrepo"),
            Says("queries in api/ must go through the query service", "api | access | storage", "+query service"),
            Says("All mails in lib/notify go through the outbox client.", "lib/notify | access |", "+outbox client"),
        ),
        no=(
            "writes should go through the wrapper?",
            "Did everything in app/cart go through CartRepo?",
            "He said queries in api/ must go through the query service.",
            "we have to go over the list in docs/plan tomorrow",
        ),
    ),
    Pattern(
        "access.around",
        rx(
            r"^that'?s (?:exactly )?what (?P<subject>)(?:the |our )?(?P<way>[\w` -]{2,40}?) (?:is|are)(?: there)? "
            r"for,? (?:so |please )*(?:don'?t|do not|never) (?:go|work|code|reach|get) (?:around|past) (?:it|them) "
            r"(?P<where>(?:in|inside|from|within) .{2,60})$",
            r"^(?:don'?t|do not|never) (?P<subject>)(?:(?:go|work|code|reach|get) (?:around|past)|bypass|circumvent) "
            r"(?P<way>[\w` -]{2,40}?) (?P<where>(?:in|inside|from|within) .{2,60})$",
        ),
        Signal.REVIEW,
        0.7,
        _around,
        yes=(
            Says("don't go around CartRepo in app/cart", "app/cart | access | storage", "+cartrepo"),
            Says(
                "thats what StockStore is for, dont go around it in the stock package",
                "stock | access | storage",
                "+stockstore",
            ),
            Says("never bypass the mail client from lib/notify", "lib/notify | access |", "+mail client"),
        ),
        no=(
            "thats what it is for, dont go around it in the stock package",
            "dont go around it",
            "Why go around CartRepo in app/cart?",
            "he told me dont go around CartRepo in app/cart",
        ),
    ),
)
