"""The words of what is to come again and of wishes for an occasion, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.manners import AMOUNT, VARIETY
from slowwave.adapters.local.rules.orders import CADENCE, meanwhile, moved, on_occasion, ordered, reshaped
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import REGULAR
from slowwave.adapters.local.rules.wishes import CURRENCIES
from slowwave.domain.claims import Signal

_THING = r"(?P<thing>(?:the |an? |my |some )?[\w'-]+(?: [\w'-]+){0,4}?)"
_STYLE = rf"(?P<style>in {CURRENCIES}|in {VARIETY}|{AMOUNT})"
_LASTING = r"(?P<lasting> (?:from now on(?:wards)?|going forward|in (?:the )?future|for good))"
_OCCASION = r"(?P<occasion>(?!this\b|that\b|these\b|the\b|my\b|now\b|example\b|years\b)(?:[\w-]+ )?[\w-]+s)"

PATTERNS = (
    Pattern(
        "order.regular",
        rx(
            rf"^(?P<who>i(?:'d| would)? (?:need|want|like|expect)(?: to (?:get|have|receive|see))?) {_THING},? "
            rf"(?P<when>{CADENCE})(?P<rest>(?:, [^;]{{3,80}})?)$"
        ),
        Signal.INSTRUCTION,
        0.85,
        ordered,
        yes=(
            Says(
                "I need the sales digest every Monday at 8, one page, in euros.",
                "digest | send |",
                "+every monday at 8",
            ),
            Says("I need the sales digest every Monday at 8, one page, in euros.", "digest | currency |", "+euro"),
            Says(
                "I'd like homework after every session, one thing only, in writing",
                "homework | length |",
                "+one thing only",
            ),
            Says("I'd like a status report each friday, two pages", "status report | length |", "+two pages"),
        ),
        no=(
            "I need the sales digest.",
            "I need a coffee every morning.",
            "Do I need the sales digest every Monday?",
            "The finance team wants the digest every Monday.",
            "I'd like homework after this session.",
            "i would need the digest every monday if i were on the board",
        ),
    ),
    Pattern(
        "order.moved",
        rx(
            rf"^(?:the|my) (?P<thing>[\w'-]+(?: [\w'-]+){{0,2}}?) (?:has to|must|should|needs to) (?:be there|be ready|"
            rf"arrive|come|go out|be sent|reach me|land) (?P<when>{CADENCE})(?: instead| now)*$",
            rf"^(?:move|send)(?: me)? (?:the|my) (?P<thing>[\w'-]+(?: [\w'-]+){{0,2}}?) (?:to )?(?P<when>{CADENCE}) "
            r"(?:instead|now)$",
        ),
        Signal.INSTRUCTION,
        0.85,
        moved,
        yes=(
            Says(
                "The board meets earlier now, so the digest has to be there on Fridays at 16:00 instead.",
                "digest | send |",
                "+on fridays at 16:00",
            ),
            Says("send me the briefing every evening instead", "briefing | send |", "+every evening"),
            Says("my weekly report should arrive on mondays", "report | send |", "+on mondays"),
        ),
        no=(
            "The digest has to be there on Friday.",
            "Does the digest have to be there on Fridays?",
            "The build has to be ready every morning.",
            "She said the digest has to be there on Fridays.",
        ),
    ),
    Pattern(
        "order.shape",
        rx(
            rf"^(?:i(?:'d| would)? (?:want|need|like) )?(?:the |my |your )?(?P<thing>[\w'-]+(?: [\w'-]+){{0,2}}?) "
            rf"{_STYLE}(?:{_LASTING})?(?:, [^;]{{3,60}})?$",
            rf"^make (?:the|my) (?P<thing>(?:[\w'-]+ )?{REGULAR}) (?:to )?{_STYLE}(?:{_LASTING})?(?:, [^;]{{3,60}})?$",
        ),
        Signal.INSTRUCTION,
        0.85,
        reshaped,
        yes=(
            Says("Digest in dollars from now on, headquarters insists.", "digest | currency |", "+dollar"),
            Says("and make the homework two things, one is too easy", "homework | length |", "+two things"),
            Says("I'd like the summary in German from now on", "summary | language |", "+german"),
            Says("from now on the weekly report in French", "report | language |", "+french"),
        ),
        no=(
            "The report in dollars is here.",
            "make the picture two lines",
            "Is the digest in dollars?",
            "digest in dollars just this once",
            "Homework in French was hard.",
        ),
    ),
    Pattern(
        "order.occasion",
        rx(
            rf"^(?:for|on) (?:all )?{_OCCASION},? i(?:'d| would)?(?: always| usually)? (?:want|need|like|prefer) "
            r"(?P<thing>(?!to\b|you\b|it\b|this\b|that\b)[^,;]{3,50})(?:, [^;]{3,60})?$",
            r"^i(?:'d| would)?(?: always)? (?:want|need|like) (?P<thing>(?:an? |the )?[\w-]+(?: [\w-]+){0,2}) "
            r"(?P<occasion>(?:for|with|after|before) (?:every|each|all) [\w-]+(?: [\w-]+)?)$",
        ),
        Signal.PREFERENCE,
        0.8,
        on_occasion,
        yes=(
            Says("For flights I want an aisle seat, row 10 or further front if possible.", "aisl seat | prefer |"),
            Says("on long flights i prefer a window seat", "window seat | prefer |"),
            Says("on sundays I want no alarms", "alarm | prefer | sunday", "-"),
            Says("For hotels I need a quiet room", "quiet room | prefer |"),
            Says("I need a receipt for every booking.", "receipt | prefer |"),
        ),
        no=(
            "For this flight I want an aisle seat.",
            "for flights do i want an aisle seat?",
            "For years I wanted a dog.",
            "My boss says for flights I want an aisle seat.",
            "For tests I want to use a fixture.",
            "For tests I need a database.",
            "I need a test for every function.",
        ),
    ),
    Pattern(
        "order.meanwhile",
        rx(
            r"^(?:until|till) (?:(?!(?:i|we|you|they)\b)[\w-]+,? ){1,3}?(?:please )?(?:book|reserve|pick|"
            r"choose) (?:me )?"
            r"(?P<thing>(?!it\b|this\b|that\b|them\b|nothing\b)(?:[\w'-]+ ){0,3}[\w'-]+?)(?: please)?(?:, [^;]{3,90})?$"
        ),
        Signal.PREFERENCE,
        0.8,
        meanwhile,
        yes=(
            Says(
                "until 2026-02-28 book window seats please, my leg is in a cast and I need to lean",
                "window seat | prefer |",
            ),
            Says("until 2026-05-31 book refundable rates please, my plans may move", "refundabl rat | prefer |"),
            Says("until 2026-06-30 please book ground floor rooms, I am on crutches", "ground floor room | prefer |"),
        ),
        no=(
            "until 2026-02-28 we book nothing",
            "until then book window seats",
            "Until when should I book window seats?",
            "They said until 2026-02-28 book window seats.",
        ),
    ),
)
