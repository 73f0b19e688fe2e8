"""The words by which a sentence changes a value that it has just named."""

from __future__ import annotations

import re
from typing import Final

from slowwave.adapters.local.rules.contractions import loosely

_SIGN = r"(?:\s*[,;(]\s*|\s+[–—-]{1,2}\s+|\s*\.{3}\s*|\s*…\s*)"
_PARTED = rf"(?:{_SIGN}|\s+(?=(?:and|but|until)\s))"
_V = r"(?P<value>[^\s,;()?]+(?: [^\s,;()?]+){0,3}?)"
_END = r"(?=[\s.!)]*$|\s*[,;(]|\s+(?:and|but|because|since|as of|from|for|in|on|now|instead)\b)"
_DONE = r"(?=[\s.!)]*$|\s*[,;(]|\s+(?:and|but|since|last|yesterday)\b)"
_JOIN = r"(?:(?:and|but|then|since|later|until) )*"
_IS = r"(?:it(?:'s| is) |that(?:'s| is) |they(?:'re| are) |we(?:'re| are) (?:on|at|using) )?"
_IT = r"(?:(?:it(?:'s| is)|that(?:'s| is)|they(?:'re| are)|i meant?|make (?:it|that)|actually|rather|now|sorry),? )*"
_PLAINLY = (
    r"(?:no,? wait(?! (?:for|until|till|time))|wait,? no(?! \w)|h+m+,? no|actually,? no|no,? (?:sorry|actually)|"
    r"(?:scratch|strike) that)"
)
_MILDLY = r"(?:wait|nope|no|sorry|i meant?|correction|actually|(?:or )?rather|oops|my (?:bad|mistake))"
_WAS = (
    r"(?:(?:it|that|this|he|she|who|which|we|i|they|has|have|had|was|is|were|been|got|just|now|recently|already|"
    r"i've|we've|it's) )*"
)
_MADE = (
    r"(?:changed|moved|switched|bumped|raised|lowered|increased|decreased|reduced|cut|updated|upgraded|downgraded|"
    r"shifted|extended|shortened|postponed|pushed|brought|migrated|renamed|reset|corrected|adjusted|turned|went)"
    r"(?: (?:it|that|back|up|down|forward|over|out))* to"
)
_FOLLOWED = r"(?:replaced|succeeded|superseded) (?:by|with)"
_NOW = r"(?:now|nowadays|these days|currently|today|by now|in the meantime)"
_DATE = (
    r"(?:last|yesterday|this|the|\d{4}|v?\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\w+day\b|release|version)"
)
_SOURCES = (
    rf"(?:{_SIGN}|\s+)(?P<plainly>{_PLAINLY})\b[\s,:;.–—-]*{_IT}{_V}{_END}",
    rf"{_SIGN}{_MILDLY}[\s,:;–—-]+{_IT}{_V}{_END}",
    rf"{_PARTED}{_JOIN}{_WAS}(?P<made>{_MADE}) {_V}{_END}",
    rf"(?:{_PARTED}|\s+){_JOIN}{_WAS}{_FOLLOWED} {_V}{_END}",
    rf"{_PARTED}{_JOIN}{_V} (?:(?:just|now|has|have|since|recently) )*(?:took|taken) (?:(?:it|this|that) )?over{_DONE}",
    rf"{_PARTED}{_JOIN}{_IS}{_NOW} (?:(?:it's|it is|at|on|up to|down to|back to|called|named|set to) )*{_V}{_END}",
    rf"{_PARTED}{_JOIN}{_IS}{_V} {_NOW}{_DONE}",
    rf"{_SIGN}{_V} (?=since {_DATE})",
)
TURNS: Final = tuple(re.compile(loosely(source), re.IGNORECASE) for source in _SOURCES)
"""What takes a value back in favor of another, from the end of the first to the end of the second."""

TAKEN_BACK: Final = re.compile(rf"(?:{_SIGN}|\s+)(?P<plainly>{_PLAINLY})\b", re.IGNORECASE)
"""What takes a value back, whatever follows."""

OPENS: Final = re.compile(
    loosely(
        rf"(?:{_SIGN}|\s+(?=(?:and|but)\s)){_JOIN}(?:{_NOW}(?! that)|wait|nope|sorry|correction|{_WAS}{_MADE}|"
        rf"{_WAS}{_FOLLOWED}|(?:\S+ ){{1,2}}took over(?=\W*$|[,;.]|"
        r" (?:it|this|that|since|last|in|on|from|as|yesterday|now)\b))\b(?P<tail>.*)$"
    ),
    re.IGNORECASE | re.DOTALL,
)
"""Words of change behind a value: where they name another of its kind, one of the two is over."""

FOR_A_TIME: Final = re.compile(r"\s*(?:for|until|till|during|only|just)\b", re.IGNORECASE)
"""What limits a value that came later: then neither of the two is plainly the one that holds."""

LOOKS_BACK: Final = re.compile(
    r"\b(?:from|not|instead of|rather than|was|were|used to|previously|before|formerly)\b", re.IGNORECASE
)
"""What tells that the other value is the earlier one, or of something else."""

ROLES: Final = frozenset("head lead director manager chief president cto ceo cfo coo vp principal staff senior".split())
PLACES: Final = frozenset("in at of on from near to for with".split())
COUNTED: Final = re.compile(
    r"(?!(?:and|but|or|since|as|from|for|in|on|at|now|instead|last|today|yesterday|by|after|because|so|again|until|"
    r"everywhere|too|then|with|the|it|to)\b)[a-z]+",
    re.IGNORECASE,
)
"""What a number before it counts."""
