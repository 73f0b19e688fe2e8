"""What a person said of a thing that a later word of a person may have replaced, in fewer words. "The timeout of
billing is 30 s" may well be about the request timeout of billing that was 20 s before; the keys differ, so the two
claims never compete. Only a person can say which of them holds; what may be stale is not shown until then. Its page and
note stay as they are, and the line comes back when the later word goes or somebody says the earlier again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slowwave.domain.claims import ClaimKey, Evidence, Lane, Polarity, Signal, Skeleton, Value
from slowwave.domain.distillation import TITLE_JOINT, TITLE_LENGTH
from slowwave.domain.doubts import thing_of
from slowwave.domain.injection import LeftOut
from slowwave.domain.naming import ONE_NAME_EACH, Names
from slowwave.domain.notes import Note
from slowwave.domain.pages import Page
from slowwave.domain.shapes import shape
from slowwave.domain.trust import is_direct, rank
from slowwave.domain.wording import roots

OVERTAKEN = "what a person said later may be about the same thing"


@dataclass(frozen=True, slots=True)
class _Told:
    """A value that a person stated directly of a thing.

    Attributes:
        thing, rest: root words of the subject and the attribute: of the thing itself, and of what of it is meant.
        qualifier: root words of where or when the value holds.
        words: root words of the whole statement.
        spoken: root words of the subject in the order in which people say them: "billing port".
        rank: trust of the best direct words for it.
        said: the latest direct words for it.
        held: those, or the later act that confirmed it: who confirms what was said says nothing new.
    """

    item_id: str
    group_id: str
    thing: str
    rest: frozenset[str]
    qualifier: frozenset[str]
    words: frozenset[str]
    spoken: tuple[str, ...]
    value: Value
    lane: Lane
    rank: int
    said: Evidence
    held: Evidence


def overtaken(
    pages: Iterable[Page],
    notes: Iterable[Note],
    names: Names = ONE_NAME_EACH,
    unfit: frozenset[str] = frozenset(),
) -> tuple[LeftOut, ...]:
    """Return the lines that a later one overtakes, in id order, each with the latest of those in its reason.

    Args:
        names: which names mean one thing.
        unfit: ids of lines that may not be shown; they overtake nothing, for nothing would stand in their place.
    """
    found = [*(_of_page(each, names) for each in pages), *(_of_note(each, names) for each in notes)]
    told = [each for each in found if each is not None]
    alike: defaultdict[tuple[str, str], list[_Told]] = defaultdict(list)
    ending: defaultdict[tuple[str, tuple[str, ...]], list[_Told]] = defaultdict(list)
    for each in told:
        alike[shape(each.value), each.thing].append(each)
        for start in range(1, len(each.spoken)):
            ending[shape(each.value), each.spoken[start:]].append(each)
    out: dict[str, _Told] = {}
    for later in (each for each in told if each.item_id not in unfit):
        # Whatever it overtakes is of its own thing, or of one that its words name.
        things = {later.thing, *later.words}
        near = [each for thing in things for each in alike.get((shape(later.value), thing), ())]
        meant = _only_one_meant(later, ending.get((shape(later.value), later.spoken), ()))
        for earlier in [*near, *meant]:
            if earlier in meant or _overtakes(later, earlier):
                best = out.get(earlier.item_id, later)
                out[earlier.item_id] = max(best, later, key=lambda each: (each.said.order, each.item_id))
    return tuple(LeftOut(item_id, f"{OVERTAKEN} ({out[item_id].item_id})") for item_id in sorted(out))


def overtaker(line: LeftOut) -> str:
    """Return the id of the line that overtook one that was left out; empty for one left out for another reason."""
    return line.because.removeprefix(OVERTAKEN).strip(" ()") if line.because.startswith(OVERTAKEN) else ""


def _only_one_meant(later: _Told, longer: Sequence[_Told]) -> Sequence[_Told]:
    """What a statement that names no thing may be about: the budget is that for travel, where nobody told of another
    budget. Among several, nobody can say which is meant, and none is held back.

    Args:
        longer: what was told under longer subjects that end in this one.
    """
    if len({each.group_id for each in longer}) != 1:
        return ()
    return [each for each in longer if later.qualifier == each.qualifier and _may_replace(later, each)]


def _overtakes(later: _Told, earlier: _Told) -> bool:
    """Whether what was said later may replace what was said earlier: another value of its kind, under another key."""
    return _may_replace(later, earlier) and (
        _says_it_in_fewer_words(later, earlier) or _names_it_in_passing(later, earlier)
    )


def _may_replace(later: _Told, earlier: _Told) -> bool:
    """Whether one came after the other under another key, with another value and no less authority. Nothing replaces a
    safety rule.
    """
    return (
        later.said.order > earlier.held.order
        and later.rank >= earlier.rank
        and later.group_id != earlier.group_id
        and later.value != earlier.value
        and earlier.lane is not Lane.SAFETY
    )


def _says_it_in_fewer_words(later: _Told, earlier: _Told) -> bool:
    """Whether both are of one thing and the later adds no word; a narrower statement replaces nothing. The same words
    in another order are the same thing, unless they say a direction: "from A to B" is not "from B to A".
    """
    rest = later.rest <= earlier.rest and bool(later.rest or not earlier.rest)
    rest = rest and not (later.rest == earlier.rest and "from" in later.rest)
    return later.thing == earlier.thing and later.qualifier == earlier.qualifier and rest


def _names_it_in_passing(later: _Told, earlier: _Told) -> bool:
    """Whether a statement that was read of something else has every word of what the earlier is of: "we worked on
    billing, the new timeout is 30 s" may well mean the timeout of billing. One that names a narrower thing, as "the
    replica database host" beside "the database host", says which it means.
    """
    wanted = {earlier.thing, *earlier.rest, *earlier.qualifier}
    named = {later.thing, *later.rest, *later.qualifier}
    return later.thing != earlier.thing and bool(earlier.rest) and wanted <= later.words and not wanted <= named


def _of_page(page: Page, names: Names) -> _Told | None:
    """A page as it is told; None where its value has no shape, or its title was cut and names no key."""
    if len(page.title) >= TITLE_LENGTH or page.skeleton is Skeleton.DOCUMENT:
        return None
    subject, attribute, qualifier = (*page.title.split(TITLE_JOINT), "", "")[:3]
    key = ClaimKey(subject, attribute, qualifier)
    return _told(page, key, page.text, page.evidence, page.lane, names)


def _of_note(note: Note, names: Names) -> _Told | None:
    ends = [each for each in (note.earliest, note.latest, note.confirmed) if each is not None]
    return _told(note, note.claim.key, note.claim.statement, ends, note.claim.lane, names)


def _told(
    item: Page | Note, key: ClaimKey, text: str, said: Sequence[Evidence], lane: Lane, names: Names
) -> _Told | None:
    claim = item.claim if isinstance(item, Note) else item
    direct = sorted((each for each in said if is_direct(each)), key=lambda each: each.order)
    words = [each for each in direct if each.signal is not Signal.CONFIRMATION] or direct
    if not direct or claim.polarity is Polarity.DENY or not shape(claim.value):
        return None
    thing, rest = thing_of(names.keys(key)[0].subject)
    slot, qualifier, whole = (frozenset(roots(each)) for each in (key.attribute, key.qualifier, text))
    before, _, after = names.keys(key)[0].subject.partition(" on ")
    return _Told(
        item.id,
        item.group_id,
        thing=thing,
        rest=rest | slot,
        qualifier=qualifier,
        words=whole,
        spoken=(*roots(f"{after} {before}"), *sorted(slot)),
        value=claim.value,
        lane=lane,
        rank=max(rank(each) for each in direct),
        said=words[-1],
        held=direct[-1],
    )
