"""The words of commands, of what a module calls now and of what the calendar brings, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.commands import TOOL
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import CONDITION
from slowwave.adapters.local.rules.process import by_calendar, rerouted, run_by, stopped, unasked
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Signal

_PATH = r"(?P<path>`[^`\s]+`|(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*)"
_COMMAND = rf"(?P<command>`[^`]{{2,80}}`|(?:{TOOL}|fab|cap|helm|ansible|invoke|gulp)(?: (?!now\b)[\w./:=@-]+){{1,4}})"

PATTERNS = (
    Pattern(
        "process.command",
        rx(
            rf"^(?:[^;]{{3,90}}[,:] (?:and )?)?(?P<from>(?:the |our )?(?P<goal>deploys|deployments|releases|builds|"
            rf"backups|migrations|hotfixes|imports|rollbacks) (?:go out|ship|happen|are done|are triggered|run|go) "
            rf"(?:with|via|through|by) {_COMMAND})(?: now)?$",
            rf"^(?P<from>(?P<deed>deploy|ship|release|migrate) (?:with|via|through|by running) {_COMMAND})(?: now)?$",
        ),
        Signal.INSTRUCTION,
        0.85,
        run_by,
        yes=(
            Says(
                "theme work: styles are in sass under theme/scss, and deploys go out with fab deploy:north",
                "deploy | command |",
                "+fab deploy:north",
            ),
            Says("new pipeline: deploys go out with just deploy", "deploy | command |", "+just deploy"),
            Says("we deploy with just ship", "deploy | command |", "+just ship"),
            Says("backups happen via make dump now", "backup | command |", "+make dump"),
        ),
        no=(
            "deploys go out with a delay",
            "deploy with just ship",
            "do deploys go out with just deploy?",
            "he said deploys go out with just deploy",
            "deploys go out with just deploy for now",
        ),
    ),
    Pattern(
        "process.stopped",
        rx(
            rf"^(?:have |had )?(?:stopped|quit) (?P<deed>deploying|shipping|releasing|migrating) (?:with|via|through|"
            rf"by running) {_COMMAND}(?: .{{0,40}})?$",
            rf"^(?:no longer|don'?t|do not) (?P<deed>deploy|ship|release|migrate) (?:with|via|through|by running) "
            rf"{_COMMAND}(?: any ?more| any longer)?$",
        ),
        Signal.REJECTION,
        0.85,
        stopped,
        yes=(
            Says("we stopped deploying with make ship", "deploy | command |", "-make ship"),
            Says("We no longer release via just publish.", "release | command |", "-just publish"),
            Says("we don't deploy with make ship anymore", "deploy | command |", "-make ship"),
        ),
        no=(
            "did we stop deploying with make ship?",
            "they stopped deploying with make ship",
            "we might stop deploying with make ship",
            "we stopped deploying on fridays",
        ),
    ),
    Pattern(
        "process.rerouted",
        rx(
            rf"^(?:[^;]{{3,90}}, )?(?:(?:code|everything) in )?{_PATH} (?P<verb>calls?|uses?|talks? to|goes through) "
            r"(?P<way>[\w.:()`-]{3,50})(?: (?:over|via) [\w-]{2,12})?(?P<now> now| instead)?$"
        ),
        Signal.INSTRUCTION,
        0.85,
        rerouted,
        yes=(
            Says(
                "the old gateway class is deleted, src/refunds calls ledger_client.totals() over http from now on",
                "src/refunds | access | storage",
                "+ledger_client",
            ),
            Says(
                "The OrderStore class is gone. src/orders uses order_api instead",
                "src/orders | access | storage",
                "+order_api",
            ),
            Says(
                "the old wrapper was removed, src/mail talks to `mail_queue` now",
                "src/mail | access | storage",
                "+mail_queue",
            ),
        ),
        no=(
            "src/refunds calls ledger_client.totals() over http",
            "is the old gateway gone, and src/refunds calls ledger_client now?",
            "src/refunds calls the wrong client too",
            "I heard the old gateway is deleted, src/refunds calls ledger_client from now on",
        ),
    ),
    Pattern(
        "process.unasked",
        rx(
            r"^no (?P<words>(?:new |more )?[\w-]+(?: [\w-]+){0,3} without (?:asking|telling|checking with|approval|"
            r"permission|my|consent)\b[\w ]{0,30})$"
        ),
        Signal.INSTRUCTION,
        0.9,
        unasked,
        yes=(
            Says("no new dependencies without asking me", "new dependenci without ask | practice |", "-"),
            Says("no bookings without my approval please", "book without approval | practice |", "-"),
            Says("no schema changes without telling me first", "schema chang without tell first | practice |", "-"),
        ),
        no=(
            "no new dependencies",
            "are there no bookings without my approval?",
            "there were no bookings without my approval",
            "he said no bookings without my approval",
        ),
    ),
    Pattern(
        "process.calendar",
        rx(rf"^(?P<words>(?:{VERBS})\b.+)$"),
        Signal.INSTRUCTION,
        0.85,
        by_calendar,
        yes=(
            Says("If it's a quarter end, add the pipeline chart.", "add pipelin chart | practice | if it quarter end"),
            Says("On fridays, post the summary to the team channel", "post summari team channel | practice | friday"),
            Says("When it's a holiday, skip the stand-up notes.", "skip stand-up not | practice | when it holiday"),
        ),
        no=(
            "If it's an error, add the stack trace.",
            "Can you add the pipeline chart if it's a quarter end?",
            "If it's ready, send the file.",
            "my boss says if it's a quarter end, add the chart",
        ),
        needs=frozenset({CONDITION}),
    ),
)
