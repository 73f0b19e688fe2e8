"""How the user feels. A mood is a signal of one day, never a lasting fact: it counts only where it comes back."""

from __future__ import annotations

from datetime import datetime, time

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.domain.claims import Signal, Standing, Value, ValueKind

CATEGORY = "emotional signal"
_FEELINGS = (
    r"(?:worn out|exhausted|stressed(?: out)?|overwhelmed|burn(?:ed|t)[- ]?out|anxious|depressed|lonely|miserable|"
    r"heartbroken|frustrated|drained|wiped out|sad|upset|devastated|homesick|terrified|panicking|thrilled|overjoyed|"
    r"over the moon)"
)
_VERY = r"(?:(?:so|really|completely|totally|absolutely|pretty|very|quite|just|feeling|a bit|utterly|super) )*"


def _felt(hit: Hit) -> Draft:
    end = datetime.combine(hit.said.date(), time(23, 59, 59), tzinfo=hit.said.tzinfo)
    felt = hit.clause.raw[hit.match.start("felt") : hit.match.end("mood")]
    said = felt if felt[0] in "iI" else f"the user is {felt}"
    return Draft(
        Key("user", "mood", "", Value(ValueKind.TEXT, hit.raw("mood").lower())),
        impersonal(said),
        CATEGORY,
        standing=Standing.ASSUMPTION,
        valid_until=end,
    )


PATTERNS = (
    Pattern(
        "mood",
        rx(
            rf"^(?:honestly |tbh |ugh,? |man,? )?(?P<felt>i(?:'m| am| feel|'ve been feeling|'ve been)|feeling) "
            rf"{_VERY}(?P<mood>{_FEELINGS})"
            rf"(?: (?:lately|by|about|with|because of|from) [^,;]{{2,40}}| lately)?(?:,[^;]{{2,60}})?$"
        ),
        Signal.REVIEW,
        0.3,
        _felt,
        yes=(
            Says("honestly im completely worn out, this launch is eating me alive", "user | mood |", "+worn out"),
            Says("I feel so overwhelmed.", "user | mood |", "+overwhelmed"),
            Says("i'm really anxious about the move", "user | mood |", "+anxious"),
        ),
        no=(
            "am i stressed?",
            "she is completely worn out",
            "if i were exhausted i'd stop",
            "im exhausted lol",
            "my shoes are worn out",
        ),
    ),
)
