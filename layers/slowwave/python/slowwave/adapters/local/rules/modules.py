"""What a part of the system must, may or must not do: "code in `src/orders` must not access storage directly"."""

from __future__ import annotations

import re

from slowwave.adapters.local.rules.clauses import ANYMORE
from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.values import read_value
from slowwave.domain.claims import Polarity, Signal
from slowwave.domain.keys import is_path, normalize_path, normalize_subject, stem_phrase, words_of

_DENY = (
    r"must not|mustn'?t|must never|should never|should not|shouldn'?t|can'?t|cannot|can not|can never|may not|"
    r"may never|shall not|ought not to|(?:is|are)(?: not|n'?t) (?:allowed|permitted|supposed) to|(?:is|are) (?:never|"
    r"not) to|(?:is|are) forbidden to|has no business|have no business"
)
_AFFIRM = (
    r"must always|must|should always|should only|should|has to|have to|needs? to always|may only|can only|(?:is|"
    r"are) required to|shall"
)
_ALLOW = r"may(?: now)?|can(?: now)?|(?:is|are) (?:now )?(?:allowed|permitted|free) to"
_RELEASE = (
    r"no longer (?:needs?|has|have) to|no longer must|do(?:es)?(?: not|n'?t) (?:need|have) to|need not|no longer should"
)
_PRONOUN = re.compile(
    r"^(?:no longer|longer|it|this|that|these|those|i|you|he|she|they|we|there|which|who|what|one|people|nothing|"
    r"something|everything|someone|anyone|everyone|each one|\w+ing)\b|\b(?:this|it|be|is|are|was|were|that|which|who|"
    r"if|when|because|i|you|he|she|they|said|says)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:be (?:fine|ok|okay|good|enough|able|here|there|done|possible|easy|nice|great|clear|the|a|an|in|on|at|to)\b|"
    r"fail|happen|matter|work\b|take|help|have been|do (?:it|that|this|the trick)|see\b|break|look|feel|need|mean|"
    r"also be|now be|exist|pass\b|know|want|get|make sense)",
    re.IGNORECASE,
)
_FELT = re.compile(
    r"^be (?:so |really |very |quite |pretty |super |such )?(?!\w+(?:ible|able)\b)\w+$|^be (?:so|really|very|quite|"
    r"pretty|super|such|thrilled|glad|proud|excited)\b|^(?:bring|make) (?:so|such|for)\b|^\w+$",
    re.IGNORECASE,
)
_INVERTED = re.compile(r"^(?:it|this|that|they|we|you|i|he|she)\b", re.IGNORECASE)
_NEGATED = re.compile(r"^(?:not|never)\s+", re.IGNORECASE)
_GROUP = re.compile(r"^(?:all|any|every|each|no)\b|\w{3,}s$|^(?:code|anything|everything|logic)\b", re.IGNORECASE)
_DEICTIC = re.compile(r"\b(?:this|here|these)\b", re.IGNORECASE)
_PASSIVE = re.compile(r"^be (?P<verb>\w+(?:ed|en|t|wn|de))\b\s*(?P<rest>.*)$", re.IGNORECASE)
_PATHS = re.compile(r"(?:^|\s)(?P<path>`[^`\s]*/[^`\s]*`|(?:[\w.@*-]+/)+[\w.@*-]*)")
_GO_THROUGH = re.compile(
    r"[;,.]?\s*(?:(?:it|they|you|and)\s+)?(?:must |should |always |instead )*(?P<way>(?:go|going|goes) (?:through|"
    r"via)|use|via|instead|but (?:go|use|call))\b(?P<how>.{3,120})$",
    re.IGNORECASE,
)
_MAX_SUBJECT_WORDS = 7


