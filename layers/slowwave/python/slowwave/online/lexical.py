"""Lexical ranking of a set's own candidates for a task: BM25 over Porter2 stems, exact and without any service."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

import snowballstemmer

K1 = 1.2
B = 0.75
"""Saturation and length normalisation: the usual values of Robertson and Zaragoza, "The Probabilistic Relevance
Framework" (2009)."""

STOP_WORDS = frozenset(
    "a an and are as at be but by can do does for from has have how i if in into is it its me my of on or our should "
    "so that the their them then there these they this to us use was we what when where which who will with "
    "would you your".split()
)

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def stems(text: str) -> list[str]:
    """Return the Porter2 stems of the words of a text, without stop words; identifiers are split at case and
    punctuation.
    """
    words = [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", text))]
    return [_stem(word) for word in words if word not in STOP_WORDS]


def rank(query: str, texts: Sequence[str]) -> list[tuple[int, float]]:
    """Return (position, score) of the texts that share a stem with the query, best first; ties keep their order.

    Score: Σ idf(t) · tf·(k₁+1) / (tf + k₁·(1 - b + b·length/mean length)), with idf = ln(1 + (N - n + ½)/(n + ½)).
    """
    wanted = set(stems(query))
    documents = [Counter(stems(text)) for text in texts]
    if not wanted or not documents:
        return []
    lengths = [sum(document.values()) for document in documents]
    mean = sum(lengths) / len(lengths) or 1.0
    holders = {term: sum(term in document for document in documents) for term in wanted}
    idf = {term: math.log(1 + (len(documents) - n + 0.5) / (n + 0.5)) for term, n in holders.items()}

    def score(position: int) -> float:
        document = documents[position]
        norm = K1 * (1 - B + B * lengths[position] / mean)
        found = sorted(term for term in wanted if term in document)
        return sum(idf[term] * document[term] * (K1 + 1) / (document[term] + norm) for term in found)

    scored = [(position, score(position)) for position in range(len(documents))]
    return sorted((each for each in scored if each[1] > 0), key=lambda each: (-each[1], each[0]))


@cache
def _stem(word: str) -> str:
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
