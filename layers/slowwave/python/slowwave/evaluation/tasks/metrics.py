"""The marks: what the article on background consolidation asks of a memory, each as values with the sequence they
belong to, so that an interval over sequences can be put on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as List

import numpy as np

from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.statistics import Estimate, bootstrap, slope
from slowwave.evaluation.tasks.format import Expectation
from slowwave.evaluation.tasks.playing import Asked, Followed, Played

Values = Iterator[tuple[float, str]]
"""Values, each with the sequence it belongs to."""
Metric = Callable[[List[Played]], Values]

LARGE = 0.95
"""The quantile of tokens that stands for a large injection."""


def _asked(played: List[Played]) -> Iterator[Asked]:
    return (asked for each in played for asked in each.asked)


def _followed(played: List[Played], expect: Expectation) -> Iterator[Followed]:
    return (each for one in played for each in one.followed if each.cycle.expect is expect)


def found(played: List[Played]) -> Values:
    """Yield for every need whether it was shown."""
    for asked in _asked(played):
        yield from ((float(need not in asked.missing), asked.sequence.id) for need in asked.task.needs)


def explored(played: List[Played], low: float = 0.0, high: float = 1.0) -> Values:
    """Yield for every discovered fact whether it would have to be looked for again, between two places of a sequence.

    Args:
        low: first place, inclusive; `high`: last place, exclusive but for 1.
    """
    for asked in _asked(played):
        if low <= asked.place < high or asked.place == high == 1:
            yield from ((float(need in asked.missing), asked.sequence.id) for need in asked.task.needs)


def explored_slope(played: List[Played]) -> Values:
    """Yield for each sequence how the share of facts to look for again changes from its first task to its last."""
    for one in played:
        points = [(asked.place, float(need in asked.missing)) for asked in one.asked for need in asked.task.needs]
        if len({place for place, _ in points}) > 1:
            yield slope(*zip(*points, strict=True)), one.sequence.id


def wrong(played: List[Played]) -> Values:
    """Yield for every forbidden string whether it was shown."""
    for asked in _asked(played):
        yield from ((float(forbid in asked.wrong), asked.sequence.id) for forbid in asked.task.forbids)


def wrong_by(reason: Reason) -> Metric:
    """Return the same for the strings that are forbidden for one reason."""

    def metric(played: List[Played]) -> Values:
        for asked in _asked(played):
            for forbid in asked.task.forbids:
                if forbid.reason is reason:
                    yield float(forbid in asked.wrong), asked.sequence.id

    return metric


def corrected(played: List[Played]) -> Values:
    """Yield for everything taken back whether it is gone when next asked about."""
    for asked in _asked(played):
        yield from ((float(gone), asked.sequence.id) for _, gone in asked.corrected)


def right(played: List[Played]) -> Values:
    """Yield for every task whether everything needed was shown and nothing forbidden."""
    yield from ((float(asked.right), asked.sequence.id) for asked in _asked(played))


def tokens(played: List[Played]) -> Values:
    """Yield the size of every injection."""
    yield from ((float(asked.tokens), asked.sequence.id) for asked in _asked(played))


def large_tokens(played: List[Played]) -> Values:
    """Yield for each sequence the 95th percentile of its injections."""
    yield from (
        (float(np.quantile([a.tokens for a in one.asked], LARGE)), one.sequence.id) for one in played if one.asked
    )


def tokens_slope(played: List[Played]) -> Values:
    """Yield for each sequence how many tokens an injection grows by from its first task to its last."""
    for one in played:
        if len(one.asked) > 1:
            yield slope([a.place for a in one.asked], [float(a.tokens) for a in one.asked]), one.sequence.id


def demoted(played: List[Played]) -> Values:
    """Yield for every belief that was shown until it was contradicted whether it is gone for good in time."""
    for each in _followed(played, Expectation.DEMOTED):
        if each.believed:
            after = each.gone_after
            yield float(after is not None and after <= each.cycle.within), each.sequence.id


def cycles_to_demotion(played: List[Played]) -> Values:
    """Yield for each of these beliefs that goes how many cycles it took; what stays is a loss of `demoted`."""
    for each in _followed(played, Expectation.DEMOTED):
        after = each.gone_after
        if each.believed and after is not None:
            yield float(after), each.sequence.id


def stable(played: List[Played]) -> Values:
    """Yield for every cycle since a fact was taught whether it is shown."""
    for each in _followed(played, Expectation.STABLE):
        yield from ((float(seen), each.sequence.id) for seen in each.cycles)


def estimate(metric: Metric, played: List[Played]) -> Estimate | None:
    """Return the mean with its interval over sequences; None where there is nothing to measure."""
    values = list(metric(played))
    return bootstrap([value for value, _ in values], [sequence for _, sequence in values]) if values else None


def difference(metric: Metric, a: List[Played], b: List[Played]) -> Estimate | None:
    """Return the mean of a - b, paired by sequence and place, with its interval over sequences."""
    pairs = list(zip(metric(a), metric(b), strict=True))
    if not pairs:
        return None
    return bootstrap([x - y for (x, _), (y, _) in pairs], [sequence for (_, sequence), _ in pairs])


def by_arm(played: Iterable[Played]) -> Mapping[str, list[Played]]:
    """Return what each arm made of the sequences, in the same order for all."""
    arms: dict[str, list[Played]] = {}
    for each in played:
        arms.setdefault(each.arm, []).append(each)
    return arms
