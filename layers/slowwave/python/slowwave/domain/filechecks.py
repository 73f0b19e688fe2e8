"""Checks of the files that a set names. Names are cleaned as they come in, so only a defect or tampering is found."""

from __future__ import annotations

from collections import Counter

from slowwave.domain.claims import Skeleton
from slowwave.domain.file_names import is_clean
from slowwave.domain.injection import InjectionSet
from slowwave.domain.problems import Found, Grounds, Problem


def files_not_asked_for(candidate: InjectionSet, grounds: Grounds) -> Found:
    """The set names more files than the policy allows, or any for an agent that does not code."""
    allowed = grounds.policy.working_set_files if Skeleton.CODING in grounds.policy.skeletons else 0
    if len(candidate.files) > allowed:
        yield Problem("", f"names {len(candidate.files)} files of {allowed}")


def unfit_file_names(candidate: InjectionSet, _: Grounds) -> Found:
    """A file's name is a secret, private, outside of the project, or listed twice. The reason does not repeat it."""
    times = Counter(file.path for file in candidate.files)
    for place, file in enumerate(candidate.files):
        if not is_clean(file.path) or times[file.path] > 1:
            yield Problem("", f"the name of file {place} may not be shown, or not twice")


def files_without_evidence(candidate: InjectionSet, _: Grounds) -> Found:
    """A file cites no call."""
    for place, file in enumerate(candidate.files):
        if not file.evidence:
            yield Problem("", f"file {place} has no evidence")
