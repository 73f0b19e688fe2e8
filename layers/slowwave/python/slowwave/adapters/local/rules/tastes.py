"""How people wish code to be, without an imperative: "I don't like X, Y please", "no X in Y", "we don't do X here"."""

from __future__ import annotations

import re
from dataclasses import replace

from slowwave.adapters.local.rules.choices import THING, refused
from slowwave.adapters.local.rules.lexicon import is_code
from slowwave.adapters.local.rules.pattern import Draft, Hit, Key, Pattern, Says, rx
from slowwave.adapters.local.rules.peelings import DURABLE, HOUSE, PLEASE, REMEMBER, WE
from slowwave.adapters.local.rules.preferences import style
from slowwave.adapters.local.rules.scopes import scoped
from slowwave.adapters.local.rules.shape import impersonal
from slowwave.adapters.local.rules.values import trimmed
from slowwave.domain.claims import Polarity, Signal
from slowwave.domain.keys import stem_phrase, words_of

_VAGUE = re.compile(
    r"^(?:it|this|that|these|those|them|the|how|what|when|where|your|any|to|you|having|being|more|a|an|problem|need|"
    r"worries|idea|luck|rush|errors?|issues?|changes?|difference|longer|one)\b",
    re.IGNORECASE,
)
_HERE = re.compile(r"^(?:it|this|that|these|those|them|there|here|any)\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"^(?:it|they|because|so|but|and|or|can|could|would|what|that|this|which|i|we|you|he|she|is|are|not|though|too|"
    r"either|any ?more|at all|especially|even)\b",
    re.IGNORECASE,
)


def _rather(hit: Hit) -> Draft | None:
    thing, instead = trimmed(hit.raw("thing")), hit.raw("instead")
    if not thing or _VAGUE.match(thing) or _CLAUSE.match(instead) or len(words_of(thing)) > 8:
        return None
    scope = scoped(thing, hit.clause.condition)
    return Draft(
        Key(stem_phrase(scope.text), "prefer", scope.qualifier, polarity=Polarity.DENY),
        impersonal(hit.clause.raw),
        "convention",
        approach=instead,
        counterexample=thing,
    )


def _none_of(hit: Hit) -> Draft | None:
    thing, where = hit.raw("thing"), hit.raw("where")
    if not hit.has(PLEASE, DURABLE, HOUSE, REMEMBER, WE) or _VAGUE.match(thing) or _HERE.match(where):
        return None
    key, denied = refused(thing, "", scoped(f"x in {where}").qualifier or scoped(f"x in {where}").path)
    return Draft(key, hit.clause.raw, "convention", denied, counterexample=thing)


def _not_here(hit: Hit) -> Draft | None:
    thing, instead = trimmed(hit.raw("thing")), hit.raw("instead")
    if not hit.has(WE) or not (hit.raw("here") or hit.has(HOUSE)) or _VAGUE.match(thing):
        return None
    key, denied = refused(thing)
    affirmed = Key(key.subject, "use", key.qualifier)
    return Draft(key, hit.clause.raw, "convention", (*denied, affirmed), approach=instead, counterexample=thing)


def _keep(hit: Hit) -> Draft | None:
    what, how = hit.raw("what"), hit.raw("how")
    if _VAGUE.match(what) or not is_code(what):
        return None
    if not hit.clause.text.lower().startswith("keep") and not hit.has(PLEASE, DURABLE, HOUSE, REMEMBER):
        return None
    styled = style(how, what, hit)
    if styled:
        return replace(styled, category="convention")
    return Draft(Key(stem_phrase(hit.clause.raw), "practice"), hit.clause.raw, "convention")


PATTERNS = (
    Pattern(
        "taste.rather",
        rx(
            rf"^(?:i(?:'m| am)? |(?=not ))(?:really |absolutely )?(?:hate|dislike|can'?t stand|don'?t like|do not like|"
            rf"not (?:really )?a (?:big )?fan of|no fan of) (?P<thing>{THING}(?: (?:in|for|with) {THING})?)(?:, | - )"
            r"(?:(?:use|write|give me|make it|i(?:'d)? (?:prefer|rather have)) )?"
            r"(?P<instead>[^,;]{3,70}?)(?: instead)?$"
        ),
        Signal.PREFERENCE,
        0.7,
        _rather,
        yes=(
            Says("i dont like default exports, named ones please", "default export | prefer |", "-"),
            Says("I'm not a fan of mocks, use real objects in tests", "mock | prefer |", "-"),
            Says("i hate nested ternaries, plain ifs please", "nest ternari | prefer |", "-"),
        ),
        no=(
            "i dont like this, something shorter please",
            "i dont like mocks, but whatever",
            "she hates mocks, use real objects",
            "do i hate mocks, really?",
        ),
    ),
    Pattern(
        "taste.none_of",
        rx(r"^no (?P<thing>[\w`'-]+(?: [\w`'-]+){0,3}?) (?:in|inside) (?P<where>[\w`./-]+(?: [\w`./-]+){0,3})$"),
        Signal.PREFERENCE,
        0.7,
        _none_of,
        yes=(
            Says("please no abbreviations in variable names", "abbreviation | use | variabl nam", "-"),
            Says("no print statements in library code please", "print statement | use | librari cod", "-"),
            Says("from now on no business logic in controllers", "business logic | use | controller", "-"),
        ),
        no=(
            "no errors in the console",
            "there is no logic in controllers",
            "no logic in controllers, right?",
            "please, no rush in any case",
        ),
    ),
    Pattern(
        "taste.not_here",
        rx(
            r"^(?:don'?t|do not|never) (?:do|write|allow) (?P<thing>[\w`'-]+(?: [\w`'-]+){0,3}?)"
            r"(?P<here> here| in (?:this|our) (?:repo|project|codebase|team))?(?:, (?P<instead>[^,;]{3,60}))?$"
        ),
        Signal.PREFERENCE,
        0.7,
        _not_here,
        yes=(
            Says("we dont do default exports here, named exports only", "default export | use |", "-"),
            Says("We never write integration tests in this repo", "integration test | use |", "-"),
            Says("we don't do feature branches here", "feature branch | use |", "-"),
        ),
        no=(
            "we dont do that here",
            "do we not do default exports here?",
            "i dont have tests here",
            "they dont do code review here",
        ),
    ),
    Pattern(
        "taste.keep",
        rx(
            r"^keep (?:all |your |our |the )?(?P<what>(?:[\w-]+ ){0,2}[\w-]{3,}s) "
            r"(?P<how>(?:very |as )?(?:short|small|brief|concise|simple|flat|pure|thin|sorted|alphabetical|in |under |"
            r"below |free of ).{0,60})$",
            r"^keep (?:all |your |our |the )?(?P<what>(?:[\w-]+ ){0,2}[\w-]{3,}s) "
            r"(?P<how>short|small|brief|concise|simple|flat|pure|thin|sorted)$",
            r"^(?:write|phrase|word|format|name|title) (?:all |your |our )?(?P<what>(?:[\w-]+ ){0,2}[\w-]{3,}s) "
            r"(?P<how>(?:in|as|with|like|after) (?!the\b|this\b|that\b|a\b)[^,;]{3,50})$",
        ),
        Signal.PREFERENCE,
        0.7,
        _keep,
        yes=(
            Says("please keep pr descriptions short, no screenshots", "pr description | length |", "+short"),
            Says("keep handlers thin", "keep handler thin | practice |"),
            Says("keep imports sorted please", "keep import sort | practice |"),
            Says("pls write changelog entries in past tense", "writ changelog entri in past tens | practice |"),
        ),
        no=(
            "keep it short",
            "can you keep handlers thin?",
            "keep my plants in the shade",
            "write tests in python",
            "he said keep handlers thin",
        ),
    ),
)
