"""The words in which documents decide, require, define and state, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.documents import decision, definition, holds, requirement, value_is
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DECISION
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
        "document.decision",
        rx(
            r"^(?:(?:the|our) \w+(?: team| board| committee)? )?(?:have |has )?(?:decided|agreed|chosen|"
            r"resolved) (?:to |on |that )?(?P<words>.+)$"
        ),
        Signal.STATEMENT,
        0.6,
        decision,
        yes=(
            Says("The committee decided to close the Lyon office.", "clos lyon offic | decision |"),
            Says("The finance team has agreed to keep paper records.", "keep paper record | decision |"),
            Says("Our board decided against remote voting.", "remot vot | decision |", "-"),
        ),
        no=(
            "Has the board decided to close it?",
            "If the board decided to close it, staff would leave.",
            "The board may decide.",
        ),
    ),
    Pattern(
        "document.agreed",
        rx(r"^(?P<words>.+)$"),
        Signal.STATEMENT,
        0.6,
        decision,
        yes=(
            Says("We decided to keep paper records.", "keep paper record | decision |"),
            Says("Decision: adopt quarterly planning.", "adopt quarter plan | decision |"),
            Says("We have agreed to pay in euros.", "pay in euro | decision |"),
        ),
        no=(
            "Have we decided to keep them?",
            "They say we decided to keep them.",
            "Suppose we decided to keep paper records.",
        ),
        needs=frozenset({DECISION}),
    ),
    Pattern(
        "document.requirement",
        rx(
            r"^(?P<subject>[^,;:()]{2,70}?) (?P<modal>must not|must never|must|shall not|shall|is required to|"
            r"are required to|cannot|may not) (?P<words>.+)$"
        ),
        Signal.STATEMENT,
        0.5,
        requirement,
        yes=(
            Says("Visitors must sign in at the front desk.", "visitor | must | sign in at front desk"),
            Says("Contractors must not enter the server room.", "contractor | must | enter server room", "-"),
            Says("Each supplier shall provide a tax certificate.", "supplier | must | provid tax certificat"),
        ),
        no=("Must visitors sign in?", "It must rain.", "Suppose visitors must sign in."),
    ),
    Pattern(
        "document.definition",
        rx(
            r"^(?P<term>(?:(?:the|an?) )?[\w`&'’./-]+(?: [\w`&'’./-]+){0,5}?) (?:\([^()]{1,40}\) )?(?:is|are|"
            r"refers to|means|denotes|is defined as) (?P<what>(?:an?|the|any|one of|our) .{6,300})$"
        ),
        Signal.STATEMENT,
        0.5,
        definition,
        yes=(
            Says(
                "A ledger is a list of all transactions in order.",
                "ledger | definition |",
                "+list of transaction in order",
            ),
            Says(
                "Helios is the billing platform of the northern region.",
                "helios | definition |",
                "+bill platform of northern region",
            ),
            Says(
                "Churn refers to the share of customers who leave.",
                "churn | definition |",
                "+shar of customer who leav",
            ),
        ),
        no=(
            "It is a list of things.",
            "Is a ledger a list of things?",
            "This is a test of it.",
            "Imagine a ledger is a list.",
        ),
    ),
    Pattern(
        "document.value",
        rx(r"^(?P<subject>[^,;:()=?]{2,70}?) (?:is|are|equals|defaults to|was set to) (?P<value>[^,;()]{1,80})$"),
        Signal.STATEMENT,
        0.5,
        value_is,
        yes=(
            Says("The retention period is 30 days.", "retention period | is |", "+30 day"),
            Says("The owner of the archive is Maria Chen.", "archive owner | is |", "+maria chen"),
            Says("The default port is 8080.", "default port | is |", "+8080"),
        ),
        no=("The result is bad.", "Is the retention period 30 days?", "It is 30 days."),
    ),
    Pattern(
        "document.holds",
        rx(
            rf"^{_THING}\s+(?P<neg>never |do(?:es)? not |cannot )?(?:(?:always|only|also|now)\s+)?"
            rf"(?P<verb>{_VERB})\s+(?P<rest>[^?]{{4,200}})$"
        ),
        Signal.STATEMENT,
        0.5,
        holds,
        yes=(
            Says("A stream gets a snapshot every 200 events.", "stream | get | snapshot", "+200 event"),
            Says(
                "An invoice refers to exactly one order.",
                "invoice | refer | exact one order",
            ),
            Says(
                "A projection that is more than 2 seconds behind raises an alarm.",
                "projection is more than behind | rais | alarm",
                "+2 s",
            ),
            Says("Visitor badges are never kept longer than 30 days.", "visitor badge | kept | than", "-30 day"),
        ),
        no=(
            "It gets a snapshot every 200 events.",
            "Does a stream get a snapshot every 200 events?",
            "We considered 50 and rejected it.",
            "A stream could get a snapshot every 50 events.",
            "They say a stream gets a snapshot every day.",
        ),
    ),
)
