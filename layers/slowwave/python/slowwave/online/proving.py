"""Prove: go through everything that is kept, and say where anything is that a receipt says was erased."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slowwave.domain.erasure import By, Subject, folded, ids_in
from slowwave.domain.hashing import ID_HEX_DIGITS
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.ports.erasing import Eraser, Place

CAUSES: Final = re.compile(rf'"cause\\*": ?\\*"r-[0-9a-f]{{{ID_HEX_DIGITS}}}\b')
"""How a revision, in JSON or in JSON in JSON, names the act that made it: the chain covers this id, and keeps it."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt says was erased.

    Attributes:
        records: their keyed hashes.
    """

    id: str
    scope: Scope
    records: frozenset[str]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a search came to.

    Attributes:
        places: how many were looked at; `left`: where something was found.
    """

    places: int
    left: tuple[str, ...]


def read_receipt(text: str) -> Receipt:
    """Read a receipt back.

    Raises:
        InvalidInput: it is none.
    """
    try:
        data: Mapping[str, Any] = json.loads(text)
        scope = Scope(data["tenant"], data["agent"])
        return Receipt(str(data["receipt"]), scope, frozenset(map(str, data["records"])))
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput("this is no receipt of an erasure; give the file that slowwave erase saved") from error


def prove(receipt: Receipt, texts: Sequence[str], *, places: Iterable[Place], eraser: Eraser) -> Proof:
    """Look for the records of a receipt, and for texts, in every place.

    Args:
        texts: what must be nowhere either; the receipt does not hold it.

    Raises:
        InvalidInput: nothing of the scope was ever erased here, or a text is too short.
    """
    if not eraser.blinded(receipt.scope, [receipt.id]):
        raise InvalidInput(f"nothing of agent {receipt.scope.agent!r} was erased here; name the home of the receipt")
    wanted = [form for text in (Subject(By.MATCH, tuple(texts)).names if texts else ()) for form in _forms(text)]
    seen: dict[str, frozenset[str]] = {}
    left: set[str] = set()
    for place in places:
        seen[place.where] = seen.get(place.where, frozenset()) | ids_in(CAUSES.sub("", place.text))
        text = folded(place.text) if wanted else ""
        left.update([place.where] if any(form in text for form in wanted) else [])
    blinded = eraser.blinded(receipt.scope, frozenset[str]().union(*seen.values()))
    erased = {each for each, name in blinded.items() if name in receipt.records}
    left |= {where for where, ids in seen.items() if ids & erased}
    return Proof(len(seen), tuple(sorted(left)))


def _forms(text: str) -> Iterator[str]:
    """The text as it is compared, and as it is written in JSON, and in JSON in JSON."""
    for _ in range(3):
        yield folded(text)
        text = json.dumps(text, ensure_ascii=False)[1:-1]
