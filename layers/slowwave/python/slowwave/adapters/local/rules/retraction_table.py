"""The words that take back and correct, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.retractions import forget, gone, it_is, not_but, that_wrong
from slowwave.domain.claims import Signal
from slowwave.domain.endings import GONE, WITHDRAWN

_THING = r"[^,;()]{1,60}?"

PATTERNS = (
    Pattern(
        "correct.not_but",
        rx(
            rf"^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|make (?:it|that)|use|"
            rf"i meant|i said)?\s*(?:not (?P<old>{_THING}),? but (?:rather )?)(?P<value>{_THING})$",
            rf"^(?:it(?:'s| is| was| should be)|that(?:'s| is| should be)|they(?:'re| are)|make (?:it|that)|use|"
            rf"i meant|i said)?\s*(?P<value>{_THING}),? (?:and )?(?:not|instead of|rather than) (?P<old>{_THING})$",
        ),
        Signal.CORRECTION,
        0.9,
        not_but,
        yes=(
            Says("The timeout is 30 s. || No, it's 45 s, not 30 s.", "timeout | is |", "+45 s"),
            Says(
                "our staging region is eu-west-1 || not eu-west-1 but eu-north-1",
                "region | is | staging",
                "+eu-north-1",
            ),
            Says("My name is Lena. || I meant Lana, not Lena.", "user | name |", "+lana"),
        ),
        no=("Not now but later.", "It's nice, not great.", "The timeout is 30 s. || Is it 45 s, not 30 s?"),
    ),
    Pattern(
        "correct.it_is",
        rx(
            rf"^(?:it(?:'s| is| should be| must be)|that(?:'s| should be| is)|they(?:'re| are)|make (?:it|that)|"
            rf"i meant|i said)\s+(?:now |actually |really )?(?P<value>{_THING})$",
            rf"^(?P<value>(?=[\w'\"`$€£#@])(?!(?:always|never|do|don't|use|please|i|we|you|the|my|our)\b){_THING})$",
        ),
        Signal.CORRECTION,
        0.9,
        it_is,
        yes=(
            Says("The timeout is 30 s. || Actually, it's 45 s.", "timeout | is |", "+45 s"),
            Says("My timezone is UTC+2. || Sorry, I meant UTC+3.", "user | timezone |", "+utc+3"),
            Says("The API port is 8443. || Correction: it should be 9443.", "api port | is |", "+9443"),
        ),
        no=(
            "Actually, it's broken.",
            "No, it's 45 s.",
            "The timeout is 30 s. || maybe it's 45 s",
            "The timeout is 30 s. || Actually, is it 45 s?",
        ),
    ),
    Pattern(
        "reject.that",
        rx(
            r"^(?:no,? )?(?:that(?:'s| is| was)|this is)(?: just| simply| actually)? (?:wrong|not (?:right|true|"
            r"correct)|incorrect|no longer (?:true|valid|the case|correct|right|needed|necessary)|outdated|obsolete|"
            r"out of date)(?: now| anymore)?$",
            r"^(?:scratch|strike|ignore|forget|disregard|cancel|undo) (?:that|this|my last (?:message|instruction)|"
            r"what i just said)$",
            r"^(?:stop|don'?t) do(?:ing)? (?:that|this)(?: again)?$",
        ),
        Signal.REJECTION,
        0.8,
        that_wrong,
        yes=(
            Says(
                "Always add a docstring to public functions. || Scratch that.",
                "add docstring public function | practice |",
                "-",
            ),
            Says("The timeout is 30 s. || That's no longer true.", "timeout | is |", "-30 s"),
            Says("Never use npm. || forget that", "npm | use |", "-"),
        ),
        no=(
            "That's wrong.",
            "Scratch that.",
            "hello there || stop doing that",
            "The timeout is 30 s. || Is that no longer true?",
        ),
    ),
    Pattern(
        "reject.forget",
        rx(
            r"^(?:you can |you should )?(?:forget|ignore|disregard|scratch|drop|discard)(?: about)? (?:everything |"
            r"anything |all |what(?:ever)? )?(?:(?:that )?i(?:'ve| have)? (?:said|told you|mentioned|asked|"
            r"wrote)(?: earlier| before)?(?: about| regarding| on)?|my (?:earlier |previous |old )?(?:instructions?|"
            r"rules?|notes?|preferences?|requests?) (?:about|on|regarding|for|to)|the (?:rule|convention|instruction|"
            r"note) (?:about|on|to|that)) (?P<subject>[^,;]{2,60})$"
        ),
        Signal.REJECTION,
        0.8,
        forget,
        yes=(
            Says(
                "Always add a docstring to public functions. || Forget what I said about docstrings.",
                "add docstring public function | practice |",
                "-",
            ),
            Says("Forget what I told you about my address.", "address | is |", "-"),
            Says("ignore my earlier instructions about the staging timeout", "timeout | is | staging", "-"),
            Says("forget what i said about the window seat, i dont care where i sit", "window seat | is |", "-"),
        ),
        no=(
            "Forget it.",
            "Don't forget what I said about tests.",
            "Forget what I said about that.",
            "Did you forget what I said about my address?",
        ),
    ),
    Pattern(
        "reject.gone",
        rx(
            rf"^(?P<subject>{_THING}) (?P<how>(?:is|are|has been|have been|was|were|got)(?: now| all| finally|"
            rf" officially)? (?:{WITHDRAWN}|{GONE}|void|"
            rf"no longer (?:needed|used|in use|supported|required|valid|relevant|true|in force|available|a thing))|"
            rf"no longer (?:appl(?:y|ies)|exists?|holds?|matters?|stands?)|"
            rf"do(?:es)?n'?t (?:apply|exist) any ?more)(?: now| anymore)?$"
        ),
        Signal.REJECTION,
        0.8,
        gone,
        yes=(
            Says("The staging timeout no longer applies.", "timeout | is | staging", "-"),
            Says("Jenkins is gone.", "jenkins | use |", "-"),
            Says("The legacy import endpoint has been removed.", "legacy import endpoint | is |", "-"),
            Says("The code freeze was called off.", "code freeze | is |", "-"),
        ),
        no=(
            "It is gone.",
            "Is Jenkins gone?",
            "The error is gone.",
            "The packet was dropped.",
            "The token is invalid.",
            "He said Jenkins is gone.",
        ),
    ),
)
