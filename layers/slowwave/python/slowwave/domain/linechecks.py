"""Checks of one line at a time: its size, its words, where they come from, and what must not be in them."""

from __future__ import annotations

from collections.abc import Iterator

from slowwave.domain import grounding
from slowwave.domain.acts import SESSION as ACTS
from slowwave.domain.claims import Lane, Skeleton, Standing
from slowwave.domain.injection import InjectionSet, Layer, Quote, SetItem
from slowwave.domain.intake import words
from slowwave.domain.problems import Found, Grounds, Problem
from slowwave.domain.secrets import BLANK, find_secrets
from slowwave.domain.setchecks import lines
from slowwave.domain.suspicion import suspicions
from slowwave.domain.trust import AUTHORITY

MAX_ITEM_TOKENS = 120
"""A page is short; a longer line is a page that should have been split."""


def page_too_long(candidate: InjectionSet, grounds: Grounds) -> Found:
    """A page of what people confirmed is too long to be one."""
    return (_long(item) for item in lines(candidate) if _is_page(item) and grounds.count(item.text) > MAX_ITEM_TOKENS)


def candidate_too_long(candidate: InjectionSet, grounds: Grounds) -> Found:
    """A note, or a sentence of a document, is too long to be shown."""
    longer = (item for item in lines(candidate) if grounds.count(item.text) > MAX_ITEM_TOKENS)
    return (_long(item) for item in longer if not _is_page(item))


def _is_page(item: SetItem) -> bool:
    return item.layer is Layer.KNOWLEDGE and item.skeleton is not Skeleton.DOCUMENT


def _long(item: SetItem) -> Problem:
    return Problem(item.item_id, f"longer than {MAX_ITEM_TOKENS} tokens")


def beyond_its_origin(candidate: InjectionSet, _: Grounds) -> Found:
    """The words come from an origin that may not support what the line is, and no person confirmed it."""
    for item in lines(candidate):
        if item.quotes and not _may_stand(item):
            yield Problem(item.item_id, f"is a {_rank_of(item)} on words of {item.quotes[0].origin} origin")


def _may_stand(item: SetItem) -> bool:
    """Whether who said it first, among the most trusted, or who confirmed it, may say so."""
    voices = [item.quotes[0], *(quote for quote in item.quotes if quote.session == ACTS and not quote.supports)]
    return any(_lends(quote, item) for quote in voices)


def _lends(quote: Quote, item: SetItem) -> bool:
    authority = AUTHORITY[quote.origin]
    return authority.confirms or (item.lane is Lane.DEFAULT and item.standing in authority.standings)


def _rank_of(item: SetItem) -> str:
    if item.lane is not Lane.DEFAULT:
        return f"{item.lane} rule"
    return "rule" if item.standing is Standing.CONVENTION else item.standing.value


def miscited(candidate: InjectionSet, grounds: Grounds) -> Found:
    """A record that a line cites is gone, or is not what was cited: the raw layer or the item was changed."""
    for item in _fresh(candidate, grounds):
        because = next((why for quote in item.quotes if (why := _wrong_with(quote, grounds))), "")
        if because:
            yield Problem(item.item_id, because)


def _wrong_with(quote: Quote, grounds: Grounds) -> str:
    name = quote.span.record_id
    record = grounds.raw.get(name)
    if record is None:
        return f"cites record {name}, which does not exist"
    if not grounding.check_hash(words(record.text, quote.span), quote.hash):
        return f"cites words that record {name} does not have"
    return "" if quote.supports or record.origin is quote.origin else f"cites record {name} under another origin"


def without_evidence(candidate: InjectionSet, _: Grounds) -> Found:
    """A line cites nothing."""
    return (Problem(item.item_id, "no evidence") for item in lines(candidate) if not item.quotes)


def ungrounded(candidate: InjectionSet, grounds: Grounds) -> Found:
    """The words that a line cites, which are as they were, do not say it."""
    for item in _fresh(candidate, grounds):
        if any(_wrong_with(quote, grounds) for quote in item.quotes):
            continue
        quoted = [words(grounds.raw[quote.span.record_id].text, quote.span) for quote in item.quotes]
        grounded = grounding.check_line(item.text, quoted)
        if not grounded:
            yield Problem(item.item_id, f"is not grounded: {grounded.problem}")


def secret(candidate: InjectionSet, _: Grounds) -> Found:
    """A text of a line holds a secret or an identity number."""
    for item in lines(candidate):
        if any(BLANK in text or find_secrets(text) for text in _texts(item)):
            yield Problem(item.item_id, "contains a secret")


def suspicious(candidate: InjectionSet, _: Grounds) -> Found:
    """A text works on the reader instead of informing it."""
    for item in lines(candidate):
        by_a_person = bool(item.quotes) and AUTHORITY[item.quotes[0].origin].confirms
        found = {kind for text in _texts(item) for kind in suspicions(text, by_a_person=by_a_person)}
        for kind in sorted(found):
            yield Problem(item.item_id, kind.value)


def _fresh(candidate: InjectionSet, grounds: Grounds) -> Iterator[SetItem]:
    return (item for item in lines(candidate) if item.item_id in grounds.fresh)


def _texts(item: SetItem) -> tuple[str, ...]:
    return (item.text, item.directory, item.source, item.value.text)
