"""Take out of a phrase where and when it holds: a path, an environment, "when …", "in tests"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from slowwave.adapters.local.rules.peelings import PLACE
from slowwave.domain.keys import ENVIRONMENTS, is_path, normalize_path, normalize_qualifier, words_of

_PATH = r"`[^`\s]+/?[^`\s]*`|(?:\.{0,2}/|~/)?(?:[\w.@+*-]+/)+[\w.@+*-]*"
_LOCATION = re.compile(
    rf"\s*\b(?:in|inside|within|under|from|of|for|across|throughout|on)\s+(?:(?:the|our)\s+)?(?:(?:code|files?|"
    rf"modules?|handlers?|anything|everything)\s+(?:in|under|inside|of)\s+)?(?P<path>{_PATH})(?:\s+(?:directory|"
    rf"folder|package|module|dir|files?|code|path))?",
    re.IGNORECASE,
)
_ENVIRONMENT = re.compile(
    rf"(?:^|\s+)(?:in|on|for|against|under)\s+(?:the\s+|our\s+)?(?P<env>{'|'.join(ENVIRONMENTS)})(?:\s+(?:env|"
    rf"environment))?$|\s+(?P<adverb>locally)$",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"[,\s]+(?P<when>(?:when(?:ever)?|if|unless|while|except (?:for|in|when|on)|only (?:in|on|when|if)|but only|"
    r"during)\s.{2,100})$",
    re.IGNORECASE,
)
_ONLY = re.compile(r"(?:but )?only (?:in|on) (?:the |our )?(?P<place>.+)", re.IGNORECASE)
_PLACE = re.compile(
    r"\s+(?:in|on|inside|within|throughout|for)\s+(?P<place>(?:(?:the|our|my|all|any|every|new|a|"
    r"an)\s+)?[\w.#+/'-]+(?:\s+[\w.#+'-]+){0,2})$",
    re.IGNORECASE,
)
_EVERYWHERE = re.compile(
    rf"(?:all of )?(?:{PLACE}|(?:(?:this|our|the|my) )?(?:repo(?:sitory)?|codebase|code base))|here", re.IGNORECASE
)
"""Places that leave no qualifier: the project that everything is said about."""

_GO_THROUGH = re.compile(
    r"[;,.]?\s*(?:(?:it|they|you|and|this|that|all that|everything)\s+)?(?:must |should |has to |have to |needs? to |"
    r"always |instead )*(?P<way>(?:go|going|goes) (?:through|over|"
    r"via)|use|via|instead|we have(?= .{2,60} for (?:that|this|it)\b)|but (?:go|use|call)|"
    r"(?:read|take|get|put|pass|inject|load|call|build|create|keep|store) (?:them|it|those) "
    r"(?:from|through|in|into|via|with|by))\b(?P<how>.{3,120})$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Scoped:
    """A phrase without its scope; `path` and `qualifier` in normal form, `when` as written."""

    text: str
    path: str = ""
    qualifier: str = ""
    when: str = ""


def scoped(text: str, condition: str = "", *, places: bool = True, paths: bool = True) -> Scoped:
    """Split a phrase from its scope, with a leading condition of its clause; `places` also takes a trailing "in …"
    phrase.
    """
    text = text.strip(" ,")
    path, parts, when = "", [], ""
    if match := _WHEN.search(text):
        when, text = match["when"].strip(), text[: match.start()]
        parts.append(normalize_qualifier(_plain_when(when)))
    if match := _ENVIRONMENT.search(text):
        parts.append(ENVIRONMENTS[(match["env"] or match["adverb"]).lower()])
        text = text[: match.start()].strip()
    if paths and (match := _LOCATION.search(text)) and is_path(match["path"]):
        path = normalize_path(match["path"])
        text = (text[: match.start()] + text[match.end() :]).strip(" ,")
    elif places and (match := _PLACE.search(text)) and words_of(text[: match.start()]):
        if not _EVERYWHERE.fullmatch(match["place"]):
            parts.append(normalize_qualifier(match["place"]))
        text = text[: match.start()]
    if condition:
        named = re.sub(r"^(?:in|inside|within|under|for|on|with|of)\s+", "", condition, flags=re.IGNORECASE)
        location = _LOCATION.match(" " + condition)
        if location and is_path(location["path"]):
            path = path or normalize_path(location["path"])
        else:
            if not _EVERYWHERE.fullmatch(named):
                parts.append(normalize_qualifier(_plain_when(named)))
            when = when or condition
    return Scoped(text.strip(" ,"), path, " ".join(sorted(part for part in parts if part)), when)


def _plain_when(text: str) -> str:
    if only := _ONLY.match(text):
        return ENVIRONMENTS.get(only["place"].lower(), only["place"])
    return re.sub(r"^(?:whenever|every time|each time|any time)\b", "when", text, flags=re.IGNORECASE)


def without_approach(words: str) -> tuple[str, str]:
    """Part a prohibition from what to do instead: "access storage directly; go through the wrapper"."""
    match = _GO_THROUGH.search(words)
    if match is None or match.start() == 0:
        return words, ""
    return words[: match.start()].strip(" ,;."), (match["way"] + match["how"]).strip(" .")
