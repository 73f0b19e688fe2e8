"""What an auditor does with a scope's revisions."""

from collections.abc import Iterable

from slowwave.domain.runs import Revision


def verify_chain(revisions: Iterable[Revision], *, sequence: int | None = None, chain: str | None = None) -> list[str]:
    """Return what is wrong with a chain from its start: gaps, edits, reordering; a cut end, when the head is given."""
    problems: list[str] = []
    previous, position = "", 0
    for position, revision in enumerate(revisions, start=1):
        if revision.sequence != position:
            problems.append(f"revision {revision.sequence} stands at position {position}")
        if revision.previous != previous:
            problems.append(f"revision {revision.sequence} does not follow the one before it")
        previous = revision.hash
    if sequence is not None and (position, previous) != (sequence, chain):
        problems.append(f"the chain ends at {position}, the head says {sequence}")
    return problems
