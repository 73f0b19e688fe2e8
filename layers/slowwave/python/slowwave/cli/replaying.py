"""`slowwave replay`: memory built again from what it was made of, and compared with what it is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from slowwave.adapters.aws import codec
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli.options import ZONED_TIME, Place, json_option, place_options
from slowwave.cli.output import count, print_json, say
from slowwave.cli.run import complete_run
from slowwave.domain.runs import RunState
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.replay import comparison
from slowwave.replay.comparison import Difference
from slowwave.replay.history import events_until, replay, require_known, since_erasure
from slowwave.replay.order import ActMade, Event, RunMade
from slowwave.replay.ports import Clock
from slowwave.replay.source import MOST_RUNS, Source, load, state_of

Parts = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the replay of one agent ended.

    Attributes:
        counts: what was replayed and compared.
        published: hash of the set that both came to.
        difference: the first; None when everything is identical.
        at: the first revision that says something else, where there is one.
        erased: words were erased; only what was published since can be compared.
    """

    agent: str
    counts: dict[str, int]
    published: str
    difference: Difference | None = None
    at: str = ""
    erased: bool = False

    @property
    def uncompared(self) -> bool:
        """Whether words were erased and no run has been completed since, so nothing can be compared."""
        return self.erased and not self.counts["sets"]


@click.command("replay")
@click.option("--as-of", type=ZONED_TIME, help="Build what stood at this time, and compare the set published then.")
@click.option("--run", "run_id", help="Build what this run (its id, or its start) left, and compare its set.")
@click.option("--into", type=click.Path(file_okay=False, path_type=Path), help="Keep what was built in this new home.")
@json_option
@place_options
def replay_(as_of: datetime | None, run_id: str | None, into: Path | None, place: Place, *, as_json: bool) -> int:
    """Build memory again from records, acts, policies and stored replies, and compare it with what there is.

    Asks no model. Exits with 1 and the first difference unless everything is identical.
    """
    if as_of is not None and run_id is not None:
        raise InvalidInput("--as-of and --run both say where to end; give one of them")
    _check_new(into, place)
    with place.reading() as ports:
        scopes = [place.existing(ports)] if place.agent or run_id else place.agents(ports)
        if not scopes:
            place.existing(ports)
        if run_id is not None:
            run_id = complete_run(scopes[0], run_id, ports).id
        sources = [(load(scope, ports), _parts(scope, ports)) for scope in scopes]
    with _fresh(into) as (home, clock):
        outcomes = [_replayed(*each, home, clock, as_of, run_id) for each in sources]
    if as_json:
        print_json([asdict(each) for each in outcomes])
    else:
        for each in outcomes:
            _print(each)
        if into:
            click.echo(f"The rebuilt home is {str(into)!r}.")
    return 1 if any(each.difference or each.uncompared for each in outcomes) else 0


def _check_new(into: Path | None, place: Place) -> None:
    if into is None:
        return
    if into.resolve() == place.home.resolve() or (into.is_dir() and any(into.iterdir())):
        raise InvalidInput(f"{str(into)!r} is not empty; name a new directory to build into")


@contextmanager
def _fresh(into: Path | None) -> Iterator[tuple[LocalPorts, Clock]]:
    clock = Clock()
    with TemporaryDirectory(prefix="slowwave-replay-") as directory:
        path = into or Path(directory) / "home"
        with local(path, persist=into is not None, clock=clock) as home:
            yield home, clock


def _parts(scope: Scope, ports: LocalPorts) -> Parts:
    return comparison.parts_by_set(scope, ports, (each.item for each in ports.journal.runs(scope, limit=MOST_RUNS)))


