"""The memories under test as data: who extracts, what is switched off, how often it consolidates.

An ablation changes what enters the public pipeline or its policy, never the pipeline: without supersession every value
has a key of its own, without authority everything was said by the user, without deduplication every delivery is a new
record, without a tenant filter all tenants are one agent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from slowwave.domain.claims import Skeleton
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.domain.windows import Window
from slowwave.evaluation.pipeline import pipeline
from slowwave.evaluation.ranking import TOKENIZER
from slowwave.evaluation.simulation.events import Event, History
from slowwave.evaluation.simulation.extractors import COPY, READINGS, GoldExtractor
from slowwave.evaluation.simulation.memory import AGENT, Cadence, Consolidated, Recorder, recorded
from slowwave.ports.models import ExtractionModel

Extractor = Callable[[History], ExtractionModel | None]


@dataclass(frozen=True, slots=True)
class Setup:
    """One memory under test.

    Attributes:
        extractor: makes the extraction model of a history; None stands for the rules.
        recorder: makes how events become records.
        merged: whether all tenants share one agent.
        policy: settings that differ from the experiment's.
    """

    name: str
    extractor: Extractor = lambda _: None
    recorder: Callable[[], Recorder] = lambda: recorded
    merged: bool = False
    policy: Mapping[str, Any] = field(default_factory=dict)


def gold(**noise: Any) -> Extractor:
    """Return the maker of an extractor that knows the truth, with this much noise."""
    return lambda history: GoldExtractor(history.events, seed=history.seed, **noise)


class _Unlinked:
    """An extraction model whose every value is about something of its own, so that nothing replaces anything."""

    def __init__(self, model: ExtractionModel) -> None:
        self._model = model

    @property
    def version(self) -> str:
        return f"unlinked-{self._model.version}"

    @property
    def priced(self) -> bool:
        return self._model.priced

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        return [_unlinked(item) for item in self._model.propose(window)]


class _Counting:
    """An extraction model that is asked as it stands, and how often."""

    def __init__(self, model: ExtractionModel) -> None:
        self._model = model
        self.asked = 0

    @property
    def version(self) -> str:
        return self._model.version

    @property
    def priced(self) -> bool:
        return self._model.priced

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        self.asked += 1
        return self._model.propose(window)


def _unlinked(item: Mapping[str, Any]) -> dict[str, Any]:
    claim = item["claim"]
    key = {**claim["key"], "qualifier": f"{claim['key']['qualifier']} {claim['value']['text']}".strip()}
    return {**item, "claim": {**claim, "key": key}, "denies": []}


def _structured() -> Recorder:
    """Records that say what their event means and nothing else."""

    def record(event: Event, scope: Scope) -> Record:
        return recorded(replace(event, text=_plainly(event)), scope)

    return record


def _plainly(event: Event) -> str:
    if event.slot is None:
        return event.text
    name = f"{event.slot.entity} {event.slot.attribute}"
    where = f" ({event.scope})" if event.scope else ""
    reading = READINGS.get(event.act)
    if reading and reading.ends:
        return f"{name} is no longer {event.value or event.old}{where}."
    return f"{name}{where}: {event.value}."


def _as_the_user() -> Recorder:
    def record(event: Event, scope: Scope) -> Record:
        return recorded(replace(event, actor=Actor.USER, origin=Origin.USER), scope)

    return record


def _every_delivery_anew() -> Recorder:
    seen: Counter[str] = Counter()

    def record(event: Event, scope: Scope) -> Record:
        seen[event.id] += 1
        copy = f"{event.id}{COPY}{seen[event.id]}"
        return recorded(replace(event, id=copy, session=f"{event.session}{COPY}{seen[event.id]}"), scope)

    return record


RULES = Setup("slowwave")
GOLD = Setup("slowwave, gold extractor", gold())
STRUCTURED = Setup("slowwave, structured events", gold(fooled=True), _structured)
NOISY = tuple(
    Setup(f"slowwave, noisy extractor {share:.2f}", gold(recall=share, precision=share))
    for share in (0.60, 0.70, 0.80, 0.90, 0.95)
)
ABLATIONS = (
    Setup("without supersession", lambda history: _Unlinked(GoldExtractor(history.events, seed=history.seed))),
    Setup("without authority", gold(fooled=True), _as_the_user),
    Setup("without deduplication", gold(), _every_delivery_anew),
    Setup("without tenant filter", gold(), merged=True),
    Setup("without decay", gold(), policy={"decay_threshold": 0.0}),
)
"""Each beside the gold extractor, but authority: it is what holds back an extractor that believes everything."""

SETUPS: Mapping[str, Setup] = {each.name: each for each in (RULES, GOLD, STRUCTURED, *NOISY, *ABLATIONS)}


@contextmanager
def opened(setup: Setup, history: History, *, budget: int, cadence: Cadence) -> Iterator[Consolidated]:
    """Open a memory for a history until the block ends.

    Args:
        budget: tokens that a read is given; the policy is made for it.
    """
    scopes = {tenant: Scope(history.tenants[0] if setup.merged else tenant, AGENT) for tenant in history.tenants}
    policies = [policy_for(scope, budget, setup.policy) for scope in dict.fromkeys(scopes.values())]
    extractor = setup.extractor(history)
    model = _Counting(extractor) if extractor else None
    with pipeline(policies, model=model) as home:
        asked = (lambda: model.asked) if model else (lambda: 0)
        yield Consolidated(home, scopes, cadence=cadence, record=setup.recorder(), asked=asked)


def policy_for(scope: Scope, budget: int, changes: Mapping[str, Any]) -> AgentPolicy:
    """Return the policy of the experiment: a small stable block, so that the task has the rest, and nothing
    that nobody confirmed.
    """
    policy = AgentPolicy(
        scope,
        (Skeleton.CODING, Skeleton.ASSISTANT),
        budget_tokens=budget,
        stable_tokens=int(budget * STABLE_SHARE),
        tokenizer=TOKENIZER,
        inject_assumptions=False,
    )
    return replace(policy, **changes)


STABLE_SHARE = 0.4
"""Of the budget: room for the frame and the safety lane."""
