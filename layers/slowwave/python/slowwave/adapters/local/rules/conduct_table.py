"""The words of plain instructions on how work is done, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.conduct import PREPOSITIONS, assigned, contrasted, copied, indirect, instead
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

_PATH = r"(?P<path>`[^`\s]+`|(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*|[\w-]+\.[a-z]{2,4})"

PATTERNS = (
    Pattern(
        "conduct.contrast",
        rx(
            r"^(?:always )?(?P<verb>pay|take|read|get|fetch|use|send|book|buy|order|pull|load|save|store|log|deploy|"
            rf"post|charge|bill|file|keep|import|call|connect|sign) (?P<what>(?:[^,;]{{2,50}}? )?)"
            rf"(?P<prep>{PREPOSITIONS}) "
            r"(?P<way>(?!it\b|this\b|that\b|there\b)[^,;]{2,50})"
            rf"(?:, (?:and |but )?never (?P<other>(?:{PREPOSITIONS}|the|my) [^,;]{{2,50}}))?$",
            rf"^(?P<what>(?:the |our |my |all )?[\w-]+(?: [\w-]+)?s) (?P<verb>come|go|are (?:read|taken|loaded|sent|"
            rf"booked|paid|kept|stored|posted)) (?P<prep>{PREPOSITIONS}) (?P<way>(?!it\b|this\b|that\b)[^,;]{{2,50}}), "
            rf"(?:and |but )?(?:never|not) (?P<other>{PREPOSITIONS} [^,;]{{2,50}})$",
        ),
        Signal.INSTRUCTION,
        0.85,
        contrasted,
        yes=(
            Says(
                "pay that sort of thing from the joint account, never from my credit card",
                "pay | way |",
                "+joint account",
            ),
            Says(
                "from now on take the connection from the env var STG_DSN, never from chat",
                "tak connection | way |",
                "+env var stg_dsn",
            ),
            Says("secrets come from the vault, never from env files", "secret | way |", "+vault"),
            Says(
                "book trains through the company portal, never through agencies",
                "book train | way |",
                "+company portal",
            ),
        ),
        no=(
            "pay that from the joint account",
            "take the connection from the env var STG_DSN",
            "should I pay it from the joint account, never from the card?",
            "he told me to pay from the joint account, never from the card",
            "take the value from the request, never mind the header",
        ),
    ),
    Pattern(
        "conduct.assigned",
        rx(
            r"^(?P<what>(?:the |our |all )?[\w-]+(?: [\w-]+)?s?) (?:must |should |always )?(?:uses?|goe?s? to|"
            r"runs? (?:on|as)) (?:the |our )?"
            r"(?P<slot>role|account|user|profile|bucket|queue|image|runner|template|label|channel|cluster|project|"
            r"service account|schema|topic) (?P<value>`[^`\s]+`|[\w./-]{3,40})(?: now)?"
            r"(?:,? (?:and )?(?:not|never) (?P<other>[^,;]{3,40}))?$"
        ),
        Signal.INSTRUCTION,
        0.85,
        assigned,
        yes=(
            Says(
                "right. uploads use the role report-writer, not personal keys", "upload role | is |", "+report-writer"
            ),
            Says("uploads use the role media-writer now", "upload role | is |", "+media-writer"),
            Says("nightly jobs use the queue batch-2", "nightly job queue | is |", "+batch-2"),
        ),
        no=(
            "do uploads use the role report-writer?",
            "these use the role report-writer",
            "uploads use the role that we made",
            "if uploads used the role report-writer it would fail",
        ),
    ),
    Pattern(
        "conduct.indirect",
        rx(
            rf"^\)?\s*(?P<from>(?:(?:code|handlers|anything|everything) (?:in|under) )?{_PATH} (?:doesn'?t|does not) "
            r"(?P<words>\w+ [^,;]{3,60}?), (?:it|that|this) (?:must )?(?:always )?(?P<how>goes? (?:through|via)) "
            r"(?P<way>(?:the )?[\w.`-]{3,40}))$"
        ),
        Signal.REVIEW,
        0.8,
        indirect,
        yes=(
            Says(
                "code in src/refunds doesn't touch storage directly, it goes through LedgerGateway",
                "src/refunds | access | storage",
                "+ledgergateway",
            ),
            Says(
                "anything in src/mail does not open sockets itself, it goes through SmtpPool",
                "src/mail | access | socket",
                "+smtppool",
            ),
            Says(
                "src/api doesn't query the database directly, it goes via Repo",
                "src/api | access | storage",
                "+repository",
            ),
        ),
        no=(
            "src/refunds doesn't work",
            "does src/refunds not touch storage directly, it goes through what?",
            "I heard src/refunds doesn't touch storage directly, it goes through Gateway",
        ),
    ),
    Pattern(
        "conduct.instead",
        rx(
            rf"^(?:don'?t|do not|never) (?P<verb>(?:query|open|read|write|connect|select|fetch)(?: [\w-]+){{0,3}}?) "
            rf"(?:from|in|inside|under) {_PATH}(?: directly)?, (?:please )?use (?:the )?(?P<way>(?-i:[A-Z])\w+)"
            r"(?:,? (?:like|as) .{3,40})?$"
        ),
        Signal.REVIEW,
        0.8,
        instead,
        yes=(
            Says(
                "don't query from src/refunds, use LedgerGateway like the rest of it",
                "src/refunds | access | storage",
                "+ledgergateway",
            ),
            Says("never open sessions in src/api, use OrderStore", "src/api | access | storage", "+orderstore"),
            Says("please don't read rows from src/web, use the RowRepo", "src/web | access | storage", "+rowrepo"),
        ),
        no=(
            "did you query from src/refunds, use LedgerGateway?",
            "he said don't query from src/refunds, use LedgerGateway",
            "if you don't query from src/refunds, use LedgerGateway",
        ),
    ),
    Pattern(
        "conduct.copied",
        rx(
            r"^(?:always )?(?P<verb>copy|cc|bcc|loop in|notify|inform) (?P<who>[\w' -]{3,40}?) "
            r"(?:in on|in|on|about|for) "
            r"(?P<topic>(?:anything|everything|every|all|any)\b[^,;]{3,50})$"
        ),
        Signal.INSTRUCTION,
        0.85,
        copied,
        yes=(
            Says("Copy the finance lead on anything about budgets.", "budget | copy |", "+finance lead"),
            Says("cc my assistant on all travel emails", "travel | copy |", "+assistant"),
            Says("inform the duty team about every outage", "outag | inform |", "+duty team"),
        ),
        no=(
            "copy the file for all users",
            "Did you copy the finance lead on anything about budgets?",
            "She asked you to copy the finance lead on anything about budgets.",
            "Copy the finance lead on this mail.",
        ),
    ),
)
