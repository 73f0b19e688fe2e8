"""The words of what the user is to be spared, has again, or has rather than something else, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.exclusions import not_at, not_on, rather, restored, spared
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import DAY, TIME
from slowwave.domain.claims import Signal

PATTERNS = (
    Pattern(
        "exclusion.spared",
        rx(
            r"^no (?P<thing>[\w-]{3,20}s) with (?P<where>[\w-]{3,20}s?)$",
            r"^no (?P<thing>[\w-]{3,20}(?: [\w-]{3,20})??)(?P<when> (?:outside|outdoors|below|above|under|over|after|"
            r"before|during|near|without) [\w ]{2,40})?(?:, [^;]{3,40})?$",
        ),
        Signal.PREFERENCE,
        0.8,
        spared,
        yes=(
            Says(
                "I have asthma, so no intervals outside below 0 degrees, doctor's orders",
                "interval | use | outside below 0 degre",
                "-",
            ),
            Says("no red-eye flights please", "red-eye flight | use |", "-"),
            Says("my knee hurts going down, so no hills please", "hill | use |", "-"),
            Says("I believe I'm bad at public speaking, so please no goals with talks", "talk | use | goal", "-"),
        ),
        no=(
            "no hills",
            "it's fine, so no worries",
            "my build is green, so no changes",
            "I looked, so no hills today",
            "he has asthma, so no intervals",
            "I ran it and so no errors",
            "no new features please",
        ),
    ),
    Pattern(
        "exclusion.day",
        rx(
            rf"^no (?:more )?(?P<thing>[\w-]{{3,20}}(?: [\w-]{{3,20}})?) on "
            rf"(?P<day>{DAY}s(?:(?:, | and | or ){DAY}s)*)$"
        ),
        Signal.PREFERENCE,
        0.8,
        not_on,
        yes=(
            Says("no fish on mondays", "fish | use | monday", "-"),
            Says("No loud music on sundays please.", "loud music | use | sunday", "-"),
            Says("no training on wednesdays and weekends", "train | use | wednesday weekend", "-"),
        ),
        no=(
            "no fish on monday",
            "is there no fish on mondays?",
            "they have no fish on mondays",
            "no issues on mondays",
        ),
    ),
    Pattern(
        "exclusion.time",
        rx(
            rf"^no (?:more )?(?P<what>[\w-]{{3,20}}s) (?P<side>before|after) (?P<time>{TIME})(?: on (?P<on>{DAY}s))?$",
        ),
        Signal.PREFERENCE,
        0.8,
        not_at,
        yes=(
            Says("no flights before 9", "flight | earliest |", "+09:00"),
            Says("No notifications after 22:00 please.", "notification | latest |", "+22:00"),
            Says("no lessons before 10 on weekends", "lesson | earliest | weekend", "+10:00"),
        ),
        no=(
            "no flights before 9 today",
            "are there no flights before 9?",
            "there were no flights before 9",
            "no errors after 9",
        ),
    ),
    Pattern(
        "exclusion.restored",
        rx(
            r"^(?:[^,;]{3,50}, )?(?P<from>(?:you (?:can|may) )?put (?:the )?(?P<thing>[\w' -]{3,30}?) back "
            r"(?:in|into|on)"
            r"(?: to)?(?: (?P<where>(?:the |my |our )?[\w-]{3,20}(?: [\w-]{3,20})?))?(?: now| again)?)$"
        ),
        Signal.PREFERENCE,
        0.8,
        restored,
        yes=(
            Says("knee is ok, you can put hills back in", "hill | use |"),
            Says("so I was wrong about me and stages, put talks back into the goals", "talk | use | goal"),
            Says("you may put mushrooms back in now", "mushroom | use |"),
        ),
        no=(
            "put it back in",
            "can you put hills back in?",
            "put that function back into the module",
            "he says you can put hills back in",
        ),
    ),
    Pattern(
        "exclusion.rather",
        rx(
            r"^(?P<thing>[A-Za-z][\w-]+s) (?:rather than|instead of|over) (?P<other>[\w-]+s)"
            r"(?P<when>,? (?:when(?:ever)?|if|for|unless|in the|on) [^;]{3,80})?$"
        ),
        Signal.PREFERENCE,
        0.75,
        rather,
        yes=(
            Says(
                "Trains rather than planes whenever it's under five hours, e.g. to Paris or Geneva.",
                "train | prefer | when it under fiv hour",
            ),
            Says("trams rather than taxis please", "tram | prefer |"),
            Says("Podcasts rather than articles if there is a choice", "podcast | prefer | if choic"),
        ),
        no=(
            "trains rather than planes this time",
            "why trains rather than planes?",
            "she wants trains rather than planes",
            "write it with classes rather than functions",
        ),
    ),
)
