"""The word tables the patterns share: which tools exclude each other, which nouns name a slot, what makes a rule a safety rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

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


SLOT_NOUNS = frozenset(
    "address alias amount approver assignee audience author balance bandwidth baseline batch bank billing birthday "
    "birthplace boss branch brand bucket budget cadence cap capacity category ceiling "
    "channel client clinic cloud cluster code codename color colour company concurrency contact contractor "
    "convention count country currency customer database dataset day deadline default dentist dialect "
    "directory dish doctor domain driver duration editor email encoding endpoint engine entrypoint environment fee "
    "field file flavor floor folder font format framework frequency gateway "
    "goal group guardian gym head headline height host hostname hotel id identifier image index instance instrument "
    "interval issuer jurisdiction key keyboard keyspace kind landlord language layer lead length level "
    "library license limit linter location logging manager margin maximum medium mentor method metric minimum mode "
    "model module name namespace nickname number office orm os owner package partition "
    "partner password path period person pet pharmacy phone plan plate platform policy pool port prefix price "
    "priority procedure processor profile project pronouns protocol provider quantity quota queue range rate "
    "ratio reader recipient region registry release replica repository representative reviewer role room route "
    "runtime salary schedule schema school scope seat server service shard shell shift size slot source sponsor "
    "sport stack stage standard storage store strategy style subject subscription suffix supervisor supplier table "
    "tag target team teacher template term theme threshold timeout timezone title tool topic total transport "
    "ttl type unit url user username vendor version volume warehouse webhook weekday weight wifi window worker "
    "workspace zone formatter framework indentation editor retention retry retries replicas timeouts home employer "
        "delay latency allowance rotation spelling supervisor secretary accountant lawyer sister brother wife husband "
        "mother father daughter son cat dog car bike".split()
)
"""Nouns that name a slot: "the NOUN is VALUE" sets it."""

VERBS = (
    "access add alias allow annotate answer append apply approve archive ask assign assume attach audit avoid "
    "backfill backup base batch begin book bump buy cache call cap capitali[sz]e capture catch change check choose "
    "cite clean clear close "
    "combine commit compare compile compress configure confirm convert copy count cover create credit declare "
    "default define delete deliver deploy deprecate describe disable discuss display divide document double-check "
    "download draft drop duplicate edit "
    "email embed enable encode encrypt end enforce escape escalate estimate exclude execute expand explain export "
    "expose extend extract fetch file fill filter finish fix flag flatten follow format forward freeze generate get "
    "give go group guard handle "
    "hardcode hard-code hash hide highlight ignore implement import include increment indent index inherit "
    "initiali[sz]e inject inline input insert install instantiate invite invoke join keep label leave limit link "
    "lint list load localize lock log lowercase "
    "maintain manage manually map mark measure memoi[sz]e mention merge migrate mock modify monitor mount mutate "
    "name nest normali[sz]e note notify offer omit open optimi[sz]e order overwrite override pad page paginate parse "
    "pass paste pay persist phrase "
    "pin ping place plan point poll populate post prefer prefix prepare present preserve print prioriti[sz]e process "
    "produce promise propagate propose protect provide prune publish pull purge push put qualify query queue quote "
    "raise read rebase recommend "
    "record rebuild recheck recompute recreate redact redirect refactor refer reference reformat regenerate register "
    "reject release rely remind remove rename render reopen repeat replace reply report request require rerun "
    "reschedule reserve reset resolve respond restart restore retry return reuse "
    "revert review rewrite rotate round route run sanitize save scan schedule scope seed select send separate "
    "serialize serve set share ship show sign simplify skip sort speak specify spell split squash stage "
    "standardi[sz]e start state step-by-step stick stop "
    "store stream strip structure stub submit suggest summari[sz]e supply suppress swallow sync tag talk target tell "
    "test throw time title touch trace track translate treat trim truncate trust turn type underline update upgrade "
    "upload uppercase use validate "
    "vendor verify wait walk warn weigh wire wrap write"
).replace(" ", "|")
"""Base forms that open an instruction, as one alternation."""

FLEETING = re.compile(
    r"\b(?:question|problem|issue|point|guess|understanding|concern|hope|feeling|idea|thing|bug|error|output|result|"
    r"answer|reason|response|next step|plan here|attempt|code below|following|above|below|code|test|build|way|rest"
    r"|solution|fix|pr|pull request|ticket|first|second|third|last|latter|former|one|only|main|same|weather|status|"
    r"progress|current (?:state|task|step)|request|message|situation|truth|fact|word|case|cause|difference|"
    r"example)s?$",
    re.IGNORECASE,
)
"""Subjects whose "is" says something of the moment."""

ADJECTIVES = frozenset(
    "broken wrong good fine done ready slow fast bad great nice weird odd strange ugly correct right true false "
    "empty missing failing failed red green ok okay down up here there not too very still quite just really so more "
    "less "
    "better worse important useful needed required necessary clear unclear possible impossible hard easy simple "
    "complex big small huge tiny new old late early busy free sick tired happy sad sure able same different out off "
    "on in "
    "over under back away gone finished complete incomplete running stuck blocked open closed available unavailable "
    "supported unsupported enough confusing annoying interesting critical pretty now also already always never "
        "being going getting trying using working looking coming making doing having taking based designed supposed "
        "meant called named set what where why how that this it like because if when as to for from with by about at".split()
)
"""First words that make what follows "is" no value."""

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


_CODE_STEMS = frozenset(
    "api app branch build bug bundle cache class cli cluster code commit compile component configuration container "
    "coverage cron css database debug dependency deploy deployment diff docker docstring endpoint env environment "
    "error exception "
    "fixture flag framework function git github go handler hook html http import index interface json kubernetes "
    "lambda library lint linter log logger logging main merge method metric middleware migration mock module "
    "namespace node npm "
    "orm package parser patch path pipeline pnpm poetry port pr production proxy pull push pytest python query queue "
    "rebase redis refactor regex release replica repository request retry route router runtime rust schema script "
    "sdk serializer server "
    "service session shard sql staging stack storage struct submodule table tag template terraform test timeout "
    "token type typescript ui unit url uv variable version view webhook worker wrapper yaml yarn bucket region "
    "latency backend frontend "
    "changelog codebase indentation formatter tabs spaces javascript java file directory folder variable constant "
    "argument parameter sleep assert async await thread lock connection host domain gateway ttl throughput partition "
    "topic "
        "snake_case camelcase rest graphql grpc ide readme monorepo semver changelog snapshot lockfile dockerfile "
        "makefile cdk infra handler loop print panic comment naming quote orders".split()
)


_DOTTED = re.compile(r"_|::|[a-z]\w\.[a-z]")


def is_code(*texts: str) -> bool:
    """Whether a key speaks of software: paths, identifiers or code words. It looks at the key alone, so that equal keys agree."""
    for word in (word for text in texts for word in words_of(text)):
        if (
            is_path(word)
            or _DOTTED.search(word)
            or word.rstrip("s") in _CODE_STEMS
            or word in _CODE_STEMS
            or (word in CHOICES and CHOICES[word] not in PERSONAL_CHOICES)
        ):
            return True
        if any(base in _CODE_STEMS for base in (word + "e", word + "er", word.removesuffix("i") + "y")):
            return True
    return False
