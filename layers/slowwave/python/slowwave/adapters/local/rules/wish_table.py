"""The words of standing wishes, units and what to leave out, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.lexicon import CHOICES
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.wishes import CURRENCIES, left_out, measured, whenever
from slowwave.domain.claims import Signal

_OCCASION = (
    r"(?P<occasion>(?:if|when|whenever|every time|any time) you (?:book|order|reserve|buy|plan|pick|choose|find|"
    r"schedule|write|send|suggest|make|get|look for|search for|recommend|cook|draft|summari[sz]e)[^,;]{0,40}?)"
)
_MEASURES = (
    "(?:"
    + "|".join(
        sorted(
            (
                name
                for name, (group, _) in CHOICES.items()
                if group in ("unit system", "temperature unit", "clock format")
            ),
            key=len,
            reverse=True,
        )
    )
    + rf"|{CURRENCIES})"
)
_TEXTUAL = (
    r"(?:(?:long|lengthy|flowery|unnecessary|big|trailing|closing|fancy|empty) )?(?:emojis?|intros?|introductions?|"
    r"preambles?|small talk|fluff|filler|disclaimers?|apologies|pleasantries|headings|headers|jargon|"
    r"exclamation marks|hashtags|buzzwords|summar(?:y|ies) at the end|essays|explanations|compliments|flattery|"
    r"bold text|follow[- ]up questions|sign[- ]offs?)"
)

PATTERNS = (
    Pattern(
        "wish.whenever",
        rx(
            rf"^{_OCCASION},? (?:then )?(?:i(?:'d| would| always| usually)? (?:want|need|like|prefer)|"
            r"(?:please )?(?:pick|choose|find|get|take|go for)(?: me)?(?= (?:an?|the|something|somewhere|one)\b)|"
            r"(?:please )?always (?:get|pick|choose)(?: me)?) (?P<thing>(?!to\b|you\b)[^,;]{3,50})$",
            rf"^{_OCCASION},? (?P<thing>(?:no|never|without) [\w' -]{{3,40}})$",
            r"^i(?:'d| would)? (?P<how>want|need|like|prefer) (?P<thing>(?!to\b|you\b)[^,;]{3,50})$",
            r"^(?P<thing>(?:no|without) [\w' -]{3,40})$",
        ),
        Signal.PREFERENCE,
        0.8,
        whenever,
        yes=(
            Says("if you book trains for me i want a window seat", "window seat | prefer |"),
            Says("When you book flights, I prefer an aisle seat.", "aisl seat | prefer |"),
            Says("if you order food for me, no cilantro", "cilantro | prefer |", "-"),
            Says("whenever you book hotels i need a quiet room", "quiet room | prefer |"),
        ),
        no=(
            "i want a window seat",
            "if you were to book trains i'd want a window seat",
            "if you find it i want to see it",
            "can you book a train? i want a window seat",
            "she said if you book trains she wants a window seat",
        ),
    ),
    Pattern(
        "wish.measure",
        rx(
            rf"^(?P<about>units?|measurements?|distances?|weights?|temps?|temperatures?|prices?|costs|amounts|times?|"
            rf"everything|currency|recipes)(?: (?:are|should be|always))*(?: in)? (?P<value>{_MEASURES})"
            rf"(?: units)?(?:,? not [\w -]{{2,20}})?$",
            rf"^(?P<value>{_MEASURES})(?: units| only| for (?:temps|temperatures|prices|times))?$",
        ),
        Signal.PREFERENCE,
        0.8,
        measured,
        yes=(
            Says("units metric please, and 24h clock", "unit system | is |", "+metric"),
            Says("units metric please, and 24h clock", "clock format | is |", "+24-hour"),
            Says("prices in euros please, not dollars", "currency | is |", "+euro"),
            Says("temperatures in celsius", "temperature unit | is |", "+celsius"),
        ),
        no=(
            "my sister wants everything in miles and fahrenheit",
            "are prices in euros?",
            "prices in euros just for this trip",
            "celsius",
        ),
    ),
    Pattern(
        "wish.without",
        rx(
            rf"^no (?P<thing>{_TEXTUAL})$",
            rf"^(?:leave out|skip|spare me|cut) (?:the |all (?:the )?|any |your )?(?P<thing>{_TEXTUAL})$",
        ),
        Signal.PREFERENCE,
        0.8,
        left_out,
        yes=(
            Says("bullets if its more than two things, no long intros", "long intro | use |", "-"),
            Says("short answers pls, and no emojis", "emoji | use |", "-"),
            Says("no small talk please", "small talk | use |", "-"),
        ),
        no=("no emojis today", "why no emojis?", "my boss wants no emojis", "no idea", "there were no disclaimers"),
    ),
)
