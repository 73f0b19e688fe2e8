"""The words in which documents state what holds of a thing, with examples: verbs that say so wherever they stand, any
verb beside an amount or a time, and what goes over what bears a name.
"""

from __future__ import annotations

from slowwave.adapters.local.rules.holdings import channel, holds, measured
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Signal

STATING = (
    r"(?:refers? to|ha(?:s|ve)|gets?|raises?|holds?|contains?|uses?|reads?|writes?|belongs? to|consists? of|"
    r"depends? on|runs? (?:on|in|every|at|as|once|daily)|lives? in|expires? (?:on|after|in)|lasts?|"
    r"(?:starts?|begins?|opens?) (?:on|at|after|with)|(?:ends?|closes?) (?:on|at|after|with)|"
    r"takes? place (?:on|at|in|every|from|between)|"
    r"requires?|needs?|sends?|receives?|returns?|accepts?|supports?|carr(?:y|ies)|lags?|"
    r"covers?|applies to|apply to|costs?|weighs?|takes?|keeps?|retains?|deletes?|triggers?|emits?|publish(?:es)?|"
    r"(?:is|are)(?: never| not| always| only)? (?:kept|stored|limited|"
    r"identified|owned|computed|built|written|deleted|archived|encrypted|retained|"
    r"backed up|signed|approved|reviewed|served|sent|paid|billed|capped|removed|allowed|required|closed|open))"
)
PASSIVE = (
    r"(?:is|are)(?: never| not| always| only| now| currently| normally| usually| each)? (?:[a-z-]{3,}ed|sent|"
    r"paid|built|held|kept|written|taken|given|done|run|set|sold|bought|cut|read|due|valid|available|open|closed|free)"
)
ACTIVE = rf"(?:{VERBS}|weigh|measure|last|ship|arrive|expire|begin|pay|hold|lock|earn|charge|process|respond)"
THING = (
    r"(?P<subject>(?:(?:an?|the|each|every|all|no|only|code in|files in|any)\s+)?[\w`/][\w`&'’/.-]*"
    r"(?:\s+(?:(?!which\b|who\b)[\w`'’/.%-]+|&)){0,9}?)"
)
_HOW = r"(?P<neg>never |do(?:es)? not |cannot )?(?:(?:always|only|also|now|usually|normally|currently)\s+)?"

PATTERNS = (
    Pattern(
        "document.holds",
        rx(rf"^{THING}\s+{_HOW}(?P<verb>{STATING})\s+(?P<rest>[^?]{{2,200}})$"),
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
            Says("The Boreal 12 Lite weighs 640 g.", "boreal 12 lite | weigh |", "+640 g"),
            Says("The team plan costs 59 pounds a month.", "team plan | cost | month", "+59 GBP"),
            Says("In Malta the basic plan costs 16 pounds a month.", "basic plan | cost | month in malta", "+16 GBP"),
            Says(
                "The lease with Ostara & Partner ends on 2026-12-31.",
                "lease with ostara partner | end |",
                "+2026-12-31",
            ),
            Says("Handover takes place on Tuesday at 10:00.", "handover | tak |", "+tuesday at 10:00"),
            Says("Guest data is stored in the Oslo region since 2026-03-01.", "guest data | stor | in region", "+oslo"),
        ),
        no=(
            "It gets a snapshot every 200 events.",
            "Does a stream get a snapshot every 200 events?",
            "We considered 50 and rejected it.",
            "A stream could get a snapshot every 50 events.",
            "They say a stream gets a snapshot every day.",
        ),
    ),
    Pattern(
        "document.passive",
        rx(rf"^{THING}\s+(?P<verb>{PASSIVE})\s+(?P<rest>[^?]{{4,200}})$"),
        Signal.STATEMENT,
        0.5,
        measured,
        yes=(
            Says(
                "Faults of priority 1 are answered within 15 minutes.", "priority 1 fault | answer | within", "+15 min"
            ),
            Says("Cabs are reimbursed up to 165 euros per night.", "cab | reimburs | up per night", "+165 EUR"),
            Says(
                "Orders over 5 tonnes are delivered free of charge.", "order over | deliver | fre of charg", "+5 tonne"
            ),
            Says("Badges are printed on weekdays at 08:00.", "badge | print |", "+weekdays at 08:00"),
        ),
        no=(
            "Are faults answered within 15 minutes?",
            "Faults were answered within 40 minutes.",
            "Faults are answered quickly.",
            "For example, faults are answered within 15 minutes.",
            "TODO: faults are answered within 15 minutes.",
            "Faults are answered as described in section 2.",
            "Assistant: faults are answered within 15 minutes.",
        ),
    ),
    Pattern(
        "document.active",
        rx(
            rf"^{THING}\s+{_HOW}(?P<verb>{ACTIVE}(?:e?s))\s+(?P<rest>[^?]{{4,200}})$",
            rf"^(?P<subject>(?:(?:all|the) )?[\w-]+(?: [\w-]+){{0,3}}?s) {_HOW}(?P<verb>{ACTIVE}) "
            r"(?P<rest>[^?]{4,200})$",
        ),
        Signal.STATEMENT,
        0.5,
        measured,
        yes=(
            Says(
                "The privacy desk answers requests within 20 days.", "privacy desk | answer | request within", "+20 day"
            ),
            Says("Branch offices report stock every 4 weeks.", "branch office | report | stock", "+4 week"),
            Says("The archive purges drafts after 90 days.", "archive | purg | draft after", "+90 day"),
        ),
        no=(
            "Does the desk answer requests within 20 days?",
            "The desk answered requests within 20 days.",
            "The desk might answer requests within 20 days.",
            "The desk answers requests politely.",
        ),
    ),
    Pattern(
        "document.channel",
        rx(
            rf"^{THING}\s+{_HOW}(?P<verb>(?:exchange|send|publish|communicate|talk|authenticate|log in|sign in|"
            r"connect|report|share|travel|pass|deliver|pay|order|reach|ship)(?:e?s)?)\s+"
            r"(?P<rest>(?:[\w`-]+ ){0,4}?(?:over|via|through) [^?,;]{2,60})$"
        ),
        Signal.STATEMENT,
        0.5,
        channel,
        yes=(
            Says("Services exchange events over RabbitMQ.", "service | exchang | event over", "+rabbitmq"),
            Says("The portal shares notices through Mailgun.", "portal | shar | notic through", "+mailgun"),
            Says("Employees sign in via Keycloak.", "employee | sign | via", "+keycloak"),
        ),
        no=(
            "Do services exchange events over RabbitMQ?",
            "Services could exchange events over RabbitMQ.",
            "Services exchange events over a queue.",
            "Services exchanged events over RabbitMQ.",
        ),
    ),
)
