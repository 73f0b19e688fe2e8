"""Public coding sessions in SpecStory's form as lists of files read, and the baselines that name files from them.

What a session read is taken from its text and not through the product's reader, so that the two can disagree.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowwave.domain.file_names import is_clean
from slowwave.errors import InvalidInput
from slowwave.evaluation.ranking import Bm25

FOLDER = Path("sessions", "specstory")
WARM_UP = 5
"""Sessions that are only learned from."""

DECAY = 0.9
"""What a read loses with every later session, for the decayed frequency."""

PROMPT_CHARS = 3000
_READ = re.compile(
    r'<tool-use data-tool-type="\w+" data-tool-name="(?:Read|read_file|View)"><details>\s*<summary>[^\n]*</summary>'
    r"(.*?)</details></tool-use>",
    re.DOTALL,
)
_PROMPT = re.compile(r"_\*\*User[^\n]*\*\*_\n\n(.*?)(?=\n_\*\*|\Z)", re.DOTALL)
_PROJECT = re.compile(r"^.*?getspecstory/(specstory-cli/)?")
"""The project of the data set, which is worked on from two folders."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session that read files: its transcript, first prompt, and the files in the order they were read."""

    path: Path
    prompt: str
    files: tuple[str, ...]


System = Callable[[Sequence[Session], str], Sequence[str]]
"""Names for a prompt, best first, from the sessions before it, oldest first."""


def load(data: Path) -> tuple[Session, ...]:
    """Return the sessions that read files, in time order, as their names have it.

    Raises:
        InvalidInput: there are too few to score one.
    """
    every = (_session(path) for path in sorted((data / FOLDER).glob("*.md")))
    sessions = tuple(each for each in every if each.files)
    if len(sessions) <= WARM_UP:
        raise InvalidInput(f"{str(data / FOLDER)!r} has {len(sessions)} sessions with files; give more than {WARM_UP}")
    return sessions


def same_name(path: str) -> str:
    """Return the one form of a name that targets, baselines and memory are compared in."""
    return _PROJECT.sub("", re.sub(r"^(?:\.\./)+", "", path).replace("./", ""))


def recency(earlier: Sequence[Session], _: str) -> list[str]:
    """Name what the latest session read, then the one before."""
    last = {file: place for place, session in enumerate(earlier) for file in session.files}
    return sorted(last, key=lambda file: -last[file])


def recency_in_project(earlier: Sequence[Session], prompt: str) -> list[str]:
    """The same without names outside of the project: what cleaning names gains by itself."""
    return [file for file in recency(earlier, prompt) if is_clean(file)]


def frequency(earlier: Sequence[Session], _: str, decay: float = 1.0) -> list[str]:
    """Name what most sessions read."""
    weight: defaultdict[str, float] = defaultdict(float)
    for age, session in enumerate(reversed(earlier)):
        for file in sorted(set(session.files)):
            weight[file] += decay**age
    return sorted(weight, key=lambda file: -weight[file])


def decayed_frequency(earlier: Sequence[Session], prompt: str) -> list[str]:
    """Name what most sessions read, the later ones counting more."""
    return frequency(earlier, prompt, DECAY)


def similar_sessions(earlier: Sequence[Session], prompt: str) -> list[str]:
    """Name the files of sessions whose prompt and files match the new prompt, each over the root of their number."""
    files = [sorted(set(each.files)) for each in earlier]
    scores = Bm25(f"{each.prompt} {' '.join(names)}" for each, names in zip(earlier, files, strict=True)).scores(prompt)
    weight: defaultdict[str, float] = defaultdict(float)
    for names, score in zip(files, scores, strict=True):
        for name in names:
            weight[name] += float(score) / (1 + len(names)) ** 0.5
    return sorted(weight, key=lambda file: -weight[file])


BASELINES: Mapping[str, System] = {
    "recency": recency,
    "recency, project files": recency_in_project,
    "frequency": frequency,
    "decayed frequency": decayed_frequency,
    "similar sessions": similar_sessions,
}


def _session(path: Path) -> Session:
    text = path.read_text(encoding="utf-8")
    named = (re.search(r"`([^`\n]+)`", body) for body in _READ.findall(text))
    prompt = _PROMPT.search(text)
    return Session(
        path, prompt[1][:PROMPT_CHARS] if prompt else "", tuple(same_name(each[1]) for each in named if each)
    )
