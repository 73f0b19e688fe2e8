"""Port to the reports that closed runs leave: written once, and locked against whoever would change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from slowwave.domain.scope import Scope


class ReportStore(Protocol):
    """Reports of a scope by run id (see `domain.run_reports`)."""

    def put(self, scope: Scope, run_id: str, report: Mapping[str, Any]) -> None:
        """Store a report; when there is one, nothing is written."""
        ...

    def all(self, scope: Scope) -> Iterable[tuple[str, Mapping[str, Any] | None]]:
        """Iterate over every report by run id, None for one that cannot be read; for people, never on a run's path."""
        ...
