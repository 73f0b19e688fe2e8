"""What the speaker says of themselves: name, home, role, employer, time zone, language, age, diet, allergies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from slowwave.adapters.local.rules.choices import chosen
from slowwave.adapters.local.rules.lexicon import PERSONAL_CHOICES, choice_of
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import read_value, trimmed
from slowwave.domain.claims import Lane, Polarity, Signal, Standing, Value

_WHO = r"(?:i(?:'m|’m| am)|i(?:'ve| have)? been|we(?:'re| are))"
_LONG_AGO = (
    r"(?:,? (?:last \w+|recently|now|yesterday|this \w+|a \w+ ago|(?:in|since) (?:\d{4}|(?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december)(?: \d{4})?)|for \w+ years?|currently|(?:two|"
    r"three|four|five|six|a few|\d+) \w+ ago|these days))?"
)
_CAPITAL = re.compile(r"(?:the )?[A-Z0-9][\w&.'’-]*")
_ROLE = re.compile(
    r"\b(?:engineer|developer|designer|manager|teacher|nurse|doctor|lawyer|student|analyst|scientist|architect|"
    r"writer|editor|consultant|accountant|director|founder|ceo|cto|cfo|lead|researcher|professor|freelancer|"
    r"contractor|chef|artist"
    r"|photographer|musician|producer|administrator|admin|devops|sre|programmer|intern|assistant|officer|specialist|"
    r"technician|therapist|journalist|pilot|physicist|biologist|chemist|pharmacist|electrician|plumber|carpenter|"
    r"translator|recruiter|owner"
    r"|marketer|paralegal|librarian|economist|veterinarian|dentist|barista|coach|trainer|planner|coordinator)s?\b",
    re.IGNORECASE,
)
_ZONE = re.compile(
    r"(?:UTC|GMT)(?:\s?[+-]\s?\d{1,2}(?::?\d\d)?)?|[CEMPA]?[ECMPW][SED]?[SD]?T|CET|CEST|EET|IST|JST|AEST|"
    r"[A-Z][a-z]+/[A-Z]\w+|(?:Pacific|Eastern|Central|Mountain|British|Indian|Japan) (?:standard |daylight |"
    r"summer )?time"
)


def fact(
    attribute: str,
    value: Value,
    statement: str,
    *,
    qualifier: str = "",
    polarity: Polarity = Polarity.AFFIRM,
    signal: Signal | None = None,
    denies: tuple[Key, ...] = (),
    lane: Lane | None = None,
) -> Draft:
    """A protected fact of the user."""
    return Draft(
        Key("user", attribute, qualifier, value, polarity),
        statement,
        "fact",
        denies,
        signal=signal,
        standing=Standing.FACT,
        lane=lane,
    )


def _plain(attribute: str) -> Callable[[Hit], Draft | None]:
    def build(hit: Hit) -> Draft | None:
        value = trimmed(hit.raw("value"))
        return fact(attribute, read_value(value), impersonal(hit.clause.raw)) if value else None

    return build


def _named(attribute: str) -> Callable[[Hit], Draft | None]:
    """As `_plain`, for values that are names: at least one capital, and no more than five words."""

    def build(hit: Hit) -> Draft | None:
        value = trimmed(hit.raw("value"))
        words = value.split()
        if not words or len(words) > 5 or not _CAPITAL.match(words[0]):
            return None
        return fact(attribute, read_value(value), impersonal(hit.clause.raw))

    return build


def _role(hit: Hit) -> Draft | None:
    """A role, and the employer where "at NAME" follows it."""
    role, _, rest = trimmed(hit.raw("value")).partition(" at ")
    role = re.split(r"\s(?:in|for|from|with|on|who|working|based)\s", role)[0].strip()
    if not _ROLE.search(role) or len(role.split()) > 6:
        return None
    words = impersonal(hit.clause.raw)
    employer = re.split(r"\s(?:in|on|and|where)\s", rest)[0].strip()
    also = [fact("employer", read_value(employer), words)] if employer and _CAPITAL.match(employer) else []
    if based := re.search(r"\b(?:based|living) in (?P<place>[A-Z]\w+(?: [A-Z]\w+)*)$", hit.raw("value")):
        also.append(fact("home", read_value(based["place"]), words))
    return replace(fact("role", read_value(role), words), also=tuple(also))


def _zone(hit: Hit) -> Draft | None:
    value = trimmed(hit.raw("value"))
    return fact("timezone", read_value(value), impersonal(hit.clause.raw)) if _ZONE.fullmatch(value) else None


def _allergy(hit: Hit) -> Draft | None:
    value = trimmed(hit.raw("value"))
    return fact("allergy", Value(), impersonal(hit.clause.raw), qualifier=read_value(value).text, lane=Lane.SAFETY)


def _left(hit: Hit) -> Draft | None:
    value = trimmed(hit.raw("value"))
    attribute = "home" if re.search(r"\blive\b", hit.clause.text) else "employer"
    if not _CAPITAL.match(value):
        return None
    affirmed = Key("user", attribute, "", read_value(value))
    return fact(
        attribute,
        affirmed.value,
        impersonal(hit.clause.raw),
        polarity=Polarity.DENY,
        signal=Signal.REJECTION,
        denies=(affirmed,),
    )


def _own_tool(hit: Hit) -> Draft | None:
    value = trimmed(hit.raw("value"))
    group, name = choice_of(value)
    if group not in PERSONAL_CHOICES:
        return None
    return Draft(chosen(value), impersonal(hit.clause.raw), "fact", standing=Standing.FACT) if name else None


_NAME = r"(?P<value>[^\W\d_][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})"
_REST = r"(?P<value>[^,;()]{2,60}?)"

PATTERNS = (
    Pattern(
        "self.name",
        rx(
            rf"^(?:my (?:full |first )?name(?:'s| is)|(?:please )?(?:call me|address me as)|i go by|"
            rf"you can call me)(?: now)? {_NAME}$",
            r"^i(?:'m|’m| am) (?P<value>(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?))(?:, (?:an? |the |from |your ).+|"
            r" from [^,]+)$",
        ),
        Signal.SELF_FACT,
        0.9,
        _named("name"),
        yes=(
            Says("My name is Priya.", "user | name |", "+priya"),
            Says("Call me Sam.", "user | name |", "+sam"),
            Says("I'm Dana, a nurse from Ohio.", "user | name |", "+dana"),
            Says("Hi, my name's Lena Ortiz!", "user | name |", "+lena ortiz"),
        ),
        no=("What is my name?", "call me back later", "Suppose my name is Priya.", "call me when it's done"),
    ),
    Pattern(
        "self.left",
        rx(
            rf"^i (?:no longer|don'?t|do not) (?:live|work) (?:in|at|for) {_REST}(?: anymore| any longer)?$",
            rf"^i(?:'ve| have)? (?:left|quit) (?P<value>[A-Z][^,;()]{{1,40}}?){_LONG_AGO}$",
        ),
        Signal.REJECTION,
        0.9,
        _left,
        yes=(
            Says("I no longer live in Berlin.", "user | home |", "-berlin"),
            Says("I don't work at Acme anymore", "user | employer |", "-acme"),
            Says("I left Acme last month", "user | employer |", "-acme"),
        ),
        no=(
            "I left early.",
            "Did I say I no longer live in Berlin?",
            "I don't work on weekends",
            "He said I no longer live in Berlin.",
        ),
    ),
    Pattern(
        "self.home",
        rx(
            rf"^(?:i|we) (?:currently |now )?live in {_REST}{_LONG_AGO}$",
            rf"^{_WHO} (?:currently |now )?(?:based|living|located) (?:in|out of) {_REST}{_LONG_AGO}$",
            rf"^(?:i|we)(?:'ve| have)? (?:just |recently |since |now )?(?:moved|relocated)(?: (?:back|"
            rf"over))?(?: from [A-Z]\w+)? to (?P<value>(?-i:[A-Z])[^,;()]{{1,40}}?){_LONG_AGO}$",
        ),
        Signal.SELF_FACT,
        0.9,
        _named("home"),
        yes=(
            Says("I live in Lisbon.", "user | home |", "+lisbon"),
            Says("I moved to Berlin last month.", "user | home |", "+berlin"),
            Says("btw I'm based in New York", "user | home |", "+new york"),
        ),
        no=(
            "I live in fear of merge conflicts.",
            "I used to live in Lisbon.",
            "Imagine I live in Lisbon.",
            "I moved to the next step.",
        ),
    ),
    Pattern(
        "self.hometown",
        rx(rf"^(?:{_WHO} (?:originally )?from|i (?:grew up|was born) in) {_REST}$"),
        Signal.SELF_FACT,
        0.8,
        _named("hometown"),
        yes=(
            Says("I'm from Portugal.", "user | hometown |", "+portugal"),
            Says("I grew up in Ohio", "user | hometown |", "+ohio"),
            Says("I am originally from São Paulo.", "user | hometown |", "+são paulo"),
        ),
        no=("I'm from the future.", "Where am I from?", "my friend says I'm from Ohio"),
    ),
    Pattern(
        "self.timezone",
        rx(
            rf"^(?:{_WHO} (?:in|on)|my (?:timezone|time zone|tz) is|i work (?:in|"
            rf"on)) (?:the )?(?P<value>(?-i:{_ZONE.pattern}))(?: timezone| time zone| time)?$"
        ),
        Signal.SELF_FACT,
        0.9,
        _zone,
        yes=(
            Says("My timezone is UTC+2.", "user | timezone |", "+utc+2"),
            Says("I'm in CET.", "user | timezone |", "+cet"),
            Says("my time zone is Europe/Lisbon", "user | timezone |", "+Europe/Lisbon"),
        ),
        no=("What timezone am I in?", "I'm in a meeting.", "The server is in UTC?"),
    ),
    Pattern(
        "self.role",
        rx(
            rf"^{_WHO} (?:working as )?(?:currently )?(?:an?|the) {_REST}{_LONG_AGO}$",
            rf"^i (?:currently )?work (?:[^,;]{{2,40}} )?as (?:an? |the )?{_REST}{_LONG_AGO}$",
            rf"^my (?:job|role|job title|title|position|profession|occupation) is {_REST}$",
        ),
        Signal.SELF_FACT,
        0.9,
        _role,
        yes=(
            Says("I'm a data engineer.", "user | role |", "+data engineer"),
            Says("I work as a nurse", "user | role |", "+nurse"),
            Says("I'm a staff engineer at Initech.", "user | employer |", "+initech"),
            Says("My job title is staff designer.", "user | role |", "+staff designer"),
        ),
        no=(
            "I'm a bit lost.",
            "Imagine I'm a data engineer.",
            "Am I a good engineer?",
            "I'm a fan of nurses.".replace("nurses", "jazz"),
        ),
    ),
    Pattern(
        "self.employer",
        rx(
            rf"^i (?:currently |now )?work (?:at|for) {_REST}{_LONG_AGO}$",
            rf"^i(?:'ve| have)? (?:just |recently )?joined (?P<value>(?-i:[A-Z])[^,;()]{{1,40}}?){_LONG_AGO}$",
            rf"^my employer is {_REST}$",
        ),
        Signal.SELF_FACT,
        0.9,
        _named("employer"),
        yes=(
            Says("I work at Acme Robotics.", "user | employer |", "+acme robotics"),
            Says("I just joined Initech", "user | employer |", "+initech"),
            Says("my employer is Globex", "user | employer |", "+globex"),
        ),
        no=("I work at night.", "I used to work at Acme.", "Should I work at Acme?", "I joined the call."),
    ),
    Pattern(
        "self.language",
        rx(rf"^(?:my (?:native|first) language is|i natively speak|my mother tongue is) {_REST}$"),
        Signal.SELF_FACT,
        0.9,
        _named("native language"),
        yes=(
            Says("My native language is Dutch.", "user | native language |", "+dutch"),
            Says("my mother tongue is Tamil", "user | native language |", "+tamil"),
            Says("By the way, my first language is French.", "user | native language |", "+french"),
        ),
        no=("What's my native language?", "Suppose my native language is Dutch.", "my first language is hard"),
    ),
    Pattern(
        "self.pronouns",
        rx(
            r"^my pronouns are (?P<value>[\w/ ]{2,20})$",
            r"^i use (?P<value>(?:he|she|they|xe|ze)/\w+(?:/\w+)?)(?: pronouns)?$",
        ),
        Signal.SELF_FACT,
        0.9,
        _plain("pronouns"),
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
        _plain("age"),
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
        _plain("birthday"),
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
        _plain("team"),
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
    Pattern(
        "self.diet",
        rx(
            rf"^{_WHO} (?:a |an |now |strictly |mostly )*(?P<value>vegetarian|vegan|pescatarian|pescetarian|halal|"
            rf"kosher|gluten[- ]free|lactose[- ]intolerant|diabetic|celiac|coeliac|keto)(?: now| these days)?$"
        ),
        Signal.SELF_FACT,
        0.9,
        _plain("diet"),
        yes=(
            Says("I'm vegetarian.", "user | diet |", "+vegetarian"),
            Says("I am a vegan", "user | diet |", "+vegan"),
            Says("fyi I'm lactose intolerant", "user | diet |", "+lactose intolerant"),
        ),
        no=(
            "Am I vegan?",
            "I used to be vegan. I was vegetarian?",
            "If I were vegan I'd say so.",
            "my friend says I'm vegan",
        ),
    ),
    Pattern(
        "self.allergy",
        rx(
            rf"^(?:{_WHO} (?:severely |very |deathly )?allergic to|i have (?:an? )?(?:severe )?allergy to) {_REST}$",
            r"^i have a (?:severe )?(?P<value>[\w-]+(?: [\w-]+)?) allergy$",
        ),
        Signal.SELF_FACT,
        0.95,
        _allergy,
        yes=(
            Says("I'm allergic to peanuts.", "user | allergy | peanuts"),
            Says("I have a shellfish allergy", "user | allergy | shellfish"),
            Says("I am severely allergic to penicillin.", "user | allergy | penicillin"),
        ),
        no=("I'm allergic to bad code, lol.", "Am I allergic to peanuts?", "My son said I'm allergic to peanuts."),
    ),
    Pattern(
        "self.tool",
        rx(
            rf"^i (?:mostly |mainly |now |always |only |usually )?(?:use|work (?:with|in|on)|run|code in|write in|"
            rf"am on) {_REST}(?: as my editor| as my shell| for (?:coding|work|everything|editing))?{_LONG_AGO}$",
            rf"^i(?:'m|’m| am) (?:on|using|running) {_REST}{_LONG_AGO}$",
            rf"^my (?:work |home )?(?:laptop|machine|computer|desktop|pc) (?:runs|is running|is on|uses) {_REST}$",
        ),
        Signal.SELF_FACT,
        0.7,
        _own_tool,
        yes=(
            Says("I use Neovim.", "editor | is |", "+neovim"),
            Says("I'm on a Mac.", "os | is |", "+macos"),
            Says("I always use fish", "shell | is |", "+fish"),
        ),
        no=("I use vim sometimes, maybe.", "Do I use vim?", "I used vim to edit it.", "If I were on Windows."),
    ),
)
