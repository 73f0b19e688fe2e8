"""The words of how answers are to be, with examples."""

from __future__ import annotations

from slowwave.adapters.local.rules.manners import (
    AMOUNT,
    DIALECT,
    FORMS,
    VARIETY,
    addressed,
    again,
    language,
    length,
    signed,
    without,
)
from slowwave.adapters.local.rules.pattern import Pattern, Says, rx
from slowwave.domain.claims import Signal

_IN_ANSWERS = (
    r"(?P<where>(?:in|with|for) (?:your |the |all |any |my )*(?:answers?|replies|responses|messages|output|chat))"
)
_NAME = r"(?P<value>(?-i:[A-Z])[\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,2})"

PATTERNS = (
    Pattern(
        "manner.language",
        rx(
            rf"^(?:always )?(?:answer|reply|respond|write|speak|talk)(?: to me| me)? (?:only )?in (?P<value>{DIALECT})"
            rf"(?: spelling)?(?:,? not [\w ]{{3,30}})?$",
            rf"^(?P<switch>switch|change|go back|move)(?: back)? to (?P<value>{VARIETY})"
            rf"(?: (?:in|for|with) (?:your |all )?(?:answers|replies|responses))?$",
        ),
        Signal.PREFERENCE,
        0.8,
        language,
        yes=(
            Says("Please answer in British English.", "answer | language |", "+british english"),
            Says("Always reply to me in Brazilian Portuguese", "answer | language |", "+brazilian portuguese"),
            Says("From now on switch to American English.", "answer | language |", "+american english"),
        ),
        no=(
            "Write the letter in British English.",
            "Can you answer in British English?",
            "The client wants you to answer in British English.",
            "Switch to French and read the sign.",
            "Answer in British English just this once.",
        ),
    ),
    Pattern(
        "manner.length",
        rx(
            rf"^(?P<always>always )?(?:keep|make|limit|hold) (?P<about>it|them|things|everything|(?:all )?(?:of )?"
            rf"(?:your )?(?:answers|replies|responses|messages)) (?:to |at |down to )?(?P<style>{AMOUNT})"
            rf"(?P<unless>,? (?:unless|except when|except if) [^,;]{{3,50}})?$",
            rf"^(?P<about>)(?P<style>{AMOUNT})(?P<always>,? always)?$",
            rf"^(?P<about>)you (?:can|may) (?:go up to|use up to|write(?: up to)?) (?P<style>{AMOUNT})"
            r"(?P<always> now| again)$",
            rf"^(?P<about>your (?:answers|replies|responses)) (?:should be|must be|can be|may be) "
            rf"(?P<style>{AMOUNT})(?P<unless>,? (?:unless|except when|except if) [^,;]{{3,50}})?$",
        ),
        Signal.PREFERENCE,
        0.8,
        length,
        yes=(
            Says(
                "Answer in British English. Keep it under 150 words unless I ask for more.",
                "answer | length |",
                "+under 150 words",
            ),
            Says("Make it 300 words at most from now on.", "answer | length |", "+300 words at most"),
            Says("keep your replies to three sentences", "answer | length |", "+three sentences"),
            Says("Keep it under ten lines unless I say so.", "answer | length |", "+under ten lines"),
            Says("two paragraphs at most from now on", "answer | length |", "+two paragraphs at most"),
            Says("you can write up to 400 words now", "answer | length |", "+400 words"),
        ),
        no=(
            "Keep it under 150 words.",
            "two paragraphs at most",
            "Write a cover letter for me. Keep it under 150 words.",
            "Make it 300 words at most this time.",
            "Could you keep it under 150 words?",
            "My editor said to keep it under 150 words from now on.",
            "Draft the invitation and keep it to two paragraphs unless I ask for more.",
        ),
    ),
    Pattern(
        "manner.without",
        rx(
            rf"^(?:no|never(?: use)?|don'?t (?:use|give me|write|send me)|stop using|avoid|without|leave out|skip) "
            rf"(?:any |the |more )?(?P<thing>{FORMS})(?: {_IN_ANSWERS})?"
            r"(?P<why>,? (?:i|they|it|my|those|these)\b.{3,90})?$"
        ),
        Signal.PREFERENCE,
        0.8,
        without,
        yes=(
            Says("No bullet points, I read them on a screen reader.", "bullet | use |", "-"),
            Says("From now on no tables", "table | use |", "-"),
            Says("don't use em dashes in your answers", "em dash | use |", "-"),
        ),
        no=(
            "Write a summary of the meeting. No bullet points.",
            "List the steps, no bullet points.",
            "no tables",
            "Why no bullet points?",
            "No bullet points for now.",
            "There are no bullet points in it.",
            "My boss wants no bullet points.",
        ),
    ),
    Pattern(
        "manner.again",
        rx(
            rf"^(?:you (?:may|can|are free to|are allowed to)|feel free to) (?:use|add|write|include|send|give me) "
            rf"(?:the )?(?P<thing>{FORMS}) (?:again|now)$",
            rf"^(?:the )?(?P<thing>{FORMS}) (?:is|are) (?:fine|ok|okay|allowed|welcome|good)"
            r"(?: with me| for me)? (?:again|now)$",
        ),
        Signal.PREFERENCE,
        0.8,
        again,
        yes=(
            Says("You may use bullets again.", "bullet | use |"),
            Says("bullet points are fine again", "bullet | use |"),
            Says("you can use tables now", "table | use |"),
        ),
        no=(
            "You may use bullets.",
            "May I use bullets again?",
            "The guide says you may use bullets again.",
            "you can use tables again just for this report",
        ),
    ),
    Pattern(
        "manner.sign",
        rx(
            r"^(?:always )?sign (?:off )?(?:my |all |all my |the )?(?P<kind>(?:\w+ )?(?:e?-?mails|letters|"
            r"messages|replies)) (?:with|as) (?P<value>[^,;]{3,40})$"
        ),
        Signal.PREFERENCE,
        0.8,
        signed,
        yes=(
            Says("sign my mails with Kind regards", "mail | sign |", "+kind regards"),
            Says("Please sign off all my letters with Best wishes", "letter | sign |", "+best wishes"),
            Says("always sign emails as the support team", "email | sign |", "+the support team"),
        ),
        no=(
            "sign this mail with Kind regards",
            "did you sign my mails with Kind regards?",
            "they sign emails with Cheers",
            "sign my mails with Cheers just this once",
        ),
    ),
    Pattern(
        "manner.address",
        rx(
            rf"^(?:call|address) me (?:as )?{_NAME}(?P<when> (?:in|on|when|whenever|for) [^,;]{{3,50}})?"
            rf"(?P<other>,? (?:and )?(?:not|never) [^,;]{{2,40}})?$"
        ),
        Signal.SELF_FACT,
        0.9,
        addressed,
        yes=(
            Says(
                "And call me Doctor in letters that you draft, not by my first name.", "user | name | letter", "+doctor"
            ),
            Says("Please address me as Captain in emails.", "user | name | email", "+captain"),
            Says("call me Doc, not by my surname", "user | name |", "+doc"),
        ),
        no=(
            "Did you call me Doctor in letters?",
            "call me in the evening",
            "They call me Doctor in letters.",
            "Call me Doctor in letters just this once.",
        ),
    ),
)
"""Tried before the other preferences: an amount of words is a length, whatever else the sentence has."""
