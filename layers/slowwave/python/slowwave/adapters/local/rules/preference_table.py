"""The words of likes and of how answers should be written, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.choices import THING
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.adapters.local.rules.preferences import ANSWER, LANGUAGES, dislike, favorite, prefer, styled
from slowwave.domain.claims import Signal

PATTERNS = (
    Pattern(
        "preference.style",
        rx(
            rf"^(?:always |only )?(?:keep|make|write|give me|provide|format|"
            rf"phrase)\s+(?:me\s+)?(?:all\s+)?(?:your\s+|my\s+|the\s+|all\s+)*(?P<about>{ANSWER})\s+(?:as\s+|in\s+|"
            rf"to\s+|more\s+|very\s+|with\s+)*(?P<style>[\w -]{{3,40}})$",
            rf"^(?:always |only )?(?:answer|reply|respond|write(?: to me)?|speak|talk(?: to me)?|"
            rf"communicate)(?: to me| me| with me)?\s+(?:only )?(?:in|with|using|as)\s+(?P<style>(?:{LANGUAGES}|"
            rf"bullet|plain|markdown|formal|\w+ sentences?|short|at most|prose)[\w ,-]{{0,30}})$",
            rf"^(?:always )?(?:give|write|send)(?: me| us)? (?P<style>(?:(?:very|more|really) )?(?:short|concise|brief|"
            rf"long|detailed|thorough|formal|informal|casual)(?:er)?(?:,? (?:and )?[a-z]{{4,12}}){{0,2}}?) "
            rf"(?P<about>{ANSWER})$",
            r"^(?:always )?be (?:more )?(?P<style>concise|brief|terse|succinct|detailed|formal|informal|direct|blunt|"
            r"casual)(?: in your (?P<about>answers|replies|responses))?$",
            rf"^(?P<style>(?:very |really )?(?:short|concise|brief|terse|detailed|formal|informal|casual)) "
            rf"(?P<about>{ANSWER})(?: only| please)?$",
            r"^(?P<style>(?:one|two|three|four|\d)(?: (?:or|to) (?:two|three|four|five|\d))? (?:sentences?|paragraphs?|"
            r"lines?)) (?:is|are) (?:plenty|enough|fine|max(?:imum)?|all i need)$",
            r"^(?:use )?(?P<style>bullets?(?: points?| lists?)?|tables?|numbered lists?) (?P<when>(?:if|when|for) "
            r"[^,;]{3,60})$",
            r"^(?:your |all )?(?P<about>answers|replies|responses|explanations|commit messages|emails)\s+(?:should|"
            r"must) (?:always )?be\s+(?:in\s+|more\s+|as\s+)?(?P<style>[\w -]{3,40})$",
        ),
        Signal.PREFERENCE,
        0.8,
        styled,
        yes=(
            Says("Keep your answers short.", "answer | length |", "+short"),
            Says("Please always reply in German.", "answer | language |", "+german"),
            Says("be concise", "answer | length |", "+concise"),
            Says("from now on give me long, detailed answers", "answer | length |", "+long"),
            Says("Write commit messages in English.", "commit message | language |", "+english"),
            Says("short answers pls, and no emojis", "answer | length |", "+short"),
            Says("bullets if its more than two things", "answer | format | if mor than two thing", "+bullets"),
            Says("two or three sentences is plenty", "answer | length |", "+two or three sentences"),
        ),
        no=(
            "Can you answer in German?",
            "Keep the answers.",
            "give me short names",
            "He said to keep answers short.",
            "Reply in German just this once.",
            "short answers from the panel were rare",
            "bullets if you were to write it?",
        ),
    ),
    Pattern(
        "preference.prefer",
        rx(
            rf"^i(?: really| generally| always| usually| strongly|(?:'d| would)(?: much)?)? (?:prefer|rather|"
            rf"(?<!d )like)(?: to)?(?: have| use| using| get| see| read)?\s+(?P<thing>{THING}(?: (?:in|on|with|for|"
            rf"as|to be) {THING})?)(?:,? (?:over|instead of|rather than|than|and not|not)\s+(?P<other>{THING}"
            rf"(?: or {THING})?)(?: for [^,;]{{3,40}})?)?$",
            rf"^(?:always )?prefer\s+(?:using )?(?P<thing>{THING}(?: (?:in|on|with|for|as) {THING})?)(?:,? (?:over|"
            rf"instead of|rather than)\s+(?:using )?(?P<other>{THING}))?$",
            r"^i(?:'d| would| really| much)? prefer (?P<thing>[\w-]+) to (?P<other>[\w-]+)$",
            rf"^my preference is (?P<thing>{THING})(?: (?:over|instead of|rather than) (?P<other>{THING}))?$",
        ),
        Signal.PREFERENCE,
        0.7,
        prefer,
        yes=(
            Says("I prefer tabs over spaces.", "indentation | is |", "+tabs"),
            Says("I like my summaries in bullet points", "summary | format |", "+bullet points"),
            Says("I prefer short answers.", "answer | length |", "+short"),
            Says("I prefer aisle seats on flights.", "aisl seat | prefer | flight"),
        ),
        no=("I like it.", "Do I prefer tabs?", "She prefers tabs over spaces.", "I'd prefer this for now."),
    ),
    Pattern(
        "preference.favorite",
        rx(r"^my (?:all-time )?favou?rite (?P<subject>[\w -]{2,40}?) (?:is|are)(?: now)? (?P<value>[^,;]{2,50})$"),
        Signal.PREFERENCE,
        0.6,
        favorite,
        yes=(
            Says("My favorite color is teal.", "user | favorite color |", "+teal"),
            Says("my favourite restaurant is Da Nino", "user | favorite restaurant |", "+da nino"),
            Says("My favorite author is now Le Guin.", "user | favorite author |", "+le guin"),
        ),
        no=(
            "What's my favorite color?",
            "Suppose my favorite color is teal.",
            "my favorite treat is this amazing tart",
            "Her favorite color is teal.",
        ),
    ),
    Pattern(
        "preference.dislike",
        rx(
            rf"^i (?:really |absolutely |strongly )?(?:hate|dislike|can'?t stand|don'?t like|do not like|"
            rf"don'?t want(?! to))\s+(?P<thing>{THING}(?: (?:in|on|with|for) {THING})?)$"
        ),
        Signal.PREFERENCE,
        0.5,
        dislike,
        yes=(
            Says("I hate phone calls.", "phon call | prefer |", "-"),
            Says("I don't like nested ternaries", "nest ternari | prefer |", "-"),
            Says("I really dislike emojis in commit messages.", "emoji | prefer | commit messag", "-"),
        ),
        no=("I don't like this.", "She hates phone calls.", "Do I hate phone calls?", "I hate when that happens."),
    ),
)
