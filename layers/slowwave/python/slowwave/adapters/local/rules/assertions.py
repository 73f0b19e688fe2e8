"""Who stands for a value: the words before and behind it in its sentence, which must be the speaker's own assertion.

What is denied, dreamt, hoped, proposed or told by another is worded like a statement, and the words around it are
without number. So they are not listed: what stands before a value has to be accounted for, as an opening, a time, a
place or the head of an assertion, and a sentence with anything else before it states nothing.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.assertion_table import (
    ADVERBIAL,
    CHANGES,
    CLAUSE,
    DONE_BY_US,
    FALSE_THAT,
    HEADS,
    JOINT,
    LABEL,
    NEWS,
    NO_NAME,
    NOTICE,
    OPENS_LABEL,
    OTHERS,
    OUT_OF_DATE,
    POSSESSIVE,
    SCOPE,
    SOURCE,
    SUSPENDED,
    THAT,
    UNDONE,
    UNREAL,
    WRONG_LABEL,
)
from slowwave.adapters.local.rules.peelings import LEAD
from slowwave.domain.keys import ENVIRONMENTS, normalize_subject


def is_own(before: str, frame: str, entity: str = "") -> bool:
    """Whether the words before a frame leave it the speaker's own statement.

    Args:
        before: the sentence up to the frame.
        frame: the words that give the value, or empty where they only take one back.
        entity: what the value is of, which may stand as a heading.
    """
    before = before.lstrip("\"'“„«‚*_ ")
    if any(not _is_heading(match["label"], entity) for match in LABEL.finditer(before)):
        return False
    joints = [*JOINT.finditer(before)]
    cut = joints[-1].end() if joints else 0
    if any(_is_foreign(each) for each in _parts(before[:cut])):
        return False
    own = before[cut:]
    if UNREAL.match(own) or FALSE_THAT.search(own) or NO_NAME.search(entity):
        return False
    if not frame:
        return True
    if _is_clause(frame):
        return _is_accounted_for(own)
    return not SUSPENDED.search(own) and not SOURCE.search(own.strip())


def is_told(before: str) -> bool:
    """Whether the words before a verb and its subject leave it told as a fact."""
    own = before[max((match.end() for match in JOINT.finditer(before)), default=0) :]
    return not (SUSPENDED.search(own) or OTHERS.search(own) or UNREAL.match(own))


def _parts(before: str) -> list[str]:
    return [each for each in JOINT.split(before) if each.strip()]


def _is_foreign(part: str) -> bool:
    """Whether a part of the sentence before the frame's own puts what follows into another world or mouth."""
    head = THAT.match(part)
    return bool(UNREAL.match(part) or OTHERS.search(part) or (head and SUSPENDED.search(head.group())))


def _is_clause(frame: str) -> bool:
    """Whether a frame is a whole clause with its subject first: "the timeout of billing is 30 s"."""
    return CLAUSE.fullmatch(frame) is not None


def _is_accounted_for(words: str) -> bool:
    """Whether openings, heads of assertion, times and places are all that stands before a clause."""
    rest = words.lstrip(" \t\"'“„«(*_")
    while rest.strip():
        found = HEADS.match(rest) or LEAD.match(rest) or ADVERBIAL.match(rest)
        if found is None:
            return SCOPE.fullmatch(rest) is not None and not (SUSPENDED.search(rest) or OTHERS.search(rest))
        rest = rest[found.end() :]
    return True


def _is_heading(label: str, entity: str) -> bool:
    """Whether what stands before a colon is the speaker's own: news, what it is about, or that something changed."""
    label = label.strip(" *_\"'")
    if WRONG_LABEL.fullmatch(label):
        return False
    if OUT_OF_DATE.search(label):
        return not OTHERS.search(label)
    words = label.lower().replace(",", " ").split()
    about = {normalize_subject(label), label.lower()} & {normalize_subject(entity), entity.lower(), *ENVIRONMENTS}
    if about or all(word in NEWS for word in words) or (entity and label.lower().startswith(entity.lower())):
        return True
    if WRONG_LABEL.search(label) or OTHERS.search(label) or UNREAL.match(label) or POSSESSIVE.search(label):
        return False
    if entity and entity.lower() in label.lower():
        return True
    return bool(OPENS_LABEL.match(label) or NOTICE.search(label)) or _is_accounted_for(f"{label}: ")


def is_news(sentence: str) -> bool:
    """Whether a sentence tells of a change that its speaker made and left in place, or of a value gone wrong."""
    if SUSPENDED.search(sentence) or OTHERS.search(sentence) or UNDONE.search(sentence):
        return False
    changes = re.search(rf"\b{CHANGES}\b", sentence, re.IGNORECASE)
    return changes is None or DONE_BY_US.search(sentence) is not None
