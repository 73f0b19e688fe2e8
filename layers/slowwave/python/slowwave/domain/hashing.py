"""Canonical JSON and the hashes made from it, so that equal values have equal ids on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any

ID_HEX_DIGITS = 24
"""96 bits: under 10⁻⁹ collision probability at 10⁹ items of one scope."""


def canonical_json(value: Any) -> bytes:
    """Encode `value` with sorted keys, no spaces and UTF-8, so that equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def sha256_hex(data: bytes | str) -> str:
    """Return the full lower-case SHA-256 of bytes, or of a string's UTF-8."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def short_id(prefix: str, *parts: Any) -> str:
    """Return `prefix-` and 24 hex digits of the hash over the parts, which cannot run into each other."""
    return f"{prefix}-{sha256_hex(canonical_json(list(parts)))[:ID_HEX_DIGITS]}"
