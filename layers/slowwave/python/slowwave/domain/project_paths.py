"""Where a project stands, found from the names of files, because transcripts do not say it; names are told from there.

Agents name files from their working directory, from the top of the disk, and from other checkouts of the same
repository; a file has one name here.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from slowwave.domain.file_names import HOME, LEVELS_UP, is_clean

LEAST_VOTES = 2
LEAST_SHARE = 0.1
"""A folder is the project's when so many relative names fit below it, and at least this share of the best one's."""

MAJORITY = 0.6
"""Share of the absolute names that lie below the project's folder, where no relative name tells it."""

_SOURCES = frozenset("src lib tests test docs doc pkg cmd app apps internal packages scripts tools .github".split())
_MANIFESTS = frozenset(
    "pyproject.toml setup.py package.json go.mod Cargo.toml pom.xml build.gradle Gemfile composer.json Makefile "
    "README.md AGENTS.md CLAUDE.md .gitignore".split()
)


@dataclass(frozen=True, slots=True)
class Project:
    """Where a project stands.

    Attributes:
        root: the working directory; empty where every name is relative.
        others: further folders of it: where the repository starts, and other checkouts.
    """

    root: str = ""
    others: tuple[str, ...] = ()


def project_of(paths: Iterable[str]) -> Project:
    """Find the project's folder in cleaned paths: the one below which most relative names are also seen; where none is,
    the folder that holds most of the absolute ones.
    """
    known = frozenset(paths)
    absolute = sorted(each for each in known if each.startswith("/"))
    votes = _votes(absolute, known)
    best = max(votes.values(), default=0)
    if best >= LEAST_VOTES:
        ranked = sorted(votes, key=lambda each: (-votes[each], each))
        fitting = [each for each in ranked if votes[each] >= max(LEAST_VOTES, LEAST_SHARE * best)]
        root, others = fitting[0], fitting[1:]
    else:
        root, others = _holding_most(absolute), []
    repository = _repository(root, absolute)
    return Project(root, tuple(dict.fromkeys([*others, *([repository] if repository else [])])))


def name_in(project: Project, path: str) -> str:
    """Return the name of a cleaned path relative to the working directory, or nothing when it is outside."""
    if path.startswith("../") and project.root:
        path = posixpath.normpath(f"{project.root}/{path}")
    if not path.startswith("/"):
        named = _said_from_above(project, path)
    elif _is_below(path, project.root):
        named = path.removeprefix(project.root + "/")
    else:
        holders = [each for each in project.others if _is_below(path, each)]
        named = _from_other(project, path, max(holders, key=len)) if holders else ""
    return named if named and is_clean(named) else ""


def _said_from_above(project: Project, path: str) -> str:
    """A relative name; said from a folder above the working directory it loses the way down to it."""
    for folder in project.others:
        if _is_below(project.root, folder):
            path = path.removeprefix(project.root.removeprefix(folder + "/") + "/")
    return path


def _from_other(project: Project, path: str, folder: str) -> str:
    if _is_below(project.root, folder):
        return posixpath.relpath(path, project.root)
    return path.removeprefix(folder + "/")


def _is_below(path: str, folder: str) -> bool:
    return bool(folder) and path.startswith(folder + "/")


def _may_be_root(folder: str) -> bool:
    """Whether a folder may be a project's: no home, and nothing above one."""
    return bool(folder) and not HOME.fullmatch(folder) and folder not in ("/Users", "/home")


def _votes(absolute: Collection[str], known: Collection[str]) -> dict[str, int]:
    """How many relative names are seen below each folder."""
    fits: defaultdict[str, set[str]] = defaultdict(set)
    for path in absolute:
        parts = path.split("/")
        for cut in range(2, len(parts)):
            name = "/".join(parts[cut:])
            if name in known:
                fits["/".join(parts[:cut])].add(name)
    return {folder: len(names) for folder, names in fits.items() if _may_be_root(folder)}


def _holding_most(absolute: Collection[str]) -> str:
    """The deepest folder that holds most of the paths, but none of the usual folders of a project's sources; a folder
    with a manifest above it wins.
    """
    held = Counter(folder for path in absolute for folder in _above(path))
    holding = [folder for folder, number in held.items() if number >= MAJORITY * len(absolute) and _may_be_root(folder)]
    if not holding:
        return ""
    deepest = max(holding, key=lambda each: (len(each), each))
    manifests = {posixpath.dirname(each) for each in absolute if posixpath.basename(each) in _MANIFESTS}
    marked = [each for each in sorted(holding, key=len) if each in manifests]
    if marked:
        return marked[0]
    parts = deepest.split("/")
    cut = next((place for place, part in enumerate(parts) if part in _SOURCES and place > 1), len(parts))
    shorter = "/".join(parts[:cut])
    return shorter if _may_be_root(shorter) else deepest


def _above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:cut]) for cut in range(2, len(parts))]


def _repository(root: str, absolute: Collection[str]) -> str:
    """The folder above the working directory that holds the repository's own files, if there is one."""
    folder = root
    for _ in range(LEVELS_UP):
        folder = posixpath.dirname(folder)
        if not _may_be_root(folder) or folder == "/":
            return ""
        if any(path.startswith(f"{folder}/.git") for path in absolute):
            return folder
    return ""