def _replayed(
    source: Source, parts: Parts, home: LocalPorts, clock: Clock, as_of: datetime | None, run_id: str | None
) -> Outcome:
    require_known(source)
    events = events_until(source, as_of=as_of, run_id=run_id)
    with click.progressbar(length=len(events), label=f"Replaying {source.scope.agent}", file=sys.stderr) as bar:
        odd = replay(source, home, clock, events, progress=bar.update)
    pointer = home.journal.pointer(source.scope)
    published = pointer.item.current if pointer else ""
    erased = since_erasure(events)
    whole = as_of is None and run_id is None and erased is None
    counts = _counts(events, source if whole else None)
    difference: Difference | None = None
    if odd is not None:
        known = {**parts, **comparison.parts_by_set(source.scope, home, [odd.after])}
        difference = comparison.of_runs(odd.before, odd.after, known)
    elif erased is not None:
        sets = _current_since(erased, source, published) if as_of is None and run_id is None else {}
        counts["sets"] = len({each.run.published for each in erased if isinstance(each, RunMade)} - {""} | {*sets})
        difference = next((each for each in sets.values() if each), None)
    elif whole:
        difference = comparison.of_states(source.state, state_of(source.scope, home))
    else:
        then = comparison.pointer_then(events, source.revisions)
        now = codec.content_hash(pointer.item) if pointer else ""
        difference = None if then == now else Difference("pointer", then[:12] or "absent", now[:12] or "absent")
    if difference is None:
        return Outcome(source.scope.agent, counts, published, erased=erased is not None)
    at = comparison.first_revision(source.revisions, list(home.journal.revisions(source.scope)))
    return Outcome(source.scope.agent, counts, published, difference, at)


def _current_since(erased: Sequence[Event], source: Source, published: str) -> dict[str, Difference | None]:
    """Compare the set that is read with the one that the last run since an erasure left, whether or not that run had
    something new to publish; nothing where no run since was completed.
    """
    runs = [each.run for each in erased if isinstance(each, RunMade)]
    current = str(source.state["pointer"].get("pointer", {}).get("current", ""))
    if not current or not runs or runs[-1].state is not RunState.COMPLETED:
        return {}
    same = current == published
    return {current: None if same else Difference("pointer", current[:12], published[:12] or "none yet")}


def _counts(events: Sequence[Event], compared: Source | None) -> dict[str, int]:
    kinds = Counter(type(each) for each in events)
    runs = [each for each in events if isinstance(each, RunMade)]
    counts = {
        "runs": len(runs),
        "sets": len({each.run.published for each in runs} - {""}),
        "acts": kinds[ActMade] + sum(isinstance(inner, ActMade) for each in runs for _, inner in each.during),
        "records": len(compared.log) if compared else len({name for each in runs for name in each.read}),
    }
    if compared:
        counts |= {name: len(compared.state[name]) for name in ("note", "page", "tombstone")}
    return counts


def _print(outcome: Outcome) -> None:
    counts = outcome.counts
    done = f"{count(counts['records'], 'record')}, {count(counts['runs'], 'run')}, {count(counts['acts'], 'act')}"
    if outcome.uncompared:
        say(f"Agent {outcome.agent!r}: nothing could be compared. Replayed {done}; words were erased, and no run has")
        say("  published or confirmed a set since: run slowwave consolidate first.")
        return
    if outcome.difference is None:
        items = "".join(f", {count(counts[name], name)}" for name in ("note", "page", "tombstone") if name in counts)
        say(f"Agent {outcome.agent!r}: identical. Replayed {done}; compared {count(counts['sets'], 'set')}{items}.")
        say(f"  set {outcome.published[:12] or 'none yet'}")
        if outcome.erased:
            say("  Words were erased: what stood before is gone; what was published since was compared.")
        return
    found = outcome.difference
    say(f"Agent {outcome.agent!r}: different. Replayed {done}; the first difference is in {found.what}:")
    say(f"  recorded  {found.before}")
    say(f"  replayed  {found.after}")
    if outcome.at:
        say(f"  first at  {outcome.at}")


COMMANDS: dict[str, Any] = {"replay": replay_}
