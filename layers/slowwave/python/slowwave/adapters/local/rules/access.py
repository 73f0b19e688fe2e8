"""How a part of the system reaches something: directly, or through a go-between. One key for all wordings of it, so
that "must not query the db by itself", "goes through the OrderStore" and "may talk to storage directly now" meet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from slowwave.adapters.local.rules.pattern import Key
from slowwave.domain.claims import Polarity, Value, ValueKind
from slowwave.domain.keys import is_path, normalize_path, normalize_subject, stem_phrase, words_of

DIRECTLY = (
    r"(?:directly|by (?:itself|themselves|yourself|hand)|on (?:its|their|your) own|straight|itself|themselves|yourself)"
)
REACH = (
    r"(?:access|touch|talk(?:ing|s)? to|quer(?:y|ies|ied)|hit|use|call|open|reach(?: into)?|connect(?:ing|s)? to|go "
    r"(?:straight |directly )?to|speak to|import|run|execute|read(?:s|ing)?(?: from)?|writ(?:e|es|ing)(?: to)?|load|"
    r"read (?:and|or) write(?: to)?|send)"
)
_REACHED = re.compile(rf"^(?:directly |straight )?{REACH}\s+(?P<what>.+)$", re.IGNORECASE)
_DIRECTLY = re.compile(rf"\b{DIRECTLY}\b", re.IGNORECASE)
_PERSISTENCE = re.compile(
    r"\b(?:storage|wrapper|databases?|db|sql|persistence|quer(?:y|ies)|tables?|rows?|engines?|sessions?|orm|"
    r"reads? (?:and|or) writes?|(?:\w+ ?)(?:store|repo|repository|dao)|data[- ](?:access|layer)|data store)\b"
    r"|[a-z](?:Store|Repo|Repository|Dao|DAO|Storage|Db|DB)\b",
    re.IGNORECASE,
)
"""Words for where data is kept, and for what stands before it; `x.Store` only in the case of a type."""

_NAME = re.compile(r"`[^`\s]+`|\b(?:[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+_\w+)\b")
_TRAILING = re.compile(
    r"\s+(?:like|as|same|instead|everywhere|always|for (?:that|this|it)|too|only|please|in|from|there)\b.*$|[,;(].*$",
    re.IGNORECASE,
)
_PATHS = re.compile(r"(?:^|(?<=[\s(:]))(?P<path>`[^`\s]*/[^`\s]*`|(?:[\w.@*-]+/)+[\w.@*-]*)")
_CALLED = re.compile(
    r"\b(?:the |our )?(?P<name>[\w-]+) (?:package|module|code|directory|folder|dir|subpackage|layer|app)\b",
    re.IGNORECASE,
)
_NO_NAMES = frozenset("the our this that all new any your existing same whole test client calling other".split())
_ROOTS = frozenset(
    "src lib libs app apps packages pkg internal cmd services modules crates core server backend".split()
)
_SEEN = re.compile(r"(?:[\w.-]+/)+")
DIRECT = "direct"


def place_of(text: str, heard: Sequence[str] = ()) -> str:
    """The module that the words name: a path as it is, or "the orders package" by a path heard before that ends so."""
    if (found := _PATHS.search(text)) and is_path(found["path"]):
        return normalize_path(found["path"])
    called = _CALLED.search(text)
    if called is None or called["name"].lower() in _NO_NAMES:
        return ""
    name = called["name"].lower()
    return next((path for each in heard if (path := _ending_in(name, each))), name)


def _ending_in(name: str, text: str) -> str:
    """The first directory of this name in a text, from the root of its sources on; none below a tests directory."""
    for match in _SEEN.finditer(text):
        parts = match.group().strip("/").split("/")
        if name not in parts or "tests" in parts:
            continue
        stop = parts.index(name)
        start = next((place for place, part in enumerate(parts[: stop + 1]) if part in _ROOTS), None)
        if start is not None or stop == 0 or "/" + match.group() not in text:
            return "/".join(parts[start or 0 : stop + 1])
    return ""


def go_between(way: str) -> str:
    """The name of what access goes through: the identifier in the words, or the words: `the data wrapper, OrderStore`
    gives `orderstore`.
    """
    if named := _NAME.search(way):
        return named.group().strip("`").lower()
    return normalize_subject(_TRAILING.sub("", way.strip()))


def reached(*texts: str) -> str:
    """What is reached, in normal form: every word for kept data, or for what stands before it, is `storage`."""
    if any(_PERSISTENCE.search(text) for text in texts):
        return "storage"
    match = _REACHED.match(texts[0])
    return stem_phrase(_DIRECTLY.sub("", _TRAILING.sub("", match["what"]))) if match else ""


def is_direct(words: str) -> bool:
    """Whether words say to reach something without a go-between."""
    return bool(_REACHED.match(words) and _DIRECTLY.search(words))


def access(where: str, what: str, way: str = "", polarity: Polarity = Polarity.AFFIRM, qualifier: str = "") -> Key:
    """The key of "WHERE reaches WHAT through WAY", or directly where there is no way."""
    value = Value(ValueKind.TEXT, go_between(way) if way else DIRECT)
    return Key(where, "access", " ".join(part for part in (what, qualifier) if part), value, polarity)


_WAY = re.compile(
    r"^(?:(?:but |instead,? )?(?:go(?:es|ing)?|call|be done|happen)?\s*(?:through|via|over)|(?:but |instead,? )?use|"
    r"we have)\s+(?P<way>.+)$",
    re.IGNORECASE,
)


def way_of(approach: str) -> str:
    """What to go through, of an approach like "go through the wrapper"; empty where it names none."""
    match = _WAY.match(approach.strip())
    return match["way"] if match and words_of(match["way"]) else ""


def ruled(where: str, words: str, approach: str, polarity: Polarity, qualifier: str = "") -> Key | None:
    """The key of a rule on what a module must or may not reach directly; nothing for any other rule.

    A prohibition that names the way to go asserts that way.
    """
    if not where or not is_direct(words):
        return None
    way = way_of(approach) if polarity is Polarity.DENY else ""
    return access(where, reached(words), way, Polarity.AFFIRM if way else polarity, qualifier)


def stated_through(where: str, subject: str, way: str, polarity: Polarity = Polarity.AFFIRM) -> Key:
    """The key of "what SUBJECT does in WHERE goes through WAY"."""
    return access(where, reached(subject, way), way, polarity)
