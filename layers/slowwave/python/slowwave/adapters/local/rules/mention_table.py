"""The words by which a slot, an entity and a value are recognised inside a sentence."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.vocabulary import SLOT_NOUNS

_STOP = (
    "is are was were be been being am isn't aren't wasn't weren't not no never has have had hasn't haven't does "
    "doesn't "
    "do don't did didn't will won't would should must can can't could may might to at in on of for from with by as "
    "over under into onto via per after before until till through since during while when whenever if unless "
    "because so "
    "and or but nor then than that which who whose where what how why now again still already also only just instead "
    "any anymore always currently stays stay remains stands sits becomes became equals changes changed moves "
    "moved went "
    "goes go comes came gets got ended ends needs need it its it's they them he she we i you us me there here these "
    "those yesterday today tomorrow last next more up down back out off use uses used using set sets applies apply "
    "let please pls plz thanks correct right wrong keep keeps everything anything nothing something all each every "
    "both "
    "arrive arrives land lands lives live runs run reads read writes write stores listens belongs owns time times "
    "gives drops takes retries waits accepts allows ships falls rises brought brings took "
    "broke failed caused made led worked helped"
)
DETERMINERS = (
    r"(?:the|our|my|your|an?|no|any|new|usual|right|wrong|correct|current|official|same|old|proper|"
    r"actual|updated|latest|real)"
)
_NOUNS_TOO = frozenset("time times write writes read reads run runs set up down out back send call use".split())
_NOT_WORDS = "the|our|my|your|an?|this"


def _word(stops: str) -> str:
    return rf"(?!(?:{stops}|{_NOT_WORDS})\b(?!-))[A-Za-z][\w+@-]*(?:[./][\w-]+)*"


_ANY_STOP = "|".join(_STOP.split())
WORD = _word(_ANY_STOP)
MORE = rf"(?!(?:{_ANY_STOP}|{_NOT_WORDS}|team)\b)(?-i:[a-z]+)(?![\w-])"
THING = (
    rf"(?<![\w-])(?:(?:the|our|my|this)\s+)?(?:(?!(?:{_ANY_STOP}|"
    rf"{_NOT_WORDS})\b)(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+){{1,2}}|"
    rf"{WORD}(?:\s+{MORE}){{0,2}})(?![\w'’-])"
)
"""An entity: "billing", "billing-v2", "the invoicing service", "Acme Cloud"."""

_NOUN = _word("|".join(word for word in _STOP.split() if word not in _NOUNS_TOO))
ATTRIBUTE = rf"(?P<a>{_NOUN}(?:\s+{_NOUN}){{0,2}})"
OF = re.compile(
    rf"(?:(?P<det>\b{DETERMINERS}\s+(?:{DETERMINERS}\s+)*)|^|(?<=[,;:.]\s)|(?<=\bthat\s)|"
    rf"(?<=\bas\s)){ATTRIBUTE}"
    rf"\s+(?P<joint>of|for|in)\s+(?P<e>{THING})",
    re.IGNORECASE,
)
"""The attribute before its entity: "the timeout of billing", "a new timeout for billing"."""

_OWNER = rf"(?:(?:the|our|my)\s+)?{WORD}(?:\s+{WORD}){{0,2}}?"
GENITIVE = re.compile(
    rf"(?<![\w-])(?P<det>)(?P<e>(?!(?:let|it|that|what|there|here|who|how|where|he|"
    rf"she)['’]){_OWNER})['’]s\s+{ATTRIBUTE}",
    re.IGNORECASE,
)
"""The entity before its attribute: "billing's timeout"."""

REQUESTED = re.compile(
    rf"(?:\b(?P<det>{DETERMINERS})\s+(?:{DETERMINERS}\s+)*|^|(?<=[,;:.]\s)|(?<=\bthat\s)|(?<=\bas\s))"
    rf"(?P<a>(?:{_NOUN}\s+)?{_NOUN})\s+(?:for|of|on|between)\s+(?:the\s+|all\s+|any\s+)?"
    rf"(?P<of>request|call|connection|upload|download|export|import|retr(?:y|ie)|session|job|alert|build|backup)s\s+"
    rf"(?:to|of|on|from|for|by|in|through|into)\s+(?P<e>{THING})",
    re.IGNORECASE,
)
"""The attribute before what is done with its entity: "timeout for requests to billing", its request timeout."""

AS = re.compile(rf"\bas\s+(?P<det>)(?:an?\s+)?{ATTRIBUTE}(?!\s+(?:of|for)\b)", re.IGNORECASE)
"""The attribute of an entity named before, without an article: "billing moved from 80 to 90 as port"."""

NAMELESS = re.compile(rf"(?<=[,:]\s)(?P<det>){ATTRIBUTE}(?=\s+(?:is|are)\b)", re.IGNORECASE)
"""The attribute after the thing it is of, without an article: "in billing, page size is 50"."""

OF_VALUE = re.compile(rf"\b(?P<det>an?)\s+{ATTRIBUTE}(?=\s+of\s+[\d$€£#`/])", re.IGNORECASE)
"""The attribute of an entity named before, with its value: "billing has a timeout of 3 s"."""

ITS = re.compile(rf"\b(?P<det>its|their|the)\s+(?:{DETERMINERS}\s+)*{ATTRIBUTE}(?!\s+(?:of|for)\b)", re.IGNORECASE)
"""The attribute of an entity named before: "its timeout", "the timeout"."""

HEADING = re.compile(
    rf"(?:^|[.;:!]\s+)(?:[^.;:!?]{{0,60}}?\b)?(?:for|on|of|in|about|with|into|to|touch|open|edit|change|deploy|"
    rf"(?:updat|chang|mov|migrat|reconfigur|touch|deploy|redeploy|upgrad|adjust|edit)ed)\s+"
    rf"(?!(?:other|another|some|most|many|general|fact|short|case|example|summary|detail|particular|"
    rf"addition)\b)(?P<e>{THING})(?:\s+(?:yesterday|today|recently|again|(?:last|this|on)\s+\w+))?\s*[,:;]\s",
    re.IGNORECASE,
)
"""What comes before "the timeout is 30 s": "for billing,", "before you start on billing:"."""

AFTER = r"(?:\b(?:after|since|following|before|during|with)\s+(?:the|our|last|this)\s+[\w-]+\s+)?"
"""What may stand right before an entity and is no part of it: "after the migration"."""

LEADING = re.compile(rf"(?:^|\b(?:that|but|so)\s+|[,:;]\s+)(?:in|for|on)\s+(?P<e>{THING})\s+$", re.IGNORECASE)
"""The same without a sign: "in billing the timeout is 30 s"."""

HOLDER = re.compile(
    rf"{AFTER}(?P<e>{THING})\s+(?:now\s+|still\s+|currently\s+)?(?:has|have|gets|got|uses|takes|keeps|needs|"
    rf"(?:(?:was|were|has been|got)\s+)?(?:switched|moved|changed|went)|"
    rf"ended up|ends up|"
    rf"(?:runs|works|goes|comes)\s+(?:with|on))\b",
    re.IGNORECASE,
)
USED_WITH = re.compile(
    rf"\b(?:run|use|configure|build|deploy|start|set up|operate|launch)\s+(?P<e>{THING})\s+(?:with|on|at)\b",
    re.IGNORECASE,
)
WITHOUT = re.compile(
    rf"(?P<e>{THING})\s+(?P<not>(?:now\s+)?(?:has|have|needs?|uses?)\s+no|no\s+longer\s+(?:has|have|needs?|uses?)"
    rf"(?:\s+an?|\s+any)?|(?:doesn['’]?t|does\s+not|don['’]?t)\s+(?:have|need|use)\s+(?:an?|any))\s+(?:more\s+)?"
    rf"{ATTRIBUTE}(?=\s*(?:$|[,.;!]|any ?more|any longer|for now|right now|now|at (?:the moment|present)))",
    re.IGNORECASE,
)
"""An entity that has none: "billing has no timeout any more"."""

NO_SLOT = frozenset(
    "end start rest middle top bottom lot most kind sort part side bit couple list set copy sum result use "
    "thing things "
    "way point number behavior behaviour instance case example number".split()
)
"""Nouns before "of" that only point at a part or an amount of what follows."""

HEADS = SLOT_NOUNS | frozenset("runner wrapper gate pair time setting cutoff backend recipient mailbox".split())
"""Nouns that name a slot of an entity; a few only do so beside one."""

_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_CLOCK = r"\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\b\.?|\d{1,2}:\d\d(?:\s?[ap]m\b)?"
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"
)
_UNIT = (
    r"(?:milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?|"
    r"[kmgtKMGT]i?[bB]|"
    r"bytes?|percent|rps|qps|px|km|kg|dollars?|euros?|pounds?|requests?|retries|attempts?|connections?|workers?|"
    r"rows?)\b|%"
)
_NAME = r"(?-i:[A-Z])[\w-]*\w\b(?!['’])"
VALUE = re.compile(
    rf"(?:`[^`\n]{{1,60}}`|\"[^\"\n]{{1,40}}\"|“[^”\n]{{1,40}}”"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}(?:,?\s\d{{4}})?|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}})?"
    rf"|\d{{4}}-\d\d-\d\d|{_DAY}s?(?:\s+(?:at\s+)?(?:{_CLOCK}))?|{_CLOCK}"
    rf"|(?<![\w/.])(?:~|\.{{1,2}})?/[\w.@+-]*\w(?:/[\w.@+-]*\w)*/?|#[A-Za-z][\w-]+\w"
    rf"|(?<![\w.])v?\d+(?:\.\d+){{1,3}}(?:-[\w.]+)?(?![\w%])(?!\s?(?:{_UNIT}))"
    rf"|[$€£]?(?<![\w.])[-+]?\d+(?:[,_]\d{{3}})*(?:\.\d+)?[kKM]?\s?(?:{_UNIT})?(?:(?:\s(?:per|an?|each)\s|/)"
    rf"(?:second|minute|hour|day|week|month|year|s|min|h)\b)?(?![\w/:-])"
    rf"|(?:the\s)?[Tt]eam\s{_NAME}|(?:the|our)\s{WORD}(?:\s{WORD})?\steam\b"
    rf"|(?<![\w/.@-])[a-zA-Z]\w*(?:[-_.@:/]\w+)+(?![\w/])|(?<![\w-])[a-z]+[A-Z]\w*|(?<![\w-])[A-Za-z]+\d[\w]*"
    rf"|(?<![\w-])(?<!from\s){_NAME}\sto\s{_NAME}|(?<![\w-]){_NAME}(?:\s(?:and\s|&\s)?{_NAME})*)",
)
"""What shows by its form that it is a value; names are ones only where a frame puts them."""

OPENERS = frozenset(
    "the our my your a an this that we i you it they he she please pls plz no not yes yep correct right wrong "
    "so and but also "
    "for in on at to from with by as if when while since after before until once only just note remember forget use "
    "run send lint build set put keep take make let don't do never always alerts requests ask check add now currently "
    "actually sorry correction because there here its their whatever except one two limit new over via thanks then "
    "temporarily otherwise".split()
)
"""First words of sentences, whose capital says nothing."""
