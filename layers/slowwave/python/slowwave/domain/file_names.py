"""File names as tools reported them: one form for each, and none for what is private, temporary, generated or no name.

Names are data from tools, as observed. What is left out here is left out wherever the project stands.
"""

from __future__ import annotations

import posixpath
import re

from slowwave.domain.rendering import safe
from slowwave.domain.secrets import BLANK, find_secrets
from slowwave.domain.suspicion import suspicions

MAX_NAME = 160
"""Characters of a name; a longer one costs more than it tells."""

LEVELS_UP = 2
"""Folders above the working directory that a name may reach, for what a repository holds beside it."""

HOME = re.compile(r"/(?:Users|home)/[^/]+|/root")
_DRIVE = re.compile(r"^[A-Za-z]:(?=/)")
_NAME = re.compile(r"[\w.@+~=#$()\[\]{},' /-]+")
_KEY = re.compile(r"[0-9a-f]{32,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_SYSTEM = frozenset(
    "Applications Library System bin boot dev etc lib lib64 private proc run sbin sys tmp usr var".split()
)
_PASSING = frozenset("tmp temp .tmp .cache .git .venv venv node_modules site-packages __pycache__".split())
_PRIVATE = frozenset(".ssh .aws .gnupg .kube .docker .netrc .npmrc .pgpass .pypirc .htpasswd .git-credentials".split())
_SECRET_FILE = re.compile(
    r"\.env(?!\.(?:example|sample|template|dist)$)(?:\..*)?|id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub$).*"
    r"|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ovpn|gpg|asc)|(?:.*[-_.])?(?:credentials?|secrets?|passwords?)"
    r"(?:\.(?:json|ya?ml|toml|ini|txt|csv|xml|conf|cfg))?",
    re.IGNORECASE,
)


def cleaned(path: str) -> str:
    """Return the path in one form, absolute or relative, or nothing when it may not be kept wherever it is."""
    plain = _DRIVE.sub("", path.strip().replace("\\", "/"), count=1)
    if not plain or len(plain) > 2 * MAX_NAME or "://" in plain or plain.startswith("~") or BLANK in plain:
        return ""
    whole = posixpath.normpath(plain)
    whole = "/" + whole.lstrip("/") if whole.startswith("/") else whole
    parts = [each for each in whole.split("/") if each]
    outside = whole.startswith("/") and (not parts or parts[0] in _SYSTEM or _is_hidden_in_a_home(whole))
    return "" if outside or whole in (".", "..") or not _may_be_named(whole) else whole


def is_clean(name: str) -> bool:
    """Whether a name is one that may be published: relative, of this project, and fit to be shown."""
    inside = re.sub(rf"^(?:\.\./){{0,{LEVELS_UP}}}", "", name)
    return bool(inside) and cleaned(inside) == inside and not inside.startswith(("/", "../")) and len(name) <= MAX_NAME


def _may_be_named(path: str) -> bool:
    parts = path.split("/")
    if any(part in _PASSING or part in _PRIVATE or _KEY.search(part) for part in parts):
        return False
    if _SECRET_FILE.fullmatch(parts[-1]) or re.match(r"(?:Users|home)/[^/]+/", path):
        return False
    return bool(_NAME.fullmatch(path)) and safe(path) == path and not find_secrets(path) and not _orders(path)


def _orders(path: str) -> bool:
    """Whether a name reads like an order to the model."""
    return bool(suspicions(re.sub(r"[/_.-]+", " ", path), by_a_person=False))


def _is_hidden_in_a_home(path: str) -> bool:
    home = HOME.match(path)
    return bool(home) and path[home.end() if home else 0 :].startswith("/.")
