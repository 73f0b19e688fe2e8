"""Credentials and identity numbers that nobody issued: they look real, and must stay in the raw layer alone."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Callable

_ALNUM = string.ascii_letters + string.digits
_DE = 1314
"""The letters D and E as digits, for the check number of a German bank account."""


def _some(draw: random.Random, letters: str, count: int) -> str:
    return "".join(draw.choices(letters, k=count))


def _jwt(draw: random.Random) -> str:
    def part(text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    claims = part(f'{{"sub":"{draw.randrange(10**9)}","aud":"api"}}')
    header = part('{"alg":"HS256","typ":"JWT"}')
    return f"{header}.{claims}.{_some(draw, _ALNUM, 43)}"


def _luhn(draw: random.Random) -> str:
    digits = [4, *(draw.randrange(10) for _ in range(14))]
    doubled = [
        (digit * 2 - 9 if digit > 4 else digit * 2) if place % 2 == 0 else digit for place, digit in enumerate(digits)
    ]
    return "".join(map(str, digits)) + str(-sum(doubled) % 10)


def _iban(draw: random.Random) -> str:
    account = _some(draw, string.digits, 18)
    return f"DE{98 - int(f'{account}{_DE}00') % 97:02d}{account}"


def _social(draw: random.Random) -> str:
    return f"{draw.randrange(100, 665)}-{draw.randrange(10, 99)}-{draw.randrange(1000, 9999)}"


FORMATS: dict[str, Callable[[random.Random], str]] = {
    "cloud access key": lambda draw: f"AKIA{_some(draw, string.ascii_uppercase + '234567', 16)}",
    "forge token": lambda draw: f"ghp_{_some(draw, _ALNUM, 36)}",
    "chat token": lambda draw: f"xoxb-{draw.randrange(10**11, 10**12)}-{_some(draw, _ALNUM, 24)}",
    "payment key": lambda draw: f"sk_live_{_some(draw, _ALNUM, 24)}",
    "signed token": _jwt,
    "connection string": lambda draw: f"postgres://app:{_some(draw, _ALNUM, 20)}@db.internal/main",
    "private key": lambda draw: (
        f"-----BEGIN PRIVATE KEY-----\n{_some(draw, _ALNUM + '+/', 64)}\n-----END PRIVATE KEY-----"
    ),
    "assigned password": lambda draw: f"password={_some(draw, _ALNUM, 16)}",
    "card number": _luhn,
    "bank account": _iban,
    "social security number": _social,
}
"""How a canary of each format is drawn, as it stands in the text."""


def canary(draw: random.Random, index: int) -> str:
    """Draw one more canary; the formats take turns."""
    formats = tuple(FORMATS.values())
    return formats[index % len(formats)](draw)


def core(secret: str) -> str:
    """The part of a canary that must not be seen, without what surrounds it in its format."""
    if secret.startswith("postgres://"):
        return secret.split("app:")[1].split("@", maxsplit=1)[0]
    if secret.startswith("password="):
        return secret.removeprefix("password=")
    return secret.split("\n")[1] if "\n" in secret else secret
