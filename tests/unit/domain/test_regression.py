"""The gate of publication as a function of what a scope knows: what it stops, and what it lets pass."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.answers import Gate
from slowwave.domain.claims import Confirmation, Lane
from slowwave.domain.distillation import distill
from slowwave.domain.injection import InjectionSet, LeftOut
from slowwave.domain.notes import Note, NoteState
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.probes import MOST_CLAIMS, MOST_CORRECTIONS, Known, groups_of, note_of
from slowwave.domain.regression import Ruling, ask
from slowwave.domain.setchecks import lines
from slowwave.domain.shelf import Shelf, candidate_of
from slowwave.domain.taskmix import TaskMix
from slowwave.domain.twins import Tombstone
from slowwave.online.lexical import rank
from tests.unit.domain.builders import AS_OF, SCOPE, claim, evidence, note, words

POLICY = AgentPolicy(SCOPE, stable_tokens=170, budget_tokens=170)
THINGS = (
    "archives billing caching deployment editors fixtures gateways hashing indexes journals kernels logging migrations "
    "networks orders packages queues releases secrets timeouts uploads volumes webhooks exports"
).split()


def lesson(thing: str, value: str = "", *, lane: Lane = Lane.DEFAULT) -> Note:
    made = note(claim(value or f"tool-{thing}", subject=thing, lane=lane), latest=evidence(40))
    return replace(made, confirmation=Confirmation.EXPLICIT)


LESSONS = [lesson(thing) for thing in THINGS]


def shelf_of(notes: Iterable[Note], last: InjectionSet | None = None, withheld: Iterable[str] = ()) -> Shelf:
    pages = [distill(each, "stated directly by the user", None) for each in notes]
    shelved = {page.id: replace(page, directory="project/convention") for page in pages}
    return Shelf(SCOPE, AS_OF, shelved, {}, TaskMix(SCOPE), last, frozenset(withheld))


def made_of(shelf: Shelf, policy: AgentPolicy = POLICY, left_out: Iterable[LeftOut] = ()) -> InjectionSet:
    return candidate_of(shelf, policy, count=words, left_out=left_out)


def published(notes: Iterable[Note] = LESSONS, policy: AgentPolicy = POLICY) -> InjectionSet:
    return made_of(shelf_of(notes), policy)


def rule(
    shelf: Shelf,
    candidate: InjectionSet | None = None,
    *,
    state: Sequence[Note] = LESSONS,
    policy: AgentPolicy = POLICY,
    stones: Sequence[Tombstone] = (),
    tasks: Sequence[str] = (),
    ranker: object = rank,
) -> Ruling:
    """Ask as the publish stage does: of the notes that the lines of both sets name, as they are now."""
    asked = made_of(shelf, policy) if candidate is None else candidate
    read = groups_of(asked, shelf)
    known = Known({each.id: each for each in state if each.id in read}, stones, {f"r-{t}": t for t in tasks})
    return ask(asked, shelf, known, Gate(policy, ranker, words))  # type: ignore[arg-type]


def without(candidate: InjectionSet, gone: Iterable[str]) -> InjectionSet:
    names = set(gone)
    stable = tuple(each for each in candidate.stable if note_of(each) not in names)
    return replace(candidate, stable=stable, pool=tuple(e for e in candidate.pool if note_of(e) not in names))


def test_the_same_set_again_loses_nothing() -> None:
    last = published()
    assert last.pool
    ruling = rule(shelf_of(LESSONS, last))
    assert ruling.because == ""
    assert (ruling.probed.probes, ruling.probed.right, ruling.probed.wrong) == (24, 24, 0)
    assert ruling.probed.last == 24


def test_half_of_the_confirmed_pages_missing_from_the_candidate_is_a_loss_and_is_named() -> None:
    last = published()
    gone = [each.id for each in LESSONS[::2]]
    shelf = shelf_of(LESSONS, last)
    ruling = rule(shelf, without(made_of(shelf), gone))
    assert set(ruling.probed.lost) == set(gone)
    assert ruling.because.startswith("12 of 24 probes lost against the last set on confirmed claims: n-")


def test_half_of_the_confirmed_pages_missing_from_the_shelf_is_a_loss_while_their_notes_are_believed() -> None:
    ruling = rule(shelf_of(LESSONS[::2], published()))
    assert set(ruling.probed.lost) == {each.id for each in LESSONS[1::2]}


def test_what_was_learned_since_makes_up_for_nothing_that_was_lost() -> None:
    last = published(LESSONS[:8])
    gone = [each.id for each in LESSONS[:4]]
    shelf = shelf_of(LESSONS, last)
    ruling = rule(shelf, without(made_of(shelf), gone))
    assert set(ruling.probed.lost) == set(gone)


@pytest.mark.parametrize("state", [NoteState.CONTRADICTED, NoteState.REJECTED, NoteState.PENDING, NoteState.EXPIRED])
def test_one_line_that_is_no_longer_believed_stops_the_set(state: NoteState) -> None:
    old = replace(LESSONS[0], state=state)
    ruling = rule(shelf_of(LESSONS, published()), state=[old, *LESSONS[1:]])
    assert ruling.probed.lost == (old.id,)
    assert ruling.probed.wrong == 1
    assert "against what is no longer believed" in ruling.because


def test_a_rejected_claim_stops_the_first_set_by_its_tombstone_alone() -> None:
    stone = Tombstone(SCOPE, LESSONS[3].claim, evidence(50))
    assert rule(shelf_of(LESSONS), stones=[stone]).probed.lost == (LESSONS[3].id,)
    absent = rule(shelf_of([each for each in LESSONS if each is not LESSONS[3]]), stones=[stone])
    assert absent.because == ""
    assert absent.probed.right == absent.probed.probes == 24


def test_a_superseded_value_in_place_of_its_successor_is_wrong_and_the_successor_is_right() -> None:
    new = lesson("gateways", "30 seconds")
    at = THINGS.index("gateways")
    old = replace(LESSONS[at], state=NoteState.CONTRADICTED, successor=new.id)
    rest = [each for each in LESSONS if each.id != old.id]
    good = rule(shelf_of([*rest, new], published()), state=[*rest, old, new])
    assert good.because == ""
    assert good.probed.last == good.probed.right - 3  # absent the new claim, and the old value misleads
    bad = rule(shelf_of([*rest, LESSONS[at]], published()), state=[*rest, old, new])
    assert bad.probed.lost == (old.id,)


def test_a_lost_safety_rule_alone_stops_the_set() -> None:
    safe = lesson("payments", lane=Lane.SAFETY)
    last = published([*LESSONS, safe])
    shelf = shelf_of([*LESSONS, safe], last)
    ruling = rule(shelf, without(made_of(shelf), [safe.id]), state=[*LESSONS, safe])
    assert ruling.probed.lost == (safe.id,)
    assert "safety" in ruling.because


def test_a_ranker_that_finds_nothing_loses_to_no_memory_on_what_the_pool_holds() -> None:
    ruling = rule(shelf_of(LESSONS, published()), ranker=lambda *_: [])
    assert "against no memory on what its pool holds" in ruling.because
    assert len(ruling.probed.lost) == len(published().pool)
    assert rule(shelf_of(LESSONS), ranker=lambda *_: []).because


def test_a_task_that_gets_less_than_it_got_is_lost_unless_better_lines_took_the_place() -> None:
    loose = [replace(each, confirmation=Confirmation.NONE) for each in LESSONS]
    last = published(loose)
    tasks = [f"fix {thing} and say why" for thing in THINGS[:6]]
    shelf = shelf_of(loose, last)
    same = rule(shelf, state=loose, tasks=tasks)
    assert (same.because, same.probed.probes, same.probed.last) == ("", 6, 6)
    gone = [each.id for each in loose[:6]]
    ruling = rule(shelf, without(made_of(shelf), gone), state=loose, tasks=tasks)
    assert set(ruling.probed.lost) == {f"r-{task}" for task in tasks}
    retired = [replace(each, state=NoteState.RETIRED, page_id="") if each.id in gone else each for each in loose]
    assert rule(shelf_of(loose[6:], last), state=retired, tasks=tasks).because == ""


def _forgotten(last: InjectionSet) -> Ruling:
    names = [each.id for each in LESSONS[:10]]
    state = [*(replace(each, state=NoteState.REJECTED) for each in LESSONS[:10]), *LESSONS[10:]]
    return rule(shelf_of(LESSONS[10:], last, withheld=names), state=state)


def _corrected(last: InjectionSet) -> Ruling:
    new = [lesson(thing, f"other-{thing}") for thing in THINGS[:10]]
    old = [
        replace(each, state=NoteState.CONTRADICTED, successor=after.id)
        for each, after in zip(LESSONS, new, strict=False)
    ]
    return rule(shelf_of([*new, *LESSONS[10:]], last), state=[*old, *new, *LESSONS[10:]])


def _faded(last: InjectionSet) -> Ruling:
    state = [*(replace(each, state=NoteState.RETIRED) for each in LESSONS[:10]), *LESSONS[10:]]
    return rule(shelf_of(LESSONS[10:], last), state=state)


def _expired(last: InjectionSet) -> Ruling:
    ends = AS_OF - timedelta(days=1)
    over = [replace(each, claim=replace(each.claim, valid_until=ends)) for each in LESSONS[:10]]
    return rule(shelf_of(LESSONS[10:], last), state=[*over, *LESSONS[10:]])


def _grown(last: InjectionSet) -> Ruling:
    more = [lesson(f"{thing} {kind}") for thing in THINGS for kind in ("alpha", "beta", "gamma", "delta", "omega")]
    return rule(shelf_of([*LESSONS, *more], last), state=[*LESSONS, *more])


def _smaller_budget(last: InjectionSet) -> Ruling:
    policy = replace(POLICY, stable_tokens=120, budget_tokens=130)
    return rule(shelf_of(LESSONS, last), policy=policy)


def _smaller_pool(last: InjectionSet) -> Ruling:
    policy = replace(POLICY, stable_tokens=120, pool_size=2)
    return rule(shelf_of(LESSONS, last), policy=policy)


def _left_out(last: InjectionSet) -> Ruling:
    shelf = shelf_of(LESSONS, last)
    out = [LeftOut(each, "is not grounded") for each in list(shelf.pages)[:6]]
    return rule(shelf, made_of(shelf, left_out=out))


@pytest.mark.parametrize(
    "happened", [_forgotten, _corrected, _faded, _expired, _grown, _smaller_budget, _smaller_pool, _left_out]
)
def test_what_has_a_reason_is_no_loss(happened: object) -> None:
    ruling = happened(published())  # type: ignore[operator]
    assert ruling.because == ""
    assert ruling.probed.lost == ()
    assert ruling.probed.probes


def test_a_scope_that_knows_nothing_has_no_probes_and_passes() -> None:
    ruling = rule(shelf_of([]), state=[])
    assert (ruling.because, ruling.probed.probes, ruling.probed.last) == ("", 0, None)


def test_probes_are_bounded_and_the_most_important_are_asked_first() -> None:
    safe = [lesson(f"rule {n}", lane=Lane.SAFETY) for n in range(5)]
    many = [lesson(f"thing {n}") for n in range(60)]
    stones = [Tombstone(SCOPE, claim(subject=f"old {n}"), evidence(n)) for n in range(30)]
    wide = AgentPolicy(SCOPE, stable_tokens=2000, budget_tokens=3000)
    shelf = shelf_of([*many, *safe])
    ruling = rule(
        shelf, without(made_of(shelf, wide), [each.id for each in safe]), state=many, stones=stones, policy=wide
    )
    assert ruling.probed.probes == MOST_CLAIMS + MOST_CORRECTIONS
    assert ruling.probed.right == ruling.probed.probes - len(safe)


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_order_in_which_anything_is_read_changes_nothing(seed: int) -> None:
    random = Random(seed)
    last, gone = published(), {each.id for each in LESSONS[:5]}
    state, notes, stones = (
        [*LESSONS],
        [*LESSONS],
        [Tombstone(SCOPE, claim(subject=f"o{n}"), evidence(1)) for n in range(20)],
    )
    usual = rule(shelf_of(notes, last), without(made_of(shelf_of(notes, last)), gone), stones=stones)
    for each in (state, notes, stones):
        random.shuffle(each)
    shelf = shelf_of(notes, last)
    again = rule(shelf, without(made_of(shelf), gone), state=state, stones=stones)
    assert again == usual
    assert set(again.probed.lost) == gone


def test_every_line_of_the_candidate_has_its_note_read() -> None:
    candidate = published()
    assert set(groups_of(candidate, shelf_of([]))) == {note_of(each) for each in lines(candidate)}
