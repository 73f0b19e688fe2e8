"""The words around a value that leave it asserted, and those that say it is refuted, imagined, past or another's."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely


def _rx(source: str) -> re.Pattern[str]:
    return re.compile(loosely(source), re.IGNORECASE)


JOINT = _rx(r"[,;:.!?—–]\s+|\s-\s|\b(?:so|but|and|because)\s")
LABEL = _rx(r"(?:^|[.!?;]\s+)(?P<label>[^:.!?;]{1,80}):\s")
THAT = _rx(r"[^,;:]*?\bthat\b")
FALSE_THAT = _rx(r"\b(?:wrong|false|untrue|incorrect|mistaken|lie|myth|no proof|no evidence)\b[^,;:]{0,20} that\s*$")

_DOUBTFUL_LY = (
    r"(?:hopeful|alleged|supposed|apparent|reported|theoretical|hypothetical|ideal|eventual|wrong|wrongful|false|"
    r"mistaken|"
    r"incorrect|accidental|inadvertent|possib|presumab|near|bare|hard)"
)
_SPEAKER = r"(?:i|we|our team|the (?:whole )?team|all of us|both of us|everyone|everybody)"
_STATES = (
    r"(?:agreed?|decided?|confirm(?:ed)?|know|knew|see|saw|noticed?|found(?: out)?|learn(?:ed|t)|checked|verified|"
    r"settled|"
    r"determined|concluded|established|announced?|noted?|remember(?:ed)?|realized|realised|repeat(?:ed)?|mean|meant|"
    r"said|say|told|tell|remind|inform(?:ed)?|mention(?:ed)?|add|stress|measured|arranged|chose|voted)"
)
_TOLD_TO = (
    r"(?: (?:you|everyone|everybody|them|all|again|before|earlier|already|yesterday|today|now|with \w+|"
    r"(?:on|last|this) \w+|in the \w+|for good))*"
)
HEADS = _rx(
    rf"(?:{_SPEAKER}(?:'ve|'d|'m|'re)?(?: (?:have|had|can|must|should|do|did|am|are|want to|wanted to|need to|"
    rf"would like "
    rf"to|"
    rf"happy to|glad to|just|now|already|all|also|both|finally|(?!{_DOUBTFUL_LY}\w*ly\b)\w+ly))* {_STATES}{_TOLD_TO}"
    r"|(?:it|this|that)(?:'s| is| was| has been| is now)? (?:\w+ly )?(?:clear|true|a fact|confirmed|official|decided|"
    r"agreed|"
    r"certain|correct|settled|right|important|turns out|turned out|(?:good |worth |important |useful )(?:to know|"
    r"noting|knowing|mentioning|remembering))"
    r"|(?:please |do |just |and |also )*(?:note|remember|keep in mind|bear in mind|be aware|mind|know|"
    r"(?:don't|do not|never) (?:ever )?forget|recall|write down|make a note|take note|memorize|memorise|store|save|"
    r"tell everyone|let everyone know|rest assured)(?: (?:please|again|well|down))?"
    r"|you(?:'ll)? (?:should|must|need to|ought to|have to|can|may want to|might want to|want to) (?:also )?(?:know|"
    r"note|remember|be aware|keep in mind)"
    r"|(?:the|our|my|one|another|a|an)?(?: ?[\w'’-]+){0,2}? ?(?:fact|news|decision|agreement|truth|point|upshot|"
    r"outcome|"
    r"result|conclusion|update|thing|change|reality|bottom line)(?: [^,;:]{1,40})? (?:is|was)"
    r"|what (?:i|we|you|has|is)\b[^,;:]{0,60} (?:is|was)"
    r"|(?:just )?a (?:quick |friendly |gentle )?(?:reminder|note)|(?:duly )?noted"
    r"|as (?:agreed|decided|confirmed|mentioned|(?:i|we) (?:said|agreed|decided))"
    r"|(?:the team|everyone|the board|management) (?:has |have )?(?:agreed|decided|confirmed))(?:,? that)?\s+",
)
"""Heads under which a value is asserted."""

ADVERBIAL = _rx(
    rf"(?:now|currently|today|yesterday|tonight|again|still|already|also|only|just|both|even|here|there|then|that|"
    rf"these days|nowadays|meanwhile|instead|too|well|yes|yeah|yep|no|nope|indeed|of course|once more|in fact|"
    rf"(?!{_DOUBTFUL_LY}ly\b|(?:re|im|ap|sup)p?ly\b|rely\b)\w+ly|(?:this|last|every) \w+|because|although|"
    rf"though|whereas|where|"
    rf"(?:as|so) long as|right|ok|okay|great|good|fine|sorry|hi|hey|hello|thanks|fyi|btw|ps|nb)\b[\s,:;.!–—-]+",
)
SCOPE = _rx(
    r"(?:only |just |even |right |all )*(?:in|on|at|for|since|during|after|before|as of|from|with|without|under|"
    r"within|"
    r"inside|outside|up to|including|across|throughout|regarding|about|concerning|per|following|thanks to|due to|of|"
    r"by|until|till|"
    r"starting|effective|beginning|while|when(?:ever)?|if|once|as far as|as for|as to|apart from|besides|despite)\s"
    r"[\s\S]*",
)
SUSPENDED = _rx(
    r"\b(?:not|never|nobody|no one|none|without|neither|nor|cannot|"
    r"(?:do|does|did|is|are|was|were|wo|ca|has|have|had|should|would|could|must)n['’]?t)\b|"
    r"\b(?:against|avoid\w*|reject\w*|rul(?:e|ed|es|ing) out|refus\w+|deny|denie[sd]|denying|forgot|fail\w*|veto\w*|"
    r"hope[sd]?|hoping|wish\w*|dream\w*|dreamt|demand\w*|propos\w+|suggest\w*|recommend\w*|request\w*|insist\w*|"
    r"discuss(?:ed|ing)?|vot(?:e|ed|ing) (?:on|about|against|down)|consider\w*|pretend\w*|imagin\w*|debat\w+|"
    r"offer\w*|"
    r"threat\w+|ask(?:s|ed)? (?:for|to|us|me|you|them)|(?:he|she|they) wants?|almost|nearly|accident\w*|"
    r"(?:by|in|per) (?:mistake|error|accident)|mistaken\w*|wrongly|falsely|incorrectly|inadvertently|competitors?|"
    r"rivals?|lists?|gives|shows?|names|mentions|says|claims|states|prints|reads)\b"
)
"""In front of the verb or the value of a frame: what was not done, not by us, or only talked about."""
SOURCE = _rx(
    r"\b(?:docs?|documentation|readme|wiki|handbook|manual|guide|tutorial|ticket|issue|slides?|article|blog|"
    r"customers?|"
    r"clients?|copilot|chatgpt|chatbot|bot|vendor|test|story|example|demo|draft|proposal|poster|sign|ad)\b"
    r"(?: still| always| now)?(?: (?:has|have|had|uses?|keeps?|gives|puts?|sets?|wants?))?$"
)

UNREAL = _rx(
    r"^(?:(?:and|but|so|well|ok|also)[, ]+)*(?:as soon as|unless|provided|providing|assum(?:e|ing)|hopefully|ideally|"
    r"with (?:any |a bit of )?luck|by (?:next|the end of)|some ?day|one day|sooner or later|soon|eventually|"
    r"in theory|on paper|either|neither|whether|suppos\w+|(?:i|we) (?:hope|wish|dream\w*|fear|imagine)|"
    r"contrary to|(?:in|on|for|from|at|during) (?:the|a|an|my|our|this|that|[\w-]+['’]s) (?:[\w'’-]+ )?(?:story|"
    r"stories|"
    r"dreams?|novel|movie|film|game|role ?-?play|play|sketch|joke|fairy tale|tale|episode|perfect world|ideal world|"
    r"worst case|best case|thought experiment|hypothetical|scenario|example|sample|exercise|simulation|demo|mock-?up|"
    r"parallel universe|sake of argument|opinion|view|head|mind|competitor\S*(?: \w+)?))\b"
)
"""Openings of a sentence whose rest is not of this world, not of today or not the speaker's."""
OTHERS = _rx(
    r"(?<!\bi )(?<!\bwe )(?<!\bi've )(?<!\bwe've )\b(?:says?|said|saying|claim(?:s|ed)|told|writes|wrote|thinks?|"
    r"believes?|believed|assumed?|insist(?:s|ed|ing)?|swears?|convinced|dreamt|dreamed|joked)\b(?! (?:you|"
    r"everyone)\b)"
)


