"""The words that bring in a text which is not the speaker's own statement: requests about a text, sources, mail
headers and the stamps of chat logs, and the words with which the speaker goes on after it.
"""

from __future__ import annotations

import re

_KIND = (
    r"(?:(?:web|blog|forum|slack|stack|chat|error|log|commit|pr|pull request|review|release|cover|news|press|console|"
    r"customer|support|markdown|terminal|test|server|compiler|build|job|wiki)[ -]?){0,3}"
)
_TEXT = _KIND + (
    r"(?:articles?|texts?|e-?mails?|mails?|messages?|letters?|pages?|websites?|posts?|threads?|chats?|conversations?|"
    r"discussions?|transcripts?|paragraphs?|sentences?|passages?|excerpts?|quotes?|quotations?|snippets?|essays?|"
    r"speech(?:es)?|stor(?:y|ies)|poems?|tweets?|comments?|repl(?:y|ies)|abstracts?|logs?|outputs?|errors?|"
    r"warnings?|traces?|tracebacks?|dumps?|reports?|papers?|chapters?|docs?|documents?|documentation|readme|changelog|"
    r"release notes|tickets?|reviews?)"
)
_LETTER = _KIND + (
    r"(?:e-?mail|mail|message|letter|post|tweet|note to (?!self|me\b)[\w ]{1,40}|reply|comment|speech|text|"
    r"announcement|"
    r"ticket|issue|description|release notes|advert|ad|story|poem|essay|paragraph|article|report|summary|invitation|"
    r"memo|"
    r"statement|answer|response|blurb|bio|toast|song|dialog(?:ue)?)"
)
_POINTED = r"(?:this|these|that|the following|following|the below)"
_NAME = r"(?-i:[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,2})"
_NO_NAME = (
    r"(?!(?-i:Now|Here|Today|Then|There|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|"
    r"June|July|August|September|October|November|December)\b)"
)
_REST = r"[^:\n.!?]{0,100}"
_ASKED = (
    r"(?:(?:please|pls|now|then|next|so|ok|okay|hi|hey|hello|also|and|just|quickly|first)[ ,]+){0,4}"
    r"(?:(?:can|could|would|will) you |i(?:'d| would)? (?:want|need|like) you to |help me (?:to )?|let(?:'|’)?s |"
    r"i (?:want|need) to |i'd like to )?(?:(?:please|quickly|just|also) ){0,2}"
)
_ABOUT = r"(?:summari[sz]e|translate|proof-?read|paraphrase|rephrase|reword|spell-?check|transcribe)\b"
_WORK = (
    r"(?:rewrite|review|improve|polish|shorten|simplify|edit|revise|critique|analy[sz]e|classify|explain|fix|correct|"
    r"check|format|clean up|parse|answer|reply to|respond to|comment on|continue|expand|"
    r"what do you think (?:of|about))"
)
_WRITE = (
    rf"(?:write|draft|compose|prepare|create|generate)(?: (?:me|us|him|her|them))? "
    rf"(?:(?:an?|another|the|this|my|our) (?:[\w'’-]{{1,30}} ){{0,3}}?{_LETTER}\b{_REST}|"
    rf"the following(?: {_LETTER}\b{_REST})?)"
)
_TELL = (
    rf"(?:(?:tell|ask|ping|reply to|respond to|write (?:back )?to) (?:{_NAME}|(?:my|our|the|his|her|their) [\w'’-]+"
    rf"(?: [\w'’-]+)?|him|her|them)|(?:send|write|answer) (?:{_NAME}|him|her|them)|(?:text|e-?mail|mail|message) "
    rf"(?:to )?"
    r"(?:(?:my|our|his|her|their) [\w'’-]+|him|her|them))(?: back| this| the following)?"
)
_FROM = (
    rf"(?:from|quoting|quote from|copied from|pasted from|according to) (?:(?:the|this|their|his|her|an?) "
    rf"(?:[\w'’-]{{1,30}} "
    rf"){{0,4}}?"
    rf"(?:{_TEXT}|manual|book|channel|forum|blog|slack|faq|wiki|internet|web|api reference)\b|slack|stack ?overflow|"
    rf"wikipedia|"
    rf"github|reddit|{_NO_NAME}{_NAME})[^:\n.!?]{{0,40}}"
)
_HANDED = (
    r"(?:here(?:'|’)?s|here is|here are|this is|these are|below is|below are|attached is|see|look at|take a look at|"
    r"(?:i|we) (?:just |also |now |keep )?(?:got|get|getting|received|found|see|saw|read))"
)
_SAID = (
    r"(?:wrote|writes|said|says|asked|replied|answered|posted|commented|e-?mailed|messaged|mentioned|texted|"
    r"forwarded|sent|shared|told (?:me|us))"
)
_SOURCE = (
    rf"(?:{_HANDED} (?:[^:\n.!?]{{0,60}} )?(?:{_TEXT}|what [^:\n.!?]{{1,50}} {_SAID})\b[^:,\n.!?]{{0,100}}"
    rf"|(?!(?:(?:as|what|like) )?(?:i|we)\b)(?:[^:\n.!?\s]{{1,40}}(?:(?<=\d):(?=\d)[\d:]{{2,5}})? ){{1,12}}?"
    rf"{_SAID}\b(?! (?:i|we|that)\b)[^:\n.!?]{{0,60}}"
    r"|(?:(?:i|we) )?(?:just )?(?:got|found|received) this(?: (?:from|in|on) [^:\n.!?]{1,40})?"
    rf"|{_NAME} (?:via|on|by) (?:e-?mail|mail|slack|chat|teams)|(?:meeting |call |chat )?transcript|grammar check"
    r"|(?:mail|e-?mail|slack|chat) thread"
    r"|(?:(?:an?|another|one more|the|this) )?(?:review comment|article|transcript|quote|original(?: text)?|stack "
    r"trace|"
    rf"traceback|error message|(?:console|log) output|text|(?:{_TEXT}) (?:from|by) [^:\n.!?]{{1,50}}))"
)
_NOTED = rf"{_NAME}['’]s (?:note|e-?mail|mail|message|comment|post|reply|review)|(?:my |first )?draft|dictation|quote"
_ASKS_OF = (
    rf"(?:(?:extract|list|find|answer|identify) [^:\n.!?]{{1,60}} (?:from|in|about) {_POINTED} (?:[\w'’-]{{1,30}} "
    rf"){{0,2}}?{_TEXT}"
    r"|what (?:does|do) (?:this|the following) (?:[\w'’-]{1,30} ){0,3}?(?:mean|say)|how would you (?:translate|"
    r"rephrase) this"
    r"|(?:is|does) this (?:[\w'’-]{1,30} ){0,2}?(?:grammatical|good english|correct english|sound right))"
)
_SPEAKS = (
    rf"{_ASKED}(?:(?:{_ABOUT}{_REST}|{_WRITE}|{_WORK} {_POINTED} (?:[\w'’-]{{1,30}} ){{0,3}}?{_TEXT}\b{_REST})|"
    rf"{_TELL}|{_ASKS_OF})"
    rf"|{_FROM}|{_NOTED}"
)
_LOOSE = (
    rf"{_ASKED}(?:make this (?:sound |read )?(?:a bit |more |less )?(?:formal|polite|friendly|friendlier|nicer|"
    rf"shorter|longer|concise)"
    r"|(?:check|correct|fix|improve) (?:my|this|the) (?:english|grammar|spelling|wording))|"
    rf"{_ASKED}{_WORK} (?:{_POINTED}(?: (?:for me|please|now|quickly|carefully|briefly|(?:in|into|to) [\w-]+))?"
    rf"|(?:the|an?|my|his|her|their|{_NAME}['’]s) (?:[\w'’-]{{1,30}} ){{0,3}}?{_TEXT}\b{_REST})"
)
_AT = r"(?:^[ \t]*+(?P<item>(?:[-*+•–]|\(?\d{1,3}[.)])[ \t]++)?|(?<=[.!?])[ \t]++)"

