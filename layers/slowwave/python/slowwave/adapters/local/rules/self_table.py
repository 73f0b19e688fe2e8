"""The words in which people speak of themselves, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.self_facts import AREAS, ZONE, left, named, place, role, works, zone, zone_now
from slowwave.domain.claims import Signal

_WHO = r"(?:i(?:'m|’m| am)|i(?:'ve| have)? been|we(?:'re| are))"
_LONG_AGO = (
    r"(?:,? (?:last \w+|recently|now|yesterday|this \w+|a \w+ ago|(?:in|since) (?:\d{4}|(?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december)(?: \d{4})?)|for \w+ years?|currently|(?:two|"
    r"three|four|five|six|a few|\d+) \w+ ago|these days))?"
)
_NAME = r"(?P<value>[^\W\d_][\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,3})"
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
        named("name"),
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
        left,
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
            rf"^(?:(?:i|we) )?(?:currently |now )?live in {_REST}{_LONG_AGO}(?:,? (?:and )?not (?:in )?.{{2,40}})?$",
            rf"^(?:{_WHO} )?(?:currently |now )?(?:based|living|located) (?:in|out of) {_REST}{_LONG_AGO}$",
            rf"^(?:(?:i|we)(?:'ve| have)? )?(?:just |recently |since |now )?(?:moved|relocated)(?: (?:back|"
            rf"over))?(?: from [A-Z]\w+)? to (?P<value>(?-i:[A-Z])[^,;()]{{1,40}}?){_LONG_AGO}$",
        ),
        Signal.SELF_FACT,
        0.9,
        place,
        yes=(
            Says("I live in Lisbon.", "user | home |", "+lisbon"),
            Says("I moved to Berlin last month.", "user | home |", "+berlin"),
            Says("btw I'm based in New York", "user | home |", "+new york"),
            Says("im a product designer, live in Rotterdam, so timezone is CET", "user | home |", "+rotterdam"),
            Says("i live in lisbon now", "user | home |", "+lisbon"),
        ),
        no=(
            "I live in fear of merge conflicts.",
            "I used to live in Lisbon.",
            "Imagine I live in Lisbon.",
            "I moved to the next step.",
            "we live in Postgres",
            "the kids, live in Porto",
            "i live in fear of mondays",
        ),
    ),
    Pattern(
        "self.hometown",
        rx(rf"^(?:{_WHO} (?:originally )?from|i (?:grew up|was born) in) {_REST}$"),
        Signal.SELF_FACT,
        0.8,
        named("hometown"),
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
            rf"^(?:{_WHO} (?:in|on)|(?:my )?(?:timezone|time zone|tz)(?: is(?: now)?|:)?|i work (?:in|"
            rf"on)) (?:the )?(?P<value>(?-i:{ZONE.pattern})|cet|cest|eet|gmt|utc|pst|est|bst|ist)"
            rf"(?: timezone| time zone| time)?(?: now)?$"
        ),
        Signal.SELF_FACT,
        0.9,
        zone,
        yes=(
            Says("My timezone is UTC+2.", "user | timezone |", "+utc+2"),
            Says("I'm in CET.", "user | timezone |", "+cet"),
            Says("my time zone is Europe/Lisbon", "user | timezone |", "+Europe/Lisbon"),
        ),
        no=("What timezone am I in?", "I'm in a meeting.", "The server is in UTC?"),
    ),
    Pattern(
        "self.timezone_now",
        rx(
            rf"^(?:(?:so|then) )?(?:it(?:'s| is)|that(?:'s| is)|i(?:'m| am)(?: in| on)?|make (?:it|that)|change it to|"
            rf"switch to|use) (?:now )?(?P<value>(?-i:{AREAS}))(?: now| instead)?$",
            rf"^(?P<value>(?-i:{AREAS}))(?: now)?$",
        ),
        Signal.SELF_FACT,
        0.9,
        zone_now,
        yes=(
            Says("no, i moved to Lisbon last month. so its Europe/Lisbon now", "user | timezone |", "+Europe/Lisbon"),
            Says("make it America/Sao_Paulo", "user | timezone |", "+America/Sao_Paulo"),
            Says("please switch to Asia/Tokyo", "user | timezone |", "+Asia/Tokyo"),
        ),
        no=("is it Europe/Lisbon now?", "my sister is in Europe/Lisbon", "its Europe/Lisbon just for this week"),
    ),
    Pattern(
        "self.work_mode",
        rx(
            r"^i(?:'m)? (?:(?:now|just|mostly|always|only|currently|still) )*(?:work|working|am working) "
            r"(?:(?:now|mostly|fully|completely) )*(?P<value>remote(?:ly)?|from home|hybrid|on[- ]?site|part[- ]time|"
            r"full[- ]time|nights|night shifts|shifts|weekends)(?: now)?(?: since .{3,20})?$"
        ),
        Signal.SELF_FACT,
        0.8,
        works,
        yes=(
            Says("same job still, i just work remotely now", "user | work mode |", "+remotely"),
            Says("i work from home since last year", "user | work mode |", "+from home"),
            Says("I work part-time.", "user | work mode |", "+part-time"),
        ),
        no=("do i work remotely?", "my boss works remotely", "i might work remotely", "i work from home today"),
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
        role,
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
            rf"^i (?:currently |now )?work (?:at|for) {_REST}{_LONG_AGO}(?:,? (?:and )?not .{{2,40}}|"
            rf",? not .{{2,40}} any ?more)?$",
            rf"^i(?:'ve| have)? (?:just |recently )?joined (?P<value>(?-i:[A-Z])[^,;()]{{1,40}}?){_LONG_AGO}$",
            rf"^my employer is {_REST}$",
        ),
        Signal.SELF_FACT,
        0.9,
        named("employer"),
        yes=(
            Says("I work at Acme Robotics.", "user | employer |", "+acme robotics"),
            Says("I just joined Initech", "user | employer |", "+initech"),
            Says("my employer is Globex", "user | employer |", "+globex"),
        ),
        no=("I work at night.", "I used to work at Acme.", "Should I work at Acme?", "I joined the call."),
    ),
)
