"""How people type contractions: "it's" with a curly apostrophe, or "its" and "dont" with none."""

from __future__ import annotations

import re

_APOSTROPHE = re.compile(
    r"(?P<set>\[(?:\\.|[^\]\\])*\])|(?P<escaped>\\.)"
    r"|(?:(?<=[:|(])|(?<=\bit)|(?<=that)|(?<=here)|(?<=what)|(?<=\blet)|(?<=\bi)|(?<=\bwe)|(?<=n))"
    r"'\??(?=(?:s|m|ve|t|d)(?![a-z]))"
)


def loosely(source: str) -> str:
    """The source of a regex with the apostrophe of every contraction optional and in either form.

    "'re" and "'ll" stay as they are: "were", "well" and "ill" are other words. So do possessives, and what stands in
    a set.
    """
    return _APOSTROPHE.sub(lambda match: match["set"] or match["escaped"] or "['’]?", source)