INTRODUCTION = re.compile(
    rf"{_AT}(?=[^\n]{{1,220}}?:\s|[^\n]{{1,220}}\n[ \t]*$)(?:(?:{_SPEAKS}):(?=\s)"
    rf"|(?P<block>{_SOURCE}):[ \t]*$|(?P<loose>{_LOOSE}):[ \t]*$"
    rf"|{_ASKED}(?:{_ABOUT}|rewrite|improve|polish|critique) "
    rf"(?:{_POINTED} (?:[\w'’-]{{1,30}} ){{0,2}}?{_TEXT}\b|the (?:[\w'’-]{{1,30}} )?{_TEXT} below\b){_REST}"
    r"[.?!]?[ \t]*\n[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
"""The words before a text of somebody else, or one that is dictated. After `loose` ones a list is the speaker's own."""

OF_FORM = re.compile(
    r"\b(?:(?:in|with|by|follow|following|using|to|per|against|according to|under|based on|apply|applying) "
    r"(?:this|these|the following|our|my) (?:[\w-]{1,30} ){0,2}?(?:styles?|formats?|rules?|conventions?|guidelines?|"
    r"requirements?|constraints?|ways?|templates?|patterns?|steps|criteria|structure|checklist|preferences?)|"
    r"like (?:this|so)|as follows|this way|every|each|all(?! of th)|any|always|whenever)\b",
    re.IGNORECASE,
)
"""A request that says how such texts are made, now and later, is followed by the speaker's own rules."""

OWN = re.compile(
    r"\b(?:rules?|conventions?|preferences?|guidelines?|corrections?|decisions?|facts?|settings?|requirements?|"
    r"instructions?|(?:our|my) (?!boss|colleague|manager|wife|husband|partner|doctor|teacher|landlord|e-?mail|mail|"
    r"letter|"
    r"draft|essay|log|output|error|post|article|message)\w+)\b",
    re.IGNORECASE,
)
"""What a user hands over as theirs, not as words of a source."""

GOES_ON = re.compile(
    r"^[ \t]*+(?=(?:(?:ok|okay|so|and|but|also|now|anyway)[ ,]+){0,3}"
    r"(?:from now on|going forward|btw|by the way|end of (?:quote|e-?mail|mail|message|article|text|log|chat|thread|"
    r"paste)|to be clear|what do you (?:think|make)|as for (?:me|us|my|our)\b|"
    r"(?:for|with) us\b|in our (?:case|repo|project|team)\b|(?:can|could|would) you (?:please )?(?:summari[sz]e|"
    r"translate|"
    r"answer|reply|explain|fix|draft|write|help|tell me|check|review)\b|"
    r"that(?:(?:'|’)s| is| was) (?:it|all|the (?:end|e-?mail|mail|message|article|text|log))\b|"
    r"(?:that|this)(?:(?:'|’)s| is) (?:wrong|not true|not right|outdated)\b|"
    rf"(?:(?:he|she|they|it)(?:(?:'|’)s|(?:'|’)re| is| are)|{_NAME} is) (?:wrong|mistaken|right)\b))",
    re.IGNORECASE | re.MULTILINE,
)
"""What opens a paragraph in which the speaker goes on after such a text."""

ABOVE = re.compile(
    rf"\n[ \t]*\n[ \t]*+{_ASKED}(?:{_ABOUT}|rewrite|improve|polish|critique) (?:(?:all|everything) )?(?:of )?"
    rf"(?:the above|(?:this|the) (?:[\w'’-]{{1,30}} )?(?:{_TEXT} )?above)\b[^\n]{{0,200}}\s*\Z",
    re.IGNORECASE,
)
"""The request about a text at the end of the message that holds it."""

DELIMITED = re.compile(r"\s*(?:```|~~~|<[a-zA-Z]|>)")
LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•–]|\(?\d{1,3}[.)])[ \t]+\S")

