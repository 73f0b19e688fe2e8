"""The words of what a name starts with, what is generated and where a file is kept, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.layout import generated, kept_in, marked
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

_PATH = r"(?P<path>`[^`\s]+`|(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*|[\w-]+\.[a-z]{2,4})"
_DIRECT = r"(?P<direct>`[^`\s]+`|(?:[\w.@-]+/)+[\w.@-]*|[\w-]+\.[a-z]{2,4})"
_VALUE = r"(?P<value>`[^`\s]{1,20}`|[^\s,;`]{1,20})"

PATTERNS = (
    Pattern(
        "layout.marked",
        rx(
            rf"^(?:always )?(?P<how>prefix|suffix) (?P<what>(?!it\b|this\b|that\b|them\b)[^,;]{{3,40}}?) with "
            rf"{_VALUE}$",
            rf"^(?P<what>[\w-]+(?: (?!(?:always|must|should|have)\b)[\w'-]+){{0,5}}?s(?: (?:we|of) "
            rf"[\w' -]{{3,30}})?) (?:must |should |have to )?(?:always )?(?P<how>start|begin|end) (?:with|in) "
            rf"{_VALUE}$",
        ),
        Signal.INSTRUCTION,
        0.85,
        marked,
        yes=(
            Says("always prefix css classes with nt-", "css class | prefix |", "+nt-"),
            Says("css classes we write ourselves always start with so-", "css class | prefix |", "+so-"),
            Says("feature branches must start with feat/", "feature branch | prefix |", "+feat/"),
        ),
        no=(
            "prefix it with nt-",
            "do css classes start with nt-?",
            "sentences start with capitals",
            "the linter says css classes start with nt-",
        ),
    ),
    Pattern(
        "layout.generated",
        rx(
            rf"^(?:never|don'?t|do not) (?P<verb>edit|change|touch|modify) (?:them|it|those|these|any of them|"
            rf"{_DIRECT}) (?P<how>by hand|manually|directly)(?:, (?:but )?(?P<instead>(?:run|use|change|edit|"
            r"regenerate|call) [^,;]{3,60}?)(?: instead)?)?$"
        ),
        Signal.INSTRUCTION,
        0.9,
        generated,
        yes=(
            Says(
                "the fixtures under tests/data are generated, never edit them by hand, run tools/make_fixtures instead",
                "tests/data | must | edit by hand",
                "-",
            ),
            Says("proto/gen/ is generated, don't touch it manually", "proto/gen | must | touch manual", "-"),
            Says(
                "the files in api/stubs come from the schema, never edit them by hand",
                "api/stubs | must | edit by hand",
                "-",
            ),
        ),
        no=(
            "don't edit main.py manually yet",
            "I would never edit them by hand",
            "did you edit tests/data by hand?",
            "the readme says tests/data is generated, never edit it by hand",
        ),
    ),
    Pattern(
        "layout.kept_in",
        rx(
            rf"^(?P<what>(?:the|our|all) [\w -]{{3,40}}?) (?:lives?|go(?:es)?|belongs?|(?:is|are) (?:kept|written|"
            rf"saved|stored)) (?:in|into|to|under) (?:the )?{_PATH}(?:,? and (?:every|each|all) [^;]{{5,80}})?$"
        ),
        Signal.SELF_FACT,
        0.7,
        kept_in,
        yes=(
            Says(
                "the changelog lives in CHANGES.rst and every user visible change needs a line there",
                "changelog | location |",
                "+CHANGES.rst",
            ),
            Says(
                "the report is written to var/reports btw, ops picks it up from there",
                "report | location |",
                "+var/reports",
            ),
            Says("our settings go into config.toml", "setting | location |", "+config.toml"),
        ),
        no=(
            "the error is written to var/log",
            "where is it that the changelog lives in CHANGES.rst?",
            "the output is written to out/run.log",
            "he said the changelog lives in CHANGES.rst",
        ),
    ),
)
