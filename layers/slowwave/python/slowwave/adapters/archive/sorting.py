"""Items by table and key, sorted on the disk: a scope may be larger than memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sorted:
    """Lines by (scope, table, partition, sort key), in a file without a name."""

    rows: sqlite3.Connection

    def add(self, scope: str, table: str, pk: str, sk: str, line: str) -> None:
        """Add a line.

        Raises:
            ValueError: there is one under the same key.
        """
        try:
            self.rows.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (scope, table, pk, sk, line))
        except sqlite3.IntegrityError as error:
            raise ValueError(f"the item {sk!r} of {pk!r} is there twice") from error

    def get(self, scope: str, table: str, pk: str, sk: str) -> str | None:
        """Return the line under a key, or None."""
        found = self.rows.execute(
            "SELECT line FROM lines WHERE scope = ? AND name = ? AND pk = ? AND sk = ?", (scope, table, pk, sk)
        ).fetchone()
        return str(found[0]) if found else None

    def under(self, scope: str, table: str, pk: str, *, starts: str, after: str, limit: int) -> list[str]:
        """Return the next lines of a partition: those whose sort key starts so and lies after another, in order."""
        found = self.rows.execute(
            "SELECT line FROM lines WHERE scope = ? AND name = ? AND pk = ? AND sk >= ? AND sk > ?"
            " AND substr(sk, 1, ?) = ? ORDER BY sk LIMIT ?",
            (scope, table, pk, starts, after, len(starts), starts, limit),
        )
        return [str(line) for (line,) in found]

    def lines(self, scope: str, table: str) -> Iterator[str]:
        """Iterate over the lines of a table in order of their keys."""
        query = "SELECT line FROM lines WHERE scope = ? AND name = ? ORDER BY pk, sk"
        for (line,) in self.rows.execute(query, (scope, table)):
            yield str(line)


@contextmanager
def sorting() -> Iterator[Sorted]:
    """Open an empty one until the block ends."""
    rows = sqlite3.connect("")
    try:
        rows.execute(
            "CREATE TABLE lines (scope TEXT, name TEXT, pk TEXT, sk TEXT, line TEXT, PRIMARY KEY (scope, name, pk, sk))"
            " WITHOUT ROWID"
        )
        yield Sorted(rows)
    finally:
        rows.close()
