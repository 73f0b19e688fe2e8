"""What the user asks to remember or to make sure of, in words that no other table knows."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import CONTINUED, CORRECTION, MUST, REMEMBER
from slowwave.adapters.local.rules.preferences import LANGUAGES
from slowwave.adapters.local.rules.retractions import replacing
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.slots import SECRET, is_subject
from slowwave.adapters.local.rules.values import read_value
from slowwave.adapters.local.rules.vocabulary import ADJECTIVES
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import normalize_subject, stem, stem_phrase, words_of

_ASKED = re.compile(
    r"\W*(?:(?:hey|hi|ok|also|and|so|btw|oh|one more thing|please|pls)\W+)*(?:please )?(?:(?:always |never )?"
    r"(?:remember|forget)|don['’]?t (?:ever )?forget|do not forget|"
    r"keep in mind|bear in mind|take note|make a note|note|"
    r"for the record|for future reference)(?:,? that\b|\s*[:,]|\s+(?=the |our |my |all |every ))",
    re.IGNORECASE,
)
_FINITE = (
    r"is|are|isn't|aren't|has|have|hasn't|haven't|does|do|doesn't|don't|must|mustn't|can|can't|cannot|needs?|should|"
    r"shouldn't|will|won't|may|never|always"
)
_NEGATIVE = re.compile(r"(?:\w+n['’]?t|cannot|never)\b|.*?\b(?:not|no|never|none|no longer)\b", re.IGNORECASE)
_AUXILIARY = frozenset("is are isnt arent does do doesnt dont never always may will wont".split())
_MEETING = re.compile(r"\b(?:meeting|appointment|call|interview|flight|train|dinner|lunch|party|exam)\b", re.IGNORECASE)
_BY_THE_WAY = re.compile(r"^(?:i|we|you) (?:said|told|asked|mentioned|did|do)\b", re.IGNORECASE)
_MAX_REST = 20
_ONE_OFF = re.compile(r"\b(?:committed|saved|pushed|installed|running|started|done|closed|deleted|stopped)\b")
_NOT_SOFTWARE = re.compile(
    r"^(?:page|step|day|line|floor|phase|sprint|week|chapter|level|slide|room|part|point|task|question|item|lesson|"
    r"section|track|gate|platform|channel|route|version|season|episode|hour|lap|number|call|hold)s?$",
    re.IGNORECASE,
)


def _remembered(hit: Hit) -> Draft | None:
    """Read "remember that X is …": a fact in the user's own words, side by side with others of X."""
    subject, verb, rest = hit.raw("subject"), hit.raw("verb"), hit.raw("rest")
    words = words_of(rest)
    if (
        hit.has(CONTINUED)
        or not _ASKED.match(hit.clause.sentence)
        or not is_subject(subject)
        or SECRET.search(subject)
        or not 1 <= len(words) <= _MAX_REST
        or (len(words) == 1 and words[0] in ADJECTIVES)
        or _MEETING.search(subject)
        or _BY_THE_WAY.match(hit.clause.text)
    ):
        return None
    plain = re.sub(r"n?['’]t$", "", verb.lower())
    attribute = (
        "is"
        if verb.lower().replace("'", "").replace("’", "") in _AUXILIARY
        else "have"
        if plain in ("has", "have")
        else stem(plain)
    )
    phrase = stem_phrase(rest)
    if not phrase:
        return None
    polarity = Polarity.DENY if _NEGATIVE.match(f"{verb} {rest}") else Polarity.AFFIRM
    key = Key(normalize_subject(subject), attribute, phrase, polarity=polarity)
    return Draft(key, impersonal(hit.clause.raw), "fact", standing=Standing.FACT)


def _ensured(hit: Hit) -> Draft | None:
    """Read "make sure every X has a Y": a rule for every X, as "every X must have a Y" is."""
    what, rest = hit.raw("what"), hit.raw("rest")
    universal = re.match(r"(?:all new|every|each|any|no)\b", what, re.IGNORECASE)
    if _ONE_OFF.search(rest) or (not universal and len(words_of(rest)) < 2):
        return None
    doing = hit.raw("verb").lower()
    phrase = stem_phrase(rest if doing in ("has", "have", "is", "are") else f"{doing} {rest}")
    if not phrase or re.search(r"\b(?:this|that|these|those|it|them)\b", f"{what} {rest}", re.IGNORECASE):
        return None
    polarity = Polarity.DENY if re.match(r"no\b", what, re.IGNORECASE) else Polarity.AFFIRM
    name = re.sub(r"^no ", "", what, flags=re.IGNORECASE)
    sure = re.search(r"\b(?:make sure|ensure)\b", hit.clause.sentence, re.IGNORECASE)
    statement = f"{sure.group()} {hit.clause.raw}" if sure else hit.clause.raw
    return Draft(Key(normalize_subject(name), "must", phrase, polarity=polarity), impersonal(statement), "convention")


def _version(hit: Hit) -> Draft | None:
    """Read "X is on version 16 now", "we're on X 20"."""
    name = hit.raw("name")
    if _NOT_SOFTWARE.match(words_of(name)[-1]) or not is_subject(name):
        return None
    key = Key(f"{normalize_subject(name)} version", "is", "", read_value(hit.raw("version")))
    ours = re.search(r"\bwe(?:['’]?re| are)\b(?= )", hit.clause.sentence, re.IGNORECASE)
    statement = f"{ours.group()} {hit.clause.raw}" if ours and hit.clause.raw.startswith(("on ", "running ")) else ""
    return Draft(key, impersonal(statement or hit.clause.raw), "fact", standing=Standing.FACT)


