"""What is said right behind a statement and takes from it: that nobody has checked it, or that it is wrong."""

from __future__ import annotations

import re
from typing import Final

from slowwave.adapters.local.rules.contractions import loosely

_CHECKED = r"(?:been )?(?:checked|verified|confirmed|double[- ]checked|certain|official|final|decided|agreed(?: on)?)"
_NOT_CHECKED = (
    r"(?:(?:have|did|could)(?: not|n't)|never|still (?:have|need) to|have yet to) (?:\w+ )?(?:check|verif|confirm)"
)
_UNCHECKED = (
    r"(?:please )?(?:do not|don't) (?:(?:rely|count|depend|build|bet|quote me) on|trust) (?:it|that|this)",
    r"(?:please )?(?:do not|don't) use (?:it|that|this)(?= yet)",
    rf"(?:(?:it|that|this) (?:is|has|was) |(?:it|that)'s |which (?:is|was) )?(?:still )?not (?:yet )?{_CHECKED}",
    rf"(?:it|that|this|which) (?:isn't|hasn't|wasn't) (?:yet )?{_CHECKED}",
    r"(?:(?:it|that|this) is |(?:it|that)'s )?(?:still |only |just )*(?:unconfirmed|unverified|a (?:rumou?r|guess))",
    rf"(?:(?:i|we) )?{_NOT_CHECKED}\w*(?: (?:it|that|this|myself|with \w+))*",
    r"no guarantees?|take (?:it|that|this) with a grain of salt|(?:i|we) (?:might|may|could) be (?:wrong|mistaken)",
    r"not sure(?: about (?:it|that|this))?|(?:still )?to be (?:confirmed|verified|checked|decided)|tb[cd]",
)
UNCHECKED: Final = re.compile(
    loosely(
        rf"(?:^|[,;:(–—-]\s*)(?:(?:but|and|so|though|although) )*(?:{'|'.join(_UNCHECKED)})"
        r"(?: (?:yet|so far|though|myself|either|for now))*[\s.!)]*$"
    ),
    re.IGNORECASE,
)
"""Words behind a statement, in its sentence or as the next one, that leave open whether it is true."""

REFUTED: Final = re.compile(
    loosely(
        r"^(?:\S+ ){4}[^;]*[,;:(–—-]\s*(?:but |and |which )*(?:that|this|it|which)(?:'s| is| was) (?:\w+ )?(?:wrong|"
        r"not (?:right|correct|true|so)|incorrect|false|outdated|no longer (?:right|true|correct|so|valid|the case)|"
        r"a mistake|nonsense)[\s.!)]*$"
    ),
    re.IGNORECASE,
)
"""A statement that the same sentence calls wrong."""
