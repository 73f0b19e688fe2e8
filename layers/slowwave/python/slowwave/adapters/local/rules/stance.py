"""How a sentence is meant: asked, guessed, imagined, passed on, joked, past, or only for this once. Any of these
keeps it out of memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowwave.adapters.local.rules.afterthoughts import UNCHECKED
from slowwave.adapters.local.rules.contractions import loosely


@dataclass(frozen=True, slots=True)
class Stance:
    """What the sentence's own words say about how it is meant.

    Attributes:
        blocked: the name of the first cue that forbids a claim, or empty.
        hedged: said as a belief ("I think", "probably"): at most an assumption.
    """

    blocked: str = ""
    hedged: bool = False


def _rx(source: str) -> re.Pattern[str]:
    return re.compile(loosely(source), re.IGNORECASE)


_REPORTING = (
    r"(?:said|says?|saying|told|tells?|claim(?:s|ed)?|thinks?|thought|wants?|wanted|suggest(?:s|ed)?|recommend(?:s|"
    r"ed)?|mention(?:s|ed)?"
    r"|believes?|believed|asked|insist(?:s|ed)?|argue[sd]?|reckons?|wrote|writes|advise[sd]?|state[sd]?|report(?:s|"
    r"ed)?|swears?|keeps? (?:saying|telling)"
    r"|prefers?|likes|hates?|would (?:like|prefer)|complain(?:s|ed)?)"
)
_SAYS = (
    r"(?:said|says?|told|mention(?:s|ed)|claim(?:s|ed)|thinks?|thought|believe[sd]?|reckons?|wrote|writes|suspects?|"
    r"heard|swears?|insist(?:s|ed)|assumes?)"
)
_PEOPLE = (
    r"(?:he|she|they|(?:someone|somebody|everyone|everybody|people|folks|some(?: people)?|many|others|"
    r"(?:one|two|some|several|a few|a couple|most|many) of (?:[\w'’-]+ ){1,3}?[\w'’-]+)"
    r"(?: (?:in|from|at|on|over in|over at|of) (?:[\w'’-]+ ){0,3}?[\w'’-]+)?|"
    r"my (?:\w+ )?(?:boss|manager|colleague|coworker|co-worker"
    r"|friend|wife|husband|partner|mom|mum|dad|brother|sister|lead|teacher|doctor|client|teammate|roommate|cousin|"
    r"neighbou?r|ex)"
    r"|(?:the|our|a|this|that|their|your|some) (?:[\w'’-]+ ){0,2}(?:docs?|documentation|readme|article|"
    r"blog(?: post)?|guide|manual|spec|error|compiler|internet|bot|tutorial"
    r"|book|team|vendor|customer|client|lead|cto|ceo|pm|manager|intern|consultant|contractor|reviewer|output|message|"
    r"page|comment|ticket|issue|email|log"
    r"|website|chatbot|model|assistant|agent|tool|guy|designer|lawyer|auditor|paper|video|podcast|post|thread|answer|"
    r"wiki|changelog|colleague|coworker|contractors?|developers?|engineers?|admins?|newcomer|trainee|boss|business|"
    r"neighbou?r|people|guys|folks))"
)

_BEGUN = "".join(rf"(?<!{word} )" for word in ("starting", "effective", "as of", "until", "from", "since", "after"))
"""Before a day or a part of one: when something began, and not how long it lasts."""

_CUES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "asked without a sign",
        _rx(
            r"^(?:[\w'’-]+ ){0,2}question\b[^.]{0,20}[,:;–—-]\s|\bby any chance\b|\bwonder(?:ing|ed)? (?:if|whether)\b"
            r"|^(?:[\w'’ ]{1,40}[,:;–—]\s+)?(?:so |and |but |or )?(?:is|are|was|were|does|did|has|isn't|aren't|doesn't|"
            r"didn't) (?:the|it|this|that|there|they|we|our|my|your)\b(?!.*[.!]$)"
            r"|\bor (?:am i|are we|do i|did (?:i|we|that|it|this|you)|(?:was|is|has) (?:that|it|this))\b[^,;.]{0,40}"
            r"\b(?:wrong|mix(?:ed|ing)?|confus\w+|misremember\w*|mistaken|changed?|different|something|not|off)\b"
        ),
    ),
    (
        "question",
        _rx(
            r"\?[\s\"')*_]*$|^(?:what(?:'s)?|why|how|who|which|where|when (?:do|did|does|is|are|should|will)|"
            r"should (?:we|i|"
            r"it|they|the|you)|do (?:we|i|you|they)|does"
            r"|did|is (?:it|this|that|there|the)\b(?!.*[.!]$)|are (?:we|there|you|they)|am i|can (?:we|i)|"
            r"could (?:we|i)|would (?:it|we|i)|shall|has (?:the|it)|have (?:we|you)"
            r"|i wonder|wondering|not sure|any idea|tell me (?:if|whether|why|how|what)|let me know (?:if|whether)|"
            r"asking)\b"
        ),
    ),
    (
        "hypothetical",
        _rx(
            r"\bif (?:(?:we|i|you|they|it|he|she)['’]?d\b|(?:we|i|you|they|it|he|she|the \w+|there)"
            r"(?:['’]d| (?:were|was|had|could|would|did|ever))\b)|"
            r"\b(?:suppose|supposing|imagine|hypothetically|theoretically|in theory"
            r"|let'?s (?:say|assume|pretend)|say (?:we|i|you)|pretend|assuming|what if|would have|could have|"
            r"should have been|if only|in an ideal world|ideally"
            r"|wish|would(?:n't)? be (?:nice|great|cool|good|better)|might as well|one could|could also|we could|"
            r"i could|you could|consider(?:ing)? (?:using|moving|switching))\b"
        ),
    ),
    (
        "asked back",
        _rx(
            r",\s(?:(?:is|was|are|were|does|did|do|has|have|will|should|must) (?:it|that|this|they|there|we|you) not|"
            r"(?:is|was|are|were|does|did|do|has|have|wo|should|must)n'?t (?:it|that|this|they|there|we|you)|"
            r"(?:am i|is that|that'?s) (?:right|correct)|or (?:is|was|does|did) (?:it|that)|or not)\s?\?"
        ),
    ),
    # "when people say X they mean Y" tells what a word means
    ("reported", _rx(rf"\b{_PEOPLE} (?:\w+ )?{_REPORTING}\b(?![^.;]*\b(?:they|he|she) means?\b)")),
    (
        "reported",
        _rx(
            rf"(?<!you )\btold (?:me|us)\b|\b(?:marketing|sales|finance|support|accounting|management|legal|ops) "
            rf"(?:\w+ )?{_SAYS}\b|\b(?:an?|the|our|my|some|another|one|his|her|their) "
            rf"(?:(?!(?:i|we|you)\b)[\w'’-]+ ){{1,5}}?{_SAYS}(?: to (?:me|us))? that\b"
        ),
    ),
    (
        "reported",
        _rx(
            r"\bit (?:(?:was|is|has been|had been|gets|got) (?:\w+ly )?(?:said|claimed|stated|mentioned|suggested|"
            r"alleged|"
            r"rumou?red|reported|argued|assumed|believed|thought))\b"
        ),
    ),
    (
        "reported",
        _rx(
            r"\b(?:according to|apparently|supposedly|allegedly|rumou?r(?:s|ed)?|reportedly|hearsay|second[- ]hand|"
            r"word (?:has it|on the street)|i am told|(?:there is|there's|some) talk (?:of|that)|"
            r"from what i (?:hear|gather)|i hear(?= |,)|i(?:'ve|"
            r" have)? (?:just |only )?(?:overheard|gathered|been told|heard|"
            r"read(?! (?:them|it|these|those|everything) (?:on|with|aloud)\b)|saw|seen)|i was told|word is"
            r"|as per the|per the (?:docs|readme|guide|spec)|says here|quoting|(?:^|, )quote[,:]|it says|which says|"
            r"that says|was told)\b"
        ),
    ),
    (
        "reported",
        re.compile(
            rf"(?<![.!?] )\b(?!I\b|We\b|You\b|The\b|It\b)(?!Always|Never|Please|Also|Just|Now|"
            rf"Then)[A-Z][a-z]+(?: [A-Z][a-z]+)? (?:also |just |always )?(?:(?=\w+(?:s|ed|d|t)\b)|(?=wrote|"
            rf"told)){_REPORTING}\b"
        ),
    ),
    (
        "sarcasm",
        _rx(
            r"(?:^|\s)/s(?:\b|$)|\b(?:yeah,? right|as if|just kidding|kidding|jk|lol|lmao|rofl|haha\w*|sarcasm|(?:oh|"
            r"yeah|sure|wow|great),? (?:great|sure|because|brilliant|wonderful|fantastic)"
            r"|what could (?:possibly )?go wrong|because that (?:always|never|totally|clearly)|totally (?:never|"
            r"always)|good luck with that|wink|as a joke|joking|april fools?"
            r"|who needs|obviously not|said no one ever)\b|[😂🤣🙄😜😉😏🤪]|;-?\)"
        ),
    ),
    ("unchecked", UNCHECKED),
    (
        "past",
        _rx(
            r"(?<!is )(?<!are )(?<!be )(?<!get )(?<!getting )(?<!got )(?<!'m )(?<!am )\bused to (?!seeing)|"
            r"\b(?:back then|back when|back in (?:\d{4}|the)|formerly|in the past|years ago|at my (?:old|last|"
            r"previous|former) \w+"
            r"|once upon|historically|in the old days|when i was)\b|^(?:previously|originally|before that)\b"
        ),
    ),
    (
        "one-off",
        _rx(
            r"\b(?:(?:for|in|on|during) (?:this|the current|the next) (?:pr|pull request|mr|commit|branch|task|"
            r"change|one|time|session|release|sprint|run|fix|patch|case|demo|migration|review"
            r"|round|iteration|hotfix|experiment|exercise|trip|meeting|email|week|message|conversation|chat|answer|"
            r"reply|question)\b|just (?:this )?once|just for (?:this|now|today|the|tonight)"
            r"|this (?:one )?(?:time|once)\b|only (?:this time|once)|one[- ]off|for now|"
            r"(?<!as of )(?<!until )\bright now|at the moment|for the (?:moment|time being)|temporarily|"
            rf"{_BEGUN}\b(?:today|tonight|this (?:week|month|morning|afternoon|evening|weekend))\b"
            r"|tomorrow|as an exception|for once|"
            r"in the meantime|meanwhile|until (?:then|further notice|i|we|you|that|this|the \w+ (?:is|lands|ships|"
            r"merges)))\b"
        ),
    ),
    (
        "example",
        _rx(
            r"^(?:e\.g\.|for (?:example|instance)|an? example|example:|like,|something like)|\b(?:would|could|"
            r"might) (?:look|be|read|say) (?:something )?like\b"
        ),
    ),
    (
        "future",
        _rx(
            r"\b(?:(?:he|she|they|someone|people) (?:will|'ll|are going to|is going to|plans? to)|(?:we|i)(?:'ll|"
            r" will| may| might) (?:probably |likely |eventually )?(?:switch|move|migrate|change|try|look|see|think)"
            r"|(?:are|'re|is|'m|am) (?:planning|thinking|considering|evaluating|looking)|thinking (?:of|about)|"
            r"planning (?:to|on)|plan to (?:switch|move|migrate|change|rename)|considering|next (?:week|month|"
            r"quarter|year) (?:we|i)\b"
            r"|(?:is|are|'re) going to (?:move|switch|migrate|change|rename)|(?:will|'ll) (?:eventually|someday|"
            r"soon))\b"
        ),
    ),
)

_HEDGE = _rx(
    r"\b(?:i (?:think|guess|believe|suppose|assume|feel|figure|suspect|reckon)|probably|perhaps|i'?d (?:guess|say)|"
    r"seems?(?: like| to)?|looks like|likely|presumably|iirc|afaik|if i (?:remember|recall)"
    r"|from what i (?:understand|know|remember)|as far as i (?:know|understand|remember|can tell)|"
    r"to my knowledge|in my opinion|imo|imho|more or less|roughly|(?<!this )(?<!that )(?<!any )(?:sort of|kind of)|"
    r"kinda|sorta|should probably)\b"
)
_GUESS = _rx(
    r"\b(?:maybe|might|not (?:entirely |totally |quite )?sure|unsure|no idea|could be|who knows|dunno|don'?t know|"
    r"possibly|unclear|(?<!before )i forget|or something|or so|or whatever|either(?= .{1,60} or\b))\b"
)


_OF_THE_CLAUSE = frozenset({"question", "future"})


def stance_of(sentence: str, clause: str | None = None) -> Stance:
    """Read the stance of one masked sentence; the first blocking cue wins.

    What is asked, guessed or planned is read from the clause alone: the sentence may go on with a question.
    """
    part = sentence if clause is None else clause
    for name, cue in _CUES:
        if cue.search(part if name in _OF_THE_CLAUSE else sentence):
            return Stance(blocked=name)
    if _GUESS.search(part):
        return Stance(blocked="guess")
    return Stance(hedged=bool(_HEDGE.search(part)))
