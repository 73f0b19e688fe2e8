"""Whether the register of erased records is whole: it alone keeps what was erased from being stored again, and an
erasure leaves an account and links of the chain that name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowwave.domain.erasures import Erasure, ErasureState
from slowwave.domain.history import ERASURE, Finding, History


@dataclass(frozen=True, slots=True)
class Register:
    """What a scope keeps of its erasures.

    Attributes:
        accounts: of every erasure.
        hashes: keyed, of the records that are refused.
        keyed: whether the key is there that they were made with.
    """

    accounts: tuple[Erasure, ...] = ()
    hashes: frozenset[str] = frozenset()
    keyed: bool = False


def erasure_findings(history: History, register: Register) -> Iterator[Finding]:
    """Hold the register against the accounts of erasures, and these against the chain."""
    named = {each.id for each in register.accounts}
    for cause in sorted(each for each in history.causes if each.startswith(ERASURE)):
        if cause not in named:
            yield Finding(f"the account of erasure {cause!r}", "is missing: the chain says that there was one")
    for each in register.accounts:
        yield from _of_account(each, register)
    if all(each.state is ErasureState.DONE for each in register.accounts):
        known = frozenset[str]().union(*(each.records for each in register.accounts))
        if register.hashes - known:
            yield Finding("the register of erased records", "refuses records that no erasure names: it was added to")


def _of_account(account: Erasure, register: Register) -> Iterable[Finding]:
    if account.state is not ErasureState.DONE:
        return
    if not register.keyed:
        yield Finding("the key of erased records", f"is missing: what erasure {account.id!r} removed could come again")
    missing = len(account.records - register.hashes)
    if missing:
        problem = f"lacks {missing} of erasure {account.id!r}: what was erased could come again"
        yield Finding("the register of erased records", problem)
