"""Which claims under different keys say the same in other words. Two questions, answered by words that code compares:
whether a claim resembles what was rejected (then it waits for a person), and whether two claims are twins (then their
notes stand on one page). A similarity score may propose a pair and decides none: it cannot tell 30 from 60 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from slowwave.domain.claims import Claim, Evidence, Lane, Polarity, Skeleton, Standing, ValueKind
from slowwave.domain.doubts import is_unclear, thing_of, unsettles
from slowwave.domain.hashing import short_id
from slowwave.domain.scope import Scope
from slowwave.domain.shapes import is_peculiar, marks, names
from slowwave.domain.wording import Wording, roots, wording

Near = Callable[[Scope, str, str], bool]
"""Whether an embedding model finds two statements close enough to be looked at."""

OVERLAP: Final = 0.5
"""Share of the words of two claims, or of their subjects and values, that both have, from which a pair is looked at
without any model.
"""

USE: Final = "use"
"""The attribute under which a thing itself is used or not."""

MOST_ANCHORS: Final = 12
"""Words a claim is listed under; a longer key is too peculiar to be met by more."""


def unknown_nearness(_: Scope, __: str, ___: str) -> bool:
    """Propose nothing: what holds where no embedding model is configured."""
    return False


@dataclass(frozen=True, slots=True)
class Kin:
    """A note, listed under one of its words or under all of them, so that claims alike are found without a scan.

    The list only proposes: the note as it is now decides.
    """

    scope: Scope
    anchor: str
    group_id: str
    claim: Claim

    @property
    def note_id(self) -> str:
        """The note that is listed."""
        return self.claim.note_id()


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A rejected claim with the denial that holds against it, kept so that other words do not bring it back."""

    scope: Scope
    claim: Claim
    denial: Evidence

    @property
    def note_id(self) -> str:
        """The rejected note."""
        return self.claim.note_id()

    @property
    def group_id(self) -> str:
        """The group of the rejected note."""
        return self.claim.group_id()


def resembles(scope: Scope, one: Claim, other: Claim, near: Near = unknown_nearness) -> bool:
    """Whether two claims under different keys may say the same: they share an anchor, no fact differs, each holds the
    other's value and condition, the subject of one stands in the words of the other, and words or the model propose the
    pair. Symmetric.
    """
    if one.skeleton is not other.skeleton or one.polarity is not other.polarity or one.key == other.key:
        return False
    if not {*anchors(one)} & {*anchors(other)}:
        return False
    first, second = wording(one), wording(other)
    if first.facts != second.facts:
        return False
    if not (first.bound <= second.words and second.bound <= first.words and _one_holds_the_other(first, second)):
        return False
    return _overlap(first, second) >= OVERLAP or near(scope, *sorted((one.statement, other.statement)))


def _one_holds_the_other(one: Wording, other: Wording) -> bool:
    return one.core <= other.words or other.core <= one.words


def _overlap(one: Wording, other: Wording) -> float:
    cores = len(one.core & other.core) / len(one.core | other.core)
    return max(cores, len(one.words & other.words) / len(one.words | other.words))


def rejections(scope: Scope, claim: Claim, stones: Sequence[Tombstone], near: Near) -> list[Evidence]:
    """Return the denials of what a claim resembles or what covers it. A safety rule that a person set is not unsaid in
    other words.
    """
    if claim.lane is Lane.SAFETY:
        return []
    return [each.denial for each in stones if reaches(each.claim, claim) or resembles(scope, claim, each.claim, near)]


def reaches(stone: Claim, claim: Claim) -> bool:
    """Whether what a stone stands for is about a claim under another key: its key was ended, or unclear words tell of a
    change.
    """
    return unsettles(stone, claim) or covers(stone, claim) or names_again(stone, claim) or is_out_of_use(stone, claim)


def ends_a_key(claim: Claim) -> bool:
    """Whether a claim says that there is nothing of the kind any longer: "the service has no port any more"."""
    return claim.polarity is Polarity.DENY and claim.value.kind is ValueKind.NONE


def covers(end: Claim, claim: Claim) -> bool:
    """Whether the end of a key reaches a claim under a narrower one: what is forgotten is forgotten in staging too, and
    so is what was said in more words of the same slot of the same thing.
    """
    if not ends_a_key(end) or claim.polarity is not Polarity.AFFIRM or end.key == claim.key:
        return False
    if end.key == replace(claim.key, qualifier=""):
        return True
    if end.key.qualifier or end.key.attribute != claim.key.attribute:
        return False
    said, held = roots(end.key.subject), roots(claim.key.subject)
    return len(said) > 1 and said[:1] == held[:1] and {*said} <= {*held}


def names_again(stone: Claim, claim: Claim) -> bool:
    """Whether a claim under another key names the very value that was taken back, of the same thing: "call billing on
    port 28435" once billing has that port no longer.
    """
    if stone.polarity is not Polarity.AFFIRM or claim.polarity is not Polarity.AFFIRM or is_unclear(stone):
        return False
    if stone.key == claim.key or not is_peculiar(stone.value):
        return False
    thing, _ = thing_of(stone.key.subject)
    said = f"{claim.key.subject} {claim.value.text} {claim.statement}"
    return names(said, stone.value) and thing in roots(said)


def is_out_of_use(stone: Claim, claim: Claim) -> bool:
    """Whether a claim puts to some use what is used no longer: "use Jira for tickets" once nobody uses Jira."""
    return (
        stone.polarity is claim.polarity is Polarity.AFFIRM
        and (stone.key.attribute, stone.key.qualifier) == (USE, "")
        and claim.standing is Standing.CONVENTION
        and claim.key.attribute == "is"
        and bool(claim.value.text)
        and claim.value.text.lower() == stone.key.subject
    )


@lru_cache(maxsize=4096)
def twin_anchor(claim: Claim) -> str:
    """Return what twins share and others do not; empty for a claim that says nothing in words of its own."""
    said = wording(claim)
    if not said.said:
        return ""
    ends = claim.valid_until.isoformat() if claim.valid_until else ""
    kind = (claim.skeleton.value, claim.polarity.value, claim.lane.value, claim.standing.value, claim.module, ends)
    return short_id("twin", *kind, *sorted(said.facts), "", *said.said)


def anchors(claim: Claim) -> tuple[str, ...]:
    """Return the words that a claim is found by: those of its subject and value, which never change, or of its
    qualifier where these have none; of a document, those of its topic and statement too.
    """
    texts = [claim.key.subject, claim.value.text]
    if not any(map(roots, texts)):
        texts.append(claim.key.qualifier)
    if claim.value.kind is ValueKind.NONE:
        texts += sorted(marks(claim.statement))
    if claim.skeleton is Skeleton.DOCUMENT:
        texts += [claim.module, claim.statement]
    found = dict.fromkeys(word for text in texts for word in roots(text))
    kinds = (Skeleton.CODING, Skeleton.ASSISTANT) if is_unclear(claim) or ends_a_key(claim) else (claim.skeleton,)
    return tuple(f"{kind.value} {word}" for kind in kinds for word in list(found)[:MOST_ANCHORS])


def listings(scope: Scope, claim: Claim) -> list[Kin]:
    """Return every entry under which a note is found."""
    names = [*anchors(claim), *([twin_anchor(claim)] if twin_anchor(claim) else [])]
    return [Kin(scope, name, claim.group_id(), claim) for name in names]
