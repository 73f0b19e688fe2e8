"""Ordinary work between what matters: hand-written blocks that sessions name, so that a history is longer than a window
and the words of a task stand in more turns than the one that answers it. No task needs anything they say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from slowwave.domain.claims import Skeleton


@cache
def blocks() -> Mapping[str, list[Any]]:
    """Return every block by name, its events as the files have them."""
    folder = files("slowwave.evaluation") / "tasks" / "chatter"
    return {
        name: block
        for skeleton in Skeleton
        for name, block in yaml.safe_load((folder / f"{skeleton}.yaml").read_text("utf-8")).items()
    }
