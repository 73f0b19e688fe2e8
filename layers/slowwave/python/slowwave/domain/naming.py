"""Things that go by several names. A person who says that two names mean the same thing makes claims under either name
compete: what is said of the invoicing service then corrects what was said of billing. Each note keeps the key that it
was said under; only the comparison is made under one name, so that taking the sentence back parts the two again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from slowwave.domain.acts import Act
from slowwave.domain.claims import Claim, ClaimKey, Evidence, Polarity, Skeleton
from slowwave.domain.doubts import is_unclear
from slowwave.domain.fates import trusted
from slowwave.domain.notes import Note, NoteState, Observation
from slowwave.domain.scope import Scope
from slowwave.domain.trust import may_bind
from slowwave.domain.wording import roots

SAME_THING: Final = "also called"
"""Attribute of a claim that its subject and its qualifier are two names of one thing."""

SPOKEN: Final = (Skeleton.CODING, Skeleton.ASSISTANT)
"""The tables that hold what people say of a thing."""

OTHER_NAME: Final = "said of the same thing under another name"


@dataclass(frozen=True, slots=True)
class Naming:
    """A standing claim that two names mean one thing, with the words that say so."""

    scope: Scope
    claim: Claim
    said: Evidence

    @property
    def note_id(self) -> str:
        """The note of the claim."""
        return self.claim.note_id()


def same_thing(one: str, other: str) -> ClaimKey:
    """Return the key of the claim that two normalised names mean one thing, whichever is named first."""
    first, second = sorted((one, other))
    return ClaimKey(first, SAME_THING, second)


def naming_of(note: Note) -> Naming | None:
    """Return what a note says about names, if it stands and a person said it: no tool or page may join two things."""
    claim = note.claim
    if claim.key.attribute != SAME_THING or not claim.key.qualifier or claim.polarity is Polarity.DENY:
        return None
    if note.state is not NoteState.ACTIVE or note.latest is None or not may_bind(note.latest.origin):
        return None
    return Naming(note.scope, claim, note.latest)


@dataclass(frozen=True, slots=True)
class Names:
    """Which names stand for one thing: each name, as normalised subjects have it, with all names of its thing."""

    of: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def keys(self, key: ClaimKey) -> tuple[ClaimKey, ...]:
        """Return a key under every name of the thing that its subject begins with, in order; only itself where the
        thing has one name.
        """
        name = self._name(key.subject)
        if not name:
            return (key,)
        rest = key.subject[len(name) :]
        return tuple(replace(key, subject=f"{each}{rest}") for each in sorted(self.of[name]))

    def forms(self, claim: Claim) -> tuple[Claim, ...]:
        """Return a claim under every name of its thing, in order, and in each table of what people say, for a name may
        decide the table; only itself where the thing has one name.
        """
        if claim.skeleton not in SPOKEN or not self._name(claim.key.subject):
            return (claim,)
        keys = self.keys(claim.key)
        return tuple(replace(claim, key=key, skeleton=skeleton) for key in keys for skeleton in SPOKEN)

    def common(self, claim: Claim) -> Claim:
        """Return a claim under the one key and in the one table that all names of its thing share."""
        return self.forms(claim)[0]

    def others(self, subject: str) -> frozenset[str]:
        """Return the further names of the thing that a subject begins with."""
        name = self._name(subject)
        return self.of[name] - {name} if name else frozenset()

    def retold(self, claim: Claim) -> Claim:
        """Return a claim as it compares with what is said of the same thing under any name: under the common key, or
        unclear words with the other names of what they name.
        """
        if not is_unclear(claim):
            return self.common(claim)
        said = {*roots(claim.statement)}
        named = sorted(
            {each for name, all_names in self.of.items() if said.issuperset(roots(name)) for each in all_names}
        )
        if not named:
            return claim
        others = " ".join(named)
        key = replace(claim.key, subject=f"{others} {claim.key.subject}")
        return replace(claim, key=key, statement=f"{claim.statement} ({others})")

    def _name(self, subject: str) -> str:
        """The longest known name that a subject begins with, whole words of it."""
        begun = (each for each in self.of if subject == each or subject.startswith(f"{each} "))
        return max(begun, key=len, default="")


ONE_NAME_EACH: Final = Names()
"""Where nobody said that two names mean one thing."""


def names_of(namings: Iterable[Naming]) -> Names:
    """Return the names that stand for one thing; what is said of two pairs with a name in common joins all three."""
    things: dict[str, frozenset[str]] = {}
    for each in namings:
        pair = (each.claim.key.subject, each.claim.key.qualifier)
        joined = frozenset(pair).union(*(things.get(name, frozenset()) for name in pair))
        things |= dict.fromkeys(joined, joined)
    return Names(things)


def shared(observations: Iterable[Observation], names: Names) -> dict[str, str]:
    """Return for each note of these observations the one that it is the same as under any name: of those that say the
    same of one thing, the note that the earliest of the most trusted words are under.
    """
    alike: defaultdict[str, list[Observation]] = defaultdict(list)
    for each in sorted(observations, key=lambda each: (each.evidence.order, each.id)):
        alike[names.common(each.claim).note_id()].append(each)
    return {each.note_id: trusted(seen)[0].note_id for seen in alike.values() for each in seen}


Folding = Callable[[Sequence[Observation], Sequence[Act], Mapping[str, Note]], Sequence[Note]]
"""Folds the observations and acts of one claim key, given the notes as stored."""


def fold_names(
    observations: Sequence[Observation],
    acts: Sequence[Act],
    *,
    known: Mapping[str, Note],
    names: Names,
    fold: Folding,
) -> list[Note]:
    """Return the notes of one thing under all its names: the comparison is made under one, and each note keeps its own.

    Args:
        observations, acts: of every key that the thing is meant by.
    """
    owners = shared(observations, names)
    common = {each.note_id: names.common(each.claim).note_id() for each in observations}
    stored = {
        common[note_id]: replace(note, claim=names.common(note.claim))
        for note_id, note in known.items()
        if owners.get(note_id) == note_id
    }
    decided = {note.id: note for note in fold(*under_one_name(observations, acts, names), stored)}
    keys = {each.group_id: None for each in observations} | {note.group_id: None for note in known.values()}
    own = [
        note
        for group_id in keys
        for note in fold(
            [each for each in observations if each.group_id == group_id],
            [each for each in acts if each.group_id == group_id],
            {note_id: note for note_id, note in known.items() if note.group_id == group_id},
        )
    ]
    owner_of = {common[owner]: owner for owner in owners.values()}
    return [_under_own_name(note, owners.get(note.id, ""), decided, common, owner_of) for note in own]


def under_one_name(
    observations: Iterable[Observation], acts: Iterable[Act], names: Names
) -> tuple[list[Observation], list[Act]]:
    """Return observations and acts as if all had been under the same name."""
    found: list[Observation] = []
    renamed: dict[str, Claim] = {}
    for each in observations:
        claim = renamed.setdefault(each.note_id, names.common(each.claim))
        found.append(replace(each, claim=claim, note_id=claim.note_id(), group_id=claim.group_id()))
    meant = {note_id: (claim.note_id(), claim.group_id()) for note_id, claim in renamed.items()}
    places = ((act, *meant.get(act.note_id, (act.note_id, act.group_id))) for act in acts)
    return found, [replace(act, note_id=note_id, group_id=group_id) for act, note_id, group_id in places]


def _under_own_name(
    note: Note, owner: str, decided: Mapping[str, Note], common: Mapping[str, str], owner_of: Mapping[str, str]
) -> Note:
    """An owner stands as all words for it say; the others give way to it; a note without words stays as it is."""
    if not owner:
        return note
    if owner != note.id:
        return replace(note, state=NoteState.CONTRADICTED, because=OTHER_NAME, successor=owner, due_at=None)
    one = decided[common[owner]]
    successor = owner_of.get(one.successor, one.successor)
    claim = replace(one.claim, key=note.claim.key, skeleton=note.claim.skeleton)
    return replace(one, claim=claim, successor=successor)
