"""Pages in DynamoDB, one table a skeleton; the body's fields are attributes, the rest is content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from slowwave.adapters.aws import codec, keys
from slowwave.adapters.aws.errors import translated
from slowwave.adapters.aws.reading import fetch_in_order, find_anywhere
from slowwave.adapters.aws.upgrades import value
from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Skeleton
from slowwave.domain.pages import BODY_OF, Page, PageState

if TYPE_CHECKING:
    from slowwave.adapters.aws.models import PageRow
    from slowwave.adapters.aws.tables import Tables
    from slowwave.domain.scope import Scope


class DynamoPageStore:
    """`PageStore` over the three page tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def get(self, scope: Scope, page_id: str) -> Versioned[Page] | None:
        row = find_anywhere(self._tables.pages.values(), keys.pages_part(scope), page_id)
        if row is None:
            return None
        return _page(row, next(skeleton for skeleton, model in self._tables.pages.items() if isinstance(row, model)))

    def top(self, scope: Scope, skeleton: Skeleton, *, limit: int) -> Sequence[Versioned[Page]]:
        model = self._tables.pages[skeleton]
        rows = model.query(keys.part(scope, "ranked"), index_name="ranked", scan_index_forward=False, page_size=limit)
        found = fetch_in_order(model, rows, size=limit)
        return list(islice((_page(row, skeleton) for row in found if row.state == PageState.ACTIVE.value), limit))

    def all(self, scope: Scope, skeleton: Skeleton, *, state: PageState | None = None) -> Iterable[Versioned[Page]]:
        with translated():
            for row in self._tables.pages[skeleton].query(keys.pages_part(scope), consistent_read=True):
                if state is None or row.state == state.value:
                    yield _page(row, skeleton)


def _page(row: PageRow, skeleton: Skeleton) -> Versioned[Page]:
    return Versioned(value(Page, content_of(row, skeleton), row.schema), int(row.version))


def content_of(row: PageRow, skeleton: Skeleton) -> dict[str, Any]:
    """Return a page as its revision committed to it: the content with the body, whose fields are attributes.

    Raises:
        Corrupt: the content is no JSON.
    """
    found = {each.name: getattr(row, each.name) for each in fields(BODY_OF[skeleton])}
    body = {name: each for name, each in found.items() if each is not None}
    return {**codec.parse(Page, row.content), "body": body}
