"""Whose word a set shows where a person and a document speak of the same thing. They stand in different tables, so no
claim of theirs competes; yet authority outranks time: a document's line gives way to what a person said directly under
the same key, however new the document. Its page stays as it is, for the document still says so, and its line comes back
when the person's word goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from slowwave.domain.claims import Confirmation, Skeleton, Standing
from slowwave.domain.conflict import agree
from slowwave.domain.distillation import TITLE_LENGTH
from slowwave.domain.injection import LeftOut
from slowwave.domain.pages import Page

OVERRULED = "a person says otherwise of the same thing"


def overruled(pages: Iterable[Page]) -> tuple[LeftOut, ...]:
    """Return the document pages that contradict a more trusted page of a person under the same key, in id order."""
    known = [*pages]
    said = defaultdict(list)
    for page in known:
        if page.skeleton is not Skeleton.DOCUMENT and _is_a_persons_word(page):
            said[page.title].append(page)
    out = (each.id for each in known if each.skeleton is Skeleton.DOCUMENT and _gives_way(each, said[each.title]))
    return tuple(LeftOut(page_id, OVERRULED) for page_id in sorted(out))


def _is_a_persons_word(page: Page) -> bool:
    return page.confirmation is Confirmation.EXPLICIT and page.standing is not Standing.ASSUMPTION


def _gives_way(page: Page, said: Iterable[Page]) -> bool:
    """Whether one of these outranks the page and cannot be true beside it. A title is the claim key as people read it,
    and one that was cut names no key.
    """
    if len(page.title) >= TITLE_LENGTH:
        return False
    return any(each.trust > page.trust and not agree(each, page) for each in said)
