"""The isolation unit. Every key, path and query starts with an encoded scope, so no id can reach into another's."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category
from urllib.parse import quote, unquote

from slowwave.errors import InvalidInput

MAX_ID_LENGTH = 128


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """A tenant and one of its agents.

    Ids are any text of 1 to 128 characters without control characters; they are encoded, never joined raw.

    Raises:
        InvalidInput: an id is empty, too long or has control characters.
    """

    tenant: str
    agent: str

    def __post_init__(self) -> None:
        for name, value in (("tenant", self.tenant), ("agent", self.agent)):
            if not value.strip() or len(value) > MAX_ID_LENGTH or any(category(c) in ("Cc", "Cs") for c in value):
                raise InvalidInput(f"{name} {value!r} must be 1 to {MAX_ID_LENGTH} printable characters")

    @property
    def key(self) -> str:
        """The scope as a key prefix: both ids percent-encoded (no `/`, `#` or `.`) and joined with `/`."""
        return f"{encode(self.tenant)}/{encode(self.agent)}"

    @classmethod
    def from_key(cls, key: str) -> Scope:
        """Read back what `key` wrote."""
        tenant, agent = key.split("/")
        return cls(unquote(tenant), unquote(agent))


def encode(text: str) -> str:
    """Percent-encode everything but letters, digits, `_`, `-` and `~`, so the result joins safely with any
    separator.
    """
    return quote(text, safe="").replace(".", "%2E")