_HEADER = r"(?:from|to|cc|bcc|subject|date|sent|reply-to)"
MAIL = re.compile(
    rf"^(?=(?:{_HEADER}:.{{0,300}}\n){{0,6}}(?:subject:|(?:from|to):.{{0,200}}[\w.-]@[\w.-]))"
    rf"{_HEADER}:[ \t]*\S.{{0,300}}\n{_HEADER}:[ \t]*\S"
    r"|^subject:.{1,200}\n\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b.{0,40},[ \t]*$"
    r"|^dear (?!assistant|claude|ai\b|agent|bot\b|all\b|team)[^\n,]{1,40},[ \t]*$"
    r"|^(?:begin forwarded message:|[-_ ]{2,}(?:original|forwarded) message[-_ ]{2,})",
    re.IGNORECASE | re.MULTILINE,
)

_TIME = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_WHO = r"[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,2}"
CHAT_LINE = re.compile(
    rf"[ \t]*(?:\[{_WHO},? {_TIME}\]|\[{_TIME}\] ?<?{_WHO}[:>]|{_WHO} ?[(\[]{_TIME}[)\]]:(?:\s|$)"
    rf"|{_WHO} +\d{{1,2}}:\d\d ?[AP]M[ \t]*$|\d{{1,4}}[-/.]\d\d?[-/.]\d{{1,4}},? \d\d?:\d\d(?: ?[AP]M)? - {_WHO}:"
    rf"|{_WHO} [—–-] (?:Today|Yesterday) at \d{{1,2}}:\d\d"
    r"|<[@+~&%]?[A-Z][a-z][\w-]{0,28}> \S)"
)
TURN = re.compile(
    r"[ \t]*(?P<who>[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20})?|user|assistant|human|customer|agent|bot|ai)"
    r"(?: \([^)\n]{1,30}\))?:[ \t]+(?P<said>\S.*)"
)
ROLES = frozenset({"user", "assistant", "human", "customer", "agent", "bot", "ai", "chatbot", "support", "me"})
LABELS = frozenset(
    "note notes todo fix fixed test tests question answer example rule tip warning important ps fyi input output "
    "expected actual before after step goal why how what when where who old new bug feature correction reminder "
    "update".split()
)
"""What opens a line as a speaker's name would, and is none."""

REPLY = re.compile(
    r"(?:hi|hey|hello|thanks|thank you|lol|haha|hmm|agreed|sounds good|great|nice|cool|\+1|@\w{1,30})(?!\w)|"
    r"(?:yes|no|yeah|yep|nope|ok|okay|right|sure)[,.!] \w",
    re.IGNORECASE,
)
