"""The retrieval baselines that a memory has to pass: how they rank texts for a question, and how a ranking fills a
budget. Rankings are lists of positions, best first; it must not know where the texts come from.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import snowballstemmer

from slowwave.adapters.tokens import BpeTokenizer
from slowwave.ports.models import Embedder

Ranking: TypeAlias = list[int]
Matrix: TypeAlias = npt.NDArray[np.float32]
"""One unit vector a row, or one unit vector."""
Count: TypeAlias = Callable[[str], int]

K1, B = 1.2, 0.75
"""Saturation and length normalization of BM25 (Robertson and Zaragoza 2009)."""
RRF_K = 60
"""Smoothing of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
FUSION_DEPTH = 200
"""How far down each ranking the fusion looks."""
LEAST_LEFT = 8
"""Tokens: a budget with less left is full."""
TOKENIZER = "cl100k_base"

STOP_WORDS = frozenset(
    "a an the and or of to in on at for with is are was were be been am i you he she it we they his her its their my "
    "your our me him them this that these those do does did has have had what when where which who whom how why would "
    "could should will can as by from about into than then so if not no".split()
)

_WORD = re.compile(r"[a-z0-9]+")


def terms(text: str) -> list[str]:
    """Return the Porter stems of the words of a text, without stop words."""
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]


class Bm25:
    """Okapi BM25 over texts that may be added one at a time, each at the position after the last."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._postings: dict[str, tuple[list[int], list[int]]] = {}
        self._lengths: list[int] = []
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Append one text."""
        words = Counter(terms(text))
        for word, times in words.items():
            places, counts = self._postings.setdefault(word, ([], []))
            places.append(len(self._lengths))
            counts.append(times)
        self._lengths.append(max(1, words.total()))

    def scores(self, query: str) -> npt.NDArray[np.float64]:
        """Return one score for each text: Σ idf(t) · tf·(k₁+1) / (tf + k₁·(1 - b + b·length/mean length)), with
        idf = ln(1 + (N - n + ½)/(n + ½)), over the terms of the query as often as it has them.
        """
        lengths = np.array(self._lengths, dtype=np.float64)
        scores = np.zeros(len(lengths))
        norm = K1 * (1 - B + B * lengths / lengths.mean()) if len(lengths) else lengths
        for word, times in Counter(terms(query)).items():
            if word not in self._postings:
                continue
            places = np.array(self._postings[word][0])
            tf = np.array(self._postings[word][1], dtype=np.float64)
            idf = math.log(1 + (len(lengths) - len(places) + 0.5) / (len(places) + 0.5))
            scores[places] += times * idf * tf * (K1 + 1) / (tf + norm[places])
        return scores


def by_score(scores: npt.NDArray[np.floating]) -> Ranking:
    """Return all positions, best score first; ties keep their order."""
    ranking: Ranking = np.argsort(-scores, kind="stable").tolist()
    return ranking


def last(size: int) -> Ranking:
    """Return all positions, newest first: what a plain window over the last turns shows."""
    return list(range(size - 1, -1, -1))


def embedded(texts: Sequence[str], embedder: Embedder) -> Matrix:
    """Return one unit vector a text; stack them where texts are added one at a time."""
    return np.array(embedder.embed(texts), dtype=np.float32).reshape(len(texts), embedder.dimensions)


def dense(vectors: Matrix, question: Matrix) -> Ranking:
    """Rank by the cosine of the texts' vectors to the question's."""
    return by_score(vectors @ question)


def fused(*rankings: Sequence[int], depth: int = FUSION_DEPTH) -> Ranking:
    """Return the reciprocal rank fusion of the first `depth` places of each ranking; ties keep the order of the first
    ranking that has them.

    A hybrid is BM25 fused with dense; a hybrid with windows is that with the same two over `windows`.
    """
    scores: dict[int, float] = {}
    for ranking in rankings:
        for place, position in enumerate(ranking[:depth], 1):
            scores[position] = scores.get(position, 0.0) + 1 / (RRF_K + place)
    return sorted(scores, key=lambda position: -scores[position])


def windows(texts: Sequence[str], sessions: Sequence[Hashable]) -> list[str]:
    """Return each text with its neighbours of the same session, one to a line."""

    def near(position: int) -> str:
        around = range(max(0, position - 1), min(len(texts), position + 2))
        return "\n".join(texts[each] for each in around if sessions[each] == sessions[position])

    return [near(position) for position in range(len(texts))]


def newest_first(ranking: Sequence[int], top: int) -> Ranking:
    """Return the best `top` of a ranking, the newest of them first: what "the newest wins" makes of a retrieval."""
    return sorted(ranking[:top], reverse=True)


def fill(items: Sequence[str], budget: int, count: Count) -> list[int]:
    """Walk texts in rank order, take each that still fits, and return the places taken.

    Args:
        items: texts as they are rendered; each costs its tokens and one more for its line break.
        budget: tokens of all that is taken.
    """
    taken: list[int] = []
    left = budget
    for place, text in enumerate(items):
        cost = count(text) + 1
        if cost <= left:
            taken.append(place)
            left -= cost
        if left < LEAST_LEFT:
            break
    return taken


@cache
def counter() -> Count:
    """Return the token count that every arm is measured by, which keeps what it has counted."""
    return cache(BpeTokenizer(TOKENIZER).count)


@cache
def _stem(word: str) -> str:
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("porter")
