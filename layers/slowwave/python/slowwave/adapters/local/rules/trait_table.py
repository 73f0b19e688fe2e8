"""The words in which people speak of their traits, habits and tools, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.preferences import LANGUAGES
from slowwave.adapters.local.rules.self_facts import (
    DIETS,
    allergy,
    device,
    eats,
    named,
    own_tool,
    plain,
    spoken_at_home,
)
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
        "self.language",
        rx(rf"^(?:my (?:native|first) language is|i natively speak|my mother tongue is) {_REST}$"),
        Signal.SELF_FACT,
        0.9,
        named("native language"),
        yes=(
            Says("My native language is Dutch.", "user | native language |", "+dutch"),
            Says("my mother tongue is Tamil", "user | native language |", "+tamil"),
            Says("By the way, my first language is French.", "user | native language |", "+french"),
        ),
        no=("What's my native language?", "Suppose my native language is Dutch.", "my first language is hard"),
    ),
    Pattern(
        "self.home_language",
        rx(
            rf"^(?:at home )?(?:(?:i|we) )?(?:mostly |only |usually |both )?speak "
            rf"(?P<value>{LANGUAGES}|tamil|bengali|urdu|"
            rf"punjabi|farsi|persian|swahili|tagalog|malay|indonesian|serbian|croatian|bulgarian|slovak|welsh|irish|"
            rf"basque|galician|cantonese)(?: at home| with (?:my|the) (?:kids|family|parents|wife|husband|partner))?$"
        ),
        Signal.SELF_FACT,
        0.7,
        spoken_at_home,
        yes=(
            Says(
                "at home we speak portuguese but please always write to me in english",
                "user | home language |",
                "+portuguese",
            ),
            Says("we speak Tamil at home", "user | home language |", "+tamil"),
            Says("I mostly speak Dutch with my kids.", "user | home language |", "+dutch"),
        ),
        no=(
            "do we speak portuguese?",
            "i wish we spoke Tamil",
            "they speak portuguese at home",
            "we speak soon",
            "please speak dutch for now",
        ),
    ),
    Pattern(
        "self.pronouns",
        rx(
            r"^my pronouns are (?P<value>[\w/ ]{2,20})$",
            r"^i use (?P<value>(?:he|she|they|xe|ze)/\w+(?:/\w+)?)(?: pronouns)?$",
        ),
        Signal.SELF_FACT,
        0.9,
        plain("pronouns"),
        yes=(
            Says("My pronouns are they/them.", "user | pronouns |", "+they/them"),
            Says("I use she/her pronouns", "user | pronouns |", "+she/her"),
            Says("fyi my pronouns are he/him", "user | pronouns |", "+he/him"),
        ),
        no=("What are my pronouns?", "I use pronouns.", "Suppose my pronouns are they/them."),
    ),
    Pattern(
        "self.age",
        rx(
            rf"^{_WHO} (?P<value>\d{{1,3}})(?: years? old)?$",
            r"^i (?:just )?turned (?P<value>\d{1,3})(?: (?:yesterday|last \w+|in \w+))?$",
            r"^my age is (?P<value>\d{1,3})$",
        ),
        Signal.SELF_FACT,
        0.8,
        plain("age"),
        yes=(
            Says("I'm 34 years old.", "user | age |", "+34"),
            Says("I just turned 41", "user | age |", "+41"),
            Says("my age is 29", "user | age |", "+29"),
        ),
        no=("I'm 100% sure.", "Am I 34?", "If I were 34 years old."),
    ),
    Pattern(
        "self.birthday",
        rx(rf"^(?:my (?:birthday|birth date|birthdate|date of birth) is(?: on)?|i was born on) {_REST}$"),
        Signal.SELF_FACT,
        0.9,
        plain("birthday"),
        yes=(
            Says("My birthday is 4 June 1990.", "user | birthday |", "+1990-06-04"),
            Says("my birthday is on March 3", "user | birthday |", "+--03-03"),
            Says("I was born on 1988-11-02", "user | birthday |", "+1988-11-02"),
        ),
        no=("When is my birthday?", "Imagine my birthday is 4 June.", "My sister said my birthday is 4 June."),
    ),
    Pattern(
        "self.team",
        rx(
            r"^(?:i(?:'m|’m| am)|i work) (?:now |currently )?(?:on|in|"
            r"with) the (?P<value>[\w-]+(?: [\w-]+){0,2}) team$",
            r"^my team is (?:the )?(?P<value>[\w-]+(?: [\w-]+){0,2}?)(?: team)?$",
        ),
        Signal.SELF_FACT,
        0.8,
        plain("team"),
        yes=(
            Says("I'm on the payments team.", "user | team |", "+payments"),
            Says("My team is Platform.", "user | team |", "+platform"),
            Says("I work with the growth team", "user | team |", "+growth"),
        ),
        no=(
            "I'm on the phone.",
            "Am I on the payments team?",
            "I used to be on the payments team. I was on the payments team?",
        ),
    ),
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
            rf"^(?:{_WHO} (?:severely |very |deathly )?allergic to|i have (?:an? )?(?:severe )?allergy to) {_REST}$",
            r"^i have a (?:severe )?(?P<value>[\w-]+(?: [\w-]+)?) allergy$",
        ),
        Signal.SELF_FACT,
        0.95,
        allergy,
        yes=(
            Says("I'm allergic to peanuts.", "user | allergy | peanuts"),
            Says("I have a shellfish allergy", "user | allergy | shellfish"),
            Says("I am severely allergic to penicillin.", "user | allergy | penicillin"),
        ),
        no=("I'm allergic to bad code, lol.", "Am I allergic to peanuts?", "My son said I'm allergic to peanuts."),
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