NO_NAME = _rx(
    rf"^(?:(?:the|in|an?) )?(?:whether|that|if|some|soon|day|tell|ask|check|verify|provided|case|stop|never|pretend|"
    rf"assume|"
    rf"{_DOUBTFUL_LY}ly)\s|\b(?:say(?:s|ing)?|said|wish(?:es|ed)?|hop(?:e|es|ing)|insist(?:s|ing)?|dreamt|"
    rf"convinced)\s"
)
"""Words that are no part of the name of a thing: another clause was taken for it."""


CLAUSE = _rx(
    r"Ⓢ\s+(?!(?:from|to)\b)[^,;:–—Ⓥ]*(?:[ⓋⓄ]|[\w+#.-]+)|"
    r"[\w+#.-]+ (?:\w+ ){0,3}(?:is|are|becomes?|became|remains?|stays?|(?:should|must|will) be)\b[^,;]*Ⓢ"
)


NEWS = frozenset(
    "a an the one two three few some another last final small quick minor short big more new important good bad great "
    "intro update updates news heads-up heads up correction corrections note notes nb reminder reminders fyi "
    "btw ps p.s. "
    "change changes changed decision decisions decided agreed fact facts info information announcement attention "
    "config configuration setting settings values status summary recap tldr tl;dr thing things detail details "
    "hi hello "
    "hey all team everyone everybody folks guys thanks thank you ok okay right so also and please remember listen now "
    "today again for to of on about my our your general rule current currently memory record confirmed fixed done "
    "review comment first second third next finally important! yes no sorry oops nope actually".split()
)
OPENS_LABEL = _rx(
    r"(?:for|in|on|at|about|regarding|re|concerning|(?:before|after)(?= )|if|when|while|since|as|because|with|from|"
    r"here|there|"
    r"what|this|that|i|we|(?:one|two|three|a few|another|some) \w+|it|please|review|just|fix|then)\b"
)
WRONG_LABEL = _rx(
    r"\b(?:wrong|false|not true|myth|lie|rumou?r|draft|idea|proposal|example|translate|rewrite|to-?do|fake)\b"
)
NOTICE = _rx(
    r"\b(?:rule|reminder|update|exception|condition|decision|note|remark|announcement)(?: (?:as|for|on|from|to)\b.*)?$"
)
"""Labels of what the speaker lays down."""
POSSESSIVE = re.compile(r"[A-Z]\w+['’]s\b")
OUT_OF_DATE = _rx(
    r"\b(?:is|are|was|were|has|have|had|got)(?: \w+){0,2} (?:wrong|out of date|outdated|obsolete|stale|incorrect|"
    r"changed|moved|new|updated|old)\b"
)


