"""The words between a slot and its value: what gives a value, what takes one back, what ends the slot.

`S` stands for a slot, `V` for a value, `O` for a value that is over, `N` for an entity without such a slot.
"""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.domain import endings

_KIND = r"(?:(?:port|version|channel|path|host|client|region) )?"
_ADVERB = (
    r"(?:(?:now|currently|still|again|always|officially|actually|really|just|exactly|simply|once more|back|only|called|"
    r"named|set to|fixed at|fixed to|equal to|at|on|to|then|from now on|as of now|today|over) )*"
)
_SET = (
    r"(?:set|put|change[sd]?|move[sd]?|switch(?:e[sd])?|rais(?:e[sd]?)|lower(?:s|ed)?|bump(?:s|ed)?|increase[sd]?|"
    r"decrease[sd]?|reduce[sd]?|cut|reset|revert(?:s|ed)?|restore[sd]?|update[sd]?|migrate[sd]?|shift(?:s|ed)?|"
    r"rename[sd]?|upgrade[sd]?|downgrade[sd]?|extend(?:s|ed)?|shorten(?:s|ed)?|adjust(?:s|ed)?|turn(?:s|ed)?|"
    r"br(?:ings?|ought)|takes?|took|roll(?:s|ed)?|correct(?:s|ed)?|fix(?:es|ed)?)"
)
BE = (
    rf"(?:is|are|'s|become|becomes|became|equals?|should be|must be|has to be|have to be|needs? to be|ought to be|"
    rf"will be|be|stays?|remains?|stands|sits|(?:goes|went|is going|are going) (?:back |up |down )?to|ended up(?: as| "
    rf"being)?|came (?:out )?|comes (?:out )?|(?:has |have |was |is |were |are |got |has been |have been |been "
    rf")?(?:now )?"
    rf"{_SET}(?: over| up| down| back)* to|counts as)"
)
OVER = (
    rf"(?:{endings.OVER}|"
    r"(?:not|no longer) (?:valid|in force|in effect|in use|applicable|needed|required)(?: any ?more| any longer)?)"
)
"""What is said of something that has ended."""
_ASIDE = r"(?:,? (?:in|on|for|during|while|when|under|with)\b[^,;:.ⓈⓋⓄ]{2,50}?,?)?"
_IT = (
    r"(?:so|namely|make (?:it|that)|it(?:'s| is| became| becomes| should be| must be| needs to be| has to be)|"
    r"that(?:'s| is)|they(?:'re| are)|(?:please )?(?:use|take|go with)|we(?: now)? (?:use|need|want|have|run|take)|"
    r"the (?:right|new|correct|current|real|actual|proper) (?:one|value|number) is|i\.e\.,?)"
)


_NO_VERDICT = (
    r"(?! (?:would|could|might|may|can|won't|will|did|does|has been|have been|was|were|looks?|seems?|ma[dk]es?|"
    r"caused|broke|breaks|led|leads|worked|works|failed|fails|helped|helps|"
    r"turned|sounds?|feels?|gives?)\b| (?:is|are) (?!(?:now |only |still |just |also )*(?:valid|right|correct|fine|"
    r"good|confirmed|settled|final|ok(?:ay)?|true|meant|used|set|official|what|the)\b))"
)
"""Not before what is said of a value that is only spoken about: "5 s as the timeout is too low"."""


def _frame(source: str) -> re.Pattern[str]:
    drawn = (
        loosely(source)
        .replace("{S}", "(?P<s>Ⓢ)")
        .replace("{N}", "(?P<s>Ⓝ)")
        .replace("{V}", rf"{_KIND}(?P<v>Ⓥ)(?! (?:or|to|and|-|–) [ⓋⓄ]|\s*(?:->|=>|→|⇒|➜))")
        .replace("{O}", rf"{_KIND}(?P<v>Ⓞ)")
    )
    return re.compile(drawn, re.IGNORECASE)


