"""Pages of documents refer to each other both ways, whatever came first, and no reference outlives its page."""

from itertools import permutations

import pytest

from slowwave.domain.claims import Skeleton
from slowwave.domain.distillation import distill
from slowwave.domain.pages import Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Kind, Origin, Record
from slowwave.domain.references import names, refers_to
from tests.unit.stages.world import SCOPE, World, said, world

LINES = ["tabs works for indent", "indent works for editor", "json works for log"]


def documents(*lines: str) -> list[Record]:
    return [
        said(line, session=f"document:{line}", minute=n, origin=Origin.FILE, kind=Kind.DOCUMENT)
        for n, line in enumerate(lines)
    ]


def referring(here: World) -> dict[str, set[str]]:
    pages: dict[str, Page] = {page.id: page for page in here.active_pages().values()}
    return {page.text: {pages[each].text for each in refers_to(page)} for page in pages.values()}


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_page_that_names_the_topic_of_another_refers_to_it_and_back(order: tuple[int, ...]) -> None:
    here = world(policy=AgentPolicy(SCOPE, skeletons=tuple(Skeleton)))
    records = documents(*LINES)
    for place in order:
        here.deliver([records[place]])
        here.consolidate()
    assert referring(here) == {LINES[0]: {LINES[1]}, LINES[1]: {LINES[0]}, LINES[2]: set()}


def test_a_page_that_goes_stale_is_referred_to_no_longer() -> None:
    here = world(policy=AgentPolicy(SCOPE, skeletons=tuple(Skeleton)))
    here.deliver(documents(*LINES))
    here.consolidate()
    newer = said("spaces works for indent", session="document:b", day=2, origin=Origin.FILE, kind=Kind.DOCUMENT)
    here.deliver([newer])
    here.consolidate()
    assert referring(here) == {
        "spaces works for indent": {LINES[1]},
        LINES[1]: {"spaces works for indent"},
        LINES[2]: set(),
    }
    stale = [each.item for each in here.shelves.pages.values() if each.item.text == LINES[0]]
    assert [refers_to(page) for page in stale] == [()]


def test_a_topic_is_named_by_its_words_in_their_order() -> None:
    assert names("A read model is a set of projections.", ("read", "model"))
    assert not names("A model that we read.", ("read", "model"))
    assert names("Screens read the streams.", ("stream",))
    assert not names("Anything.", ())


def test_a_page_distilled_again_keeps_its_references_until_they_are_mended() -> None:
    here = world(policy=AgentPolicy(SCOPE, skeletons=tuple(Skeleton)))
    here.deliver(documents(*LINES))
    here.consolidate()
    page = next(page for page in here.active_pages().values() if page.text == LINES[0])
    again = distill(here.shelves.notes[page.note_ids[0]].item, "said again", page)
    assert refers_to(again) == refers_to(page) != ()
