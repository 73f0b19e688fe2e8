"""Port to what models answered: a question is paid for once, and a replay asks none again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from slowwave.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw answer to one question, readable or not: what it is worth is decided by code, whenever it is read.

    Attributes:
        version: of the prompt; `model`: name and version of who answered.
        session: what was asked about; `records`: ids of the records that were shown.
        items: what was proposed, as JSON-ready data.
    """

    version: str
    model: str
    session: str
    records: tuple[str, ...]
    items: tuple[Any, ...]


class ReplyStore(Protocol):
    """Replies of a scope by the hash of (version, model, input); written once."""

    def get(self, scope: Scope, question: str) -> Reply | None:
        """Return the reply to a question, or None.

        Raises:
            Corrupt: its bytes are not what was stored.
        """
        ...

    def put(self, scope: Scope, question: str, reply: Reply) -> Reply:
        """Store a reply unless there is one, and return the one that is stored."""
        ...

    def all(self, scope: Scope) -> Iterable[tuple[str, Reply]]:
        """Iterate over the replies of a scope by question; never on a run's path."""
        ...