_COMMENT = (
    r"(?:not?|wrong|false|untrue|not (?:true|so|right|correct)|incorrect|outdated|old|was|former(?:ly)?|obsolete|"
    r"propos(?:al|ed)|draft|suggest(?:ion|ed)|idea|plan(?:ned)?|wish(?:ful)?|example|sample|for example|guess(?:ed)?|"
    r"estimate|assumption|assumed|myth|lie|a lie|joke|just kidding|fiction(?:al)?|invented|made up|fake|hypothetical|"
    r"tb[dc]|to be \w+|unconfirmed|rumou?r|hearsay|alleged(?:ly)?|supposed(?:ly)?|hopefully|in theory|on paper)"
)
_SAYING = r"(?:says?|said|claims?|claimed|writes|wrote|thinks?|thought|believes?|swears|reckons)"
COMMENTED = _rx(
    rf"[(\[](?:\w+['’]s |(?:the|an?|still|just|only|only an?|just an?) )*{_COMMENT}[.!]?[)\]]\s*[.!]*$|"
    r"[(\[](?:according to|as per|per|says|said|claims|if|unless)\b[^()]{0,60}[)\]]\s*[.!]*$|"
    rf"(?:,|\s[-–—]|\.\.\.|…)\s*(?:or )?(?:so )?{_SAYING} (?!(?:hi|hello)\b)[^,;:?]{{1,40}}$|"
    rf"(?:,|\s[-–—])\s*(?:(?-i:[A-Z][a-z]+)|the [\w-]+|he|she|they|some people|people) {_SAYING}[.!]*$|"
    rf"(?:,|\s[-–—]|\.\.\.|…)\s*(?:or )?{_COMMENT}[\s.!)]*$|"
    r"(?:,|\s[-–—])\s*(?:or not|if (?:i (?:remember|recall)|\w+ is to be)\b[^,;]*|(?:right|correct|true|yes|no|eh|"
    r"huh|oder)\s*\?|which is (?:an? )?(?:\w+ )?(?:lie|"
    r"wrong|false|myth|nonsense|untrue|joke|fiction)|my foot|my ass|in (?:your|his|her|their|my) dreams)[\s.!]*$|"
    r"\bin my dreams[\s.!]*$|[*_]+(?:not|never|no longer)[*_]+"
)
"""A sentence that itself says at its end that its words are no settled truth, or whose "not" is marked."""

