"""People and animals around the user. They are kept under their relation ("sister"), never under a name."""

from __future__ import annotations

from slowwave.adapters.local.rules.habits import DIETS, allergen
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.self_facts import fact
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Lane, Signal, Standing, Value
from slowwave.domain.keys import normalize_subject, singular, stem_phrase

RELATION = (
    r"(?:(?:older |younger |little |big |twin |step|half[- ]|oldest |youngest )?(?:wife|husband|partner|girlfriend|"
    r"boyfriend|fianc[eé]e?|spouse|mother|mom|mum|father|dad|parents|sister|brother|son|daughter|kids?|children|"
    r"grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|roommate|flatmate|dog|cat|"
    r"(?:mother|father|sister|brother)[- ]in[- ]law))"
)
_NAME = r"(?: (?-i:[A-Z][\w'-]+))?"
_PLACE = r"(?P<value>(?:the )?(?-i:[A-Z])[\w'.-]*(?: (?-i:[A-Z])[\w'.-]*){0,3}|the (?:us|usa|uk|netherlands))"


def _about(hit: Hit, attribute: str, value: Value, qualifier: str = "", lane: Lane | None = None) -> Draft:
    key = Key(normalize_subject(hit.raw("who")), attribute, qualifier, value)
    return Draft(key, impersonal(hit.clause.raw), "fact", standing=Standing.FACT, lane=lane)


def _home(hit: Hit) -> Draft:
    return _about(hit, "home", read_value(trimmed(hit.raw("value"))))


def _diet(hit: Hit) -> Draft:
    return _about(hit, "diet", read_value(hit.raw("value")))


def _allergy(hit: Hit) -> Draft:
    return _about(hit, "allergy", Value(), allergen(hit.raw("value")), Lane.SAFETY)


def _owned(hit: Hit) -> Draft | None:
    kind = singular(stem_phrase(hit.raw("kind")) and hit.raw("kind").lower().split()[-1])
    return fact("has", read_value(hit.raw("number").lower()), impersonal(hit.clause.raw), qualifier=kind)


PATTERNS = (
    Pattern(
        "relation.allergy",
        rx(
            rf"^my (?P<who>{RELATION}){_NAME} (?:is|are) (?:severely |very |deathly )?allergic to "
            rf"(?P<value>[^,;()]{{2,40}}?)$",
            rf"^my (?P<who>{RELATION}){_NAME} (?:has|have) (?:an? )?(?:severe )?(?P<value>[\w-]+) allergy$",
        ),
        Signal.SELF_FACT,
        0.95,
        _allergy,
        yes=(
            Says("my daughter is allergic to peanuts so keep that in mind", "daughter | allergy | peanut"),
            Says("My husband has a shellfish allergy.", "husband | allergy | shellfish"),
            Says("my son is severely allergic to eggs", "son | allergy | egg"),
        ),
        no=(
            "is my daughter allergic to peanuts?",
            "my son might be allergic to eggs",
            "my cat is allergic to mondays lol",
        ),
    ),
    Pattern(
        "relation.home",
        rx(
            rf"^my (?P<who>{RELATION}){_NAME} (?:now )?(?:lives?|(?:is|are) based|(?:is|are) living) in {_PLACE}"
            r"(?: now)?$"
        ),
        Signal.SELF_FACT,
        0.6,
        _home,
        yes=(
            Says("my sister lives in Boston", "sister | home |", "+boston"),
            Says("My parents live in Rotterdam.", "parent | home |", "+rotterdam"),
            Says("my brother Tom lives in the us", "brother | home |", "+us"),
        ),
        no=(
            "does my sister live in Boston?",
            "my sister said she lives in Boston",
            "my sister used to live in Boston",
            "my dog lives for walks",
        ),
    ),
    Pattern(
        "relation.diet",
        rx(rf"^my (?P<who>{RELATION}){_NAME} (?:is|are) (?:a |an |now |strictly )*(?P<value>{DIETS})(?: now)?$"),
        Signal.SELF_FACT,
        0.8,
        _diet,
        yes=(
            Says("my wife is vegan", "wife | diet |", "+vegan"),
            Says("My kids are vegetarian.", "kid | diet |", "+vegetarian"),
            Says("my partner is lactose intolerant", "partner | diet |", "+lactose intolerant"),
        ),
        no=(
            "is my wife vegan?",
            "my wife might be vegan soon",
            "my friend says my wife is vegan",
            "my wife is vegan lol",
        ),
    ),
    Pattern(
        "relation.owned",
        rx(
            r"^i(?:'ve)? (?:have|got) (?P<number>an?|one|two|three|four|five|\d) (?P<kind>(?:small |young |teenage )?"
            r"(?:kids?|children|sons?|daughters?|dogs?|cats?|sisters?|brothers?))$"
        ),
        Signal.SELF_FACT,
        0.7,
        _owned,
        yes=(
            Says("i have two kids", "user | has | kid", "+two"),
            Says("I have a dog.", "user | has | dog", "+a"),
            Says("i have 3 cats btw", "user | has | cat", "+3"),
        ),
        no=("do i have two kids?", "imagine i have two kids", "i have two meetings", "he said i have two kids"),
    ),
)
