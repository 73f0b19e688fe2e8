"""Whether memory names the files that a coding session is going to read again, through the public pipeline.

The target of a session is what it reads and an earlier one had read. A file read again is not always waste, since files
change: what is covered could have been named, and is not what was saved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from slowwave.adapters.transcripts.reader import read
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.rendering import files_text
from slowwave.domain.scope import Scope
from slowwave.evaluation.files.baselines import BASELINES, WARM_UP, Session, same_name
from slowwave.evaluation.pipeline import Pipeline, pipeline
from slowwave.online import injection
from slowwave.ports.models import ExtractionModel

SIZES = (10, 20, 40)
"""How many names are looked at."""

ROOM = 4000
"""Tokens of a block in which every name fits, so that names are compared and not budgets."""

SCOPE = Scope("evaluation", "coder")
NAME = "slowwave"
NO_TASK = "slowwave, not told the task"


@dataclass(frozen=True, slots=True)
class Scored:
    """What one system named before a session.

    Attributes:
        target: files of the session that an earlier one had read.
        covered: how many of them are among the first names, by the number of names.
    """

    session: str
    target: int
    covered: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the agent's own budget holds when as many files as possible are asked for.

    Attributes:
        names: files named; `tokens`: of the block's lines about them; `budget`: of the whole block.
        covered: files of the target among them.
    """

    session: str
    names: int
    tokens: int
    budget: int
    target: int
    covered: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What every system named, and what fits the agent's own budget.

    Attributes:
        rows: by system, one for each session that has a target.
    """

    rows: Mapping[str, Sequence[Scored]]
    shown: Sequence[Shown]


def measure(
    sessions: Sequence[Session], progress: Callable[[int], None], *, model: ExtractionModel | None = None
) -> Measured:
    """Score every system before each session after the warm-up: the baselines, and memory that has captured and
    consolidated the earlier sessions one after the other.

    Args:
        progress: called with 1 for each session.
        model: what proposes candidates, of which files are independent; None for the rules.
    """
    rows: dict[str, list[Scored]] = {name: [] for name in (NAME, NO_TASK, *BASELINES)}
    shown: list[Shown] = []
    with pipeline([AgentPolicy(SCOPE)], model=model) as memory:
        for place, session in enumerate(sessions):
            earlier = sessions[:place]
            target = frozenset(session.files) & {file for each in earlier for file in each.files}
            if place >= WARM_UP and target:
                named = {name: system(earlier, session.prompt) for name, system in BASELINES.items()}
                named |= {NAME: _named(memory, session.prompt), NO_TASK: _named(memory, "")}
                for name, files in named.items():
                    rows[name].append(_scored(session, target, files))
                shown.append(_shown(memory, session, target))
            _learn(memory, session)
            progress(1)
    return Measured(rows, shown)


def _learn(memory: Pipeline, session: Session) -> None:
    records = [each for each in read(session.path, SCOPE) if isinstance(each, Record)]
    at = max([memory.clock.now, *(each.event_time for each in records)])
    memory.deliver(SCOPE, records, at=at)
    memory.consolidate(SCOPE, at=at)


def _read(memory: Pipeline, task: str, budget: int | None) -> injection.Rendered:
    ports = memory.ports
    return injection.read(
        SCOPE,
        task=task,
        budget=budget,
        files=max(SIZES),
        journal=ports.journal,
        sets=ports.sets,
        tokenizer=ports.tokenizer,
    )


def _named(memory: Pipeline, task: str) -> list[str]:
    return list(dict.fromkeys(same_name(file.path) for file in _read(memory, task, ROOM).files))


def _scored(session: Session, target: frozenset[str], files: Sequence[str]) -> Scored:
    return Scored(session.path.stem, len(target), {size: len(target & {*files[:size]}) for size in SIZES})


def _shown(memory: Pipeline, session: Session, target: frozenset[str]) -> Shown:
    rendered = _read(memory, session.prompt, None)
    tokens = memory.ports.tokenizer(rendered.tokenizer).count(files_text(rendered.files)) if rendered.files else 0
    covered = len(target & {same_name(file.path) for file in rendered.files})
    return Shown(session.path.stem, len(rendered.files), tokens, rendered.budget, len(target), covered)