def _rule(hit: Hit, polarity: Polarity, *, broad: bool, signal: Signal | None = None) -> Draft | None:
    subject, words = hit.raw("subject"), hit.raw("words")
    if (
        _PRONOUN.search(subject)
        or _EMPTY.match(words)
        or " " not in words
        or len(words_of(subject)) > _MAX_SUBJECT_WORDS
        or _NEGATED.match(words)
        or _INVERTED.match(words)
    ):
        return None
    if _FELT.match(words) and not is_code(subject, words):
        return None
    named = _PATHS.search(subject)
    path = normalize_path(named["path"]) if named and is_path(named["path"]) else ""
    if not (broad or path or "`" in subject or _GROUP.search(subject.split(" in ")[0])):
        return None
    if subject.lower().startswith("no "):
        polarity, subject = Polarity.DENY if polarity is Polarity.AFFIRM else Polarity.AFFIRM, subject[3:]
    approach = _GO_THROUGH.search(words)
    if approach and approach.start() > 0:
        words = words[: approach.start()].strip(" ,;.")
    scope = scoped(words, hit.clause.condition, places=False, paths=not path)
    where = path or scope.path
    name = normalize_subject(subject)
    predicate = _predicate(name if where and not path else "", scope.text)
    raw = hit.clause.raw
    return Draft(
        Key(where or name, "must", " ".join(part for part in (predicate, scope.qualifier) if part), polarity=polarity),
        raw,
        "convention",
        signal=signal or _signal(hit, raw),
        module=where,
        trigger=scope.when,
        approach=(approach["way"] + approach["how"]).strip(" .") if approach else "",
        counterexample=scope.text if polarity is Polarity.DENY else "",
    )


def _predicate(subject: str, words: str) -> str:
    """The stem phrase of a predicate; "storage must not be accessed directly" turns into "access storage directly"."""
    passive = _PASSIVE.match(words)
    if passive and subject:
        return stem_phrase(f"{passive['verb']} {subject} {passive['rest']}")
    return stem_phrase(f"{subject} {words}")


def _signal(hit: Hit, raw: str) -> Signal | None:
    """A comment on the change at hand, or a "should", counts as review; "must" and "never" instruct."""
    if _DEICTIC.search(raw) or (
        hit.raw("modal").lower().startswith("should") and "always" not in raw.lower() and "never" not in raw.lower()
    ):
        return None
    return Signal.INSTRUCTION


def _denied(hit: Hit) -> Draft | None:
    weak = hit.raw("modal").lower().startswith(("can", "may"))
    return _rule(hit, Polarity.DENY, broad=not weak)


def _required(hit: Hit) -> Draft | None:
    return _rule(
        hit,
        Polarity.AFFIRM,
        broad=hit.raw("modal")
        .lower()
        .startswith(("must", "may only", "can only", "should always", "should only", "shall")),
    )


def _allowed(hit: Hit) -> Draft | None:
    if (
        "now" not in hit.clause.text.lower().split()
        and "again" not in hit.clause.text.lower().split()
        and not hit.has("correction")
    ):
        return None
    return _rule(hit, Polarity.AFFIRM, broad=True, signal=Signal.DECISION)


def _released(hit: Hit) -> Draft | None:
    if (
        "n" in hit.raw("modal")
        and hit.raw("modal").lower().startswith("do")
        and not hit.has(ANYMORE)
        and not hit.raw("words").lower().endswith(" now")
    ):
        return None
    return _rule(hit, Polarity.DENY, broad=True, signal=Signal.REJECTION)


def _only(hit: Hit) -> Draft | None:
    who, words = hit.raw("subject"), hit.raw("words")
    if _PRONOUN.search(who) or len(words_of(who)) > 5 or " " not in words:
        return None
    scope = scoped(words, hit.clause.condition)
    qualifier = " ".join(part for part in (scope.path, scope.qualifier) if part)
    return Draft(
        Key(stem_phrase(scope.text), "only by", qualifier, read_value(who)),
        hit.clause.raw,
        "constraint",
        module=scope.path,
    )


_SUBJECT = r"(?P<subject>[^,;:()]{2,80}?)\s+"

