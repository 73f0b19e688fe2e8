"""The files of a home as places to look into for what was erased: past the stores, at the bytes on the disk. What the
journal says to be of another scope is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from slowwave.domain.scope import Scope
from slowwave.ports.erasing import Place


def places(home: Path, scope: Scope) -> Iterator[Place]:
    """Yield every state in the journal, superseded ones too, and every other file."""
    others: set[str] = set()
    own: set[str] = set()
    with (home / "journal.jsonl").open("rb") as journal:
        for number, line in enumerate(journal, 1):
            for state in _states(line):
                is_own = _is_of(state, scope)
                (own if is_own else others).update(each.get("sha256", "") for each in state.get("versions", ()))
                if is_own:
                    yield Place(f"line {number} of the journal", json.dumps(state, ensure_ascii=False))
    for path in sorted(each for each in home.rglob("*") if each.is_file() and each.name != "journal.jsonl"):
        if path.name not in others - own:
            yield Place(f"file {path.relative_to(home)}", path.read_bytes().decode("utf-8", "ignore"))


def _states(line: bytes) -> list[Mapping[str, Any]]:
    """The states of a line; none of a torn one, which the next writer cuts off."""
    try:
        entry = json.loads(line)["entry"]
    except ValueError:
        return []
    return [*entry.get("items", ()), *entry.get("objects", ())]


def _is_of(state: Mapping[str, Any], scope: Scope) -> bool:
    if "table" in state:
        return str(state["key"]["pk"]["S"]).startswith(f"{scope.key}#")
    return f"/{scope.key}/" in f"/{state['key']}"
