"""What joins the clauses of a sentence: conditions before them, reasons after them, conjunctions and commas between."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.keys import ENVIRONMENTS

CONDITIONS = re.compile(
    r"(?P<condition>for (?:the|our|all|my) [\w -]{2,40}?(?=\s+(?:we (?:always )?use|always|please)\b)|"
    rf"(?:in|on|under) (?:{'|'.join(ENVIRONMENTS)}|`?(?:[\w.@-]+/)+[\w.@-]*`?)(?=\s+(?:the|our|use|run|always|never|"
    r"please|we|you)\b))\s+|"
    r"(?P<given_too>(?:before|after|when(?:ever)?|every time|each time) (?:(?:you|we|i)\s|\w+ing\b)[^,;:\n]{0,60}?)"
    r"(?::\s+|\s+(?=(?:please\s+)?(?:also|always|never|make sure)\b))|"
    r"(?P<given_if>(?:when(?:ever)?|if|once|while|unless)\s[^,;:\n]{2,40}?\s(?:is|are|isn't|aren't|fails?|breaks?|"
    r"has|have|changes?|touches)\b[^,;:\n]{0,40}?(?=\s+(?:please\s+)?"
    rf"(?:always|never)\s+(?:{VERBS})\b)|"
    r"(?:if|when(?:ever)?)\s(?:you|we)\s(?:change|edit|touch|modify|add|rename|update)\s[^,;:\n]{2,40}?"
    r"(?=\s+(?:you|we)\s+(?:have to|must|need to)\b))\s+|"
    r"(?!(?:for|on) (?:[\w-]+ ){1,4}(?:i|we)(?:'d| would)? (?:want|need|like|prefer)\b)"
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
        r"don't|do not|use|please|stop|no more|make sure|keep|i have|i'm|i am)\b)"
        r"|(?:,\s+|\s+)(?:and|but|so|because|since)\s+(?=(?:please|"
        r"always|never|don't|do not|use|make sure|my|i(?:'m)?|we(?:'re|'ve)?|from now on)\b)"
        r"|,\s+(?:and |but |so |or )?(?=(?:can|could|would|will|do|does|did|should|is|are|how|what|which|why|"
        r"where)\s+(?:you|i|we|it|this|that|the|my|there|they|to|do|can|should|would)\b)"
        r"|,\s+(?=(?:please|so|(?:it|this|that|they)(?! (?:must|has to|have to|should|needs? to) (?:always )?go|"
        r" (?:always )?goes (?:through|via)\b)|he|"
        r"she|we (?:don't|no longer|use|never|always)|i (?:can'?t|don'?t|have|need)|\w+ (?:left|quit|resigned|is gone|"
        r"is history))\b)"
        r"|,\s+(?=(?:please|always|never|don't|do not|use(?! [^,;]{2,60} instead$)(?! [^,;]{2,60} instead\.)|"
        r"instead,? use|i (?:just |now )?(?:prefer|use|live|work|moved|fly)|i'm)\b(?! of))"
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
