"""What people wrap around what they say: openings, conditions, endings, reasons. Each is peeled off; its name stays
as a flag.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.vocabulary import VERBS

DURABLE = "durable"
PLEASE = "please"
REMEMBER = "remember"
CORRECTION = "correction"
WANT = "want"
HOUSE = "house"
WE = "we"
SHOULD = "should"
MUST = "must"
DECISION = "decision"
LETS = "lets"
ANYMORE = "anymore"
ELSEWHERE = "elsewhere"
CONDITION = "condition"
HEDGE = "hedge"
CONTINUED = "continued"
UNTIL = "until"
AGO = "ago"
FILLER = "filler"
GIVEN = "given"
GIVEN_TOO = "given_too"

_PLACE = (
    r"(?:(?:this|our) (?:\w+ )?|the )(?:repo(?:sitory)?|project|codebase|code base|monorepo|team|workspace|"
    r"package|app|company|org|house|shop)"
)

LEADS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        DURABLE,
        (
            r"from now on(?:wards?)?|going forward|moving forward|from here on(?: out)?|in (?:the )?future",
            r"henceforth|starting (?:now|today)|as of (?:now|today|yesterday|the new \w+|(?:last|this) \w+|\w+day)",
            r"for all future \w+|as a (?:general )?rule(?: of thumb)?|by default|without exception",
            r"(?:new|general|standing|ground|house|hard|golden|team) rule|standing (?:order|instruction)s?",
            r"permanent instruction",
        ),
    ),
    (
        REMEMBER,
        (
            (
                r"(?:please )?(?:remember|keep in mind|bear in mind|don'?t forget|do not forget|never forget|take note|"
                r"make a note|note|be aware|for future reference|fyi|for the record)(?: (?:that|to))?"
            ),
        ),
    ),
    (
        CORRECTION,
        (
            r"no(?=[,.:!;\s–—-]+(?:actually|it|use|we|i|the|not|my|that|don|always|never|\w+, not)\b)|nope|wait",
            r"actually|sorry|correction|scratch that|(?:small|quick|minor) correction|not quite|wrong(?=[,.:!])",
            r"oops|my (?:mistake|bad)|i was wrong|on second thoughts?",
            (
                r"(?:no,? )?that(?:'s| is| was)(?: actually| just)? (?:wrong|not (?:right|correct|true)|incorrect|"
                r"outdated|old|a mistake|my mistake)(?: now)?"
            ),
            r"(?:i )?(?:misspoke|changed my mind|(?:made|was) a mistake|got that wrong|had that wrong)",
            r"i meant(?: to say)?|rather(?=,)|let me correct (?:that|myself)|to correct (?:that|myself|you)",
        ),
    ),
    (
        HOUSE,
        (
            rf"(?:in|within|across|throughout|for|on|at) (?:all of )?{_PLACE}",
            r"here|around here",
            (
                r"(?:our|the|my|team|house|project) (?:\w+ ){0,2}(?:convention|rule|policy|practice|standard|norm|"
                r"guideline)(?: (?:here|on this))? (?:is|are)(?: that| to|:)?"
            ),
            r"(?:convention|rule|policy|style rule|guideline|requirement)(?=\s*:)|by convention",
            r"everyone (?:must|should|has to)",
        ),
    ),
    (
        DECISION,
        (
            (
                r"(?:we|i)(?:'ve| have)? (?:now |finally |just |all |already )?(?:decided|agreed|opted|settled|chosen|"
                r"elected)(?: (?:that we(?:'ll| will| should|'re)?|that|to|on|in favou?r of|for))?"
            ),
            r"(?:the )?decision(?: is| was)?(?: to| that|(?=:))",
        ),
    ),
    (
        WANT,
        (
            r"i(?:'d| would)? (?:really |always )?(?:want|like|need|expect|prefer) (?:you|it|everyone|us) to",
            r"you are to|i (?:ask|expect) that you",
            r"(?:can|could|would|will) you(?: please)?(?= (?:always|never|make sure|from now|keep|stop)\b)",
        ),
    ),
    (PLEASE, (r"(?:please|pls|plz|kindly)",)),
    (
        MUST,
        (
            r"(?:(?:we|you) must|you have to)(?= )",
            (
                r"(?:please )?(?:make (?:absolutely )?sure|be sure|ensure|see to it|it(?:'s| is) (?:important|crucial|"
                r"critical|essential|mandatory|required)|it is vital)(?: (?:that you|that we|that|to|you|we))?"
            ),
        ),
    ),
    (
        SHOULD,
        (
            r"(?:we|you) (?:need to|have to|should|ought to|shall|(?:a|')re supposed to|are supposed to|would|'d)",
            r"i think (?:we|you) should|it(?:'s| is) better to",
        ),
    ),
    (LETS, (r"let'?s|let us",)),
    (
        WE,
        (
            (
                r"we(?:'ve|'re|'ll| have| are| will)?(?: (?:now|just|already|recently|finally|currently|all|also|"
                r"generally|usually|typically|normally|only|actually|here))*(?=\s)"
            ),
        ),
    ),
    (
        HEDGE,
        (
            r"i (?:think|guess|believe|suppose|assume|suspect|reckon)(?: that)?|probably|perhaps|imo|imho|afaik",
            r"iirc",
        ),
    ),
    (UNTIL, (r"(?:until|till) [\w -]{3,30}(?=,)",)),
    (
        FILLER,
        (
            r"hey(?: there)?|hi|hello|ok(?:ay)?|alright|right(?=,)|well(?=,)|so(?! you know)|also|and|but|oh|ah",
            (
                r"(?:great|cool|nice|perfect|awesome|good|reminder|update|important|nb|todo|nit|review|clearly|"
                r"obviously|simply|"
                r"basically|honestly|finally|again|then|because)(?=[,:.!])"
            ),
            r"thanks(?: (?:a lot|so much|again))?|thank you|sure(?=,)|yes|yeah|yep|hm+|uh|um|btw",
            r"by the way|just(?! so you know)",
            r"anyway",
            r"(?:one|another|a quick|quick|some|last|final) (?:more )?(?:thing|note|reminder|update|point|heads[- ]up)",
            r"in general|generally|as (?:a|an) (?:reminder|fyi|note|update)|heads[- ]up|plus|besides",
            r"additionally|furthermore|moreover|to be clear|just to be clear|for (?:clarity|reference|context)",
            r"first(?:ly)?(?=,)|second(?:ly)?(?=,)|lastly|dear \w+|friendly reminder|good news|listen|look(?=,)",
            r"see(?=,)|guys|folks|team(?=,)|however|though|still(?=,)|(?:a )?(?:quick|short) intro(?=:)",
            r"that(?= (?:we|i|my|our|you|all|the \w+ (?:is|are|must))\b)|the thing is|it turns out(?: that)?",
            r"turns out(?: that)?|i should (?:also )?(?:mention|add|note|say|point out)(?: that)?",
            r"(?:just )?so you know|for what it'?s worth|you should know(?: that)?",
            r"(?:it'?s )?worth (?:noting|mentioning)(?: that)?",
            r"i (?:just )?(?:wanted|want) (?:to|you to) (?:mention|know|say|add)(?: that)?",
            r"as (?:i said|mentioned)(?: before| earlier)?|i (?:said|told you)(?: (?:before|already|that|to))*",
        ),
    ),
)
"""Openings by flag, the first that matches wins; what follows each is at least a space or a sign."""

TAILS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        DURABLE,
        (
            r"from now on(?:wards)?|going forward|moving forward|in (?:the )?future|from here on(?: out)?",
            r"at all times|henceforth|as a rule|by default|without exception|(?<=[,;.] )period",
            r"no exceptions|no matter what",
            r"under any circumstances?",
        ),
    ),
    (ANYMORE, (r"any ?more|any longer|ever again",)),
    (PLEASE, (r"please|thanks|thank you|thx|pls|ok(?:ay)?|cheers|got it|understood|:\)",)),
    (
        ELSEWHERE,
        (
            (
                r"(?:like|as|the way|same as) (?:we|everyone|the others?) (?:do(?:es)? )?(?:it )?"
                r"(?:everywhere(?: else)?|elsewhere|in (?:the )?other \w+|(?:in )?the rest(?: of the \w+)?|always|"
                r"already do|usually do)"
            ),
            r"like (?:everywhere else|elsewhere|in the (?:rest|other)(?: \w+){0,3})",
            r"as (?:usual|always|elsewhere|everywhere else)",
        ),
    ),
    (
        HOUSE,
        (
            rf"(?:in|across|throughout|for) {_PLACE}",
            r"around here",
        ),
    ),
    (FILLER, (r"by the way|btw|fyi",)),
    (UNTIL, (r"(?:until|till) (?:the )?[\w ,-]{3,30}",)),
    (
        AGO,
        (
            (
                r"(?:since )?last (?:week|month|year|quarter|spring|summer|autumn|fall|winter|night|\w+day|january|"
                r"february|march|april|may|june|july|august|september|october|november|december)"
            ),
            r"yesterday|recently|(?:an?|two|three|four|a few|a couple of|\d+) \w+ ago",
        ),
    ),
)
"""Endings by flag."""

RENEWS = frozenset({DURABLE, PLEASE, REMEMBER, WANT, HOUSE, MUST, CONDITION, LETS})
"""Leads after which a clause no longer continues the subject of the one before."""


def _named(table: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    return loosely("|".join(f"(?P<{name}>(?:{'|'.join(phrases)}))" for name, phrases in table))


LEAD = re.compile(rf"(?:{_named(LEADS)})\b[\s,:;.!–—-]+", re.IGNORECASE)
TAIL = re.compile(rf"[\s,;–—-]*(?:(?<=[\s,])|^)(?:{_named(TAILS)})[\s.!,)]*$", re.IGNORECASE)
CONDITIONS = re.compile(
    r"(?P<condition>for (?:the|our|all|my) [\w -]{2,40}?(?=\s+(?:we (?:always )?use|always|please)\b))\s+|"
    r"(?P<given_too>(?:before|after|when(?:ever)?|every time|each time) (?:(?:you|we|i)\s|\w+ing\b)[^,;:\n]{0,60}?)"
    r"(?::\s+|\s+(?=(?:please\s+)?(?:also|always|never|make sure)\b))|"
    r"(?P<given>(?:when(?:ever)?|if|for|in|before|after|while|on|inside|within|under|with|during|unless|every time|"
    r"each time|any time|to (?:run|build|start|deploy|test|lint|format|release|"
    r"launch))\s[^,;:\n]{2,80}),\s+(?:then\s+)?",
    re.IGNORECASE,
)
EVERY_TIME = re.compile(r"(?:whenever|every time|each time|any time)\b", re.IGNORECASE)
REASON = re.compile(
    loosely(
        r"(?<=\bnow)\s+that\b|[\s,]+(?:\(|due to\b|because\b|cuz\b|, since\b|so that\b|otherwise\b|or else\b|as (?:it|"
        r"that|they|this)(?:'s| is| are|"
        r" can| will| would)?\b|since (?:it|that|they|this|we|i|the)\b"
        r"|-- |— |– | - |which (?:is|are|means|makes|will|would)\b|so (?:we|i|it|they|you|the)\b|"
        r"to (?:avoid|prevent)\b)"
    ),
    re.IGNORECASE,
)
SPLIT = re.compile(
    loosely(
        r"\s*;\s+(?!(?:it must )?go (?:through|via)\b|instead\b|use\b)|\s+[—–]\s+|\s+--?\s+|:\s+(?=(?:never|always|"
        r"don't|do not|use|please|stop|no more|make sure|keep)\b)"
        r"|(?:,\s+|\s+)(?:and|but|so|because|since)\s+(?=(?:please|"
        r"always|never|don't|do not|use|make sure|my|i(?:'m)?|we(?:'re|'ve)?|from now on)\b)"
        r"|,\s+(?:and |but |so |or )?(?=(?:can|could|would|will|do|does|did|should|is|are|how|what|which|why|"
        r"where)\s+(?:you|i|we|it|this|that|the|my|there|they|to|do|can|should|would)\b)"
        r"|,\s+(?=(?:please|so|(?:it|this|that|they)(?! (?:must|has to|have to|should|needs? to) (?:always )?go)|he|"
        r"she|we (?:don't|no longer|use|never|always)|i (?:can'?t|don'?t|have|need)|\w+ (?:left|quit|resigned|is gone|"
        r"is history))\b)"
        r"|,\s+(?=(?:please|always|never|don't|do not|use(?! [^,;]{2,60} instead$)(?! [^,;]{2,60} instead\.)|"
        r"instead,? use|i (?:just |now )?(?:prefer|use|live|work|moved)|i'm)\b(?! of))"
        r"|(?:(?<=please)|(?<=pls)|(?<=by the way)|(?<=btw)),\s+(?:and\s+)?"
        r"|,\s+(?:and\s+)?(?=no (?!longer\b|matter\b|need\b|one\b|idea\b|more than\b|less than\b)[a-z])"
        r"|(?:,\s+(?:and\s+)?|\s+and\s+)(?=(?:live|living|based) in\b|work (?:at|for|as|from home|remotely)\b)"
        r"|\s+so\s+(?=(?:keep|it's)\b)|\s+(?:but|and)\s+(?=(?:write to me|reply|answer|speak to me) in\b)"
        r"|,\s+(?:and\s+)?(?=(?:my )?(?:timezone|time zone|tz)\b)"
        r"|,\s+(?=(?:one|two|three|\d) (?:or \w+ )?(?:sentences?|lines?|paragraphs?)\b)"
        r"|,\s+(?=(?:that's|it's|there's|(?:i|we) (?:just|had|got|never|hate|did|was|went|get|read)|"
        r"(?:had|been|got) (?:a|an|some|enough|burned))\b)"
    ),
    re.IGNORECASE,
)
IMPERATIVE = re.compile(
    loosely(rf"(?:always|never|don'?t|do not|stop|avoid|i (?:want|need|prefer|like)|{VERBS})\b"), re.IGNORECASE
)
