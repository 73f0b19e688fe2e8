"""The words in which documents list terms, title decisions and say what replaced what, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.terms import listed_term, replaced, taken_up, titled
from slowwave.domain.claims import Signal

_VERB = (
    r"(?:refers? to|ha(?:s|ve)|gets?|raises?|holds?|contains?|uses?|reads?|writes?|belongs? to|consists? of|"
    r"depends? on|runs? (?:on|in|every|at|as|once|daily)|lives? in|expires? (?:after|in)|lasts?|"
    r"starts? (?:at|after|with)|"
    r"ends? (?:at|after|with)|requires?|needs?|sends?|receives?|returns?|accepts?|supports?|carr(?:y|ies)|lags?|"
    r"covers?|applies to|apply to|costs?|takes?|keeps?|retains?|deletes?|triggers?|emits?|publish(?:es)?|"
    r"(?:is|are)(?: never| not| always| only)? (?:kept|stored|limited|"
    r"identified|owned|computed|built|written|deleted|archived|encrypted|retained|"
    r"backed up|signed|approved|reviewed|served|sent|paid|billed|capped|removed|allowed|required|closed|open))"
)
_THING = (
    r"(?P<subject>(?:(?:an?|the|each|every|all|no|only|code in|files in|any)\s+)?[\w`/][\w`'’/.-]*"
    r"(?:\s+(?:(?!which\b|who\b)[\w`'’/.%-]+)){0,9}?)"
)

PATTERNS = (
    Pattern(
        "document.taken_up",
        rx(
            r"^(?:it|they)\s+(?P<verb>(?:can|must|may|cannot|does not|do not|is|are|has|have|holds|contains|uses|needs|"
            r"requires|starts|ends|lasts|expires|belongs)(?: (?:not|never|only|always|also))?)\s+(?P<rest>.{4,200})$",
            r"^(?:its|their)\s+(?P<part>[\w-]+(?: [\w-]+){0,2}?)\s+(?P<verb>is|are|must be|has|have)\s+"
            r"(?P<rest>.{2,200})$",
        ),
        Signal.STATEMENT,
        0.5,
        taken_up,
        yes=(
            Says(
                "- **Projection**: a table computed from events. It can be dropped at any time.",
                "projection | can | drop at tim",
            ),
            Says(
                "- **Stream**: the ordered events of one order. Its name is `order-` followed by the order id.",
                "stream | nam is | order follow by order id",
            ),
            Says("A lease is a lock with an end. It lasts 30 seconds.", "lease | last |", "+30 s"),
        ),
        no=(
            "It can be dropped and built again.",
            "We met on Monday. It can be dropped.",
            "Its name is `order-` followed by the id.",
            "They must be closed.",
        ),
    ),
    Pattern(
        "document.term",
        rx(
            r"^(?P<term>[\w`][\w`&'’./ -]{1,50}?)(?P<mark>\*\*|__|\*|`)?:(?P<close>\*\*|__)?\s+"
            r"(?P<what>(?:an?|the|any|one|each|every|all|our)\s.{6,300})$",
            r"^(?P<term>[\w`][\w`&'’./ -]{1,50}?)(?P<mark>:?\*\*|:__)\s*[:—–-]?\s+"
            r"(?P<what>(?:an?|the|any|one|each|every|all|our)\s.{6,300})$",
        ),
        Signal.STATEMENT,
        0.55,
        listed_term,
        yes=(
            Says(
                "- **Event**: an immutable statement about one order.",
                "event | definition |",
                "+immutabl statement about one order",
            ),
            Says("- **Read model:** the set of projections.", "read model | definition |", "+set of projection"),
            Says("- `ledger`: a list of all transactions.", "ledger | definition |", "+list of transaction"),
        ),
        no=(
            "Note: the office is closed.",
            "- Billing note: the invoices and refunds.",
            "- **Why**: because it is slow.",
            "- **Open**: is it a list of things?",
        ),
    ),
    Pattern(
        "document.title",
        rx(
            r"^(?P<subject>[\w`][\w`'’/ -]{1,50}?) (?:is|are|lag|use|uses|move|moves|go|goes|run|runs|stay|stays|must|"
            r"replaces?|live|lives|have|has|get|gets) (?P<rest>.{3,100})$"
        ),
        Signal.STATEMENT,
        0.55,
        titled,
        yes=(
            Says("# Decision 3: Payroll is paid monthly\n\nText.", "payroll | decision | paid month"),
            Says("# ADR 12. Invoices are sent as PDF", "invoice | decision | sent as pdf"),
            Says("## Decision 7. Backups run every 6 hours", "backup | decision |", "+6 h"),
        ),
        no=(
            "# Payroll is paid monthly",
            "# Decision 3: Payroll",
            "# Decision 4: is payroll paid monthly?",
            "# Decisions\n\nThis is pending.",
        ),
    ),
    Pattern(
        "document.replaced",
        rx(
            r"^(?P<subject>[\w`][\w`'’/ -]{1,50}?) (?:(?:was|were|has been|have been|is|are) )?(?:moved|migrated|"
            r"switched|"
            r"changed|renamed|converted)(?: over)? from (?P<old>[^,;]{2,60}?) to (?P<new>[^,;]{2,60}?)"
            r"(?: (?:on|in|since) [\w ]{3,20})?$",
            r"^(?P<subject>[\w`][\w`'’/ -]{1,50}?) (?:was|were|is|are|has been|have been) (?:now )?"
            r"(?:replaced|superseded) "
            r"(?:by|with) (?P<new>[^,;]{2,60}?)(?: (?:on|in|since) [\w ]{3,20})?$",
        ),
        Signal.STATEMENT,
        0.6,
        replaced,
        yes=(
            Says(
                "Orders moved from rows in PostgreSQL to an event store on 12 March 2026.",
                "order | now |",
                "+event stor",
            ),
            Says("The fax line was replaced by a web form in 2025.", "fax line | now |", "+web form"),
            Says("Payroll was migrated from Excel to Workday.", "payroll | now |", "+workday"),
        ),
        no=(
            "Orders might be moved from rows to events.",
            "Was payroll migrated from Excel to Workday?",
            "We considered that orders moved from rows to events.",
        ),
    ),
)
