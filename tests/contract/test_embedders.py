from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from slowwave.adapters.local.embedding import MiniLm
from slowwave.adapters.local.kept_embeddings import KeptEmbedder
from slowwave.adapters.local.vectors import LocalVectorIndex
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt

SCOPE = Scope("tenant", "agent")
PARAPHRASES = [
    ("We always use uv instead of pip.", "Install packages with uv, not pip."),
    ("The user lives in Berlin.", "Berlin is where the user's home is."),
    ("Never deploy to production on Fridays.", "Production deployments are forbidden on Friday."),
    ("Run the test suite before every commit.", "Before committing, execute all tests."),
    ("She is allergic to peanuts.", "Peanuts make her ill; she has an allergy."),
]


@pytest.fixture(scope="module")
def embedder() -> MiniLm:
    return MiniLm()


def test_vectors_have_length_one_and_the_promised_dimensions(embedder: MiniLm) -> None:
    for vector in embedder.embed(["one text", "", "Grüße, 世界 🌍", "word " * 2_000]):
        assert len(vector) == embedder.dimensions == 384
        assert math.hypot(*vector) == pytest.approx(1, abs=1e-6)


def test_no_texts_give_no_vectors(embedder: MiniLm) -> None:
    assert list(embedder.embed([])) == []


def test_a_vector_does_not_depend_on_the_other_texts_of_the_call(embedder: MiniLm) -> None:
    texts = ["short", "a text of some more words, with numbers 1 2 3", "word " * 300]
    together = embedder.embed(texts)
    assert [embedder.embed([text])[0] for text in texts] == list(together)
    assert list(embedder.embed(texts[::-1]))[::-1] == list(together)


def test_every_text_is_nearest_to_its_paraphrase(embedder: MiniLm) -> None:
    left = np.array(embedder.embed([first for first, _ in PARAPHRASES]))
    right = np.array(embedder.embed([second for _, second in PARAPHRASES]))
    cosines = left @ right.T
    assert cosines.argmax(axis=1).tolist() == list(range(len(PARAPHRASES)))
    assert cosines.diagonal().min() > 0.5
    assert cosines[~np.eye(len(PARAPHRASES), dtype=bool)].max() < 0.5


def test_the_version_names_the_model_and_its_weights(embedder: MiniLm) -> None:
    assert embedder.version == "all-MiniLM-L6-v2-int8@8199be6f699a"


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"other")
    with pytest.raises(Corrupt, match="is not the file that this version was made for"):
        MiniLm(tmp_path / "model.onnx").embed(["text"])


def test_importing_and_constructing_loads_no_model() -> None:
    code = (
        "import sys; from slowwave.adapters.local.embedding import MiniLm; MiniLm().version;"
        "print({'onnxruntime', 'tokenizers', 'numpy'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


class Counting:
    version, dimensions = "counting@1", 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts):  # type: ignore[no-untyped-def]
        self.asked += texts
        return [(0.6, 0.8) for _ in texts]


def test_a_kept_embedding_is_not_asked_for_again_even_by_another_process(tmp_path: Path) -> None:
    model = Counting()
    for _ in range(2):
        kept = KeptEmbedder(model, LocalVectorIndex(tmp_path), SCOPE)
        assert len(kept.embed(["a", "b", "a"])) == 3
    assert model.asked == ["a", "b"]


def test_kept_embeddings_are_exact(tmp_path: Path, embedder: MiniLm) -> None:
    for _ in range(2):
        kept = KeptEmbedder(embedder, LocalVectorIndex(tmp_path), SCOPE)
        assert kept.embed(["a text"]) == embedder.embed(["a text"])


def test_scopes_share_no_kept_embeddings(tmp_path: Path) -> None:
    model = Counting()
    index = LocalVectorIndex(tmp_path)
    KeptEmbedder(model, index, SCOPE).embed(["a"])
    KeptEmbedder(model, index, Scope("tenant", "other")).embed(["a"])
    assert model.asked == ["a", "a"]
