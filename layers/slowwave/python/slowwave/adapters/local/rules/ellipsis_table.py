"""The words of rules without a verb, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.ellipses import (
    MONEY,
    RELEASES,
    chosen_for_all,
    no_meeting,
    no_release,
    rate,
    version,
)
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import DAY, MEETINGS
from slowwave.domain.claims import Signal

_WHEN = rf"(?P<day>{DAY}|late[- ]night|night|evening|morning|lunchtime|holiday)"
_BOUND = (
    r"(?P<bound>max(?:imum)?\.?|at most|no more than|not more than|up to|under|min(?:imum)?\.?|at least|no less than)"
)
_PER = (
    r"(?:an?|per|each) (?P<unit>night|bottle|person|head|guest|child|day|week|month|year|session|ride|trip|ticket|"
    r"meal|hour|room|seat|gift|present|book|lesson|flight|piece|kilo|litre|liter)"
)
_EVERY = r"(?:for|in|on|across) (?:all|every|each)(?: of)?(?: our| the)?"
_SCOPE = r"(?:services?|projects?|packages?|repos?(?:itories)?|modules?|apps?|components?|lambdas?|images?|new code)"
_LIFTED = r"(?:are|is) (?:fine|ok|okay|allowed|possible|back)(?: again| now)+"

PATTERNS = (
    Pattern(
        "ellipsis.version",
        rx(
            rf"^(?P<thing>[A-Za-z][\w.+#-]*) v?(?P<version>\d+(?:\.\d+){{0,2}}) {_EVERY} {_SCOPE}(?: from now on)?$",
            rf"^(?:now )?(?P<we>on) (?P<version>\d+(?:\.\d+){{1,2}}) {_EVERY} {_SCOPE}(?: now)?$",
        ),
        Signal.INSTRUCTION,
        0.85,
        version,
        yes=(
            Says("python 3.12 for all services", "python version | is |", "+3.12"),
            Says("node 22 in every package please", "node version | is |", "+22"),
            Says("and we're on 3.13 in all services since the base image update", "python version | is |", "+3.13"),
            Says("from now on postgres 16 for all our apps", "postgres version | is |", "+16"),
        ),
        no=(
            "is it python 3.12 for all services?",
            "they said python 3.12 for all services",
            "maybe python 3.12 for all services",
            "Step 3 for all services",
            "we're on 4.2 in all services",
        ),
    ),
    Pattern(
        "ellipsis.choice",
        rx(
            rf"^(?P<thing>[\w.+#-]+(?: [\w.+#-]+)?) (?:{_EVERY} (?:{_SCOPE}|(?P<purpose>[\w-]+(?: [\w-]+)?))|"
            r"everywhere)(?: please)?$"
        ),
        Signal.INSTRUCTION,
        0.85,
        chosen_for_all,
        yes=(
            Says("tabs everywhere please", "indentation | is |", "+tabs"),
            Says("pnpm for all packages", "package manager | is |", "+pnpm"),
            Says("from now on vitest in every package", "test framework | is |", "+vitest"),
        ),
        no=(
            "tests for all modules",
            "are there tabs everywhere?",
            "he wants tabs everywhere",
            "errors everywhere",
            "Write tests for pnpm, pnpm for all packages",
        ),
    ),
    Pattern(
        "ellipsis.rate",
        rx(
            rf"^(?:(?:realistically|really|hotels?|rooms?|budget|for hotels|that means),? )?(?P<from>{_BOUND} "
            rf"(?P<value>{MONEY}|\d+ (?P<counted>[a-z]{{3,12}})) {_PER}(?:,? (?:and|but|or)?[^;]{{2,60}})?)$",
            rf"^(?P<from>(?:the |my |our )?(?:[\w-]+ )?(?:budget|limit|cap|maximum) (?:is|went (?:up|"
            rf"down) to|goes up to) "
            rf"(?:now )?(?P<value>{MONEY}) {_PER}(?: now)?(?: from now on)?(?:, [^;]{{2,60}})?)$",
        ),
        Signal.PREFERENCE,
        0.8,
        rate,
        yes=(
            Says("Max 160 euros a night, and quiet, away from the street.", "night | at most | money", "+160 EUR"),
            Says("realistically max 12 euros a bottle, dry white", "bottle | at most | money", "+12 EUR"),
            Says(
                "hotel budget is 190 euros a night from now on, prices went up", "night | at most | money", "+190 EUR"
            ),
            Says("no more than $40 per person please", "person | at most | money", "+40 USD"),
            Says("max 30 minutes per session", "session | at most | minut", "+30 min"),
        ),
        no=(
            "max 160 euros a night this time",
            "is it max 160 euros a night?",
            "they charge at most 160 euros a night",
            "my boss says max 160 euros a night",
            "she does up to 5 calls a day",
        ),
    ),
    Pattern(
        "ellipsis.release",
        rx(
            rf"^(?:absolutely )?(?P<no>no) (?:more )?{_WHEN} (?P<act>{RELEASES})$",
            rf"^{_WHEN} (?P<act>{RELEASES}) {_LIFTED}$",
            rf"^(?P<act>deploying|releasing|shipping|merging) on (?:an? |the )?{_WHEN}s? {_LIFTED}$",
        ),
        Signal.INSTRUCTION,
        0.9,
        no_release,
        yes=(
            Says("no friday deploys, learned that the hard way", "deploy | practice | friday", "-"),
            Says("no more late-night releases please", "releas | practice | late-night", "-"),
            Says("friday deploys are fine again", "deploy | practice | friday"),
            Says("deploying on fridays is fine now", "deploy | practice | friday"),
        ),
        no=(
            "no friday deploys this week",
            "why no friday deploys?",
            "is deploying on fridays fine now?",
            "there were no friday deploys",
            "the blog says no friday deploys",
        ),
    ),
    Pattern(
        "ellipsis.meeting",
        rx(
            rf"^(?:absolutely )?(?P<no>no) (?:more )?{_WHEN} (?P<act>{MEETINGS})(?: for me)?$",
            rf"^{_WHEN} (?P<act>{MEETINGS}) {_LIFTED}$",
        ),
        Signal.PREFERENCE,
        0.85,
        no_meeting,
        yes=(
            Says("no friday meetings please", "meeting | on | friday", "-"),
            Says("No more evening calls for me.", "call | on | evening", "-"),
            Says("monday meetings are ok again", "meeting | on | monday"),
        ),
        no=("no friday meetings this week", "are there no friday meetings?", "he wants no friday meetings"),
    ),
)
