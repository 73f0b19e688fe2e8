"""The rules behind the port of an extraction model, so that their proposals are checked like any model's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from slowwave.adapters.local.rules import VERSION, propose_candidates
from slowwave.domain.windows import Window
from slowwave.prompts.extraction import encode


class RulesModel:
    """`ExtractionModel` without a model: a table of patterns, deterministic and offline."""

    @property
    def version(self) -> str:
        return VERSION

    @property
    def priced(self) -> bool:
        return False

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        return [encode(candidate) for candidate in propose_candidates(window)]
