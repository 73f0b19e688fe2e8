"""The words of errands that come back, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import (
    DAY,
    TIME,
    delivered,
    reminded,
    unwanted,
)
from slowwave.domain.claims import Signal

_DAYS = rf"(?:{DAY}s|(?:every |each ){DAY})"
_SOME_DAYS = rf"{_DAYS}(?:(?:, | and | or ){_DAYS}){{0,4}}"
_ONE_DAY = rf"(?:{DAY}s?)(?:(?:, | and | or ){DAY}s?){{0,4}}"
_EVERY = (
    rf"(?:(?:every|each) (?:(?:{DAY}|day|morning|evening|night|week(?:day|end)?|month|other \w+)"
    rf"(?: (?:morning|evening|night|afternoon))?)|on {DAY}s|daily|weekly|monthly)(?: (?:at|around|before) {TIME})?"
)
_FOR_ME = r"(?: for me| on my side| in my calendar| please)?"
_NEVER = r"(?:never|don'?t(?: ever)?|do not|please don'?t)"

PATTERNS = (
    Pattern(
        "routine.send",
        rx(
            rf"^(?:i(?:'d like| want)(?: you to send me)?|(?:please )?(?:send|give|email|text|show|write) me) "
            rf"(?P<thing>(?:an? |the |my )?[\w' -]{{2,50}}?),? (?P<when>{_EVERY})$",
            rf"^(?P<when>{_EVERY}),? (?:send|give|email|text|show|write) me "
            r"(?P<thing>(?:an? |the |my )?[\w' -]{2,50})$",
        ),
        Signal.INSTRUCTION,
        0.85,
        delivered,
        yes=(
            Says(
                "send me a summary of the week every monday at 8, that would help",
                "summary | send |",
                "+every monday at 8",
            ),
            Says("Every morning, send me the weather forecast.", "weather forecast | send |", "+every morning"),
            Says("i want a sales report every friday", "sales report | send |", "+every friday"),
            Says("I want a sales report each friday", "sales report | send |", "+every friday"),
        ),
        no=(
            "send me a summary",
            "can you send me a summary every monday?",
            "my boss sends me a summary every monday",
            "they send me a newsletter every week",
        ),
    ),
    Pattern(
        "routine.remind",
        rx(
            rf"^(?:please )?remind me (?P<when>{_EVERY}) (?:to|about) (?P<deed>[^,;]{{3,60}})$",
            rf"^(?:please )?remind me (?:to|about) (?P<deed>[^,;]{{3,60}}?) (?P<when>{_EVERY})$",
            rf"^(?P<when>{_EVERY}),? remind me (?:to|about) (?P<deed>[^,;]{{3,60}})$",
        ),
        Signal.INSTRUCTION,
        0.85,
        reminded,
        yes=(
            Says(
                "remind me every sunday evening to water the plants", "water plant | remind |", "+every sunday evening"
            ),
            Says("Remind me to take my pills every morning.", "tak pill | remind |", "+every morning"),
            Says("every friday remind me to submit my hours", "submit hour | remind |", "+every friday"),
        ),
        no=(
            "remind me to call mum tomorrow",
            "can you remind me every sunday?",
            "she reminds me every sunday to water the plants",
        ),
    ),
    Pattern(
        "routine.unwanted",
        rx(
            r"^i (?:no longer|don'?t) (?:want|need|read) (?:the |that |my |any |an? )?(?P<thing>[\w' -]{3,50}?)"
            r"(?: any ?more| any longer| now)?$",
            r"^(?:you (?:can|may|should) )?(?:stop|quit) (?:sending|giving|emailing|texting|showing|writing) me "
            r"(?:the |that |my |any |those |an? )?(?P<thing>[\w' -]{3,50}?)(?: now| please)?$",
            r"^(?:you (?:can|may) )?(?:cancel|stop|drop|skip|no more) (?:the |that |my |those )?"
            r"(?P<thing>(?:daily|weekly|monthly|morning|evening|\w+day) [\w' -]{3,40}?)"
            r"(?: from now on| for good| now)?$",
            r"^(?:you (?:can|may) )?stop reminding me (?:to|about) (?P<deed>[\w' -]{3,50})$",
        ),
        Signal.REJECTION,
        0.8,
        unwanted,
        yes=(
            Says("i no longer want the monday summary, i never read it", "summary | send |", "-"),
            Says("you can stop sending me the weekly digest, i dont read it", "digest | send |", "-"),
            Says("Stop reminding me to water the plants.", "water plant | remind |", "-"),
        ),
        no=(
            "i dont want the summary today",
            "do i still need the weekly report?",
            "he no longer wants the monday summary",
            "i dont want that",
        ),
    ),
)
