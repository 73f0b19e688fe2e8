"""The words by which a sentence tells of no change: pastes, adjectives and errands, and what is no question."""

from __future__ import annotations

import re

FLAG = re.compile(r"(?<!\w)(?:--?|@)[\w/.-]+|\S*/\S*-\S*|\S+-\S+\.\w+")
"""Options and names of files: what work is done on, seldom what a thing is set to."""

PASTED = re.compile(
    r"[{}|]|[=!<>]=|[^\s=]=[^\s=>]|<[/\w]|(?<![-=])>|\d{4}-\d\d-\d\d[T ]"
    r"|\w\(\w*\)|^\s*[\[(]|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|\w\.\w+:\d"
    r"|(?:(?:^|\s+)[\w.-]+:\s+\S+(?=\s|$)){3}|^(?i:\W*(?:total |overall )?(?:duration|elapsed|time)\b:?"
    r"(?:\s\d+(?:\.\d+)?\s?(?:h|m|min|s|ms))+\W*)$|^(?:DONE|PASS(?:ED)?|FAIL(?:ED)?|OK|Ran)\b.{0,20}\s\d.*\b(?:tests?|passed|failed)\b"
)
"""Code, settings, logs and prompts: nobody's words about a change. People write "x = 5" and "5 -> 7" too."""

COMPOUND = re.compile(
    r"\b[a-z]+-(?:driven|based|like|style|free|wide|only|ready|friendly|aware|specific|level|side|facing|oriented|"
    r"related|first|powered|hosted|tested|shaped|is)\b|\b[a-z]+-to-[a-z]+\b|\blines? \d+(?:[-–]\d+)?\b",
    re.IGNORECASE,
)
"""Adjectives of two words ("the table-driven pattern"), and places in a file: no name and no amount of anything."""

POLITE = re.compile(
    r"\bif (?:you (?:would|could|please|like|do(?: not|n['’]?t) mind)|possible)\b[^,.;?]*|\b(?:could|would|can) you\b"
    r"|\b(?:in case|if) (?:you|any(?:one|body)|some(?:one|body))(?:['’]ve)? (?:(?:have|had|did|were)(?: not|n['’]?t) "
    r"(?:see|seen|hear|heard|notice|noticed|read|know|get|aware)|missed|wonder|ask me)\b[^,.:;]*",
    re.IGNORECASE,
)
"""What asks kindly, or opens news, and supposes nothing."""

REQUEST = re.compile(
    r"^(?:[\w'’]+[,:]? ){0,3}?(?:could|would|can|will) you (?:please |kindly |maybe |just |also |mind )*"
    r"(?P<asked>(?:chang|switch|mov|set|updat|rout|point|direct|send|rais|lower|bump|increas|decreas|reduc|replac|renam|"
    r"put|revert|migrat|correct|adjust|us|drop|remov|forget|let|tak|bring|roll|undo)(?:e|t?ing|ping)?\b[^?]*)\?[\s)]*$",
    re.IGNORECASE,
)
"""A change that is asked for kindly, in the form of a question."""

NOT_MEANT = re.compile(
    r"^(?:please |pls )?(?:generate|show|tell|let me know|find|list|explain|calculate|compute|draw|plot|try|imagine)\b"
    r"|\b(?:if|unless|whenever|in case|suppos(?:e|ing)|assum(?:e|ing)|imagine|would|could|might)\b"
    r"|\b(?:fail(?:s|ed|ing)?|crash(?:es|ed|ing)?|breaks|broke)\b"
    r"|\b(?:write|add|create|commit|log|print|tests?|checks?|assert|verify|title|rename it)\b[^.;]*\b(?:that|whether|"
    r"says?|message|titled?|called)\b|^[^:]{2,60}\b(?:claims?|says?|said|writes?|wrote|states?|reports?|from|mail|"
    r"email|message|"
    r"ticket|post|page|docs?|wiki|article|comment)\b[^:]{0,30}:\s",
    re.IGNORECASE,
)
"""Errands, suppositions, trouble, words to be written somewhere, and what stands after the name of its source."""
