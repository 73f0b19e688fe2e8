"""What a name starts with, what is generated and so never edited, and where a file is kept."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.pattern import Draft, Hit, Key
from slowwave.adapters.local.rules.standing import from_the_start
from slowwave.adapters.local.rules.vocabulary import FLEETING
from slowwave.domain.claims import Polarity, Signal, Standing, Value, ValueKind
from slowwave.domain.keys import is_path, normalize_path, normalize_subject, stem_phrase, words_of

_PATH = re.compile(r"`?(?P<path>(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*|[\w-]+\.[a-z]{1,4})`?")
_RELATIVE = re.compile(r"\s(?:we|you|that|which|i)\b.*$", re.IGNORECASE)
_SAYS = re.compile(r"\b(?:says?|said|wants?|claims?|thinks?)\b", re.IGNORECASE)
_NAMES = re.compile(r"(?:the )?(?:names|words|lines|sentences|ones|values)$", re.IGNORECASE)
_SIGN = re.compile(r"^[\W_]|[\W_]$|^[A-Z]+\d*[\W_]?$")
_PLACED = re.compile(
    r"(?:logic|code|check|files?|folder|it|this|that|they|these|which|there|error|bug|problem|issue|output|result)\b",
    re.IGNORECASE,
)


def marked(hit: Hit) -> Draft | None:
    """Read "prefix css classes with nt-", "invoice numbers start with R2-"."""
    what, value = _RELATIVE.sub("", hit.raw("what")), hit.raw("value").strip("`'\"")
    if (
        not _SIGN.search(value)
        or _PLACED.match(what)
        or _NAMES.match(what)
        or _SAYS.search(what)
        or len(words_of(what)) > 5
    ):
        return None
    side = "suffix" if re.match(r"end|suffix", hit.raw("how"), re.IGNORECASE) else "prefix"
    return Draft(
        Key(normalize_subject(what), side, "", Value(ValueKind.TEXT, value)),
        hit.clause.raw,
        "convention",
        signal=Signal.INSTRUCTION,
    )


def generated(hit: Hit) -> Draft | None:
    """Read "the fixtures under tests/data are generated, never edit them by hand, run X instead"."""
    raw, at = from_the_start(hit)
    named = _PATH.search(raw[: len(raw) - len(hit.clause.raw)])
    direct = hit.raw("direct").strip("`")
    if named is None and not is_path(direct):
        return None
    path = normalize_path(direct or (named["path"] if named else ""))
    return Draft(
        Key(path, "must", stem_phrase(f"{hit.raw('verb')} {hit.raw('how')}"), polarity=Polarity.DENY),
        raw,
        "convention",
        signal=Signal.INSTRUCTION,
        module=path,
        approach=hit.raw("instead"),
        at=at,
    )


def kept_in(hit: Hit) -> Draft | None:
    """Read "the changelog lives in CHANGES.rst", "the report is written to var/reports"."""
    what, path = hit.raw("what"), hit.raw("path").strip("`")
    if _PLACED.match(re.sub(r"^(?:the|our) ", "", what)) or FLEETING.search(what) or len(words_of(what)) > 5:
        return None
    if not (is_path(path) or re.fullmatch(r"[A-Z]{3,}\.[a-z]{2,4}", path)) or path.startswith(("/tmp", "~")):  # noqa: S108
        return None
    return Draft(
        Key(normalize_subject(what), "location", "", Value(ValueKind.PATH, normalize_path(path))),
        hit.clause.raw,
        "architecture",
        standing=Standing.FACT,
        module=normalize_path(path),
    )
