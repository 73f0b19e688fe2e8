"""Whether a process writes only under the lease that it was given: looked at from outside, call by call, whatever
conditions its own transactions carry. That a lease ran out only says that it may be given to another; until it is, who
had it may still write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tests.chaos import store
from tests.chaos.faults import Apply, Call

HEADS: Final = "slowwave-control"
UNFENCED: Final = frozenset({"slowwave-records"})
"""The marks of what was read: set after what was made of it is written, and set again without harm."""


@dataclass
class Watch:
    """One process, as seen at its calls.

    Attributes:
        given: the token of the lease that it was given last, by scope.
        stale: what it wrote after its lease had gone to another.
    """

    given: dict[str, int] = field(default_factory=dict)
    stale: list[str] = field(default_factory=list)

    def through(self, call: Call, apply: Apply) -> Any:
        """Apply a call, and note what it says of leases."""
        written = list(_written(call))
        late = {scope for scope, _ in written if scope in self.given and _token(scope) != self.given[scope]}
        key = call.parameters.get("Key", {})
        lending = _scope(key) if call.operation == "UpdateItem" and key["sk"] == {"S": "head"} else ""
        before = _token(lending) if lending else 0
        answer = apply()
        self.stale += [name for scope, name in written if scope in late]
        if lending and _token(lending) != before:  # another update extends a lease, or gives it back
            self.given[lending] = _token(lending)
        return answer


def _written(call: Call) -> Iterator[tuple[str, str]]:
    """The scope and the name of each item that a transaction writes; who has no lease is not asked for one."""
    for each in call.parameters.get("TransactItems", ()):
        ((kind, action),) = each.items()
        if kind != "ConditionCheck" and action["TableName"] not in UNFENCED:
            key = action.get("Item") or action["Key"]
            yield _scope(key), key["sk"]["S"]


def _scope(key: dict[str, Any]) -> str:
    scope, _, _ = key["pk"]["S"].partition("#")
    return str(scope)


def _token(scope: str) -> int:
    """The token of the lease that was given out last."""
    return int(store.row(HEADS, f"{scope}#head", "head").get("lease_token", 0))
