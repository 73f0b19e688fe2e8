"""How far words reach over the end of a sentence or clause: an exception added after the full stop, "just kidding"
after a rule, an "if" before its alternative.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from slowwave.adapters.local.rules.contractions import loosely

_EXCEPTION = re.compile(r"(?<=[\w)`'\"])[.!](?P<space>\s+)unless\b(?=[^.,!?;\n]{2,100}(?:[.!\n]|$))", re.IGNORECASE)
_CANCEL = re.compile(
    loosely(
        r"\W*(?:(?:oh|haha|no|nah|ah|ok|actually|wait)\W+)?"
        r"(?P<said>(?:i'm )?(?:just |only )?(?:kidding|joking)|jk|j/k|not really|never ?mind|nvm|"
        r"(?:scratch|strike) that)"
        r"(?=\W*(?:$|\n)|\s*[.!,;])[.!]*"
    ),
    re.IGNORECASE,
)
_LEAST = 3
_IF = re.compile(r"\W*(?:(?:and|but|so|also|then|or)\W+)*(?:if|unless)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(
    r"\W*(?:(?:and|but|or)\W+)*(?:if (?:not|so)|otherwise|else|in (?:that|which) case)\b", re.IGNORECASE
)
_AFTER = re.compile(r"\b(?:if (?:not|so)|otherwise|or else|else|in (?:that|which) case)\W*$", re.IGNORECASE)
_OF_THE_USER = re.compile(r"\W*(?:(?:and|but|so)\W+)*(?:my|i|i['’]?m|the|our)\b", re.IGNORECASE)


def with_exceptions(masked: str, raw: str) -> tuple[str, str]:
    """The texts with "D. Unless C." as one sentence, of the same length."""
    for match in _EXCEPTION.finditer(masked):
        at, then = match.start(), match.end("space")
        masked, raw = (f"{text[:at]},{text[at + 1 : then]}u{text[then + 1 :]}" for text in (masked, raw))
    return masked, raw


def uncancelled(masked: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences that "just kidding" or "scratch that" right after them does not take back, and without it."""
    taken_back = -1
    for start, end in spans:
        if taken_back >= 0 and (said := _CANCEL.match(masked, taken_back)) and said.end() >= end:
            taken_back = -1
            continue
        cancelled = _CANCEL.match(masked, end) is not None and len(masked[start:end].split()) >= _LEAST
        taken_back = end if cancelled else -1
        if not cancelled:
            yield start, end


def is_alternative(masked: str, sentence: int, start: int, end: int) -> bool:
    """Whether a clause holds only under an "if" said before it in its sentence, or is what to do otherwise."""
    before, clause = masked[sentence:start], masked[start:end]
    if _ALTERNATIVE.match(clause) or _AFTER.search(before):
        return True
    return start > sentence and _IF.match(before) is not None and not _OF_THE_USER.match(clause)
