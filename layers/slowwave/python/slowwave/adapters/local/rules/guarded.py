"""What a prohibition guards: paths, environments, branches and data that nobody is to touch, change or give away."""

from __future__ import annotations

import re

from slowwave.domain.keys import ENVIRONMENTS, is_path

_TOUCHES = re.compile(
    r"^(?:touch|modify|delete|remove|edit|change|overwrite|push|commit|deploy|share|write to|release|merge)(?:ing)?\b",
    re.IGNORECASE,
)
_THING = re.compile(
    rf"\b(?:{'|'.join(ENVIRONMENTS)})\b|"
    r"\b(?:[\w./-]+ )(?:folder|directory|branch(?:es)?|databases?|db|data|dataset|records|schema|backups?|environment|"
    r"cluster)\b|\b(?:customer|client|user|member|patient|employee|mailing) (?:list|names|details|addresses|emails)\b|"
    r"\b(?:to|into|from) (?:the )?(?:main|master|trunk)\b",
    re.IGNORECASE,
)


def guards(words: str) -> bool:
    """Whether words after "don't" or "never" keep somebody's hands off a path, an environment, a branch or data."""
    return _TOUCHES.match(words) is not None and (
        _THING.search(words) is not None or any(is_path(word) or word.endswith("/") for word in words.split()[1:])
    )
