"""The kinds of sentences that state, correct and withdraw the value of a slot, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.frame_relations import related, unrelated
from slowwave.adapters.local.rules.frames import denied, ended, given
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

_VERBS = rx(
    r"(?=[\s\S]*?\b(?:tim(?:e|ing) out|times out|timed out|gives? up on|drops?|aborts?|cancels?|listen(?:s|"
    r"ing)?|reachable|"
    r"answers?|exposed|keeps?|stores?|holds?|has|have|lives?|runs?|sits?|stays?|resides?|go|goes|hit|are|owns?|"
    r"owned|maintain\w*|"
    r"looks? after|took|takes?|taken|responsible|charge|belongs?|handed|gave|passed|went|sent|post\w*|land|"
    r"lands|arrives?|ends? up|"
    r"show up|send|route|put|direct|reads?|loads?|gets?|writes?|moved?|migrat\w+|switch\w*|relocated|upgrade\w*|"
    r"updated|bumped|"
    r"downgraded|ported|transferred|lint\w*|format\w*|tests?|deploy\w*|hosted?|located|delivered|ships|"
    r"translate|prepare|publish\w*|"
    r"share|use|want|need|deliver\w*|save\w*|attach|export\w*|allowed|given|accepts|allows|handles|retries|"
    r"waits|build|back)\b)"
)
_NAMES = rx(r"(?=[\s\S]*?(?:\b(?:of|for|in|its|their|has|have|run|with|as|the)\b|['’]s\b))")
_ENDS = rx(
    r"(?=[\s\S]*?(?:\b(?:no|not|never|longer|forget|ignore|disregard|scratch|drop|stop|delete|erase|wipe|"
    r"remove|withdr[ae]w\w*|off|back|void|invalid|history)\b|n['’]t\b|\w+ed\b|\bgot rid\b))"
)

PATTERNS = (
    Pattern(
        "frame.relation",
        _VERBS,
        Signal.SELF_FACT,
        0.7,
        related,
        yes=(
            Says("The payments API listens on port 8090.", "payment api port | is |", "+8090"),
            Says("team Alder owns checkout", "checkout owner | is |", "+team alder"),
            Says("Ask team Alder, they own checkout.", "checkout owner | is |", "+team alder"),
            Says("checkout is deployed in eu-north-1 now, not in eu-west-1", "checkout region | is |", "+eu-north-1"),
            Says("We migrated checkout to mysql-prime last week.", "checkout database host | is |", "+mysql-prime"),
            Says("Alerts from checkout go to #ops-night from now on.", "checkout alert channel | is |", "+#ops-night"),
            Says("Requests to checkout time out after 3 s.", "checkout request timeout | is |", "+3 s"),
            Says("Lint checkout with ruff, please.", "checkout linter | is |", "+ruff"),
        ),
        no=(
            "Who owns checkout, team Alder?",
            "team Alder would own checkout",
            "The wiki says team Alder owns checkout.",
            "If team Alder owned checkout we'd be done",
            "We might move checkout to eu-north-1.",
            "it belongs to team Alder",
            "We almost moved checkout to eu-north-1.",
            "He handed the phone to team Alder.",
            "Deploy checkout in eu-north-1 just for this run.",
        ),
    ),
    Pattern(
        "frame.value",
        _NAMES,
        Signal.SELF_FACT,
        0.7,
        given,
        yes=(
            Says("The timeout of checkout is 3 s.", "checkout timeout | is |", "+3 s"),
            Says("For checkout, the timeout is 3 s.", "checkout timeout | is |", "+3 s"),
            Says("Before you open checkout: its timeout is 3 s.", "checkout timeout | is |", "+3 s"),
            Says("We use 3 s as the timeout of checkout.", "checkout timeout | is |", "+3 s"),
            Says("checkout's timeout is 3 s", "checkout timeout | is |", "+3 s"),
            Says("We replaced 5 s with 3 s as the timeout of checkout.", "checkout timeout | is |", "+3 s"),
            Says("The timeout of checkout isn't 5 s any more, it's 3 s.", "checkout timeout | is |", "+3 s"),
            Says("The timeout of checkout has changed, it's 3 s now.", "checkout timeout | is |", "+3 s"),
            Says("Only in staging is the timeout of checkout 3 s.", "checkout timeout | is | staging", "+3 s"),
            Says("FYI the owner of checkout is Priya.", "checkout owner | is |", "+priya"),
            Says("Priya is the owner of checkout.", "checkout owner | is |", "+priya"),
        ),
        no=(
            "Isn't the timeout of checkout 3 s?",
            "I heard that the timeout of checkout is 3 s.",
            "It would be easier to use 3 s as the timeout of checkout.",
            "I'm trying to set the timeout of checkout to 3 s",
            "We tried 3 s as the timeout of checkout.",
            "Use 3 s as the timeout of checkout, just for this run.",
            "If we set the timeout of checkout to 3 s, the tests pass.",
            "Check that the timeout of checkout is 3 s.",
            "You still have 3 s as the timeout of checkout.",
            "The plan for Monday is to set the timeout of checkout to 3 s.",
            "I don't think the timeout of checkout is 3 s.",
            "Change the color of the header to #ff0000.",
        ),
    ),
    Pattern(
        "frame.not_related",
        _ENDS,
        Signal.REJECTION,
        0.8,
        unrelated,
        yes=(
            Says("checkout does not run on mysql-prime.", "checkout database host | is |", "-mysql-prime"),
            Says("Alerts from checkout no longer go to #ops-night.", "checkout alert channel | is |", "-#ops-night"),
            Says("checkout no longer belongs to team Alder", "checkout owner | is |", "-team alder"),
        ),
        no=(
            "Doesn't checkout run on mysql-prime?",
            "They said checkout no longer belongs to team Alder.",
            "maybe checkout no longer belongs to team Alder",
        ),
    ),
    Pattern(
        "frame.denied",
        _ENDS,
        Signal.REJECTION,
        0.8,
        denied,
        yes=(
            Says("The timeout of checkout is no longer 5 s.", "checkout timeout | is |", "-5 s"),
            Says("5 s is not the timeout of checkout.", "checkout timeout | is |", "-5 s"),
            Says("Whatever you do, not 5 s as the timeout of checkout.", "checkout timeout | is |", "-5 s"),
        ),
        no=(
            "Is the timeout of checkout no longer 5 s?",
            "I guess the timeout of checkout is not 5 s.",
            "Someone said 5 s is not the timeout of checkout.",
        ),
    ),
    Pattern(
        "frame.ended",
        _ENDS,
        Signal.REJECTION,
        0.8,
        ended,
        yes=(
            Says("checkout has no timeout any more.", "checkout timeout | is |", "-"),
            Says("We removed the timeout of checkout, nothing replaces it.", "checkout timeout | is |", "-"),
            Says("Please forget the timeout of checkout.", "checkout timeout | is |", "-"),
            Says("The timeout of checkout doesn't apply any more.", "checkout timeout | is |", "-"),
            Says("Delete the timeout of checkout from your memory, please.", "checkout timeout | is |", "-"),
        ),
        no=(
            "Don't forget the timeout of checkout.",
            "Delete the timeout of checkout from the config file.",
            "Does checkout have no timeout any more?",
            "checkout has no errors any more",
            "If we removed the timeout of checkout it would hang.",
        ),
    ),
)
