"""The words of standing instructions, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.directives import allowed, always, ask, dont, lasting, never, released, stop
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Signal

PATTERNS = (
    Pattern(
        "directive.never",
        rx(
            r"^(?:never ever|never(?! ?mind\b)|don'?t ever|do not ever|under no circumstances|at no point|"
            r"by no means|(?:nobody|no one) (?:should|must|may|can|is allowed to)(?: ever)?|"
            r"under no circumstances (?:should|may|must) (?:you|we|anyone))\s+(?P<words>.+)$",
            r"^no (?:more )?(?P<words>(?:deploy|deployment|release|push|merge|commit|migration|restart)(?:s|es)? "
            r"(?:on|to|in|into|during|without|before|after) .+)$",
        ),
        Signal.INSTRUCTION,
        0.9,
        never,
        yes=(
            Says("Never push directly to main.", "push direct main | practice |", "-"),
            Says("never run the linter before committing", "run linter before commit | practice |", "-"),
            Says("one more thing before I forget, never deploy on fridays", "deploy | practice | friday", "-"),
            Says("Don't ever touch files in `legacy/`.", "legacy | must | touch fil", "-"),
            Says("If the build is red never merge.", "merg | practice | if build red", "-"),
            Says("no deploys on fridays. ever.", "deploy | practice | friday", "-"),
        ),
        no=(
            "I never said that.",
            "He told me never to push to main.",
            "Never mind.",
            "never run the tests, yeah right",
            "Why do we never push to main?",
        ),
    ),
    Pattern(
        "directive.always",
        rx(r"^(?:always|you (?:should|must) always|we always|i always want)\s+(?P<words>.+)$"),
        Signal.INSTRUCTION,
        0.9,
        always,
        yes=(
            Says("Always run the linter before committing.", "run linter before commit | practice |"),
            Says(
                "Hey, please always add a docstring to public functions.", "add docstring public function | practice |"
            ),
            Says("When writing SQL, always qualify column names.", "qualifi column nam | practice | when writ sql"),
        ),
        no=(
            "It always fails.",
            "Should I always run the linter?",
            "The docs say always run the linter.",
            "Imagine we always ran the linter.",
            "Always fun.",
        ),
    ),
    Pattern(
        "directive.stop",
        rx(r"^(?:stop|quit|no more|avoid|refrain from|please stop)\s+(?P<words>.+)$"),
        Signal.INSTRUCTION,
        0.8,
        stop,
        yes=(
            Says("Stop adding comments to every function.", "add comment function | practice |", "-"),
            Says("stop running the linter before committing", "run linter before commit | practice |", "-"),
            Says("Stop apologising all the time.", "apologis tim | practice |", "-"),
            Says("quit adding emojis to commit messages", "add emoji commit messag | practice |", "-"),
            Says("please stop apologizing in your answers", "apologiz | practice | answer", "-"),
        ),
        no=(
            "Stop the server.",
            "Should we stop adding comments?",
            "Stop doing that for now.",
            "Stop worrying about the tests.",
            "She said stop adding comments.",
        ),
    ),
    Pattern(
        "directive.release",
        rx(
            r"^(?:you |we )?(?:don'?t|do not|no longer) (?:need|have) to\s+(?P<words>.+)$",
            r"^(?:there(?:'s| is) )?no (?:longer any )?need to\s+(?P<words>.+)$",
        ),
        Signal.REJECTION,
        0.8,
        released,
        yes=(
            Says("You don't need to run the slow suite any more.", "run slow suit | practice |", "-"),
            Says("We no longer have to sign releases.", "sign releas | practice |", "-"),
            Says("no need to update the changelog anymore", "updat changelog | practice |", "-"),
        ),
        no=(
            "You don't need to run it.",
            "We don't have to sign releases for now.",
            "Do we no longer have to sign releases?",
        ),
    ),
    Pattern(
        "directive.allow",
        rx(
            r"^(?:you|we)(?: (?:may|can)(?: now)?| are (?:now )?(?:allowed|free) to)\s+(?P<words>.+?)(?P<now> now|"
            r" again)?$"
        ),
        Signal.DECISION,
        0.7,
        allowed,
        yes=(
            Says("You may delete old branches without asking now.", "delet old branch without ask | practice |"),
            Says("You can push directly to main again.", "push direct main | practice |"),
            Says("You are now allowed to deploy to production on Fridays.", "deploy production | practice | friday"),
        ),
        no=(
            "You can run it now.",
            "You can see the logs.",
            "Can you push to main again?",
            "You can now open the dialog.",
        ),
    ),
    Pattern(
        "directive.dont",
        rx(r"^(?:don'?t|do not|dont|must not|should not|shouldn'?t|no longer)\s+(?P<words>.+)$"),
        Signal.REVIEW,
        0.7,
        dont,
        yes=(
            Says("Don't log request bodies.", "log request bodi | practice |", "-"),
            Says("nit: don't log request bodies here", "log request bodi | practice |", "-"),
            Says("please don't add trailing summaries anymore", "add trail summari | practice |", "-"),
            Says("don't touch the legacy/ folder", "touch legaci folder | practice |", "-"),
            Says("don't commit to the release branch", "commit releas branch | practice |", "-"),
            Says("Please don't change the staging database.", "chang stag databas | practice |", "-"),
            Says("From now on don't squash my commits", "squash commit | practice |", "-"),
        ),
        no=(
            "Don't worry about it.",
            "I don't know.",
            "don't run the tests for now",
            "If you don't run the tests it breaks.",
            "Don't change this.",
            "don't touch that folder",
            "don't push it yet",
            "Don't edit the docs folder for now.",
        ),
    ),
    Pattern(
        "directive.ask",
        rx(
            r"^(?P<words>(?:always )?(?:ask|check with|confirm with|get (?:my )?(?:approval|permission)|"
            r"wait for)\s.*\bbefore\b.+)$"
        ),
        Signal.INSTRUCTION,
        0.9,
        ask,
        yes=(
            Says("Ask me before deleting any file.", "ask before delet fil | practice |"),
            Says("check with me before you deploy to production", "check with before deploy production | practice |"),
            Says("Get my approval before merging anything.", "get approval before merg anything | practice |"),
        ),
        no=("Did you ask before deleting?", "I asked before deleting.", "My boss wants you to ask before deleting."),
    ),
    Pattern(
        "directive.lasting",
        rx(rf"^(?P<words>(?:{VERBS})\b.+)$"),
        Signal.REVIEW,
        0.8,
        lasting,
        yes=(
            Says("From now on, answer with a short summary first.", "answer with short summari first | practice |"),
            Says("In this repo we wrap errors with context.", "wrap error with context | practice |"),
            Says(
                "Please remember to update the changelog with every change.", "updat changelog with chang | practice |"
            ),
        ),
        no=(
            "Add a test for the parser.",
            "Run the tests from the root.",
            "For now, answer with a summary.",
            "Can you update the changelog?",
            "Let's write the docs.",
        ),
    ),
)
