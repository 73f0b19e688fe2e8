"""The words of what a part of the system must, may or must not do, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.modules import allowed, denied, kept, only, released, required
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

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
_SUBJECT = r"(?P<subject>[^,;:()]{2,80}?)\s+"

PATTERNS = (
    Pattern(
        "module.release",
        rx(rf"^{_SUBJECT}(?P<modal>{_RELEASE})\s+(?P<words>.+)$"),
        Signal.REJECTION,
        0.8,
        released,
        yes=(
            Says("`src/orders` no longer needs to warm the cache.", "src/orders | must | warm cach", "-"),
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
        denied,
        yes=(
            Says(
                "Code in `src/orders` must not access storage directly; go through the data-access wrapper.",
                "src/orders | access | storage",
                "+data-access wrapper",
            ),
            Says("Storage must not be accessed directly in src/orders.", "src/orders | access | storage", "-direct"),
            Says("Handlers in api/ must not read the db by themselves", "api | access | storage", "-direct"),
            Says("Handlers in api/ should never open sessions", "api | must | open session", "-"),
            Says(
                "The billing service must never call Stripe directly.",
                "billing service | access | strip",
                "-direct",
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
        only,
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
        required,
        yes=(
            Says("All handlers must validate their input.", "handler | must | validat input"),
            Says(
                "Commit messages should start with a ticket number.", "commit message | must | start with ticket number"
            ),
            Says("Migrations in `db/migrations` have to be reversible.", "db/migrations | must | reversibl"),
            Says("the api has to keep accepting v1 tokens", "api | must | keep accept v1 token"),
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
        "module.kept",
        rx(
            r"^(?P<subject>[^,;:()]{2,60}?) (?:are|is|get|gets) (?:always )?(?P<words>(?:stored|written|kept|named|"
            r"formatted|logged|read|passed|sent|handled|sorted|represented|validated|loaded|injected|raised|"
            r"created|declared) (?:as|in|through|with|by|via|under|from) [^,;()]{2,60}?)(?:,? (?:and )?(?:never|not) "
            r"(?P<other>[^,;()]{2,40})| only)$"
        ),
        Signal.SELF_FACT,
        0.7,
        kept,
        yes=(
            Says("all timestamps are stored as utc, never local time", "timestamp | must | stor as utc"),
            Says("feature flags are read through FlagClient only", "feature flag | must | read through flagclient"),
            Says("Errors are raised with a code, not a message.", "error | must | rais with cod"),
        ),
        no=(
            "it is stored as utc, not local time",
            "are timestamps stored as utc, not local time?",
            "all rows are stored as null",
            "he says timestamps are stored as utc, never local",
        ),
    ),
    Pattern(
        "module.allow",
        rx(rf"^{_SUBJECT}(?P<modal>{_ALLOW})\s+(?P<words>.+)$"),
        Signal.DECISION,
        0.8,
        allowed,
        yes=(
            Says("Handlers in api/ may open sessions directly now.", "api | access | storage", "+direct"),
            Says("new architecture: api/ may open sessions directly now", "api | access | storage", "+direct"),
            Says("Code in src/orders can now access storage directly.", "src/orders | access | storage", "+direct"),
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
