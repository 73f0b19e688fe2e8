"""The word tables the patterns share: which tools exclude each other, which nouns name a slot, what makes a rule a safety rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from slowwave.adapters.local.rules.vocabulary import CODE_STEMS
from slowwave.domain.keys import is_path, words_of

_CHOICES: Mapping[str, str] = {
    "package manager": "npm pnpm yarn bun",
    "python package manager": "pip uv poetry pipenv conda pdm",
    "test framework": "jest vitest mocha jasmine",
    "python test framework": "pytest unittest nose",
    "editor": (
        "vim neovim nvim emacs vscode|vs code|visual studio code|sublime "
        "text|intellij|pycharm|zed|helix|cursor|nano|webstorm|goland"
    ),
    "indentation": "tabs|tab spaces|space 2 spaces|two spaces|2-space indentation 4 spaces|four spaces|4-space indentation",
    "quote style": "single quotes double quotes",
    "formatter": "black prettier yapf dprint",
    "linter": "eslint biome pylint flake8 ruff",
    "logging": "slog zap logrus zerolog log4j logback",
    "shell": "bash zsh fish",
    "os": "macos|mac os|a mac|mac windows linux ubuntu fedora debian arch linux",
    "database": "postgres|postgresql mysql mariadb oracle sql server",
    "pull request merge method": (
        "squash merge|squash merges|squash merging|squash rebase|rebasing|rebase merge|rebase merges merge "
        "commit|merge commits"
    ),
    "version control": "git svn mercurial",
    "spelling": (
        "british english|british spelling|uk english|uk spelling american english|american spelling|us english|us "
        "spelling"
    ),
    "unit system": "metric|metric units|metric system imperial|imperial units",
    "temperature unit": "celsius fahrenheit",
    "clock format": (
        "24-hour|24-hour clock|24-hour times|24-hour time|24h|24-hour format 12-hour|12-hour clock|12-hour "
        "time|12h|12-hour format"
    ),
    "theme": "dark mode|dark theme light mode|light theme",
    "naming style": "snake_case|snake case camelcase|camel case kebab-case|kebab case pascalcase",
    "container tool": "docker podman",
    "ci": "github actions gitlab ci circleci jenkins buildkite travis",
}


def _members(listed: str) -> list[str]:
    """Members of a class: names of several words are known by the table below, the rest are separated by spaces."""
    for phrase in _PHRASES:
        listed = listed.replace(phrase, phrase.replace(" ", "_~"))
    return [each.replace("_~", " ") for part in listed.split() for each in part.split("|")]


_PHRASES = (
    "visual studio code",
    "vs code",
    "sublime text",
    "2-space indentation",
    "4-space indentation",
    "2 spaces",
    "two spaces",
    "4 spaces",
    "four spaces",
    "single quotes",
    "double quotes",
    "mac os",
    "a mac",
    "arch linux",
    "sql server",
    "squash merging",
    "squash merges",
    "squash merge",
    "rebase merges",
    "rebase merge",
    "merge commits",
    "merge commit",
    "british english",
    "british spelling",
    "uk english",
    "uk spelling",
    "american english",
    "american spelling",
    "us english",
    "us spelling",
    "metric units",
    "metric system",
    "imperial units",
    "24-hour clock",
    "24-hour times",
    "24-hour time",
    "24-hour format",
    "12-hour clock",
    "12-hour time",
    "12-hour format",
    "dark mode",
    "dark theme",
    "light mode",
    "light theme",
    "snake case",
    "camel case",
    "kebab case",
    "github actions",
    "gitlab ci",
)
_ALIASES = {
    "tab": "tabs",
    "space": "spaces",
    "vs code": "vscode",
    "visual studio code": "vscode",
    "nvim": "neovim",
    "postgresql": "postgres",
    "a mac": "macos",
    "mac": "macos",
    "mac os": "macos",
    "two spaces": "2 spaces",
    "2-space indentation": "2 spaces",
    "four spaces": "4 spaces",
    "4-space indentation": "4 spaces",
    "british spelling": "british english",
    "uk english": "british english",
    "uk spelling": "british english",
    "american spelling": "american english",
    "us english": "american english",
    "us spelling": "american english",
    "metric units": "metric",
    "metric system": "metric",
    "imperial units": "imperial",
    "24-hour clock": "24-hour",
    "24-hour time": "24-hour",
    "24-hour times": "24-hour",
    "24h": "24-hour",
    "24-hour format": "24-hour",
    "12-hour clock": "12-hour",
    "12-hour time": "12-hour",
    "12h": "12-hour",
    "12-hour format": "12-hour",
    "dark theme": "dark mode",
    "light theme": "light mode",
    "snake case": "snake_case",
    "camel case": "camelcase",
    "kebab case": "kebab-case",
    "squash": "squash merge",
    "squash merges": "squash merge",
    "squash merging": "squash merge",
    "rebasing": "rebase",
    "rebase merge": "rebase",
    "rebase merges": "rebase",
    "merge commits": "merge commit",
}
CHOICES: Mapping[str, str] = MappingProxyType(
    {member: group for group, listed in _CHOICES.items() for member in _members(listed)}
)
"""Members of classes in which one choice excludes the others, and the subject the choice is about."""

PERSONAL_CHOICES = frozenset(
    {"editor", "os", "shell", "theme", "unit system", "temperature unit", "clock format", "spelling"}
)
"""Choices that a person makes for themselves; the rest are a project's."""


def choice_of(thing: str) -> tuple[str, str]:
    """The class and the canonical name of a thing, or two empty strings: `Visual Studio Code` gives (`editor`, `vscode`)."""
    name = " ".join(thing.lower().replace("`", "").split()).strip(" .,\"'").removeprefix("the ")
    return (CHOICES[name], _ALIASES.get(name, name)) if name in CHOICES else ("", "")


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
    r"terraform (?:apply|destroy)|deploy(?:ing)? (?:to|on)|allergic|allergy|migrations? (?:on|in|against) prod\w*)",
    re.IGNORECASE,
)


def is_safety(text: str) -> bool:
    """Whether a rule is about safety, permission or a data boundary."""
    return bool(_SAFETY.search(text))


_DOTTED = re.compile(r"_|::|[a-z]\w\.[a-z]")


def is_code(*texts: str) -> bool:
    """Whether a key speaks of software: paths, identifiers or code words. It looks at the key alone, so that equal keys agree."""
    for word in (word for text in texts for word in words_of(text)):
        if (
            is_path(word)
            or _DOTTED.search(word)
            or word.rstrip("s") in CODE_STEMS
            or word in CODE_STEMS
            or (word in CHOICES and CHOICES[word] not in PERSONAL_CHOICES)
        ):
            return True
        if any(base in CODE_STEMS for base in (word + "e", word + "er", word.removesuffix("i") + "y")):
            return True
    return False
