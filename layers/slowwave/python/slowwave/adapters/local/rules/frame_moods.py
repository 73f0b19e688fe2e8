"""The words under which a slot frame states nothing: wished, tried, planned, asked for once, or a condition."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.contractions import loosely

UNSETTLED = re.compile(
    loosely(
        r"(?:\bnot|n't) (?:really |even )?(?:think|believe|suppose)\b|\b(?:doubt|unlikely|"
        r"almost|nearly|about to|"
        r"as soon as)\b|\b(?:after|once|when|next)\b[^.;]*\bwill be\b|"
        r"\bwill be\b[^.;]*\b(?:starting|from|as of|in|on|by) (?:Ⓥ|next|\w+day|the (?:next|first))|"
        r"Ⓥ with [^,;.Ⓥ]{2,30} (?:and|but) Ⓥ|\bshould\b[^.;]*, but\b|\bin the (?:docs?|"
        r"documentation|readme|wiki|ticket|article)\b|"
        r"\bwould(?! (?:like|prefer))\b|\bcould\b|\bsupposed to\b|\b(?:had|used|tried|try|trying|tested|testing|"
        r"considered|"
        r"considering|suggested|proposed|imagine|like|liked) (?:\w+ )?(?:Ⓥ|Ⓞ) (?:as|for)\b|\blet's (?:try|test|"
        r"say|see)\b|"
        r"\bwant(?:s|ed)? to (?:try|test|see|know)\b|\b(?:example|for instance|e\.g)\b"
    ),
    re.IGNORECASE,
)
"""What makes a frame no settled word."""

UNSAID = re.compile(
    loosely(
        r"\b(?:(?:when(?:ever)?|if|unless|once|how|why|whether|in case) (?:\w+ )?(?:i|we|you|they|it|he|she|the|"
        r"to|Ⓢ)\b|"
        r"(?:after|before|since|until|by|while|for|of|about|from) (?:(?:i|we|you|they|it|he|she)\b|(?:sett|"
        r"chang|mov|us|switch|putt|rais|lower|reduc|increas|updat|mak|gett|runn)ing\b)|"
        r"(?:check|checks|verify|assert|asserts|test|tests|ensure|expects?|see)(?: that| if)?\b|"
        r"(?:try|trying|tried|want|wants|wanted|like|plan|able|wants?|going|how|about|function|method|script|"
        r"option|button|"
        r"command|way|ability|possible|idea|ways|used|happens?|supposed|sure|code|hoping|aim|aiming|struggling|working|"
        r"considering|thinking|allow|allows|want(?:s)? \w+) to(?: \w+)?$)[^,;:]{0,60}$|\b(?:if|whether|unless)$"
    ),
    re.IGNORECASE,
)
"""Words before a frame in its own part of the sentence under which it states nothing."""

SUPPOSED = re.compile(
    r"^(?:(?:and|but|so|also),? )?(?:if|unless|in case(?: of)?|in the event (?:of|that)|when(?:ever)?|once|"
    r"as soon as)\s(?!(?:you|we|i|any\w+|some\w+)\b)",
    re.IGNORECASE,
)
"""A sentence that opens with a condition: what follows holds only under it, whoever reads it."""

INFINITIVE = re.compile(
    loosely(
        r"(?<!\bdecided )(?<!\bagreed )(?<!\bneed )(?<!\bneeds )"
        r"(?<!\bhave )(?<!\bhas )(?<!\bhad )(?<!\bsure )(?<!\bremember )"
        r"\bto$"
    ),
    re.IGNORECASE,
)
"""Before a verb: something wished, planned or explained, and nothing done."""

LOOKS = frozenset(
    "color colour width height size font padding margin title label text position background border opacity "
    "icon".split()
)
"""What is asked to be changed once, in the work at hand."""

ASKED = re.compile(
    r"(?:set|put|change|move|switch|raise|lower|bump|increase|decrease|reduce|cut|reset|revert|restore|update|migrate|"
    r"shift|rename|adjust|turn|fix|correct|make|use|take)\b",
    re.IGNORECASE,
)
SUBJECT = re.compile(r"\b(?:we|i|they|has|have|had|was|were)(?:['’]ve| have)?$", re.IGNORECASE)
"""What makes such a verb tell of a change that was made."""