def _reworded(hit: Hit) -> Draft | None:
    """Read "no, comments in English": what was said before of the language or form of the same kind of text."""
    value = hit.raw("value").lower()
    about = set(normalize_subject(hit.raw("about")).split())
    for each in hit.recent():
        claim = each.claim
        if claim.key.attribute in ("language", "format") and about <= set(claim.key.subject.split()):
            return replacing(each, Value(ValueKind.ENUM, value), hit.raw("value"))
    return None


_DOES = (
    r"have|has|contain|contains|include|includes|return|returns|use|uses|come with|comes with|start with|starts with|"
    r"carry|carries|get|gets|follow|follows|mention|mentions|is|are"
)

PATTERNS = (
    Pattern(
        "kept.reworded",
        rx(
            rf"^(?:write |make )?(?:the |my |your |all )?(?P<about>(?:[\w-]+ ){{0,2}}[\w-]{{3,}} )?in "
            rf"(?P<value>{LANGUAGES}|bullet points|plain text|prose|markdown)$"
        ),
        Signal.CORRECTION,
        0.9,
        _reworded,
        yes=(
            Says(
                "From now on write code comments in German. || Actually no, comments in English please.",
                "code comment | language |",
                "+english",
            ),
            Says("From now on answer in German. || No, in English please.", "answer | language |", "+english"),
            Says(
                "Write commit messages in English. || Sorry, messages in Dutch.",
                "commit message | language |",
                "+dutch",
            ),
        ),
        no=(
            "Actually no, comments in English please.",
            "From now on answer in German. || no, comments in English please",
            "From now on answer in German. || Is it in English?",
        ),
        needs=frozenset({CORRECTION}),
    ),
    Pattern(
        "kept.version",
        rx(
            r"^(?P<name>(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z])[\w.+#-]*)?|(?:the|our) [\w-]+(?: [\w-]+)?) "
            r"(?:is|are) (?:now |currently )?(?:on|at) (?:version |v)(?P<version>\d+(?:\.\d+){0,3})(?: now)?$",
            r"^(?:we(?:'re| are) )?(?:now |currently )?(?:on|running) "
            r"(?P<name>(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z])[\w.+#-]*)?) "
            r"(?:version |v)?(?P<version>\d+(?:\.\d+){0,3})(?: now)?$",
        ),
        Signal.SELF_FACT,
        0.7,
        _version,
        yes=(
            Says("Postgres is at version 16 now", "postgres version | is |", "+16"),
            Says("we're on Node 20 now", "node version | is |", "+20"),
            Says("We are on Python 3.12.", "python version | is |", "+3.12"),
        ),
        no=(
            "we're on page 20 now",
            "Are we on Node 20?",
            "We're on Step 3.",
            "He said we're on Node 20 now.",
            "On Monday 20 people came.",
        ),
    ),
    Pattern(
        "kept.ensured",
        rx(
            rf"^(?P<what>(?:all new|every|each|any|no) (?:[\w-]+ ){{0,3}}?[\w-]+|"
            rf"(?:all )?(?!the |this |that |these |those |my |your |our )(?:[\w-]+ ){{0,2}}?[\w-]{{2,}}(?<!s)s) "
            rf"(?P<verb>{_DOES}) (?P<rest>[^,;]{{2,90}})$"
        ),
        Signal.INSTRUCTION,
        0.85,
        _ensured,
        yes=(
            Says("make sure all new endpoints have an integration test", "new endpoint | must | integration test"),
            Says("Make sure every PR has a changelog entry.", "pr | must | changelog entri"),
            Says("please ensure migrations have a rollback script", "migration | must | rollback script"),
        ),
        no=(
            "make sure the test passes",
            "make sure all tests pass",
            "make sure all files are committed",
            "make sure it has a test",
            "Did you make sure every PR has a changelog entry?",
        ),
        needs=frozenset({MUST}),
    ),
    Pattern(
        "kept.remembered",
        rx(
            rf"^(?P<subject>[^,;:?]{{2,60}}?) (?P<verb>{_FINITE}) (?P<rest>[^;?]{{2,160}})$",
            r"^(?P<subject>(?:the|our|my|this|every|each) (?:[\w.-]+ ){0,3}?[\w.-]+) (?P<verb>[a-z]{3,}(?<!s)s) "
            r"(?P<rest>[^;?]{2,160})$",
        ),
        Signal.SELF_FACT,
        0.9,
        _remembered,
        yes=(
            Says("remember that the invoices table is partitioned by month", "invoice table | is | partition by month"),
            Says("please remember: the demo account resets nightly", "demo account | reset | night"),
            Says("keep in mind that our CI runners have no network", "ci runner | have | network", "-"),
            Says("Note that releases are cut from the trunk branch.", "release | is | cut from trunk branch"),
        ),
        no=(
            "do you remember that the invoices table is partitioned by month?",
            "remember when we fixed it?",
            "note that the build is broken",
            "please remember that I have a meeting at 3pm",
            "I remember that the invoices table is partitioned by month",
            "remember that this is partitioned by month",
        ),
        needs=frozenset({REMEMBER}),
    ),
)
