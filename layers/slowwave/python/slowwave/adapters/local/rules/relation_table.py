"""The verbs that people use in place of a noun: who "owns" a thing is its owner, where it "listens" is its port.

`E` stands for an entity, `V` for a value or a word that points at one, `O` for a value that is over.
"""

from __future__ import annotations

NOW = "{NOW}"
"""Where "now", "always" or a negation may stand."""

_DATA = r"(?:data|records?|state|files?|rows?|tables?)"
_FILES = r"(?:data|files?|inputs?|exports?|feeds?|documents?)"
_MOVED = r"(?:moved|migrated|switched|relocated|upgraded|updated|bumped|downgraded|ported|transferred)"

RELATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "request timeout",
        (
            rf"\b(?:requests?|calls?) to {{E}} {NOW}time[sd]? out after {{V}}",
            (
                rf"{{E}} {NOW}(?:gives? up on|drops?|aborts?|cancels?) (?:a |an |the |each |any |every "
                rf")?(?:requests?|calls?) "
                rf"after {{V}}"
            ),
        ),
    ),
    (
        "port",
        (rf"{{E}} {NOW}(?:listens?|is listening|is reachable|answers?|is exposed) on (?:tcp )?(?:port )?{{V}}",),
    ),
    (
        "database host",
        (
            rf"{{E}} {NOW}(?:keeps?|stores?|holds?|has) (?:its|their|all its) {_DATA} (?:on|in|at) {{V}}",
            (
                rf"\b(?:the |our )?(?:data|database|db|tables?) (?:of|behind|for|from) {{E}} {NOW}(?:is|are|lives?|"
                rf"runs?|sits?|"
                rf"stays?|resides?) {NOW}(?:on|in|at) {{V}}"
            ),
            (
                rf"\b(?:the )?(?:queries|reads|writes) (?:for|of|from) {{E}} {NOW}(?:run|go|are sent|hit) (?:on|to|"
                rf"against)? ?{{V}}"
            ),
        ),
    ),
    (
        "owner",
        (
            (
                rf"{{V}} {NOW}(?:owns?|maintains?|looks? after|took over|takes over|has taken over|have taken over|"
                rf"is responsible "
                rf"for|are responsible for|is in charge of|are in charge of) {{E}}"
            ),
            (
                rf"{{E}} {NOW}(?:belongs? to|is {NOW}owned by|is {NOW}maintained by|was handed (?:over )?to|went "
                rf"to|goes to) "
                rf"{{V}}"
            ),
            r"\b(?:we|i)(?: have|'ve)? (?:handed|gave|passed) {E} over to {V}",
        ),
    ),
    (
        "alert channel",
        (
            (
                rf"\b(?:the )?(?:alerts?|alarms?|pages|notifications) (?:from|of|for) {{E}} {NOW}(?:are sent|are "
                rf"posted|get posted|"
                rf"goes|go|lands?|arrives?|ends? up|show up) {NOW}(?:to|in|on|at) {{V}}"
            ),
            (
                r"\b(?:send|post|route|put|direct) (?:the |all |any )?(?:alerts?|alarms?|notifications) (?:from|of|"
                r"for) {E} "
                r"(?:to|in|into|on) {V}"
            ),
            (
                r"{V} (?:the )?(?:alerts?|alarms?|notifications) (?:from|of|for) {E} (?:go|arrive|land|end up|show "
                r"up|are sent|are "
                r"posted)\b"
            ),
        ),
    ),
    (
        "data path",
        (
            (
                rf"{{E}} {NOW}(?:reads?|loads?|takes?|gets?|writes?|puts?|stores?|keeps?) (?:its|their|the) "
                rf"{_FILES} (?:from|to|in|"
                rf"into|under|at|out of) {{V}}"
            ),
            (
                rf"\b(?:the )?{_FILES} (?:of|for|from) {{E}} {NOW}(?:were moved to|was moved to|have moved to|has "
                rf"moved to|moved to|"
                rf"live in|lives in|are in|is in|are kept in|lie in|lie under|are under|are stored in|go to) {{V}}"
            ),
        ),
    ),
    ("linter", (rf"\blint {{E}} {NOW}(?:with|using) {{V}}", rf"{{E}} is {NOW}linted {NOW}(?:with|by) {{V}}")),
    (
        "formatter",
        (rf"\bformat {{E}} {NOW}(?:with|using) {{V}}", rf"{{E}} is {NOW}formatted {NOW}(?:with|by) {{V}}"),
    ),
    (
        "test runner",
        (
            rf"\brun (?:the )?tests (?:of|for|in) {{E}} {NOW}(?:with|through|using) {{V}}",
            rf"\b(?:the )?tests (?:of|for|in) {{E}} {NOW}(?:run|are run|go) (?:with|through|on|under) {{V}}",
            r"(?:^|, |: |please |always |and )test {E} with {V}",
        ),
    ),
    (
        "region",
        (
            rf"{{E}} is {NOW}(?:deployed|hosted|running|located) (?:in|to) {{V}}",
            rf"\b(?:deploy|host|run) {{E}} {NOW}in {{V}}",
            rf"{{E}} {NOW}(?:runs|lives) in {{V}}",
        ),
    ),
    (
        "send time",
        (
            rf"\bsend {{E}} (?:out )?{NOW}(?:every |on |at |each )?{{V}}",
            rf"{{E}} {NOW}(?:goes out|is sent(?: out)?|is delivered|ships) {NOW}(?:every |on |at |each )?{{V}}",
        ),
    ),
    ("language pair", (rf"\b(?:write|translate|send|prepare) {{E}} {NOW}(?:in|from) {{V}}",)),
    (
        "posting channel",
        (
            rf"\b(?:post|publish|share) {{E}} {NOW}(?:in|to|on|into) {{V}}",
            rf"{{E}} is {NOW}(?:posted|published) (?:to|in|on) {{V}}",
        ),
    ),
    (
        "file format",
        (
            rf"\b(?:want|need|send|deliver|save|attach) {{E}} {NOW}as {{V}}",
            rf"{{E}} is {NOW}(?:sent|delivered|saved) {NOW}as {{V}}",
        ),
    ),
    (
        "export format",
        (rf"\bexport {{E}} {NOW}(?:as|to|in) {{V}}", rf"{{E}} is {NOW}exported {NOW}(?:as|to|in) {{V}}"),
    ),
    (
        "memory limit",
        (rf"{{E}} {NOW}(?:may use|can use|gets|is allowed|is given) (?:up to |at most )?{{V}} of (?:memory|ram)\b",),
    ),
    (
        "rate limit",
        (
            (
                rf"{{E}} {NOW}(?:accepts|allows|takes|handles) (?:at most |up to |no more than |only )?{{V}}(?: "
                rf"per caller)?$"
            ),
        ),
    ),
    (
        "retry delay",
        (rf"{{E}} {NOW}(?:retries|waits) (?:only )?(?:after )?{{V}}(?: before (?:a|each|the next|every) retry)?\b",),
    ),
    (
        "",
        (
            rf"\b{_MOVED} {{E}}(?: over| back)?(?: from (?:O|V))? to (?P<kind>(?:\w+ )?(?:version )?)??{{V}}",
            (
                r"\b(?:move|migration|switch|upgrade) of {E}(?: from (?:O|V))? to {V} (?:is |was )?(?:finished|done|"
                r"complete|"
                r"completed|went through|succeeded)"
            ),
            rf"\bbuild {{E}} {NOW}(?:against|with|on) (?P<kind>\w+ (?:version )?){{V}}",
            rf"{{E}} (?:is|has been|was) {NOW}(?:back on|back in|{_MOVED} (?:back )?to|on) (?P<kind>(?:\w+ )?){{V}}",
            rf"{{E}} {NOW}runs? on {{V}}",
        ),
    ),
)
"""Attribute and wordings; without an attribute the form of the value tells it."""
