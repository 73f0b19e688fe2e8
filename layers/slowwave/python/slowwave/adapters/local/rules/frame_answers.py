"""What answers the sentence or message before: a value put right, a guess confirmed or refuted, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.frame_beside import beside
from slowwave.adapters.local.rules.frame_relations import answered, confirmed, refuted
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

_V = r"(?!(?:it|that|this|everything|all|what)\b)(?:\S+ ){0,3}?\S+"
_ANSWERS = rx(r"(?:(?:no|nope|wait|actually|sorry|correction|please)\b|it|that|make|use|the )")

PATTERNS = (
    Pattern(
        "frame.confirmed",
        rx(
            rf"^(?:(?:yes|yep|yeah|correct|exactly|right|indeed|true)[,.:!]? )*{_V} (?:is|was|sounds|looks) "
            rf"(?:right|correct|"
            r"fine|good|true|it|the right one|exactly right)(?=\s*(?:$|[,.;!]))",
            r"^(?:yes, |yep, )?your (?:guess|assumption) (?:\S+ ){0,10}?(?:is|was) (?:right|correct)(?:, "
            r"(?:it's|it is) \S+"
            r"(?: \w+)?)?",
        ),
        Signal.SELF_FACT,
        0.8,
        confirmed,
        yes=(
            Says("I assume the timeout of checkout is 3 s. || Yes, 3 s is right.", "checkout timeout | is |", "+3 s"),
            Says(
                "The owner of checkout is team Alder. || team Alder is correct.", "checkout owner | is |", "+team alder"
            ),
            Says(
                "The timeout of checkout is 3 s. || Your guess was right, it's 3 s.", "checkout timeout | is |", "+3 s"
            ),
        ),
        no=(
            "Yes, 3 s is right.",
            "The timeout of checkout is 3 s. || Is 3 s right?",
            "The timeout of checkout is 3 s. || 5 s is right.",
        ),
    ),
    Pattern(
        "frame.refuted",
        rx(
            rf"^(?:(?:no|nope)[,.:!]? )*{_V} (?:is|was) (?:wrong|not (?:right|correct|true)|incorrect|a (?:bad )?guess)"
            r"(?=\s*(?:$|[,.;!]))",
            r"^(?:no, )?your (?:guess|assumption) (?:\S+ ){0,10}?(?:is|was) (?:wrong|not (?:right|correct)|incorrect)",
        ),
        Signal.REJECTION,
        0.8,
        refuted,
        yes=(
            Says(
                "The timeout of checkout is 3 s. || No, 3 s is wrong, don't use it.", "checkout timeout | is |", "-3 s"
            ),
            Says(
                "The owner of checkout is team Alder. || team Alder is wrong.", "checkout owner | is |", "-team alder"
            ),
            Says(
                "The timeout of checkout is 3 s. || Your guess about the timeout of checkout is wrong.",
                "checkout timeout | is |",
                "-3 s",
            ),
        ),
        no=(
            "No, 3 s is wrong.",
            "The timeout of checkout is 3 s. || Is 3 s wrong?",
            "The timeout of checkout is 3 s. || 5 s is wrong.",
        ),
    ),
    Pattern(
        "frame.answer",
        _ANSWERS,
        Signal.CORRECTION,
        0.8,
        answered,
        yes=(
            Says(
                "You still have 5 s as the timeout of checkout. The right one is 3 s.",
                "checkout timeout | is |",
                "+3 s",
            ),
            Says("You have the wrong timeout for checkout. It should be 3 s.", "checkout timeout | is |", "+3 s"),
            Says("The owner of checkout has changed. It is team Alder now.", "checkout owner | is |", "+team alder"),
        ),
        no=(
            "It should be 3 s.",
            "You have the wrong timeout for checkout. Should it be 3 s?",
            "You have the wrong file open. It should be 3 s.",
        ),
    ),
    Pattern(
        "frame.beside",
        rx(r"(?=[\s\S]*?\b(?:the|its|their)\b)"),
        Signal.SELF_FACT,
        0.7,
        beside,
        yes=(
            Says("Wait, 5 s is wrong for checkout. The timeout should be 3 s.", "checkout timeout | is |", "+3 s"),
            Says("We updated checkout. The new timeout is 3 s.", "checkout timeout | is |", "+3 s"),
            Says("Sorry, 5 s is out of date in billing-v2. Its timeout is 3 s.", "billing-v2 timeout | is |", "+3 s"),
        ),
        no=(
            "They say 5 s is wrong for checkout. The timeout should be 3 s.",
            "We updated checkout and moved ledger to billing. The timeout should maybe be 3 s.",
            "5 s is wrong for billing-v2 and for billing-v3. The timeout should be 3 s.",
            "Have a look at the diff in billing-v2. The timeout is 3 s.",
        ),
    ),
)
