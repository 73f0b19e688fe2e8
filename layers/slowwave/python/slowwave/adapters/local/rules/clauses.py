"""Cut a sentence into clauses and peel off the conversation around what is said, keeping what the peelings mean as flags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowwave.adapters.local.rules.sentences import sentences
from slowwave.adapters.local.rules.vocabulary import VERBS

(
    DURABLE,
    PLEASE,
    REMEMBER,
    CORRECTION,
    WANT,
    HOUSE,
    WE,
    SHOULD,
    MUST,
    DECISION,
    LETS,
    ANYMORE,
    ELSEWHERE,
    CONDITION,
    HEDGE,
    CONTINUED,
) = (
    "durable please remember correction want house we should must decision lets anymore elsewhere condition hedge "
    "continued"
).split()


@dataclass(frozen=True, slots=True)
class Clause:
    """The core of one thing said.

    Attributes:
        text, raw: the core, masked and as written; of equal length.
        start, end: offsets in the record of the clause with everything peeled off it.
        sentence: the masked sentence around it, for its stance; `asked` is whether the clause itself is a question.
        condition: a leading "when …," or "in …," as written, which the core holds under.
    """

    text: str
    raw: str
    start: int
    end: int
    sentence: str
    flags: frozenset[str] = frozenset()
    condition: str = ""


_PLACE = (
    r"(?:(?:this|our)\ (?:\w+\ )?|the\ )(?:repo(?:sitory)?|project|codebase|code\ base|monorepo|team|workspace|"
    r"package|app|company|org|house|shop)"
)
_RENEWS = frozenset({DURABLE, PLEASE, REMEMBER, WANT, HOUSE, MUST, CONDITION, LETS})
"""Leads after which a clause no longer continues the subject of the one before."""

_LEAD = re.compile(
    rf"""(?:
      (?P<durable>from\ now\ on(?:wards?)?|going\ forward|moving\ forward|from\ here\ on(?:\ out)?
          |in\ (?:the\ )?future|henceforth|starting\ (?:now|today)|as\ of\ (?:now|today|yesterday|(?:last
          |this)\ \w+|\w+day)|for\ all\ future\ \w+
        |as\ a\ (?:general\ )?rule(?:\ of\ thumb)?|by\ default|without\ exception|(?:new|general|standing|ground
            |house|hard|golden|team)\ rule|standing\ (?:order|instruction)s?|permanent\ instruction)\b
    | (?P<remember>(?:please\ )?(?:remember|keep\ in\ mind|bear\ in\ mind|don'?t\ forget|do\ not\ forget
        |never\ forget|take\ note|make\ a\ note|note|be\ aware|for\ future\ reference|fyi
        |for\ the\ record)(?:\ (?:that|to))?)\b
    | (?P<correction>no(?=[,.:!;\s–—-]+(?:actually|it|use|we|i|the|not|my|that|don|always|never|\w+,\ not)\b)|nope
        |wait|actually|sorry|correction|scratch\ that|(?:small|quick|minor)\ correction|not\ quite|wrong(?=[,.:!])
        |oops|my\ (?:mistake|bad)|i\ was\ wrong
        |on\ second\ thoughts?|(?:no,?\ )?that(?:'s|\ is|\ was)(?:\ actually|\ just)?\ (?:wrong|not\ (?:right
            |correct|true)|incorrect|outdated|old|a\ mistake|my\ mistake)(?:\ now)?
        |(?:i\ )?(?:misspoke|changed\ my\ mind|(?:made|was)\ a\ mistake|got\ that\ wrong|had\ that\ wrong)
            |i\ meant(?:\ to\ say)?|rather(?=,)|let\ me\ correct\ (?:that|myself)|to\ correct\ (?:that|myself
            |you))\b
    | (?P<house>(?:in|within|across|throughout|for|on|at)\ (?:all\ of\ )?{_PLACE}|here|around\ here|(?:our|the|my
        |team|house|project)\ (?:\w+\ ){{0,2}}(?:convention|rule|policy|practice|standard|norm
        |guideline)(?:\ (?:here|on\ this))?\ (?:is|are)(?:\ that|\ to|:)?
        |(?:convention|rule|policy|style\ rule|guideline|requirement)(?=\s*:)|by\ convention|everyone\ (?:must
            |should|has\ to))\b
    | (?P<decision>(?:we|i)(?:'ve|\ have)?\ (?:now\ |finally\ |just\ |all\ |already\ )?(?:decided|agreed|opted
        |settled|chosen|elected)(?:\ (?:that\ we(?:'ll|\ will|\ should|'re)?|that|to|on|in\ favou?r\ of|for))?
        |(?:the\ )?decision(?:\ is|\ was)?(?:\ to|\ that|(?=:)))\b
    | (?P<want>i(?:'d|\ would)?\ (?:really\ |always\ )?(?:want|like|need|expect|prefer)\ (?:you|it|everyone|us)\ to
        |you\ are\ to|i\ (?:ask|expect)\ that\ you|(?:can|could|would|will)\ you(?:\ please)?(?=\ (?:always|never
        |make\ sure|from\ now|keep|stop)\b))\b
    | (?P<please>(?:please|pls|plz|kindly))\b
    | (?P<must>(?:(?:we|you)\ must|you\ have\ to)(?=\ )|(?:please\ )?(?:make\ (?:absolutely\ )?sure|be\ sure|ensure
        |see\ to\ it|it(?:'s|\ is)\ (?:important|crucial|critical|essential|mandatory|required)
        |it\ is\ vital)(?:\ (?:that\ you|that\ we|that|to|you|we))?)\b
    | (?P<should>(?:we|you)\ (?:need\ to|have\ to|should|ought\ to|shall|(?:a|')re\ supposed\ to|are\ supposed\ to
        |would|'d)|i\ think\ (?:we|you)\ should|it(?:'s|\ is)\ better\ to)\b
    | (?P<lets>let'?s|let\ us)\b
    | (?P<we>we(?:'ve|'re|'ll|\ have|\ are|\ will)?(?:\ (?:now|just|already|recently|finally|currently|all|also
        |generally|usually|typically|normally|only|actually|here))*)(?=\s)
    | (?P<hedge>i\ (?:think|guess|believe|suppose|assume|suspect|reckon)(?:\ that)?|probably|perhaps|imo|imho|afaik
        |iirc)\b
    | (?P<until>(?:until|till)\ [\w\ -]{{3,30}}(?=,))
    | (?P<filler>hey(?:\ there)?|hi|hello|ok(?:ay)?|alright|right(?=,)|well(?=,)|so|also|and|but|oh|ah|(?:great
        |cool|nice|perfect|awesome|good|reminder|update|important|nb|todo|nit|clearly|obviously|simply|basically
        |honestly|finally|again|then|because)(?=[,:.!])|thanks(?:\ (?:a\ lot|so\ much|again))?|thank\ you|sure(?=,)
        |yes|yeah|yep|hm+|uh|um|btw|by\ the\ way|just|anyway
        |(?:one|another|a\ quick|quick|some|last|final)\ (?:more\ )?(?:thing|note|reminder|update|point
            |heads[-\ ]up)|in\ general|generally|as\ (?:a|an)\ (?:reminder|fyi|note|update)|heads[-\ ]up|plus
            |besides|additionally|furthermore|moreover
        |to\ be\ clear|just\ to\ be\ clear|for\ (?:clarity|reference|context)|first(?:ly)?(?=,)|second(?:ly)?(?=,)
            |lastly|dear\ \w+|friendly\ reminder|good\ news|listen|look(?=,)|see(?=,)|guys|folks|team(?=,)|however
            |though|still(?=,)
        |that(?=\ (?:we|i|my|our|you|all|the\ \w+\ (?:is|are|must))\b)|the\ thing\ is|it\ turns\ out(?:\ that)?
            |turns\ out(?:\ that)?|i\ should\ (?:also\ )?(?:mention|add|note|say|point\ out)(?:\ that)?
            |(?:just\ )?so\ you\ know|for\ what\ it'?s\ worth|you\ should\ know(?:\ that)?
            |(?:it'?s\ )?worth\ (?:noting|mentioning)(?:\ that)?|i\ (?:just\ )?(?:wanted|want)\ (?:to
            |you\ to)\ (?:mention|know|say|add)(?:\ that)?|as\ (?:i\ said|mentioned)(?:\ before|\ earlier)?
            |i\ (?:said|told\ you)(?:\ (?:before|already|that|to))*)\b
    )[\s,:;.!–—-]+""",
    re.VERBOSE | re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?P<condition>for (?:the|our|all|my) [\w -]{2,40}?(?=\s+(?:we (?:always )?use|always|please)\b))\s+|"
    r"(?P<given>(?:when(?:ever)?|if|for|in|before|after|while|on|inside|within|under|with|during|unless|every time|"
    r"each time|any time|to (?:run|build|start|deploy|test|lint|format|release|"
    r"launch))\s[^,;:\n]{2,80}),\s+(?:then\s+)?",
    re.IGNORECASE,
)
_EVERY_TIME = re.compile(r"(?:whenever|every time|each time|any time)\b", re.IGNORECASE)
_TAIL = re.compile(
    rf"""[\s,;–—-]*(?:(?<=[\s,])|^)(?:
      (?P<durable>from\ now\ on(?:wards)?|going\ forward|moving\ forward|in\ (?:the\ )?future
          |from\ here\ on(?:\ out)?|at\ all\ times|henceforth|as\ a\ rule|by\ default|without\ exception|period
          |no\ exceptions|no\ matter\ what|under\ any\ circumstances?)
    | (?P<anymore>any\ ?more|any\ longer|ever\ again)
    | (?P<please>please|thanks|thank\ you|thx|pls|ok(?:ay)?|cheers|got\ it|understood|:\))
    | (?P<elsewhere>(?:like|as|the\ way|same\ as)\ (?:we|everyone
        |the\ others?)\ (?:do(?:es)?\ )?(?:it\ )?(?:everywhere(?:\ else)?|elsewhere|in\ (?:the\ )?other\ \w+
        |(?:in\ )?the\ rest(?:\ of\ the\ \w+)?|always|already\ do|usually\ do)|like\ (?:everywhere\ else|elsewhere
        |in\ the\ (?:rest|other)(?:\ \w+){{0,3}})|as\ (?:usual|always|elsewhere|everywhere\ else))
    | (?P<house>(?:in|across|throughout|for)\ {_PLACE}|around\ here)
    | (?P<until>(?:until|till)\ (?:the\ )?[\w\ ,-]{{3,30}})
    | (?P<ago>last\ (?:week|month|year|quarter|spring|summer|autumn|fall|winter|night|\w+day|january|february|march
        |april|may|june|july|august|september|october|november|december)|yesterday|recently|(?:an?|two|three|four
        |a\ few|a\ couple\ of|\d+)\ \w+\ ago)
    )[\s.!,)]*$""",
    re.VERBOSE | re.IGNORECASE,
)
_REASON = re.compile(
    r"[\s,]+(?:\(|because\b|cuz\b|, since\b|so that\b|otherwise\b|or else\b|as (?:it|that|they|this)(?:'s| is| are|"
    r" can| will| would)?\b|since (?:it|that|they|this|we|i|the)\b"
    r"|-- |— |– | - |which (?:is|are|means|makes|will|would)\b|so (?:we|i|it|they|you|the)\b|to (?:avoid|prevent)\b)",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"\s*;\s+(?!(?:it must )?go (?:through|via)\b|instead\b|use\b)|\s+[—–]\s+|\s+--?\s+|:\s+(?=(?:never|always|don't|"
    r"do not|use|please|stop|no more|make sure|keep)\b)|(?:,\s+|\s+)(?:and|but|so|because|since)\s+(?=(?:please|"
    r"always|never|don't|do not|use|make sure|my|i(?:'m)?|we(?:'re|'ve)?|from now on)\b)"
    r"|,\s+(?:and |but |so |or )?(?=(?:can|could|would|will|do|does|did|should|is|are|how|what|which|why|"
    r"where)\s+(?:you|i|we|it|this|that|the|my|there|they|to|do|can|should|would)\b)"
    r"|,\s+(?=(?:please|so|it|they|that|he|she|this|i (?:can'?t|don'?t|have|need)|\w+ (?:left|quit|resigned|is gone|"
    r"is history))\b)"
    r"|,\s+(?=(?:please|always|never|don't|do not|use|instead,? use|i (?:prefer|use|live|work|moved)|i'm)\b(?! of))",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    rf"(?:always|never|don'?t|do not|stop|avoid|i (?:want|need|prefer|like)|{VERBS})\b", re.IGNORECASE
)
MAX_PEELS = 8
MAX_TAIL = 90


def clauses(masked: str, raw: str) -> Iterator[Clause]:
    """Yield the clauses of a masked text, in order, peeled; `raw` is the text before masking."""
    for start, end in sentences(masked):
        sentence = masked[start:end]
        inherited: frozenset[str] = frozenset()
        position = start
        for match in [*_SPLIT.finditer(masked, start, end), None]:
            stop = match.start() if match else end
            if match and _opens(masked, position, match.end(), end):
                continue
            if stop - position > 1:
                clause = _peeled(masked, raw, position, stop, sentence, inherited)
                inherited |= clause.flags & {DURABLE, HOUSE, CORRECTION, REMEMBER}
                if position == start and not _IMPERATIVE.match(clause.text):
                    inherited |= {CONTINUED}
                yield clause
            if match and match.group().strip(" ,").lower() == "so":
                inherited -= {CONTINUED}
            position = match.end() if match else end


def _opens(masked: str, start: int, split: int, end: int) -> bool:
    """Whether the words before a split only open what follows: "from now on,", "when writing SQL,"."""
    for _ in range(MAX_PEELS):
        match = _LEAD.match(masked, start, end) or _CONDITION.match(masked, start, end)
        if match is None or match.lastgroup == WE:
            return False
        start = match.end()
        if start >= split:
            return True
    return False


def without_reason(text: str) -> int:
    """The length of the text before "because …", "so that …" and the like."""
    match = _REASON.search(text, 8) if len(text) > 8 else None
    return match.start() if match else len(text)


def _peeled(masked: str, raw: str, start: int, end: int, sentence: str, inherited: frozenset[str]) -> Clause:
    flags = set(inherited)
    first, last = start, end
    condition = ""
    for _ in range(MAX_PEELS):
        match = _LEAD.match(masked, first, last) or (
            None if condition or WE in flags else _CONDITION.match(masked, first, last)
        )
        if match is None or match.end() >= last:
            break
        name = match.lastgroup or ""
        if name in (CONDITION, "given"):
            condition = raw[match.start(name) : match.end(name)]
            flags.add(CONDITION)
            if _EVERY_TIME.match(condition):
                flags.add(DURABLE)
        flags.add(name)
        if name in _RENEWS:
            flags.discard(CONTINUED)
        first = match.end()
    for _ in range(2):
        tail = _TAIL.search(masked, max(first, last - MAX_TAIL), last)
        if tail is None or tail.start() <= first:
            break
        flags.add(tail.lastgroup or "")
        last = tail.start()
    reason = first + without_reason(masked[first:last])
    if reason < last:
        last, end = reason, reason
    while last > first and masked[last - 1] in " \t\n.!,;:*_":
        last -= 1
    return Clause(masked[first:last], raw[first:last], start, end, sentence, frozenset(flags), condition)
