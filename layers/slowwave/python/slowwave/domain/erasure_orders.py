"""What a person asks of an erasure, and what they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slowwave.domain.erasure import By, Subject
from slowwave.domain.erasure_plan import Plan
from slowwave.domain.erasures import Erasure, receipt
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asks for.

    Attributes:
        subject: whose words go; None to go on with an erasure that was confirmed before.
        confirmed: the hash of the plan to carry out; empty to see it.
        owner: the execution that carries it out, by a name that no other has.
    """

    scope: Scope
    subject: Subject | None
    confirmed: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A plan that waits for its confirmation, or the account of an erasure that is done."""

    plan: Plan | None = None
    erasure: Erasure | None = None

    @property
    def id(self) -> str:
        """The hash of the plan."""
        return self.erasure.id if self.erasure else self.plan.hash if self.plan else ""

    def to_message(self) -> dict[str, Any]:
        """Return the plan or the receipt as JSON."""
        if self.erasure:
            return receipt(self.erasure)
        return self.plan.to_message() if self.plan else {}


def order_of(message: Mapping[str, Any], *, owner: str) -> Order:
    """Read an order: `{"tenant", "agent", "by", "names", "confirm"}`, the last for the plan of that hash.

    Raises:
        InvalidInput: it is malformed; nothing was erased.
    """
    try:
        tenant, agent = message["tenant"], message["agent"]
        if not (isinstance(tenant, str) and isinstance(agent, str)):
            raise TypeError("tenant and agent must be texts")
        scope = Scope(tenant, agent)
        given = message.get("names", ())
        if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
            raise TypeError("names must be a list of texts")
        names = tuple(given)
        subject = Subject(By(message["by"]), names) if "by" in message else None
    except (KeyError, ValueError, TypeError) as error:
        raise InvalidInput(f"the order of an erasure cannot be read: {error!r}; nothing was erased") from error
    if subject is None and not message.get("confirm"):
        raise InvalidInput("say whose words go, in by and names; nothing was erased")
    return Order(scope, subject, str(message.get("confirm", "")), owner)