_GIVES = (
    rf"{{S}}{_ASIDE} {BE} {_ADVERB}{{V}}",
    r"\b(?:only|in|on|for|under|during|while|when)\b[^,;:.?]* is {S} {V}",
    rf"{_SET} {_ADVERB}{{S}}(?: over| back| up| down)*{_ASIDE} to {_ADVERB}{{V}}",
    (
        rf"{{V}}(?: (?:is|are|was) (?:right|correct|fine|valid|good|confirmed|settled|final|okay|ok))?,? "
        rf"{_ADVERB}(?:as|to be) "
        rf"{{S}}{_NO_VERDICT}"
    ),
    rf"\b(?:use|take|set|keep|want|need|pick|chose|choose|go(?:ing)? with|went with|run) {{V}} {_ADVERB}for {{S}}",
    rf"{{V}} {_ADVERB}(?:is|are|becomes?|became|remains?|stays?|should be|must be|will be) {_ADVERB}{{S}}",
    rf"{{S}}, (?:which|that) {_ADVERB}(?:is|are|should be|must be) {_ADVERB}{{V}}",
    r"{S}\s*(?:=|:|→|->|=>)\s*{V}",
    (
        rf"{{S}}[^ⓈⓋⓄ;.]{{0,70}}?(?:[,;:]| [—–-]) (?:and |but )?(?:now |then )?(?:(?:in|on|for|while|when|during|"
        rf"under|as long as)\b[^,;:.ⓈⓋⓄ]{{2,40}}? )?"
        rf"{_IT} {_ADVERB}{{V}}"
    ),
    rf"\b(?:has|have|gets|got|uses|takes|keeps|needs|with) {_ADVERB}{{S}} of {_ADVERB}{{V}}{_NO_VERDICT}",
)
GIVES = tuple(_frame(source) for source in _GIVES)
"""What gives a slot a value that shows its form."""

_BARE_END = r"(?=\s*(?:$|[,.;!]|(?:now|instead|from now|again|these days|as|in|on|while|when|for|only)\b))"
_BARE = r"(?P<v>(?<![\w-])[a-z][\w+#.-]*\w(?![\w-]))"
GIVES_WORD = tuple(
    re.compile(
        loosely(source)
        .replace("{S}", "(?P<s>Ⓢ)")
        .replace("{V}", _BARE + ("" if source.startswith(("{V}", r"\b(?:use")) else _BARE_END)),
        re.IGNORECASE,
    )
    for source in (_GIVES[0], _GIVES[2], _GIVES[3], _GIVES[4], _GIVES[6], _GIVES[7], _GIVES[8])
)
"""The same for a plain word, after a noun that names a slot."""

DENIES = tuple(
    _frame(source)
    for source in (
        (
            rf"{{S}}{_ASIDE} (?:(?:is|are|was|should|must|has)(?:n't| not| no longer| never)|no longer (?:is|"
            rf"stays))(?: be)? "
            rf"{_ADVERB}{{O}}"
        ),
        rf"{{O}} (?:is|are)(?:n't| not| no longer)(?: (?:right|valid|correct|used|in use))? {_ADVERB}(?:as )?{{S}}",
        r"{O} as {S} (?:is|was|has been)\b",
        (
            rf"\b(?:not|don't (?:\w+ ){{0,2}}?|do not (?:\w+ ){{0,2}}?|never (?:\w+ )?|forget|stop using|no longer "
            rf"(?:use|using|on|take))\s*"
            rf"{_ADVERB}{{O}}(?: any ?more| any longer)? (?:as|for) {{S}}"
        ),
        rf"{{O}} (?:as|for) {{S}} (?:is|are|was|were|has been|have been) {_ADVERB}{OVER}(?! (?:to|from|in favou?r)\b)",
    )
)
"""What takes a value of a slot back."""

ENDS = tuple(
    _frame(source)
    for source in (
        (
            rf"{{S}}{_ASIDE} (?:no longer (?:appl(?:y|ies)|exists?|holds?|counts?|stands)|(?:doesn't|does not|don't|do "
            rf"not)(?: \w+)? (?:apply|exist|hold|count) (?:any ?more|any longer)|(?:is|are|has been|have been|"
            rf"was|were|got|had to be) {_ADVERB}(?:\w+ly )?{OVER}(?! (?:to|from|in favou?r)\b))"
        ),
        (
            r"^(?:[^,;:ⓈⓋⓄ]{0,40}[,;:] )?(?:\w+ )?(?:we|i)(?:'ve| have)? (?:\w+ly |just |now )?"
            rf"(?:{endings.WITHDREW}) "
            r"{S}(?! (?:to|from)\b)"
        ),
        (
            r"\b(?<!n.t )(?<!dont )(?<!never )(?<!not )(?:forget|ignore|disregard|scratch|drop)(?: about)?(?: "
            r"(?:everything|anything|all|what(?:ever)?))?(?: (?:that )?(?:i|we)(?:'ve| have)? (?:said|told you|"
            r"mentioned|wrote)(?: earlier| before)?"
            r"(?: about| on| regarding)?)? {S}(?=\s*(?:$|[,.;!]|any ?more|please|again|for good))"
        ),
        (
            r"\b(?<!n.t )(?<!dont )(?<!never )(?<!not )(?:delete|erase|wipe|remove) {S} (?:from|out of) (?:your|the) "
            r"(?:memory|memories|notes)\b"
        ),
        r"{N}",
    )
)
"""What ends a slot without naming a value that follows."""

