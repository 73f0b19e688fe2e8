"""The words in which people state their health, the airport they use and the days they have, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.circumstances import (
    AILMENTS,
    STATES,
    airport,
    available,
    avoids,
    health,
    no_health,
    on_diet,
)
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.routines import DAY
from slowwave.domain.claims import Signal

_DAYS = rf"{DAY}s?(?:(?:, | and |, and ){DAY}s?)*"
_CITY = r"(?P<value>(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+){0,2})"
_CODE = r"(?:(?:, ?| \()(?-i:[A-Z]{3})\)?)?"

PATTERNS = (
    Pattern(
        "self.health",
        rx(
            rf"^i (?:also |still )?(?:have|suffer from|live with|was diagnosed with|got diagnosed with) "
            rf"(?:mild |severe |chronic |bad |some )?(?P<value>{AILMENTS})(?: since [\w ]{{3,20}}| for years)?$",
            r"^i (?:use|rely on|wear|have) (?P<value>a (?:wheelchair|hearing aid|screen reader|white cane))$",
            rf"^i(?:'m|’m| am) (?:also |very |slightly |partly |red-green )?(?P<value>{STATES})$",
        ),
        Signal.SELF_FACT,
        0.9,
        health,
        yes=(
            Says("I have asthma, so no intervals outside below 0 degrees", "user | health | asthma"),
            Says("I'm color-blind, keep that in mind for charts.", "user | health | color-blind"),
            Says("btw i have a bad knee", "user | health | bad kne"),
        ),
        no=(
            "I had asthma as a kid.",
            "Do I have asthma?",
            "My sister says I have asthma.",
            "If I had asthma I would know.",
            "my son has asthma",
            "I have a headache.",
        ),
    ),
    Pattern(
        "self.on_diet",
        rx(r"^i(?:'m|’m| am) on an? (?P<value>(?!new\b|strict\b|special\b)[\w-]+(?: [\w-]+)?) diet(?: now)?$"),
        Signal.SELF_FACT,
        0.9,
        on_diet,
        yes=(
            Says("I'm on a low salt diet.", "user | diet |", "+low salt"),
            Says("i am on a keto diet now", "user | diet |", "+keto"),
            Says("btw I'm on a low-carb diet", "user | diet |", "+low-carb"),
        ),
        no=("am I on a keto diet?", "she is on a keto diet", "I'm on a new diet", "if I'm on a keto diet"),
    ),
    Pattern(
        "self.no_health",
        rx(
            rf"^i (?:no longer|don'?t|do not)(?: really)? (?:have|suffer from) (?P<value>{AILMENTS})$",
            rf"^i(?:'m|’m| am) (?:no longer|not) (?P<value>{STATES})$",
        ),
        Signal.REJECTION,
        0.9,
        no_health,
        yes=(
            Says("I no longer have hay fever.", "user | health | hay fever", "-"),
            Says("I don't have migraines any more", "user | health | migrain", "-"),
            Says("turns out I'm not claustrophobic anymore", "user | health | claustrophobic", "-"),
        ),
        no=("I don't have asthma.", "Do I no longer have hay fever?", "maybe I no longer have hay fever"),
    ),
    Pattern(
        "self.avoids",
        rx(
            r"^i (?P<no>don'?t|do not|never) (?P<deed>drink|smoke|drive|swim|ski)(?: (?:any )?"
            r"(?P<value>(?!that\b|this\b|it\b|much\b|enough\b|to\b|on\b|in\b|at\b|when\b|well\b|very\b|as\b)"
            r"[\w-]+(?: [\w-]+)?))?(?: at all)?$",
            r"^i (?:do )?(?P<deed>drink|smoke|drive|swim|ski)(?: (?P<value>(?!that\b|this\b|it\b|too\b)[\w-]+"
            r"(?: [\w-]+)??))? again(?: now)?$",
        ),
        Signal.SELF_FACT,
        0.85,
        avoids,
        yes=(
            Says("max 12 euros a bottle, I don't drink red at all", "user | drink | red", "-"),
            Says("I don't drive.", "user | driv |", "-"),
            Says("btw i drink coffee again", "user | drink | coffe"),
        ),
        no=(
            "do I not drink alcohol?",
            "she doesn't drink alcohol",
            "I don't drive to work",
            "I don't drink this",
            "I didn't drink red",
        ),
    ),
    Pattern(
        "self.airport",
        rx(
            rf"^(?:moved(?: house)?, )?(?:i )?(?:now |always |usually |mostly |normally )?fly (?:out of|from) {_CITY}"
            rf"(?: now)?{_CODE}(?: now)?$",
            rf"^my (?:home |usual |nearest )airport is (?:now )?{_CITY}(?: now)?{_CODE}(?: now)?$",
        ),
        Signal.SELF_FACT,
        0.85,
        airport,
        yes=(
            Says("I fly out of Lyon, LYS.", "user | airport |", "+lyon"),
            Says("We moved house, I fly from Basel now, BSL.", "user | airport |", "+basel"),
            Says("i usually fly from Porto", "user | airport |", "+porto"),
            Says("we fly from Porto", "user | airport |", "+porto"),
        ),
        no=(
            "I fly from Lyon to Oslo on Monday.",
            "Do I fly out of Lyon?",
            "He flies out of Lyon.",
            "I fly from Lyon this time.",
            "I flew out of Lyon.",
            "Fly out of Lyon.",
        ),
    ),
    Pattern(
        "self.available",
        rx(
            rf"^(?:only )?(?P<on>{_DAYS}) work(?:s)? (?:best )?for me$",
            rf"^(?:{DAY}s? (?:is|are) (?:gone|out|off|taken), )?(?:now )?i can (?P<only>only) (?:do|make|train|come|"
            rf"meet|run|play)(?: on)? (?P<on>{_DAYS})(?: for good| now)*$",
        ),
        Signal.SELF_FACT,
        0.8,
        available,
        yes=(
            Says("tuesday, thursday and sunday work for me", "user | available |", "+tuesday thursday sunday"),
            Says(
                "thursdays are gone, I can only do tuesday and sunday for good", "user | available |", "+tuesday sunday"
            ),
            Says("I can only train on weekends now", "user | available |", "+weekend"),
        ),
        no=(
            "tuesday works for me",
            "does tuesday and sunday work for me?",
            "this week I can only do tuesday and sunday",
            "she says tuesday and sunday work for me",
            "tuesday or sunday work for me",
        ),
    ),
)
