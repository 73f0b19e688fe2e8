"""Where one clause of a typed sentence ends and the next begins: conjunctions, and commas that stand for a full
stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.joints import SPLIT
from slowwave.adapters.local.rules.vocabulary import VERBS

_FINITE = (
    r"is|are|was|were|isn't|aren't|wasn't|does|doesn't|don't|did|didn't|got|goes|needs|gets|has|hasn't|fails?|breaks?|"
    r"takes?|won't|can't|cannot|can|will|must|should|shouldn't|never|always|picks?|runs?|uses?|lives?"
)
_SPLICE = re.compile(
    loosely(
        r",\s+(?:and |but )?(?=(?!we have [^,;]{2,40} for (?:that|this|it)\b)(?:we|they|he|she|you)(?:'re|'ve| are|"
        r" have)? (?!think|know|guess|might|may|could|will|would|should|must|see)[a-z]+)"
        r"|,\s+(?=there's |there is |there are )"
        r"|,\s+(?:and |but )?(?=(?!(?:and|or|but|nor|which|who|that|when|if|because|since|as|where|while|until|unless|"
        r"not|no|i|we|you|this|it|with|like|then|how|what|why|everything|mostly|only|just)\b)"
        r"(?:(?!and\b|or\b)[\w`./'-]+\s){1,4}?"
        rf"(?:{_FINITE})\b)"
        r"|,\s+(?:and |but )?(?=(?:in|on|for) (?:the |our )?\w+(?: \w+)? (?:it's|it is|they're|they are)\s)"
        r"|:\s+(?=(?:we|there's|there is|you|our|all|every)\b)"
        r"|(?<=\bfrom now on),\s+|(?<=\bgoing forward),\s+"
        r"|\s+but\s+(?=(?:the|our|in)\s)"
    ),
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|might|not sure|unsure|i (?:think|guess|believe|suppose)|probably|iirc|afaik|if|when|"
    r"whenever|once|unless|since|because|although|while|says?|said|like)\b",
    re.IGNORECASE,
)
"""Words before a comma that reach over it."""

_REFUSED = re.compile(
    loosely(
        r"^\W*(?:(?:please|pls|ok|no|and|so|also|hey|but)\W+)*"
        r"(?:don't|do not|never|stop|avoid|i(?:'m)? (?:not a fan of|hate|dislike|don't like))\s+(?!us(?:e|ing)\b)"
    ),
    re.IGNORECASE,
)
_USE = re.compile(r"use\b", re.IGNORECASE)
_NEVER = re.compile(rf"never (?!(?:{VERBS}|ever)\b)\w", re.IGNORECASE)
_AROUND = re.compile(
    loosely(r"(?:don't|do not|never) (?:go|work|code|reach|get) (?:around|past) (?:it|them)\b"), re.IGNORECASE
)


def cuts(masked: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the signs and words between the clauses of one sentence, in order.

    "don't X, use Y" stays in one piece: the second half says how to obey the first. So do "X, don't go around it"
    and "as cents, never floats".
    """
    position = start
    found = [*SPLIT.finditer(masked, start, end), *_SPLICE.finditer(masked, start, end)]
    for match in sorted(found, key=lambda each: (each.start(), -each.end())):
        if match.start() < position:
            continue
        before = masked[position : match.start()]
        if match.re is _SPLICE and _DOUBT.search(before):
            continue
        if _USE.match(masked, match.end()) and match.group().startswith(",") and _REFUSED.match(before):
            continue
        if _AROUND.match(masked, match.end()) or _NEVER.match(masked, match.end()):
            continue
        yield match
        position = match.end()
