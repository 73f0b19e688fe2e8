"""Secrets and identity numbers: found by shape and blanked without changing any offset, before a model sees text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

BLANK = "█"
"""Takes the place of every code point of a secret, so that spans keep pointing at the same words."""


@dataclass(frozen=True, slots=True)
class SecretShape:
    """A kind of secret and the pattern of it; group `secret` is blanked, or the whole match when there is none."""

    name: str
    pattern: re.Pattern[str]


def _shape(name: str, pattern: str) -> SecretShape:
    return SecretShape(name, re.compile(pattern))


_SAID_OF_SECRETS = (
    "required|valid|expired|wrong|missing|invalid|empty|null|none|stored|needed|optional|rotated|passed|always|never|"
    "still|only|generated|provided|loaded|fetched|checked|encrypted|hashed|refreshed|revoked|created|injected|masked|"
    "configured|defined|hidden|shared|hardcoded|committed|logged|exposed|leaked|public|private|unknown|undefined|correct"
)
"""What people say about a secret without saying it."""

SHAPES: tuple[SecretShape, ...] = (
    _shape(
        "private key",
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"
        r"(?:(?:[^-]|-(?!----)){0,8000}+-----END [A-Z ]{0,30}PRIVATE KEY-----"
        r"|(?:\s|\\n)*+(?:[A-Za-z0-9+/=]{16,100}+(?:\s|\\n)*+){1,200}+)",  # cut off before its end
    ),
    _shape("AWS access key id", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    _shape("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{40,255})\b"),
    _shape("GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,64}"),
    _shape("Slack token", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    _shape("Stripe key", r"\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,120}\b"),
    _shape("model provider key", r"\bsk-(?:[a-z]{2,8}-)?[A-Za-z0-9_-]{20,200}"),
    _shape("Hugging Face token", r"\bhf_[A-Za-z0-9]{30,60}\b"),
    _shape("SendGrid key", r"\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _shape("Google API key", r"\bAIza[A-Za-z0-9_-]{35}"),
    _shape("Databricks token", r"\bdapi[0-9a-f]{32}(?:-\d)?\b"),
    _shape("DigitalOcean token", r"\bdo[opr]_v1_[0-9a-f]{64}\b"),
    _shape("Shopify token", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"),
    _shape("Square token", r"\b(?:EAAA[A-Za-z0-9_-]{60}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43})"),
    _shape("Twilio key", r"\bSK[0-9a-f]{32}\b"),
    _shape("Mailgun or Mailchimp key", r"\b(?:key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})\b"),
    _shape("Telegram bot token", r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,34}\b"),
    _shape("Discord token", r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"),
    _shape("Grafana token", r"\b(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,400})"),
    _shape("HashiCorp token", r"\b(?:hv[bsr]\.[A-Za-z0-9_-]{20,300}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70})"),
    _shape("Atlassian token", r"\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{50,250}"),
    _shape(
        "Linear, Notion, Doppler or Postman key",
        r"\b(?:lin_api_[A-Za-z0-9]{32,48}|(?:secret_|ntn_)[A-Za-z0-9]{40,50}|dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9._-]{40,60}"
        r"|PMAK-[0-9a-f]{24}-[0-9a-f]{34})\b",
    ),
    _shape("Azure storage or client secret", r"\b[A-Za-z0-9+/]{86}==|\b[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}"),
    _shape("Slack webhook", r"\bhooks\.slack\.com/(?P<secret>(?:services|workflows)/[A-Za-z0-9/_-]{20,120})"),
    _shape("age key", r"\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b"),
    _shape("npm or PyPI token", r"\b(?:npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,250})"),
    _shape("JSON web token", r"\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{5,1000}"),
    _shape("bearer token", r"(?i:\bbearer)\s+(?P<secret>[A-Za-z0-9._~+/=-]{16,2000})"),
    _shape("password in a URL", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{0,100}:(?P<secret>[^\s:/@]{3,200})@"),
    _shape(
        "basic authorization",
        r"(?i:\bauthorization['\"]?\s{0,3}[:=]\s{0,3}['\"]?basic)\s+(?P<secret>[A-Za-z0-9+/=]{8,2000})",
    ),
    _shape(
        "quoted password",
        r"(?i:(?:password|passwd|passphrase)['\"`]?\s{0,3}[=:]\s{0,3})(?P<quote>['\"`])(?P<secret>[^\s'\"`]{6,200})(?P=quote)",
    ),
    _shape(
        "assigned secret",
        r"(?i:password|passwd|passphrase|secret|(?:api|access|account|private)[_-]?key|token)"
        r"(?i:['\"`]?\s{0,3}(?:=|:|\bis\b)\s{0,3}['\"`]?)"
        r"(?P<secret>(?=[^\s'\"`]{0,200}[0-9])(?=[^\s'\"`]{0,200}[A-Za-z])[^\s'\"`,;]{6,200})",
    ),
    _shape(
        "spoken password",
        r"(?i:\b(?:password|passwd|passphrase|passcode)\s+)(?P<secret>(?=\S{0,200}[0-9])(?=\S{0,200}[A-Za-z])"
        r"(?=\S{0,200}[!@#$%^&*?+=~])[^\s'\"`,;]{6,200})",
    ),
    _shape(
        "labelled secret",
        r"(?i:\b(?:password|passwd|pass ?phrase|passcode|credentials?|secret|token|(?:api|access|private) ?key)"
        r"(?:[ \t]{1,3}(?:for|of|to)[ \t]{1,3}[\w.-]{1,40}(?:[ \t]{1,3}[\w.-]{1,40})?)?"
        r"(?:[ \t]{1,3}is[ \t]{1,3}|[ \t]{0,3}[=:][ \t]{0,3}))"
        rf"['\"`]?(?P<secret>(?!(?i:{_SAID_OF_SECRETS})\b)[^\s'\"`,;]{{6,200}})",
    ),
    _shape(
        "named secret",
        r"(?i:\b(?:password|passwd|pass ?phrase|passcode|token|(?:api|access|private) ?key)[ \t]{1,3})['\"`]?"
        r"(?P<secret>(?=[^\s'\"`]{0,200}[0-9])(?=[^\s'\"`]{0,200}[a-z])(?=[^\s'\"`]{0,200}[A-Z])[\w!@#$%^&*?+=~-]{8,200})",
    ),
    _shape(
        "secret of a variable",
        r"\b[A-Z0-9_]{0,40}(?:PASSWORD|PASS|PWD|SECRET|TOKEN|_KEY)=['\"]?(?P<secret>[^\s'\"]{4,200})",
    ),
    _shape("password of a command", r"\bsshpass\s{1,3}-p\s{0,3}['\"]?(?P<secret>[^\s'\"]{3,200})"),
    _shape(
        "password of a database client",
        r"\bmysql(?:dump|admin)?\b[^\n|;]{0,120}?\s-p['\"]?(?P<secret>[^\s'\"-][^\s'\"]{2,200})",
    ),
    _shape(
        "password of a request",
        r"\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user)\s{1,3}['\"]?[^\s:'\"]{1,100}:(?P<secret>[^\s'\"]{3,200})",
    ),
    _shape("secret header", r"(?i:\bx-(?:auth|api)[a-z-]{0,30}\s{0,3}[:=]\s{0,3})['\"]?(?P<secret>[^\s'\"]{6,200})"),
    _shape("social security number", r"\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b"),
    _shape("IBAN", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"),
)

_CARD = re.compile(r"\b(?<![0-9A-Fa-f]{4}-)[2-6](?:[ -]?\d){12,18}\b(?!-[0-9A-Fa-f]{4})")
"""Thirteen to nineteen digits of a card network (ISO/IEC 7812: 2 to 6), not part of a UUID."""


MOST_REPEATED = 100
"""Secrets of one text that are looked for again; a text with more is a dump of them."""

_LEAST_REPEATED = 6
"""Code points of a secret that is looked for again; a shorter one may be a word."""


def redact(text: str) -> str:
    """Return the text with every secret blanked, wherever it stands in it, at the same length in code points."""
    spans = find_secrets(text)
    shown = list(text)
    for start, end in [*spans, *_again(text, spans)]:
        shown[start:end] = BLANK * (end - start)
    return "".join(shown)


def find_secrets(text: str) -> list[tuple[int, int]]:
    """Return the spans (start, end) of secrets, in code points; they may overlap."""
    spans = [
        match.span("secret" if "secret" in shape.pattern.groupindex else 0)
        for shape in SHAPES
        for match in shape.pattern.finditer(text)
    ]
    return spans + [match.span() for match in _CARD.finditer(text) if _passes_luhn(match.group())]


def _again(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the same secrets stand a second time, without the label that gave them away."""
    known = sorted({text[start:end] for start, end in spans if end - start >= _LEAST_REPEATED}, key=len, reverse=True)
    if not known:
        return []
    return [match.span() for match in re.finditer("|".join(map(re.escape, known[:MOST_REPEATED])), text)]


def _passes_luhn(number: str) -> bool:
    """Check digit of payment cards (ISO/IEC 7812-1, annex B)."""
    digits = [int(each) for each in number if each.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return len(digits) >= 13 and len(set(digits)) > 1 and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0
