"""The words in which documents decide, require, define and state, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules import holding_table, listed
from slowwave.adapters.local.rules.documents import decision, definition, requirement, value_is
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DECISION
from slowwave.domain.claims import Signal

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
        rx(
            r"^(?P<subject>[^,;:()=?]{2,70}?) (?:is|are|equals|defaults to|was set to|amounts to|(?P<past>was|were)) "
            r"(?P<value>(?:[^,;()]|,(?=\d)){1,80}?)(?:,? (?:not|never|rather than|instead of) [^,;]{2,60})?$"
        ),
        Signal.STATEMENT,
        0.5,
        value_is,
        yes=(
            Says("The retention period is 30 days.", "retention period | is |", "+30 day"),
            Says("The owner of the archive is Maria Chen.", "archive owner | is |", "+maria chen"),
            Says("The default port is 8080.", "default port | is |", "+8080"),
            Says(
                "The notice period of the contract with Nordsee Print is three months.",
                "contract with nordsee print notice period | is |",
                "+3 month",
            ),
            Says("The price of oats is 0.99 euros per kg as of 2026-02-01.", "oat price | is |", "+0.99 EUR kg"),
            Says(
                "The service window is on Sunday from 02:00 to 04:00.",
                "service window | is |",
                "+sunday from 02:00 to 04:00",
            ),
            Says("Order numbers are UUIDs, never database keys.", "order number | is |", "+uuids"),
            Says("The turnover of 2025 was 3.97 million pounds.", "2025 turnover | is |", "+3.97 million pound"),
        ),
        no=(
            "The result is bad.",
            "Is the retention period 30 days?",
            "It is 30 days.",
            "The notice period was three months.",
            "The service window was on Sunday until 2024.",
            "Suppose the notice period is three months.",
        ),
    ),
    *listed.PATTERNS,
    *holding_table.PATTERNS,
)
