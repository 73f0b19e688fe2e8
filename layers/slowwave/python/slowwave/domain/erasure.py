"""Erasure: whose words go, what stands on them, and what becomes of the rest. Everything derived names the records it
stands on, so that what an erasure takes along is a function of what is stored, and nothing has to be remembered.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final
from unicodedata import category, normalize

from slowwave.domain.acts import Act
from slowwave.domain.hashing import ID_HEX_DIGITS
from slowwave.domain.naming import Naming
from slowwave.domain.notes import Note, Observation
from slowwave.domain.openings import Opening
from slowwave.domain.pages import Page
from slowwave.domain.records import Record
from slowwave.domain.runs import Revision, Run
from slowwave.domain.twins import Tombstone
from slowwave.domain.windows import LOOK_BACK
from slowwave.domain.working_set import SessionFiles
from slowwave.errors import InvalidInput

LEAST_MATCH: Final = 4
"""Characters that a text to match must have: a shorter one stands in nearly everything."""

NAME_KEYS: Final = frozenset(
    {"actor", "author", "email", "from", "name", "sender", "speaker", "user", "username"},
)
"""Keys of a record's metadata, in whatever case, that usually hold who said it."""

IDS: Final = re.compile(rf"\b[a-z]+-[0-9a-f]{{{ID_HEX_DIGITS}}}\b")
"""What ids look like, wherever they are written."""


class By(StrEnum):
    """What a person names to say whose words go."""

    SESSION = "session"
    ACTOR = "actor"
    RECORD = "record"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose words go.

    Attributes:
        names: sessions, an actor (a role, or a name under one of `NAME_KEYS`), record ids, or a text.

    Raises:
        InvalidInput: a name is empty, or a text is too short.
    """

    by: By
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.names or not all(each.strip() for each in self.names):
            raise InvalidInput(f"--{self.by} needs a name; nothing was erased")
        if self.by is By.MATCH and min(len(folded(each).strip()) for each in self.names) < LEAST_MATCH:
            raise InvalidInput(f"the text to match must have at least {LEAST_MATCH} characters; nothing was erased")

    def matches(self, record: Record) -> bool:
        """Whether a record goes."""
        return _MATCHES[self.by](record, self.names)


_QUOTES: Final = str.maketrans("‘’‚‛“”„‟", "'" * 4 + '"' * 4)
_WRITTEN_SPACE: Final = re.compile(r"\\+[nrt]")
_WRITTEN_UNSEEN: Final = re.compile(r"\\+u(?:00ad|200[b-f]|202[a-e]|206[0-9a-f]|feff)", re.IGNORECASE)
"""White space, and characters that nobody sees, as JSON writes them."""


def folded(text: str) -> str:
    """Return a text as it is compared: without compatibility forms, case, unseen characters and kinds of quotes, any
    white space being one space, escaped in JSON or not.
    """
    plain = normalize("NFKC", normalize("NFKC", text).casefold()).translate(_QUOTES)
    plain = _WRITTEN_UNSEEN.sub("", _WRITTEN_SPACE.sub(" ", plain))
    return " ".join("".join(each for each in plain if category(each) != "Cf").split())


def words_of(record: Record) -> Iterator[str]:
    """Yield every text of a record."""
    yield from (record.text, record.session, record.source_id or "")
    yield from (text for entry in record.metadata.items() for text in entry)
    yield from (text for each in record.attachments for text in (each.media_type, each.location))
    if record.tool:
        for each in fields(record.tool):
            value = getattr(record.tool, each.name)
            yield from value if isinstance(value, tuple) else (value,)


def holds(texts: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether one of the texts holds one of the wanted ones, compared as `folded`."""
    parts = [folded(each) for each in wanted]
    return any(part in whole for whole in map(folded, texts) for part in parts)


def _said_by(record: Record) -> Iterator[str]:
    """Yield the role and the names of who said a record, as they are compared."""
    yield record.actor.value
    yield from (folded(name.strip()) for key, name in record.metadata.items() if folded(key) in NAME_KEYS)


_MATCHES: Final[Mapping[By, Callable[[Record, tuple[str, ...]], bool]]] = {
    By.SESSION: lambda record, names: record.session in names,
    By.ACTOR: lambda record, names: not {folded(each.strip()) for each in names}.isdisjoint(_said_by(record)),
    By.RECORD: lambda record, names: record.id in names,
    By.MATCH: lambda record, names: holds(words_of(record), names),
}


def words_made(item: Observation | Page | Naming) -> Iterator[str]:
    """Yield what memory says in its own words on the strength of records: a person may know nothing but these."""
    if isinstance(item, Page):
        yield from (item.title, item.text)
        return
    claim = item.claim
    yield from (claim.statement, claim.value.text, claim.trigger, claim.approach, claim.counterexample)


def read_after(records: Iterable[Record], erased: frozenset[str]) -> frozenset[str]:
    """Return the records that were read with an erased one before them: their words may have taken a meaning from it,
    so what they yielded goes, and they are read again.
    """
    sessions: defaultdict[str, dict[str, Record]] = defaultdict(dict)
    for record in records:
        sessions[record.session][record.id] = record
    found: set[str] = set()
    for session in sessions.values():
        ordered = [record.id for record in sorted(session.values(), key=lambda record: record.order)]
        for place, record_id in enumerate(ordered):
            if record_id in erased:
                found.update(ordered[place + 1 : place + 1 + LOOK_BACK])
    return frozenset(found - erased)


def stands_on(item: Any) -> frozenset[str]:
    """Return the ids of the records that a derived item names; none for what is found by its note."""
    lineage = _LINEAGE.get(type(item))
    return frozenset(lineage(item)) if lineage else frozenset()


def _of_note(note: Note) -> Iterator[str]:
    for evidence in (note.earliest, note.latest, note.confirmed):
        if evidence:
            yield from (span.record_id for span, _ in evidence.cited())


_LINEAGE: Final[Mapping[type, Callable[[Any], Iterable[str]]]] = {
    Observation: lambda item: (span.record_id for span, _ in item.evidence.cited()),
    Act: lambda item: (item.record_id,),
    Note: _of_note,
    Page: lambda item: (span.record_id for each in item.evidence for span, _ in each.cited()),
    Tombstone: lambda item: (span.record_id for span, _ in item.denial.cited()),
    Naming: lambda item: (span.record_id for span, _ in item.said.cited()),
    Opening: lambda item: (item.record_id,),
    SessionFiles: lambda item: (each.record_id for each in item.touches),
    Revision: lambda item: item.evidence,
    Run: lambda item: (*item.consumed, *(item.probed.lost if item.probed else ())),
}
"""The records that each kind of derived item names."""


def ids_in(text: str) -> frozenset[str]:
    """Return everything in a text that is written as ids are."""
    return frozenset(IDS.findall(text))
