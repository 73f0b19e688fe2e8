"""How sensitive a claim is, decided by code from what it says, and what is kept of a rule that cites a secret: that the
rule exists, without the secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from slowwave.domain.claims import Candidate, Claim, ClaimKey, Lane, Polarity, Sensitivity, Skeleton, Span
from slowwave.domain.secrets import BLANK

_ABOUT_SECRETS = re.compile(
    r"\b(?:passwords?|passphrases?|passcodes?|secrets?|credentials?|tokens?|ssn|social security|iban|card numbers?"
    r"|(?:api|access|private|secret|signing|ssh)[ _-]?keys?)\b",
    re.IGNORECASE,
)
_BLANKED = re.compile(rf"\s*[\"'`(\[]?{BLANK}+[\"'`)\]]?")
_DANGLING = re.compile(r"[\s:=,;–—-]+$")
_LEAST_FRAGMENT = 3
"""Code points of what stands beside a secret; less is punctuation."""


def sensitivity_of(claim: Claim) -> Sensitivity:
    """Classify a claim by its words and by whom it is about."""
    if _ABOUT_SECRETS.search(claim.statement):
        return Sensitivity.SECRET_ADJACENT
    personal = claim.protected or claim.skeleton is Skeleton.ASSISTANT
    return Sensitivity.PERSONAL if personal else Sensitivity.NONE


def texts(claim: Claim) -> tuple[str, ...]:
    """Return every text of a claim that may end up in memory."""
    key = claim.key
    parts = (claim.statement, claim.trigger, claim.approach, claim.counterexample, claim.module, claim.category)
    return (*parts, key.subject, key.attribute, key.qualifier, claim.value.text, claim.value.unit)


def is_obligation(claim: Claim) -> bool:
    """Whether it matters that the rule exists, even when its words cannot be kept."""
    return claim.lane is Lane.SAFETY or claim.category == "constraint" or claim.polarity is Polarity.DENY


def residues(candidate: Candidate, shown: Mapping[str, str]) -> Iterator[Candidate]:
    """Yield the candidate without the secret it cites, once for each part of its words that may assert it, longest
    first; its spans end where the secret starts. Nothing when no word of it is left. It is a data boundary, so it
    enters the safety lane.

    Args:
        shown: the texts of its records with secrets blanked, by record id.
    """
    claim = _without_blanks(candidate.claim)
    own = sorted(_fragments(candidate.span, shown), key=lambda span: (span.start - span.end, span.start))
    others = [part for span in candidate.support for part in _fragments(span, shown)]
    if not claim.statement or not claim.key.subject:
        return
    for primary in own:
        rest = tuple(sorted(part for part in own if part != primary))
        yield replace(candidate, claim=claim, span=primary, support=(*rest, *others), denies=())


def _without_blanks(claim: Claim) -> Claim:
    key = claim.key
    return replace(
        claim,
        statement=_cut(claim.statement),
        trigger=_cut(claim.trigger),
        approach=_cut(claim.approach),
        counterexample=_cut(claim.counterexample),
        module=_cut(claim.module),
        key=ClaimKey(_cut(key.subject), _cut(key.attribute), _cut(key.qualifier)),
        value=replace(claim.value, text=_cut(claim.value.text), unit=_cut(claim.value.unit)),
        lane=Lane.SAFETY,
        sensitivity=Sensitivity.SECRET_ADJACENT,
    )


def _cut(text: str) -> str:
    if BLANK not in text:
        return text
    stop = "." if text.rstrip().endswith(".") else ""
    rest = _DANGLING.sub("", _BLANKED.sub("", text).strip().rstrip("."))
    return rest + stop if rest else ""


def _fragments(span: Span, shown: Mapping[str, str]) -> Iterator[Span]:
    """The parts of a span between secrets, without the spaces around them."""
    words = shown[span.record_id][span.start : span.end]
    for match in re.finditer(f"[^{BLANK}]+", words):
        part = match.group()
        start = span.start + match.start() + len(part) - len(part.lstrip())
        end = start + len(part.strip())
        if end - start >= _LEAST_FRAGMENT:
            yield Span(span.record_id, start, end)
