"""Normal forms for claim keys, so that two statements about the same thing meet under one key and others do not.

Pure text rules: lower case, articles and possessives dropped, plurals made singular, a light stemmer and a synonym
table per skeleton. Paths
and other names with a slash, dot or underscore keep their form. The module knows no claims of a particular agent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from slowwave.domain.claims import Skeleton

_SHARED_SYNONYMS = {
    "time zone": "timezone",
    "tz": "timezone",
    "e-mail": "email",
    "mail address": "email",
    "email address": "email",
    "birth date": "birthday",
    "birthdate": "birthday",
    "date of birth": "birthday",
    "due date": "deadline",
    "reply": "answer",
    "response": "answer",
}

_CODING_SYNONYMS = {
    "repo": "repository",
    "codebase": "repository",
    "db": "database",
    "config": "configuration",
    "docs": "documentation",
    "doc": "documentation",
    "dependency manager": "package manager",
    "package management": "package manager",
    "dependency management": "package manager",
    "managing package": "package manager",
    "indent": "indentation",
    "indenting": "indentation",
    "format": "formatter",
    "formatting": "formatter",
    "lint": "linter",
    "linting": "linter",
    "log": "logging",
    "logger": "logging",
    "logging library": "logging",
    "test runner": "test framework",
    "default branch": "main branch",
    "ci": "ci",
}

_ABBREVIATIONS = {
    "repo": "repository",
    "db": "database",
    "config": "configuration",
    "doc": "documentation",
    "env": "environment",
    "tz": "timezone",
}
"""Replaced inside longer phrases too."""

_ASSISTANT_SYNONYMS = {
    "city": "home",
    "home city": "home",
    "hometown": "hometown",
    "residence": "home",
    "job": "role",
    "job title": "role",
    "title": "role",
    "profession": "role",
    "occupation": "role",
    "position": "role",
    "company": "employer",
    "workplace": "employer",
    "native language": "native language",
    "mother tongue": "native language",
    "text editor": "editor",
    "ide": "editor",
    "operating system": "os",
    "full name": "name",
    "first name": "name",
    "pronoun": "pronouns",
}

SYNONYMS: Mapping[Skeleton, Mapping[str, str]] = MappingProxyType(
    {
        Skeleton.CODING: _SHARED_SYNONYMS | _CODING_SYNONYMS,
        Skeleton.ASSISTANT: _SHARED_SYNONYMS | _ASSISTANT_SYNONYMS,
        Skeleton.DOCUMENT: _SHARED_SYNONYMS,
    }
)
"""Whole phrases, already lower case and singular, and the phrase that stands for them."""

ENVIRONMENTS: Mapping[str, str] = MappingProxyType(
    {
        "production": "production",
        "prod": "production",
        "staging": "staging",
        "preprod": "preproduction",
        "development": "development",
        "dev": "development",
        "qa": "qa",
        "uat": "uat",
        "ci": "ci",
        "sandbox": "sandbox",
        "local": "local",
        "locally": "local",
    }
)
"""Words that name where a value holds; taken out of a subject and into the qualifier."""

DETERMINERS = frozenset(
    "the a an my our your their its his her this that these those all any every each some both such same".split()
)

_UNSAID = DETERMINERS | frozenset(
    "please pls plz always never ever again anymore also really just simply either too now still currently i we you "
    "they it us me them be is "
    "are was were been being will would shall do does did to there here not no don't longer and then so very "
    "should must can may need needs have has had".split()
)

_IRREGULAR_PLURALS = {
    "indices": "index",
    "children": "child",
    "people": "person",
    "men": "man",
    "women": "woman",
    "data": "data",
    "criteria": "criterion",
    "analyses": "analysis",
    "queries": "query",
}
_SINGULAR_IN_S = re.compile(
    r"(?:ss|us|ysis|asis|axis|esis|isis|ics|ews|aws|ios|macos|kubernetes|postgres|redis|tennis|jenkins|always|sales|"
    r"https|tls|dns|css|js)$"
)
_WORD = re.compile(r"[^\W_][\w.+#/@:%'-]*|[./~][\w./-]+", re.UNICODE)
_PATH = re.compile(
    r"(?:\.{0,2}/|~/)?(?:[\w.@+*-]+/)+[\w.@+*-]*|/[\w.@+*-]+|[\w-]+\.(?:py|js|ts|tsx|go|rs|java|md|ya?ml|toml|json|"
    r"sql|sh|rb|c|h|cpp|env|lock|txt)"
)
_COMPOUND = re.compile(
    r"(?<![\w/.-])(force|cherry|double|type|hard|auto|dry|fast|squash|pair)-(?=[a-z]{3,}\b)", re.IGNORECASE
)
"""Verbs that people write with and without a hyphen."""
_VOWEL = re.compile(r"[aeiouy]")
_MIN_STEM = 3
_UNSTEMMED = frozenset("before after while inside outside between anything everything nothing something during".split())


def is_path(text: str) -> bool:
    """Whether the text is a file or directory name: it has a slash between names, or a known file suffix."""
    return bool(_PATH.fullmatch(unquoted(text))) and "://" not in text


def unquoted(text: str) -> str:
    """Drop surrounding space, backticks, quotes and trailing punctuation."""
    stripped = text.strip().strip("`\"'“”‘’*").strip()
    return stripped.rstrip(",;:!?").removesuffix("...") if not stripped.endswith(".") else stripped.rstrip(".,;:!?")


def normalize_path(text: str) -> str:
    """A path without quotes, leading `./` and trailing slash; its case is kept."""
    return unquoted(text).removeprefix("./").rstrip("/") or "/"


def singular(word: str) -> str:
    """The singular of a lower-case English noun, by ending; words that end in s by nature stay."""
    if word in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[word]
    if len(word) <= _MIN_STEM or not word.endswith("s") or not word.isalpha() or _SINGULAR_IN_S.search(word):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def stem(word: str) -> str:
    """A light stem: plural, -ing, -ed, -ly and final e dropped, doubled consonant undone. Names with digits or signs
    stay.
    """
    word = word.lower()
    if word in _UNSTEMMED or not word.isalpha() or len(word) <= _MIN_STEM:
        return word[:-1] if word == "use" else word
    word = singular(word)
    for ending in ("ing", "ed", "ly") if not word.endswith(("string", "thing", "spring")) else ():
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= (_MIN_STEM + 1 if ending == "ly" else _MIN_STEM - 1) and _VOWEL.search(rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" and rest != "add" else rest
            break
    if word.endswith("y") and len(word) > _MIN_STEM and not _VOWEL.match(word[-2]):
        return word[:-1] + "i"
    return word[:-1] if word.endswith("e") and len(word) >= _MIN_STEM else word


def words_of(text: str) -> list[str]:
    """The words of a text in order, lower case, with quotes and trailing punctuation dropped; paths keep their form."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'")
    found = (match.group().rstrip(".,:;!?'/-") for match in _WORD.finditer(text.replace("`", " ")))
    return [word if is_path(word) else word.lower() for word in found if word]


