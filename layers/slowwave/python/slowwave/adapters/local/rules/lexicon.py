"""The word tables the patterns share: which tools exclude each other, which nouns name a slot, what makes a rule a
safety rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from slowwave.adapters.local.rules.vocabulary import CODE_STEMS
from slowwave.domain.keys import is_path, words_of

_CHOICES: Mapping[str, str] = {
    "package manager": "npm, pnpm, yarn, bun",
    "python package manager": "pip, uv, poetry, pipenv, conda, pdm",
    "test framework": "jest, vitest, mocha, jasmine",
    "python test framework": "pytest, unittest, nose",
    "editor": "vim, neovim|nvim, emacs, vscode|vs code|visual studio code, sublime text, intellij, pycharm, zed, "
    "helix, cursor, nano, webstorm, goland",
    "indentation": "tabs|tab, spaces|space, 2 spaces|two spaces|2-space indentation, "
    "4 spaces|four spaces|4-space indentation",
    "quote style": "single quotes, double quotes",
    "formatter": "black, prettier, yapf, dprint, ruff format|ruff formatter",
    "linter": "eslint, biome, pylint, flake8, ruff",
    "logging": "slog, zap, logrus, zerolog, log4j, logback",
    "shell": "bash, zsh, fish",
    "os": "macos|mac os|a mac|mac, windows, linux, ubuntu, fedora, debian, arch linux",
    "database": "postgres|postgresql, mysql, mariadb, oracle, sql server",
    "pull request merge method": "squash merge|squash merges|squash merging|squash, rebase|rebasing|rebase merge|"
    "rebase merges, merge commit|merge commits",
    "version control": "git, svn, mercurial",
    "spelling": "british english|british spelling|uk english|uk spelling, "
    "american english|american spelling|us english|us spelling",
    "unit system": "metric|metric units|metric system, imperial|imperial units",
    "temperature unit": "celsius, fahrenheit",
    "clock format": "24-hour|24-hour clock|24-hour times|24-hour time|24-hour format|24h|24h clock|24h times|24h time|"
    "24 hour clock, "
    "12-hour|12-hour clock|12-hour times|12-hour time|12-hour format|12h",
    "theme": "dark mode|dark theme, light mode|light theme",
    "naming style": "snake_case|snake case, camelcase|camel case, kebab-case|kebab case, pascalcase",
    "container tool": "docker, podman",
    "ci": "github actions, gitlab ci, circleci, jenkins, buildkite, travis",
}
"""Classes in which one choice excludes the others; a choice is written first by its canonical name."""

CLASSES = frozenset(_CHOICES)

CHOICES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        name: (group, names.split("|")[0])
        for group, listed in _CHOICES.items()
        for names in listed.split(", ")
        for name in names.split("|")
    }
)
"""The class and the canonical name of every name of a choice."""

PERSONAL_CHOICES = frozenset(
    {"editor", "os", "shell", "theme", "unit system", "temperature unit", "clock format", "spelling"}
)
"""Choices that a person makes for themselves; the rest are a project's."""


_PACKAGES = r"(?:install|add|manag)\w*(?: \w+)?|(?:packages?|dependenc(?:y|ies)|deps)(?: management)?"
_PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "package manager": _PACKAGES,
        "python package manager": _PACKAGES,
        "test framework": r"test(?:s|ing)?",
        "python test framework": r"test(?:s|ing)?",
        "formatter": r"format(?:ting)?(?: code)?",
        "linter": r"lint(?:ing)?(?: code)?",
        "logging": r"log(?:s|ging)?",
        "database": r"(?:the |our )?(?:database|db)",
        "ci": r"(?:the |our )?ci|continuous integration|builds?",
        "version control": r"version control|source control",
        "indentation": r"indent(?:ing|ation)?",
    }
)
"""What every choice of a class is for: naming it says no more than the class does."""


def is_purpose_of(group: str, purpose: str) -> bool:
    """Whether a purpose only names what the whole class is for: "pnpm for installing packages"."""
    plain = re.sub(r"(?: here)?$", "", " ".join(purpose.lower().split()))
    return group in _PURPOSES and re.fullmatch(_PURPOSES[group], plain) is not None


def choice_of(thing: str) -> tuple[str, str]:
    """The class and the canonical name of a thing, or two empty strings: `Visual Studio Code` gives (`editor`,
    `vscode`).
    """
    name = " ".join(thing.lower().replace("`", "").split()).strip(" .,\"'").removeprefix("the ")
    return CHOICES.get(name, ("", ""))


_SAFETY = re.compile(
    r"\b(?:prod(?:uction)?(?! code)|secrets?|credentials?|passwords?|passphrases?|api[- ]keys?|access keys?|"
    r"private keys?|tokens?|\.env\b|delet(?:e|es|ing|ion)|drop(?:ping)? (?:the |a |any )?(?:table|database|column)s?|"
    r"wipe|truncate|rm -rf"
    r"|force[- ]push\w*|push(?:ing)? (?:\w+ )?(?:straight |directly )?to (?:main|master|trunk|release)|"
    r"push(?:ing)? --force|--force|merge (?:\w+ )?(?:directly |straight )?(?:in)?to (?:main|master)|"
    r"commit(?:ting)? (?:directly |straight )?to (?:main|master)|main branch"
    r"|customer(?:'s|s'|s)? (?:data|records?|names?|emails?)|personal data|pii|phi|medical|health (?:data|records?)|"
    r"patient|bank (?:account|details)|credit cards?|payment (?:data|details)|ssn|social security|passport|"
    r"confidential|private (?:data|information|photos?|messages?|notes?)"
    r"|(?:share|sharing|send|sending|post|posting|publish|publishing|upload|uploading|disclose|reveal|forward|"
    r"forwarding|leak|expose|exposing) (?:\S+ ){0,5}(?:to|with|outside|publicly|online|externally|anyone|public|"
    r"third)|third part(?:y|ies)|without (?:asking|my|explicit|approval|permission|confirmation|consent|"
    r"checking with)"
    r"|ask (?:me|us|first|before|for (?:permission|approval|confirmation))|(?:my|explicit|written) (?:approval|"
    r"permission|consent|confirmation)|live (?:data|database|system)|real (?:customers?|users?|money)|"
    r"terraform (?:apply|destroy)|deploy(?:ing)? (?:to|on)(?! (?:a |the )?(?:\w+days?|weekends?|holidays?)\b)|"
    r"(?:share|sharing|give|giving|show|showing) (?:\S+ ){0,3}my (?:\w+ )?(?:phone|number|address|calendar|location|"
    r"schedule|photos?|birthday|salary|contacts?)\b|allergic|allergy|migrations? (?:on|in|against) prod\w*)",
    re.IGNORECASE,
)


def is_safety(text: str) -> bool:
    """Whether a rule is about safety, permission or a data boundary."""
    return bool(_SAFETY.search(text))


_DOTTED = re.compile(r"_|::|[a-z]\w\.[a-z]")


def is_code(*texts: str) -> bool:
    """Whether a key speaks of software: paths, identifiers or code words. It looks at the key alone, so that equal
    keys agree.
    """
    for word in (word for text in texts for word in words_of(text)):
        if (
            is_path(word)
            or _DOTTED.search(word)
            or word.rstrip("s") in CODE_STEMS
            or word in CODE_STEMS
            or (word in CHOICES and CHOICES[word][0] not in PERSONAL_CHOICES)
        ):
            return True
        if any(base in CODE_STEMS for base in (word + "e", word + "er", word.removesuffix("i") + "y")):
            return True
    return False
