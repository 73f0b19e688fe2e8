"""What the user is to be spared for a reason of theirs, has again, or takes rather than something else."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.peelings import PLEASE
from slowwave.adapters.local.rules.routines import bounded, days
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.standing import STANDING, before, is_errand, opens
from slowwave.adapters.local.rules.values import trimmed
from slowwave.domain.claims import Polarity, Standing
from slowwave.domain.keys import stem_phrase, words_of

_NOBODY = re.compile(
    r"\b(?:it|this|that|these|those|problems?|worries|changes?|ideas?|errors?|issues?|tests?|comments?|reasons?|"
    r"questions?|new|extra|further|additional|other|big|more|rush|need|way|doubt)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:i|i['’]?m|my)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:he|she|they|my (?:\w+ )?(?:wife|husband|partner|brother|sister|son|daughter|kids?|mother|father|mum|mom|dad|"
    r"friend|boss|colleague|flatmate))\b",
    re.IGNORECASE,
)
_THEREFORE = re.compile(r"\bso\s+(?:please\s+)?$", re.IGNORECASE)


def spared(hit: Hit) -> Draft | None:
    """Read "…, so no hills please", "please no goals with talks": what follows from what users say of themselves."""
    thing, where, when = hit.raw("thing"), hit.raw("where"), hit.raw("when")
    asked = hit.has(PLEASE, *STANDING)
    therefore = _THEREFORE.search(before(hit)) and _SELF.search(before(hit))
    alone = " " in thing and opens(hit)
    if _NOBODY.search(thing) or not (therefore or (asked and (where or alone))) or is_errand(hit):
        return None
    if is_code(thing, where) or (_OTHERS.search(before(hit)) and not asked):
        return None
    subject, kind = (where, thing) if where else (thing, when)
    key = Key(_kind(subject), "use", _kind(kind), polarity=Polarity.DENY)
    return Draft(key, hit.clause.raw, "preference", standing=Standing.FACT)


def not_on(hit: Hit) -> Draft | None:
    """Read "no fish on mondays"."""
    thing = hit.raw("thing")
    if _NOBODY.search(thing) or is_code(thing):
        return None
    key = Key(_kind(thing), "use", days(hit.raw("day")), polarity=Polarity.DENY)
    return Draft(key, hit.clause.raw, "preference", standing=Standing.FACT)


def not_at(hit: Hit) -> Draft | None:
    """Read "no flights before 9"."""
    return None if _NOBODY.search(hit.raw("what")) or is_code(hit.raw("what")) or is_errand(hit) else bounded(hit)


def restored(hit: Hit) -> Draft | None:
    """Read "you can put hills back in", "put talks back into the goals"."""
    thing, where = hit.raw("thing"), hit.raw("where")
    if _NOBODY.search(thing) or is_code(thing, where) or len(words_of(thing)) > 3:
        return None
    words = hit.clause.raw[hit.match.start("from") :]
    return Draft(Key(_kind(thing), "use", _kind(where)), words, "preference", standing=Standing.FACT)


def rather(hit: Hit) -> Draft | None:
    """Read "trains rather than planes whenever it's under five hours"."""
    thing, other = trimmed(hit.raw("thing")), trimmed(hit.raw("other"))
    if is_errand(hit) or _NOBODY.search(thing):
        return None
    when = re.split(r",\s+e\.g\.", hit.raw("when"))[0]
    qualifier = scoped(f"x {when}").qualifier if when else ""
    return Draft(
        Key(stem_phrase(thing), "prefer", qualifier),
        hit.clause.raw,
        "preference",
        (Key(stem_phrase(other), "prefer", qualifier),),
        trigger=when,
        counterexample=other,
    )


def _kind(text: str) -> str:
    return stem_phrase(re.sub(r"^(?:the|my|any|our) ", "", text, flags=re.IGNORECASE))
