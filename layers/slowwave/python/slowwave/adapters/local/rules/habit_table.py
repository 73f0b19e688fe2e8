"""The words in which people speak of their food, devices and tools, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.habits import DIETS, allergy, device, eats, ended, no_allergy, own_tool
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.self_facts import plain
from slowwave.domain.claims import Signal

_WHO = r"(?:i(?:'m|’m| am)|i(?:'ve| have)? been|we(?:'re| are))"
_LONG_AGO = (
    r"(?:,? (?:last \w+|recently|now|yesterday|this \w+|a \w+ ago|(?:in|since) (?:\d{4}|(?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december)(?: \d{4})?)|for \w+ years?|currently|(?:two|"
    r"three|four|five|six|a few|\d+) \w+ ago|these days))?"
)
_NAME = r"(?P<value>[^\W\d_][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3})"
_REST = r"(?P<value>[^,;()]{2,60}?)"

PATTERNS = (
    Pattern(
        "self.diet",
        rx(rf"^{_WHO} (?:a |an |now |strictly |mostly )*(?P<value>{DIETS})(?: now| these days)?$"),
        Signal.SELF_FACT,
        0.9,
        plain("diet"),
        yes=(
            Says("I'm vegetarian.", "user | diet |", "+vegetarian"),
            Says("I am a vegan", "user | diet |", "+vegan"),
            Says("fyi I'm lactose intolerant", "user | diet |", "+lactose intolerant"),
        ),
        no=(
            "Am I vegan?",
            "I used to be vegan. I was vegetarian?",
            "If I were vegan I'd say so.",
            "my friend says I'm vegan",
        ),
    ),
    Pattern(
        "self.eats",
        rx(r"^i (?:really )?(?:don'?t|do not|can'?t|cannot|never) eat (?:any )?(?P<value>[\w -]{3,30})$"),
        Signal.SELF_FACT,
        0.8,
        eats,
        yes=(
            Says("i dont eat pork and im lactose intolerant", "user | eat | pork", "-"),
            Says("I never eat shellfish.", "user | eat | shellfish", "-"),
            Says("i can't eat nuts", "user | eat | nut", "-"),
        ),
        no=("do i not eat pork?", "i dont eat much", "she doesnt eat pork", "i don't eat breakfast"),
    ),
    Pattern(
        "self.device",
        rx(
            r"^i(?:'ve)? (?:have|got|own|use|switched to|bought|am on)(?: an?| the| my)?(?: new)? (?P<value>(?:iphone|"
            r"pixel|galaxy|android(?: phone| tablet)?|ipad|macbook|thinkpad|chromebook|kindle|garmin|apple watch|"
            r"fitbit|surface|steam deck|playstation|xbox)(?: [\w]{1,8}){0,2}?)(?: now)?$"
        ),
        Signal.SELF_FACT,
        0.7,
        device,
        yes=(
            Says("i have a pixel 8, no apple stuff here", "user | device | pixel 8"),
            Says("I use an iPad.", "user | device | ipad"),
            Says("i switched to android", "user | device | android"),
        ),
        no=("do i have a pixel 8?", "my brother has a pixel 8", "if i had a pixel 8", "i have a pixel problem maybe"),
    ),
    Pattern(
        "self.allergy",
        rx(
            rf"^(?:{_WHO} (?:also )?(?:severely |very |deathly )?allergic to|i have (?:an? )?(?:severe )?allergy to) "
            rf"{_REST}$",
            r"^i have a (?:severe )?(?P<value>[\w-]+(?: [\w-]+)?) allergy$",
        ),
        Signal.SELF_FACT,
        0.95,
        allergy,
        yes=(
            Says("I'm allergic to peanuts.", "user | allergy | peanut"),
            Says("I'm also allergic to latex", "user | allergy | latex"),
            Says("I have a shellfish allergy", "user | allergy | shellfish"),
            Says("I am severely allergic to penicillin.", "user | allergy | penicillin"),
        ),
        no=("I'm allergic to bad code, lol.", "Am I allergic to peanuts?", "My son said I'm allergic to peanuts."),
    ),
    Pattern(
        "self.ended",
        rx(
            rf"^{_WHO} (?:not|no longer) (?:an? )?(?P<value>{DIETS})$",
            r"^i (?:don'?t|do not|no longer) work (?P<value>remote(?:ly)?|from home|hybrid|on[- ]?site|part[- ]time|"
            r"full[- ]time|nights|night shifts|shifts|weekends)$",
        ),
        Signal.REJECTION,
        0.9,
        ended,
        yes=(
            Says("I'm not vegan anymore", "user | diet |", "-vegan"),
            Says("I no longer work nights", "user | work mode |", "-nights"),
            Says("i don't work from home any more", "user | work mode |", "-from home"),
        ),
        no=("I'm not vegan", "Am I no longer vegan?", "i don't work weekends", "maybe I'm no longer vegan"),
    ),
    Pattern(
        "self.no_allergy",
        rx(rf"^{_WHO} (?:not|no longer)(?: actually)? allergic to {_REST}$"),
        Signal.REJECTION,
        0.9,
        no_allergy,
        yes=(
            Says("I'm not allergic to eggs any more.", "user | allergy | egg", "-"),
            Says("turns out I'm no longer allergic to nuts", "user | allergy | nut", "-"),
            Says("I am not actually allergic to cats", "user | allergy | cat", "-"),
        ),
        no=("Am I not allergic to eggs?", "Did he say I'm not allergic to eggs?", "maybe I'm not allergic to eggs"),
    ),
    Pattern(
        "self.tool",
        rx(
            rf"^i (?:mostly |mainly |now |always |only |usually )?(?:use|work (?:with|in|on)|run|code in|write in|"
            rf"am on) {_REST}(?: as my editor| as my shell| for (?:coding|work|everything|editing))?{_LONG_AGO}$",
            rf"^i(?:'m|’m| am) (?:on|using|running) {_REST}{_LONG_AGO}$",
            rf"^my (?:work |home )?(?:laptop|machine|computer|desktop|pc) (?:runs|is running|is on|uses) {_REST}$",
        ),
        Signal.SELF_FACT,
        0.7,
        own_tool,
        yes=(
            Says("I use Neovim.", "editor | is |", "+neovim"),
            Says("I'm on a Mac.", "os | is |", "+macos"),
            Says("I always use fish", "shell | is |", "+fish"),
        ),
        no=("I use vim sometimes, maybe.", "Do I use vim?", "I used vim to edit it.", "If I were on Windows."),
    ),
)
