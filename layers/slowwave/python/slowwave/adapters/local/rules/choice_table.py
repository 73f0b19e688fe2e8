"""The words of tool and style choices, with examples of what they must and must not match."""

from __future__ import annotations

from slowwave.adapters.local.rules.choices import THING, not_that, not_use, switched, use
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.vocabulary import VERBS
from slowwave.domain.claims import Signal

_OTHER = (
    rf"(?:,?\s+(?:instead of|rather than|in place of|over|and not|not|in favou?r of not)\s+(?:using\s+|"
    rf"use\s+)?(?P<other>{THING}))"
)
_PURPOSE = r"(?:\s+(?P<for>for|as|to|in|on|when|if|everywhere)\b\s*(?P<purpose>[^,]{0,80}?))?"

_SINCE = (
    r"(?: last \w+| yesterday| recently| in (?:the )?(?:early |late )?(?:spring|summer|autumn|fall|winter|january|"
    r"february|march|april|may|june|july|august|september|october|november|december|\d{4}))?"
)

PATTERNS = (
    Pattern(
        "choice.use",
        rx(
            rf"^(?P<adverb>always\s+|only\s+|prefer to\s+|we (?:always|only)\s+)?(?:use|using|go(?:ing)? with|"
            rf"stick(?:ing)? (?:with|to)|choose|pick|adopt|rely on|standardi[sz](?:e|ing) on|"
            rf"default to)\s+(?P<thing>{THING}){_OTHER}{_PURPOSE}$",
            rf"^(?P<adverb>always\s+|only\s+|prefer to\s+|we (?:always|only)\s+)?(?:use|using|go(?:ing)? with|"
            rf"stick(?:ing)? (?:with|to)|choose|pick|adopt|rely on|standardi[sz](?:e|ing) on|"
            rf"default to)\s+(?P<thing>{THING})(?P<other>)?{_PURPOSE}$",
            rf"^(?P<thing>(?!(?:{VERBS})\b){THING})(?P<other>)\s+(?P<for>as|for)\s+(?P<purpose>(?!\d)[^,]{{2,60}}?)$",
            rf"^(?P<purpose>lint|format|test)(?:ing)?(?: (?:everything|the code|our code|code|it all))? with "
            rf"(?P<thing>{THING})(?P<other>)(?P<for>)$",
            rf"^on (?P<thing>{THING})(?P<other>)(?: now)?$",
            rf"^instead of (?:using )?(?P<other>{THING}),? (?P<adverb>always )?use (?P<thing>{THING}){_PURPOSE}$",
        ),
        Signal.PREFERENCE,
        0.7,
        use,
        yes=(
            Says("Please use pnpm instead of npm.", "package manager | is |", "+pnpm"),
            Says("From now on use pytest rather than unittest", "python test framework | is |", "+pytest"),
            Says("We use Postgres for the orders database.", "order database | is |", "+postgres"),
            Says("I've chosen SQLite as the database.", "database | is |", "+sqlite"),
            Says("just use slog like we do everywhere else", "logging | is |", "+slog"),
            Says("we lint with ruff", "linter | is |", "+ruff"),
            Says("please always use pnpm for installing packages", "package manager | is |", "+pnpm"),
            Says("use playwright for e2e tests", "e2e test | is |", "+playwright"),
            Says("We use tabs in Go and spaces in Python.", "indentation | is | go", "+tabs"),
            Says("We use tabs in Go and spaces in Python.", "indentation | is | python", "+spaces"),
            Says("We use Postgres for orders and Redis for sessions.", "session | is |", "+redis"),
            Says("always use trailing commas in Python files", "trailing comma | use | python fil"),
        ),
        no=(
            "Use the Read tool on main.py.",
            "He said to use pnpm instead of npm.",
            "Should we use pnpm instead of npm?",
            "Let's use yarn for this PR.",
            "use sed for these tests",
            "lint with care",
            "maybe use pnpm instead of npm",
            "We decided against 30 s as the timeout of billing.",
            "Use 2 spaces in YAML and 4 in Python.",
        ),
    ),
    Pattern(
        "choice.refuse",
        rx(
            rf"^(?P<neg>never|don'?t(?: you)?(?: ever)?|do not(?: ever)?|stop|no longer|avoid|quit|no more|"
            rf"not)\s+(?:ever\s+)?(?:use|using|rely(?:ing)? on|resort(?:ing)? to)\s+(?P<thing>{THING}){_PURPOSE}$",
            rf"^(?P<neg>no more)\s+(?P<thing>{THING}){_PURPOSE}$",
        ),
        Signal.PREFERENCE,
        0.7,
        not_use,
        yes=(
            Says("Never use npm.", "npm | use |", "-"),
            Says("please don't use emojis in commit messages", "emoji | use | commit messag", "-"),
            Says("Stop using moment.js.", "moment.js | use |", "-"),
            Says("We no longer use Jenkins", "jenkins | use |", "-"),
        ),
        no=("Don't use it for now.", "Why don't you use pnpm?", "The docs say never use npm.", "never use this"),
    ),
    Pattern(
        "choice.not",
        rx(rf"^(?:it(?:'s| is) )?(?P<thing>{THING}),? not (?P<other>{THING})$"),
        Signal.PREFERENCE,
        0.6,
        not_that,
        yes=(
            Says("Tabs, not spaces.", "indentation | is |", "+tabs"),
            Says("pnpm, not npm", "package manager | is |", "+pnpm"),
            Says("vitest, not jest, please", "test framework | is |", "+vitest"),
        ),
        no=(
            "Tabs, not spaces?",
            "Apples, not oranges.",
            "'Tabs, not spaces' is what the linter says.",
            "maybe tabs, not spaces",
        ),
    ),
    Pattern(
        "choice.switch",
        rx(
            rf"^(?:have |been )?(?:switched|moved|migrated|changed|transitioned|converted|ported|going|"
            rf"went)\s+(?:over )?(?P<what>(?!from|to|away|off|over)[\w\s'-]{{2,40}}? )?from (?P<old>{THING}) (?:over "
            rf")?to (?P<new>{THING})(?: for (?P<purpose>[^,]{{2,60}}))?{_SINCE}$",
            rf"^(?:have |been )?(?:replaced|swapped(?: out)?)\s+(?P<old>{THING}) (?:with|by|"
            rf"for) (?P<new>{THING})(?P<what>)?{_SINCE}$",
            rf"^(?:have |been )?(?:switched|moved|migrated|transitioned)\s+(?:over )?to "
            rf"(?P<new>{THING})(?P<old>)?(?: for (?P<what>[^,]{{2,60}}?))?{_SINCE}$",
            rf"^(?:have |been )?(?:dropped|moved (?:away from|off(?: of)?)|migrated (?:away from|off)|"
            rf"switched away from|gotten rid of|got rid of|ditched|abandoned|retired|stopped using|"
            rf"removed)\s+(?:support for )?(?P<old>{THING})(?P<new>)?(?: for (?P<what>[^,]{{2,60}}))?$",
        ),
        Signal.DECISION,
        0.8,
        switched,
        yes=(
            Says("We switched from pnpm to yarn last month.", "package manager | is |", "+yarn"),
            Says("We've migrated to vitest.", "test framework | is |", "+vitest"),
            Says("we have moved off Jenkins", "jenkins | use |", "-"),
            Says("We replaced logrus with slog.", "logging | is |", "+slog"),
            Says("we moved from Jira to Linear", "linear | use |"),
            Says("we moved from Jira to Linear for tickets", "ticket | is |", "+linear"),
        ),
        no=(
            "Should we move off Jenkins?",
            "We might switch from pnpm to yarn.",
            "They switched from pnpm to yarn.",
            "If we switched from npm to yarn it would be slower.",
        ),
    ),
)
