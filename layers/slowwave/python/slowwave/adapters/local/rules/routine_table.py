"""The words of a week's rules, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import (
    DAY,
    MEETINGS,
    TIME,
    bounded,
    frequent,
    kept_free,
    weekly,
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
        "routine.bound",
        rx(
            rf"^(?:absolutely )?no (?:more )?(?:\w+ )?(?P<what>{MEETINGS}){_FOR_ME} (?P<side>before|after) "
            rf"(?P<time>{TIME}){_FOR_ME}(?: on (?P<on>{_SOME_DAYS}))?$",
            rf"^i (?:never|don'?t) (?:take|do|have|want|accept|join) (?:any )?(?P<what>{MEETINGS}) "
            rf"(?P<side>before|after) (?P<time>{TIME})(?: on (?P<on>{_SOME_DAYS}))?$",
            rf"^(?P<what>)nothing (?P<side>before|after) (?P<time>{TIME})(?: for me| in my calendar)"
            rf"(?: on (?P<on>{_SOME_DAYS}))?$",
            rf"^{_NEVER} (?:schedule|book|plan|put|propose|set up|accept) (?:me )?(?:any )?(?P<what>{MEETINGS}|"
            rf"anything|things) (?P<side>before|after) (?P<time>{TIME}){_FOR_ME}(?: on (?P<on>{_SOME_DAYS}))?$",
        ),
        Signal.PREFERENCE,
        0.85,
        bounded,
        yes=(
            Says("no meetings before 10 for me by the way", "meeting | earliest |", "+10:00"),
            Says("No calls after 6pm please.", "call | latest |", "+18:00"),
            Says("no meetings before 11 on weekends", "meeting | earliest | weekend", "+11:00"),
            Says("dont schedule anything before 9:30", "meeting | earliest |", "+09:30"),
            Says("nothing before 9 in my calendar please", "meeting | earliest |", "+09:00"),
        ),
        no=(
            "no meetings before 10 today",
            "are there no meetings before 10?",
            "she wants no meetings before 10",
            "just this once you can go before 10",
            "there were no meetings before 10",
        ),
    ),
    Pattern(
        "routine.free",
        rx(
            rf"^(?:absolutely )?no (?:\w+ )?(?P<what>{MEETINGS}){_FOR_ME} on (?P<on>{_SOME_DAYS}){_FOR_ME}$",
            rf"^{_NEVER} (?:schedule|book|plan|put|propose|set up) (?:me )?(?:any )?(?P<what>{MEETINGS}) on "
            rf"(?P<on>{_SOME_DAYS}){_FOR_ME}$",
        ),
        Signal.PREFERENCE,
        0.85,
        kept_free,
        yes=(
            Says("no meetings on fridays please", "meeting | on | friday", "-"),
            Says("Never book calls on Mondays.", "call | on | monday", "-"),
            Says("no calls for me on wednesdays and fridays", "call | on | wednesday friday", "-"),
        ),
        no=("no meetings on friday?", "my boss wants no meetings on fridays", "are there no calls on mondays"),
    ),
    Pattern(
        "routine.weekly",
        rx(
            rf"^i (?:always |usually )?(?:have|go to|do|play|teach|attend)(?: my| an?)? (?P<what>[\w' -]{{2,40}}?) "
            rf"(?:on )?(?P<on>{_SOME_DAYS})(?: (?:at|from) (?P<time>{TIME}))?$",
            rf"^(?P<on>{DAY}s(?:(?:, | and ){DAY}s)*) (?:are|is) (?P<what>(?:my|for|our) [\w' -]{{2,30}})$",
            rf"^(?P<on>{DAY}) (?:morning|afternoon|evening|night)s (?:are|is) (?P<what>(?!(?:best|fine|good|better|bad|"
            r"busy|free|ok|okay|great|hard|tough|usually|always|never|when|not|out|off|too|so|the)\b)[\w' -]{2,30})$",
            rf"^my (?P<what>[\w' -]{{2,30}}?) (?:is|are)(?: always)? (?:on )?(?P<on>{_SOME_DAYS})"
            rf"(?: at (?P<time>{TIME}))?$",
        ),
        Signal.SELF_FACT,
        0.75,
        weekly,
        yes=(
            Says("i have therapy every tuesday at 4", "user | week | therapi", "+tuesday 04:00"),
            Says("fridays are my day off", "user | week | day off", "+friday"),
            Says("My choir rehearsal is on Thursdays.", "user | week | choir rehearsal", "+thursday"),
        ),
        no=(
            "i have a dentist appointment on tuesday",
            "do i have therapy every tuesday?",
            "my sister says fridays are my day off",
            "fridays are the worst",
        ),
    ),
    Pattern(
        "routine.often",
        rx(
            rf"^(?P<often>\d|two|three|four|five) (?P<what>[\w-]+(?: [\w-]+)?) (?:a|per|every) "
            rf"(?P<per>week|month)(?:, (?:but )?(?:not|never) on {_ONE_DAY})?(?: please)?$",
            rf"^i (?:usually |always |now )?(?P<what>swim|run|train|work out|cycle|lift|climb|fast|meditate|"
            rf"go (?:swimming|running|climbing|cycling)|go to the gym|(?:do|play) [\w-]+) (?P<often>once|twice|"
            rf"(?:\d|two|three|four|five) (?:times|days)) (?:a|per|every) (?P<per>week|month)"
            rf"(?:, (?:(?:but )?(?:not|never) on {_ONE_DAY}|(?:mostly|usually|always) [\w ]{{3,30}}))?$",
        ),
        Signal.PREFERENCE,
        0.7,
        frequent,
        yes=(
            Says(
                "3 runs a week, not on wednesdays because thats my pottery class", "user | how often | run", "+3 a week"
            ),
            Says("i swim twice a week, never on mondays", "user | how often | swim", "+twice a week"),
            Says("I go to the gym three times a week.", "user | how often | go gym", "+three times a week"),
        ),
        no=(
            "is 3 runs a week enough?",
            "my brother swims twice a week",
            "maybe 3 runs a week",
            "i ran three times this week",
        ),
    ),
)