TAKEN_BACK = _rx(
    r"^(?:(?:wait|no|nope|oh|ah|well|but|and|sorry|oops|actually)[,.! ]+)*(?:not!?|no|wrong|false|untrue|nonsense|"
    r"(?:that|this|it|which)(?:'s| is| was) (?:just |all |also |of course |obviously |simply )?(?:not (?:true|so|"
    r"right|"
    r"correct|the case)|wrong|false|untrue|incorrect|nonsense|an? (?:\w+ )?(?:lie|joke|myth|mistake|rumou?r|example|"
    r"guess|typo|proposal|suggestion|idea)|made up|fiction|invented|old)|"
    r"(?:that|this|it) (?:isn't|wasn't) (?:true|so|right|correct|the case)|"
    r"(?:or|at least|or at least) (?:so |that's what |that is what |this is what )(?:\w+ ){1,3}?(?:says?|said|"
    r"claims?|"
    r"claimed|thinks?|believes?)|"
    r"(?:so|or so) (?:\w+ ){1,3}(?:says?|said|claims?)|(?:i|we) (?:just )?(?:made (?:that|this|it) up|"
    r"invented (?:that|"
    r"this|it)|lied|was joking|am joking|dreamt (?:that|this|it)|dreamed (?:that|this|it))|"
    r"(?:please )?(?:ignore|forget|disregard|scratch|strike|don't (?:remember|store|save|write down|keep)|do not "
    r"(?:remember|store|save)) (?:that|this|it)(?: please)?|(?:just|only) (?:an example|a proposal|an idea|a joke|"
    r"kidding|a suggestion))[\s.!…)]*$"
)
"""A sentence that takes back the whole of the one before."""

CHANGES = r"(?:updat|chang|mov|migrat|reconfigur|deploy|redeploy|upgrad|adjust|edit|touch)ed"
DONE_BY_US = _rx(
    rf"\b(?:we|i|(?:the|our|my) (?:\w+ )?team)(?:'ve| have| had)?(?: just| now| also| already| finally| have|"
    rf" \w+ly)* "
    rf"{CHANGES}\b(?! (?:my|his|her|their|your|an?)\b)|\b(?:was|were|been|got|is|are)(?: \w+ly| just|"
    rf" now)? {CHANGES}\b|"
    rf"^(?:(?:just|recently|finally|also|now|yesterday)[,:]? )?{CHANGES}\b|[\w-]+ has changed\b"
)
UNDONE = _rx(r"\b(?:revert\w*|roll(?:ed|ing)? (?:\w+ )?back|und(?:id|one|o)|took it back|gave up|cancel\w*)\b")


EMBEDS = re.compile(
    r"(?<!\bof)(?<!\bin)(?<!\bon)(?<!\bfor)(?<!\bto)(?<!\bfrom)(?<!\bat)(?<!\bper)(?<!\bby)(?<!\bwith)(?<!\band)"
    r"(?<!\ball)"
    r"(?<!\bor)(?<!\bbetween)(?<!\bunder)(?<!\bbefore)(?<!\bafter)(?<!\bbehind)(?<!\binside)(?<!\bboth)\s(?:the|my|"
    r"our|its)\s"
    r"|^(?:never|stop|tell|ask|check|verify|whether|hopefully|some ?day|soon|pretend|assume|write|answer|option)\s|"
    r"\b(?:insisting|wishes|hopes|saying)\s",
    re.IGNORECASE,
)
"""A subject with another word before its determiner, or a word that no name begins with: told by another clause."""
