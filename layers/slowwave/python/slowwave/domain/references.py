"""Which document pages belong together: a page whose text names the topic of another refers to it, and is referred to
by it. A function of the two pages alone, so that references never depend on the order in which pages came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from slowwave.domain.claims import Claim, Skeleton
from slowwave.domain.pages import DocumentBody, Page, PageState
from slowwave.domain.wording import roots

MOST_TOPIC_WORDS: Final = 5
"""A longer topic is a sentence, and no other page names it."""


def related(one: Page, other: Page) -> bool:
    """Whether two active document pages of different topics refer to each other."""
    topics = [_topic(each) for each in (one, other)]
    living = one.state is other.state is PageState.ACTIVE
    if one.id == other.id or not living or not all(topics) or topics[0] == topics[1]:
        return False
    return names(other.text, topics[0]) or names(one.text, topics[1])


def may_be_related(one: Claim, other: Claim) -> bool:
    """Whether the pages of two claims may refer to each other: what is worth a look."""
    topics = [tuple(roots(each.module or each.key.subject)) for each in (one, other)]
    return names(other.statement, topics[0]) or names(one.statement, topics[1])


def names(text: str, topic: Sequence[str]) -> bool:
    """Whether a text has the words of a topic, one after the other."""
    words, size = roots(text), len(topic)
    if not 0 < size <= MOST_TOPIC_WORDS:
        return False
    return any(tuple(words[at : at + size]) == tuple(topic) for at in range(len(words) - size + 1))


def refers_to(page: Page) -> tuple[str, ...]:
    """Return the ids of the pages that a page refers to; none unless it is a document's."""
    return page.body.references if isinstance(page.body, DocumentBody) else ()


def referring(page: Page, to: Iterable[str]) -> Page:
    """Return the page with these references; a page of another skeleton has none."""
    if not isinstance(page.body, DocumentBody):
        return page
    return replace(page, body=replace(page.body, references=tuple(sorted({*to}))))


def _topic(page: Page) -> tuple[str, ...]:
    is_document = page.skeleton is Skeleton.DOCUMENT and isinstance(page.body, DocumentBody)
    return tuple(roots(page.body.topic)) if is_document and isinstance(page.body, DocumentBody) else ()
