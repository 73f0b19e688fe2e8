"""What people wrap around what they say: openings, conditions, endings, reasons. Each is peeled off; its name stays
as a flag.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely

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
GIVEN_IF = "given_if"
NIT = "nit"

PLACE = (
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
            r"actually,? no(?=,)|no(?=, (?:(?:\w+ )?\w+s )?in [\w ]+(?: please)?[.!]?\s*$)",
            r"actually|sorry|correction|scratch that|(?:small|quick|minor) correction|not quite|wrong(?=[,.:!])",
            r"oops|my (?:mistake|bad)|i was wrong|never ?mind(?=,)|on second thoughts?",
            (
                r"(?:no,? )?that(?:'s| is| was)(?: actually| just)? (?:wrong|not (?:right|correct|true)|incorrect|"
                r"outdated|old|a mistake|my mistake)(?: now)?"
            ),
            r"(?:i )?(?:misspoke|changed my mind|(?:made|was) a mistake|got that wrong|had that wrong)",
            r"i told you (?:it |that )?wrong(?: yesterday| before| earlier| last \w+)?",
            r"i meant(?: to say)?|rather(?=,)|let me correct (?:that|myself)|to correct (?:that|myself|you)",
            (
                r"(?:the|our|that|this) (?:[\w-]+ ){1,4}(?:is|are) (?:out of date|outdated|obsolete|stale|wrong|"
                r"incorrect|no longer (?:right|correct|true|valid))(?=\s*[:,–—-])"
            ),
        ),
    ),
    (
        HOUSE,
        (
            rf"(?:in|within|across|throughout|for|on|at) (?:all of )?{PLACE}",
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
            r"(?:the )?(?:new )?(?:architecture|design)(?: change| decision)?(?=:)",
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
        NIT,
        (
            r"(?:nit(?:pick)?|minor|review(?: comment| note)?)(?=\s*[,:.!-])",
            r"(?:(?:works|good|fine|nice|ok(?:ay)?|lgtm|looks good),? (?:but )?)?(?:in|from the) (?:code )?review(?=:)",
            r"\w+ time i(?:'m| am)? (?:writ|say)\w* (?:this|it|that)(?: in (?:a |the )?review)?(?=\s*[:,.!-])",
        ),
    ),
    (
        FILLER,
        (
            r"hey(?: there)?|hi|hello|ok(?:ay)?|alright|right(?=,)|well(?=,)|so(?! you know)|also|and|but|oh|ah",
            (
                r"(?:great|cool|nice|perfect|awesome|good|reminder|update|important|nb|todo|clearly|"
                r"obviously|simply|"
                r"basically|honestly|finally|again|then|because)(?=[,:.!])"
            ),
            r"thanks(?: (?:a lot|so much|again))?|thank you|sure(?=,)|yes|yeah|yep|hm+|uh|um|btw",
            r"by the way|just(?! so you know)|before i forget|reminder that|anyway",
            r"i (?:just )?(?:double[- ]?)?checked(?: again)?",
            (
                r"(?:one|another|a quick|quick|some|last|final) (?:more )?(?:thing|note|reminder|update|point|"
                r"heads[- ]up)(?: before i forget)?"
            ),
            r"in general|generally|as (?:a|an) (?:reminder|fyi|note|update)|heads[- ]up|plus|besides",
            r"additionally|furthermore|moreover|(?:just )?to be clear|for (?:clarity|reference|context)",
            r"(?:just )?to (?:confirm|clarify|recap|repeat(?: myself)?|reiterate|be (?:precise|exact))(?=[,:])",
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
            rf"(?:in|within|across|throughout|for) {PLACE}(?: now| too| these days)?",
            r"around here",
        ),
    ),
    (
        FILLER,
        (
            r"by the way|btw|fyi|either|as well",
            r"(?:so )?keep (?:that|this|it) in mind(?: (?:for|when|with) [\w ]{3,30})?|(?:just )?so you know",
            r"(?:we )?learned (?:that|it|this) the hard way",
        ),
    ),
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
