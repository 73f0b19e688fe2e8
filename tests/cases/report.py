"""Precision and recall of every kind of case: `python -m tests.cases.report`, with `--all` for what each case lacks."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.cases.judging import Verdict, judge
from tests.cases.reading import read_cases


def by_kind(verdicts: Iterable[Verdict]) -> dict[str, list[Verdict]]:
    """The verdicts under the kind of their case."""
    out: defaultdict[str, list[Verdict]] = defaultdict(list)
    for each in verdicts:
        out[each.case.kind].append(each)
    return dict(out)


def recall(verdicts: Iterable[Verdict]) -> float:
    """Share of what must come out that did."""
    every = list(verdicts)
    return 1 - sum(len(each.missing) for each in every) / (sum(each.wanted for each in every) or 1)


def precision(verdicts: Iterable[Verdict]) -> float:
    """Share of the lines given as holding that somebody asked for."""
    every = list(verdicts)
    wrong = sum(len(set(each.extra)) for each in every)
    return 1 - wrong / (sum(each.settled for each in every) or 1)


def right(verdicts: Iterable[Verdict]) -> float:
    """Share of the cases with nothing missing and nothing forbidden."""
    every = list(verdicts)
    return sum(each.right for each in every) / (len(every) or 1)


def table(verdicts: Iterable[Verdict]) -> str:
    """One line a kind."""
    head = f"{'kind':15} cases  right  recall  precision  forbidden  stale  retired"
    return "\n".join([head, *(_row(kind, group) for kind, group in by_kind(verdicts).items())])


def _row(kind: str, group: list[Verdict]) -> str:
    forbidden, stale, retired = (
        sum(len(getattr(each, name)) for each in group) for name in ("forbidden", "stale", "retired")
    )
    shares = f"{right(group):5.2f}  {recall(group):6.2f}  {precision(group):9.2f}"
    return f"{kind:15} {len(group):5}  {shares}  {forbidden:9}  {stale:5}  {retired:7}"


def lacks(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """What is wrong with each case, in words."""
    for each in verdicts:
        for name in ("missing", "forbidden", "stale", "retired", "extra"):
            yield from (f"{each.case.name}: {name}: {what}" for what in getattr(each, name))


if __name__ == "__main__":
    judged = [judge(case) for case in read_cases()]
    if "--all" in sys.argv:
        sys.stdout.write("".join(f"{line}\n" for line in lacks(judged)))
    sys.stdout.write(f"{table(judged)}\n")
