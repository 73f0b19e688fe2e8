"""What a revision commits to, and how it is erased: the chain covers a salted commitment in place of the hash of the
content, so that what a person may ask to forget can be taken out of a revision while the chain still verifies. With
its salt gone a commitment says nothing: not even who guesses the content can confirm the guess.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from slowwave.domain.hashing import canonical_json
from slowwave.domain.runs import UNSALTED, Revision

SALT_BYTES = 16
"""128 random bits a revision, kept beside it and outside of the chain."""


def commitment(salt: str, content_hash: str, evidence: Iterable[str]) -> str:
    """Return the HMAC-SHA256 under a salt (in hex) over the hash of an item's content and its evidence's record ids."""
    return hmac.new(bytes.fromhex(salt), canonical_json([content_hash, list(evidence)]), sha256).hexdigest()


def committed(revision: Revision, salt: str) -> Revision:
    """Return a new revision with its commitment under a salt."""
    return replace(revision, salt=salt, commitment=commitment(salt, revision.content_hash, revision.evidence))


def holds(revision: Revision) -> bool:
    """Whether the content hash and the evidence beside a revision are those it was written with. Without a salt there
    may be none; before there were commitments the chain alone decides.
    """
    if revision.schema == UNSALTED:
        return True
    if not revision.salt:
        return not (revision.content_hash or revision.evidence)
    try:
        expected = commitment(revision.salt, revision.content_hash, revision.evidence)
    except ValueError:  # the salt is no hex any more
        return False
    return hmac.compare_digest(expected, revision.commitment)


def erase(revision: Revision) -> Revision:
    """Return the revision without salt, content hash and evidence, in the same place of the same chain.

    One of before there were commitments keeps its hash, which covers what was erased: its place still verifies, what
    else it says does not any more.
    """
    kept = revision.hash if revision.schema == UNSALTED else revision.commitment
    return replace(revision, salt="", content_hash="", evidence=(), commitment=kept)
