"""The words in which people speak of their traits, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.habits import spoken_at_home
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.preferences import LANGUAGES
from slowwave.adapters.local.rules.self_facts import named, plain
from slowwave.domain.claims import Signal

_WHO = r"(?:i(?:'m|’m| am)|i(?:'ve| have)? been|we(?:'re| are))"
_LONG_AGO = (
    r"(?:,? (?:last \w+|recently|now|yesterday|this \w+|a \w+ ago|(?:in|since) (?:\d{4}|(?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december)(?: \d{4})?)|for \w+ years?|currently|(?:two|"
    r"three|four|five|six|a few|\d+) \w+ ago|these days))?"
)
_NAME = r"(?P<value>[^\W\d_][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})"
_REST = r"(?P<value>[^,;()]{2,60}?)"

PATTERNS = (
    Pattern(
        "self.language",
        rx(rf"^(?:my (?:native|first) language is|i natively speak|my mother tongue is) {_REST}$"),
        Signal.SELF_FACT,
        0.9,
        named("native language"),
        yes=(
            Says("My native language is Dutch.", "user | native language |", "+dutch"),
            Says("my mother tongue is Tamil", "user | native language |", "+tamil"),
            Says("By the way, my first language is French.", "user | native language |", "+french"),
        ),
        no=("What's my native language?", "Suppose my native language is Dutch.", "my first language is hard"),
    ),
    Pattern(
        "self.home_language",
        rx(
            rf"^(?:at home )?(?:(?:i|we) )?(?:mostly |only |usually |both )?speak "
            rf"(?P<value>{LANGUAGES}|tamil|bengali|urdu|"
            rf"punjabi|farsi|persian|swahili|tagalog|malay|indonesian|serbian|croatian|bulgarian|slovak|welsh|irish|"
            rf"basque|galician|cantonese)(?: at home| with (?:my|the) (?:kids|family|parents|wife|husband|partner))?$"
        ),
        Signal.SELF_FACT,
        0.7,
        spoken_at_home,
        yes=(
            Says(
                "at home we speak portuguese but please always write to me in english",
                "user | home language |",
                "+portuguese",
            ),
            Says("we speak Tamil at home", "user | home language |", "+tamil"),
            Says("I mostly speak Dutch with my kids.", "user | home language |", "+dutch"),
        ),
        no=(
            "do we speak portuguese?",
            "i wish we spoke Tamil",
            "they speak portuguese at home",
            "we speak soon",
            "please speak dutch for now",
        ),
    ),
    Pattern(
        "self.pronouns",
        rx(
            r"^my pronouns are (?P<value>[\w/ ]{2,20})$",
            r"^i use (?P<value>(?:he|she|they|xe|ze)/\w+(?:/\w+)?)(?: pronouns)?$",
        ),
        Signal.SELF_FACT,
        0.9,
        plain("pronouns"),
        yes=(
            Says("My pronouns are they/them.", "user | pronouns |", "+they/them"),
            Says("I use she/her pronouns", "user | pronouns |", "+she/her"),
            Says("fyi my pronouns are he/him", "user | pronouns |", "+he/him"),
        ),
        no=("What are my pronouns?", "I use pronouns.", "Suppose my pronouns are they/them."),
    ),
    Pattern(
        "self.age",
        rx(
            rf"^{_WHO} (?P<value>\d{{1,3}})(?: years? old)?$",
            r"^i (?:just )?turned (?P<value>\d{1,3})(?: (?:yesterday|last \w+|in \w+))?$",
            r"^my age is (?P<value>\d{1,3})$",
        ),
        Signal.SELF_FACT,
        0.8,
        plain("age"),
        yes=(
            Says("I'm 34 years old.", "user | age |", "+34"),
            Says("I just turned 41", "user | age |", "+41"),
            Says("my age is 29", "user | age |", "+29"),
        ),
        no=("I'm 100% sure.", "Am I 34?", "If I were 34 years old."),
    ),
    Pattern(
        "self.birthday",
        rx(rf"^(?:my (?:birthday|birth date|birthdate|date of birth) is(?: on)?|i was born on) {_REST}$"),
        Signal.SELF_FACT,
        0.9,
        plain("birthday"),
        yes=(
            Says("My birthday is 4 June 1990.", "user | birthday |", "+1990-06-04"),
            Says("my birthday is on March 3", "user | birthday |", "+--03-03"),
            Says("I was born on 1988-11-02", "user | birthday |", "+1988-11-02"),
        ),
        no=("When is my birthday?", "Imagine my birthday is 4 June.", "My sister said my birthday is 4 June."),
    ),
    Pattern(
        "self.team",
        rx(
            r"^(?:i(?:'m|’m| am)|i work) (?:now |currently )?(?:on|in|"
            r"with) the (?P<value>[\w-]+(?: [\w-]+){0,2}) team$",
            r"^my team is (?:the )?(?P<value>[\w-]+(?: [\w-]+){0,2}?)(?: team)?$",
        ),
        Signal.SELF_FACT,
        0.8,
        plain("team"),
        yes=(
            Says("I'm on the payments team.", "user | team |", "+payments"),
            Says("My team is Platform.", "user | team |", "+platform"),
            Says("I work with the growth team", "user | team |", "+growth"),
        ),
        no=(
            "I'm on the phone.",
            "Am I on the payments team?",
            "I used to be on the payments team. I was on the payments team?",
        ),
    ),
)
