"""Of which code a figure is: a digest of the package's sources that can change one, and the version of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import slowwave
from slowwave.adapters.local.rules import VERSION
from slowwave.domain.hashing import sha256_hex

MEASURED: Final = frozenset({".py", ".yaml"})
"""Files of the package that a figure may depend on."""
COMMANDS, EXPERIMENTS = "cli", "evaluat"
"""Of the commands only the experiments': no figure is measured through another."""
RULES: Final = VERSION
"""The version of the rules that read text."""


@cache
def code_digest() -> str:
    """Return a hash of the sources that can change a figure, as they are when it is first asked for."""
    root = Path(slowwave.__file__).parent
    return sha256_hex(
        "".join(f"{path.relative_to(root)} {sha256_hex(path.read_bytes())}\n" for path in _sources(root)).encode()
    )


def _sources(root: Path) -> Iterator[Path]:
    for path in sorted(each for each in root.rglob("*") if each.suffix in MEASURED):
        if path.relative_to(root).parts[0] != COMMANDS or path.name.startswith(EXPERIMENTS):
            yield path