STILL = r"(?:you|it) (?:still )?(?:have|had|wrote|put|said|took|assumed)"
OLD_BEFORE = re.compile(
    loosely(
        rf"(?:(?:\bnot|\b(?:do|does|did|is|are|was|were|has|have|should|must|ca|wo)n't|\bno longer|\bnever)(?! "
        rf"(?:forget|only)\b)(?: \w+){{0,4}}|\binstead of|\brather than|\bin place of|\breplac(?:e|ed|es|ing)|"
        rf"\bswap(?:ped)?"
        rf"(?: out)?|\bforget(?: about)?|\bdrop(?:ped)?|\bstop(?:ped)? using|\bditch(?:ed)?|\bnobody (?:reads|"
        rf"uses)|\b{STILL}|"
        rf"\b(?:was|were|used to be|previously|formerly|the old|away from)) (?:the )?{_KIND}$"
    ),
    re.IGNORECASE,
)
OLD_AFTER = re.compile(
    loosely(
        rf"^ (?:as|for) Ⓢ (?:is|was|are|were|has been|have been) (?:\w+ )?{OVER}\b|"
        r"^(?: any ?more| any longer)| (?:is|was|are|were|has been|have been)(?:n't| not)? (?:\w+ )?"
        r"(?:wrong|outdated|out of date|a mistake|a typo|void|gone|over|obsolete|too \w+|"
        r"switched off|shut down|retired|dead|old|history|no longer "
        r"\w+|(?<=not )(?:right|correct|valid|true)|off)\b|^(?: (?:is|are))? no longer\b|^ (?:is|are|was)(?:n't|"
        r" not)\b|"
        r"^ (?:didn't|doesn't|does not) (?:work|apply|count|hold|exist)\b|^ gave up\b"
    ),
    re.IGNORECASE,
)
TO_FOLLOWS = re.compile(r"^(?: (?:back|over|up|down))* to\b", re.IGNORECASE)
PASSED_OVER = re.compile(
    loosely(
        rf"(?:,? (?:and |but )?(?:not|no longer|instead of|rather than|in place of|from)|(?<=\w)n['’]t|(?<=\w) "
        rf"(?:not|no longer))"
        rf"(?: (?:on|at|to|in|with|be))? {_KIND}Ⓞ(?: any ?more| any longer)?(?:,? but(?: rather| instead| now)?(?= Ⓥ))?"
    ),
    re.IGNORECASE,
)
"""A value that is over, with the words that say so: left out when the frame around it is read."""

POINTS_AT = re.compile(
    loosely(
        rf"^(?:(?:no|nope|wait|actually|sorry|correction|please)[,.: ]+)*(?:it(?:'s| is| should be| must be| "
        rf"needs to be| has "
        rf"to be| became)|that(?:'s| is| should be)|(?:please )?(?:make (?:it|that)|use)|the (?:right|correct|"
        rf"new|real|actual|"
        rf"proper|current) (?:one|value|number|entry|setting|figure)(?: now)? "
        rf"(?:is|should be)) {_ADVERB}{_KIND}(?P<v>Ⓥ)(?=\s*(?:$|"
        rf"[,.;!]|now|instead|"
        rf"from now|again|these days))"
    ),
    re.IGNORECASE,
)
"""A sentence that gives a value to the slot that the sentence before named."""

OLD_TOLD = re.compile(
    loosely(
        rf"^[^Ⓥ]*\b{STILL}\b[^Ⓥ]*$|\bⓈ has changed\b|\b(?:correct|fix|change|update|adjust) Ⓢ|"
        rf"\b(?:wrong|outdated|out of date|changed my mind)\b|^[^Ⓥ]*Ⓞ[^Ⓥ]*$"
    ),
    re.IGNORECASE,
)
"""What the sentence before says when the value in it, if any, is the wrong one."""