PATTERNS = (
    Pattern(
        "module.release",
        rx(rf"^{_SUBJECT}(?P<modal>{_RELEASE})\s+(?P<words>.+)$"),
        Signal.REJECTION,
        0.8,
        _released,
        yes=(
            Says(
                "`src/orders` no longer needs to go through the wrapper.", "src/orders | must | go through wrapper", "-"
            ),
            Says("Handlers no longer have to validate tokens.", "handler | must | validat token", "-"),
            Says("The importer doesn't need to lock the table anymore", "importer | must | lock tabl", "-"),
        ),
        no=(
            "It no longer needs to run.",
            "Do handlers no longer have to validate tokens?",
            "Maybe handlers no longer need to validate tokens.",
        ),
    ),
    Pattern(
        "module.deny",
        rx(rf"^{_SUBJECT}(?P<modal>{_DENY})\s+(?P<words>.+)$"),
        Signal.REVIEW,
        0.8,
        _denied,
        yes=(
            Says(
                "Code in `src/orders` must not access storage directly; go through the data-access wrapper.",
                "src/orders | must | access storag direct",
                "-",
            ),
            Says(
                "Storage must not be accessed directly in src/orders.", "src/orders | must | access storag direct", "-"
            ),
            Says("Handlers in api/ should never open sessions", "api | must | open session", "-"),
            Says(
                "The billing service must never call Stripe directly.",
                "billing service | must | call strip direct",
                "-",
            ),
        ),
        no=(
            "It must not fail.",
            "I can't open the file.",
            "This shouldn't happen.",
            "You can't be serious.",
            "What if handlers must not open sessions?",
        ),
    ),
    Pattern(
        "module.only",
        rx(r"^only (?P<subject>[^,;:()]{2,50}?) (?:may|can|should|must|(?:is|are) allowed to) (?P<words>.+)$"),
        Signal.INSTRUCTION,
        0.9,
        _only,
        yes=(
            Says("Only Ruth may approve releases.", "approv releas | only by |", "+ruth"),
            Says("Only the release team can push to production.", "push production | only by |", "+release team"),
            Says("only admins should delete tenants", "delet tenant | only by |", "+admins"),
        ),
        no=(
            "Only you can do it.",
            "Can only admins delete tenants?",
            "I can only see the logs.",
            "He said only admins may delete tenants.",
        ),
    ),
    Pattern(
        "module.require",
        rx(
            rf"^{_SUBJECT}(?P<modal>{_AFFIRM})\s+(?P<words>.+)$",
            r"^(?P<subject>(?:every|each|all|any)\s[^,;:()]{2,60}?)\s+(?P<modal>needs?|requires?|"
            r"gets?)\s+(?P<words>(?:an?|its|their|at least|two|one)\s.+)$",
        ),
        Signal.REVIEW,
        0.7,
        _required,
        yes=(
            Says("All handlers must validate their input.", "handler | must | validat input"),
            Says(
                "Commit messages should start with a ticket number.", "commit message | must | start with ticket number"
            ),
            Says("Migrations in `db/migrations` have to be reversible.", "db/migrations | must | reversibl"),
        ),
        no=(
            "It should work.",
            "The button should open the modal.",
            "You have to restart it.",
            "Should handlers validate input?",
            "We need to fix the login page.",
        ),
    ),
    Pattern(
        "module.allow",
        rx(rf"^{_SUBJECT}(?P<modal>{_ALLOW})\s+(?P<words>.+)$"),
        Signal.DECISION,
        0.8,
        _allowed,
        yes=(
            Says("Handlers in api/ may open sessions directly now.", "api | must | open session direct"),
            Says("Code in src/orders can now access storage directly.", "src/orders | must | access storag direct"),
            Says("The worker is now allowed to write to the cache.", "worker | must | writ cach"),
        ),
        no=(
            "The user can click the button.",
            "You can now run it.",
            "Can handlers open sessions now?",
            "It may now fail.",
        ),
    ),
)
