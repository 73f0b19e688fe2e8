"""How the gate of a run looks: the probes that the set answered, beside the last set and no memory."""

from __future__ import annotations

from typing import Any

from slowwave.cli.output import count
from slowwave.domain.regression import NO_MEMORY
from slowwave.domain.runs import Run


def gate_summary(report: Run) -> str:
    """Return how the set answered the probes of its scope, beside the last set and no memory."""
    probed = report.probed
    if probed is None:
        return "opened by a person, and not asked"
    if not probed.probes:
        return "no probes yet: nothing is confirmed or was corrected"
    last = "" if probed.last is None else f"last set {probed.last:,}, "
    asked = f"{count(probed.probes, 'probe')}, {probed.right:,} right, {probed.wrong:,} wrong"
    return f"{asked} ({last}no memory {NO_MEMORY})"


def gate_as_dict(report: Run) -> dict[str, Any] | None:
    """Return the same as JSON-ready data; None where it was not asked."""
    probed = report.probed
    if probed is None:
        return None
    scores = {"candidate": probed.right - probed.wrong, "last": probed.last, "none": NO_MEMORY}
    return {"probes": probed.probes, "right": probed.right, "wrong": probed.wrong, **scores, "lost": probed.lost}