def stem_phrase(text: str) -> str:
    """The content words of a phrase, stemmed, in order: what two wordings of one directive share."""
    words = [word for word in words_of(_COMPOUND.sub(r"\1 ", text)) if word not in _UNSAID]
    return " ".join(word if is_path(word) else stem(word.removesuffix("'s")) for word in words)


def normalize_subject(text: str, skeleton: Skeleton = Skeleton.CODING) -> str:
    """The name of a thing in normal form: `The Repos of the team` gives `team repository`; a path keeps its form."""
    if is_path(text):
        return normalize_path(text)
    words = [word for word in words_of(text) if word not in DETERMINERS]
    for joint in ("of", "for"):
        if joint in words[1:-1]:
            place = words.index(joint, 1)
            words = words[place + 1 :] + words[:place]
    plain = [singular(word.removesuffix("'s").rstrip("'")) for word in words if word not in DETERMINERS]
    table = SYNONYMS[skeleton]
    phrase = " ".join(plain)
    return table.get(phrase) or " ".join(_ABBREVIATIONS.get(word, word) for word in plain)


def split_environment(subject: str) -> tuple[str, str]:
    """Take an environment word out of a normalised subject: `staging timeout` gives (`timeout`, `staging`)."""
    words = subject.split()
    if len(words) == 1:
        return ENVIRONMENTS.get(subject, subject), ""
    for word in words:
        if word in ENVIRONMENTS and len(words) > 1:
            return " ".join(each for each in words if each != word), ENVIRONMENTS[word]
    return subject, ""


def normalize_qualifier(text: str) -> str:
    """A scope or condition in normal form: an environment by its name, a path as it is, else a stem phrase."""
    if is_path(text):
        return normalize_path(text)
    words = [word for word in words_of(text) if word not in DETERMINERS and word not in ("environment", "env")]
    if len(words) == 1 and words[0] in ENVIRONMENTS:
        return ENVIRONMENTS[words[0]]
    return stem_phrase(text)
