"""When claims under different keys say the same: never by a score, never against a fact, and the same way round."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Claim, ClaimKey, Lane, Polarity, Skeleton, Standing, Value, ValueKind
from slowwave.domain.scope import Scope
from slowwave.domain.twins import anchors, covers, names_again, resembles, twin_anchor

SCOPE = Scope("acme", "dev")
NO, YES = Polarity.DENY, Polarity.AFFIRM


def said(statement: str, key: str, value: str = "", polarity: Polarity = YES, module: str = "") -> Claim:
    """A claim from `subject | attribute | qualifier` and a value."""
    subject, attribute, qualifier = (part.strip() for part in f"{key} | | ".split("|")[:3])
    kind = ValueKind.TEXT if value else ValueKind.NONE
    return Claim(
        Skeleton.CODING,
        ClaimKey(subject, attribute or "practice", qualifier),
        polarity,
        Value(kind, value),
        statement,
        Standing.CONVENTION,
        "convention",
        module=module,
    )


def are_twins(one: Claim, other: Claim) -> bool:
    """Whether both are listed as the same twin; one that says nothing in words of its own has none."""
    return bool(twin_anchor(one)) and twin_anchor(one) == twin_anchor(other)


TWINS = [
    (
        said("Use tabs for indentation.", "indentation | is", "tabs"),
        said("Always indent with tabs.", "indent with tab"),
    ),
    (said("Tabs should be used for indentation.", "tab | must"), said("Always indent with tabs.", "indent with tab")),
    (
        said("Use pnpm for installing packages.", "installing package | is", "pnpm"),
        said("Always install packages with pnpm.", "install packag with pnpm"),
    ),
    (
        said("The package manager is pnpm.", "package manager | is", "pnpm"),
        said("Use pnpm as the package manager.", "pnpm | use"),
    ),
    (
        said("Never deploy on Friday.", "deploy | practice | friday", polarity=NO),
        said("Never deploy on Fridays.", "deploy on friday", polarity=NO),
    ),
    (
        said("Use structlog for logging.", "logging | is", "structlog"),
        said("Log with structlog.", "log with structlog"),
    ),
    (
        said("Commit messages must be in the imperative.", "commit message | must"),
        said("The commit message should be in the imperative.", "message | is", "imperative"),
    ),
    (
        said("The request timeout is 30 seconds.", "request timeout | is", "30 s"),
        said("Request timeout is 30 s.", "timeout | request", "30 s"),
    ),
    (
        said("Run `make lint` before every commit.", "run mak lint | practice | before every commit"),
        said("Run make lint before every commit.", "lint | command", "make lint"),
    ),
    (
        said("Unit tests are in tests/unit.", "unit test | location", "tests/unit"),
        said("The unit tests are in `tests/unit`.", "test | must"),
    ),
    (
        said("Keep answers short.", "answer | length", "short"),
        said("Always keep your answers short.", "keep answer short"),
    ),
    (
        said("Deployment is with terraform.", "deployment | is", "terraform"),
        said("Deploy with terraform.", "deploy with terraform"),
    ),
    (said("Retry three times.", "retry | is", "3"), said("Always retry 3 times.", "retri 3 tim")),
    (
        said("Never push to main.", "push main", polarity=NO),
        said("Please never push to main!", "main | push", polarity=NO),
    ),
    (said("Format with black.", "formatting | is", "black"), said("Use black to format.", "black | use")),
    (said("The cache is Redis.", "cache | is", "redis"), said("Use Redis as cache.", "redis | use")),
]

APART = {
    "another number": (
        said("The timeout is 30 s.", "timeout | is", "30 s"),
        said("A timeout is 60 s.", "request | is", "60 s"),
    ),
    "a number in words": (
        said("Retry three times.", "retry | is", "3"),
        said("Always retry five times.", "retri 5 tim"),
    ),
    "another unit": (
        said("The timeout is 30 s.", "timeout | is", "30 s"),
        said("The timeout is 30 ms.", "limit | is", "30 ms"),
    ),
    "a unit in words": (
        said("Keep logs for 30 days.", "log | is", "30 day"),
        said("Keep logs for 30 weeks.", "keep log", "30 week"),
    ),
    "another environment": (
        said("Deploy to staging with terraform.", "deploy"),
        said("Deploy to production with terraform.", "deploy terraform"),
    ),
    "one environment": (
        said("Deploy with terraform.", "deploy"),
        said("Deploy to production with terraform.", "deploy terraform"),
    ),
    "another module": (
        said("Raise domain errors.", "raise", module="src/orders"),
        said("Raise domain errors.", "error", module="src/billing"),
    ),
    "another path": (
        said("Tests are in tests/unit.", "test", "tests/unit"),
        said("Tests are in tests/e2e.", "test | in", "tests/e2e"),
    ),
    "another day": (
        said("Never deploy on Friday.", "deploy | on | friday", polarity=NO),
        said("Never deploy on Monday.", "deploy monday", polarity=NO),
    ),
    "another month": (
        said("The audit is in March.", "audit | is", "march"),
        said("The audit is in April.", "audit | in", "april"),
    ),
    "polarity": (
        said("Never use tabs for indentation.", "tab | use", polarity=NO),
        said("Use tabs for indentation.", "indentation | is", "tabs"),
    ),
    "a negation of one word": (said("Merge with tests.", "merge"), said("Merge without tests.", "merge test")),
    "before and after": (said("Run lint before tests.", "run lint"), said("Run lint after tests.", "lint | run")),
    "the other way round": (said("Run lint before tests.", "run lint"), said("Run tests before lint.", "run test")),
    "from and to": (
        said("Copy from staging to production.", "copy"),
        said("Copy from production to staging.", "copy production"),
    ),
    "another value": (
        said("Use tabs for indentation.", "indentation | is", "tabs"),
        said("Indent with spaces.", "indent with space"),
    ),
    "another version": (
        said("Use Python 3.11.", "python | is", "3.11"),
        said("Use python 3.12.", "use python", "3.12"),
    ),
    "a condition": (
        said("Run the whole suite.", "run suite"),
        said("Run the whole suite only if asked.", "run whol suite | if ask"),
    ),
    "a limit": (
        said("Answers have at most 5 lines.", "answer", "5 line"),
        said("Answers have at least 5 lines.", "answer line", "5 line"),
    ),
    "a permission": (said("Tests may sleep.", "test"), said("Tests sleep.", "test | sleep")),
    "a word that looks alike": (said("Book the plane.", "book plan"), said("Book the plan.", "book")),
    "a version of a name": (said("Log to v1.", "log", "v1"), said("Log to v2.", "log | to", "v2")),
}

RESEMBLING = [
    *TWINS,
    (said("Use tabs, not spaces.", "indentation | is", "tabs"), said("Indentation is with tabs.", "tab | must")),
    (said("Use tabs.", "tab | use"), said("Indent with tabs.", "indent with tab")),
    (said("", "tab | use"), said("Tabs should be used for indentation.", "tab | must")),
]


@pytest.mark.parametrize("pair", TWINS, ids=lambda pair: f"{pair[0].statement} / {pair[1].statement}")
def test_twins_are_merged(pair: tuple[Claim, Claim]) -> None:
    assert are_twins(*pair)
    assert are_twins(*reversed(pair))


@pytest.mark.parametrize("why", APART)
def test_look_alikes_are_never_merged(why: str) -> None:
    one, other = APART[why]
    assert not are_twins(one, other)
    assert not are_twins(other, one)


REFUSED_IN_DOUBT = {"the other way round", "from and to", "a word that looks alike"}
"""Words in another order, or of one root, wait for a person as well: holding back loses nothing."""


@pytest.mark.parametrize("why", sorted(APART.keys() - REFUSED_IN_DOUBT))
def test_a_look_alike_of_what_was_rejected_is_not_held_back(why: str) -> None:
    one, other = APART[why]
    assert not resembles(SCOPE, one, other, lambda *_: True)
    assert not resembles(SCOPE, other, one, lambda *_: True)


@pytest.mark.parametrize("pair", RESEMBLING, ids=lambda pair: f"{pair[0].statement} / {pair[1].statement}")
def test_what_resembles_is_held_back_and_found_by_its_words(pair: tuple[Claim, Claim]) -> None:
    assert resembles(SCOPE, *pair)
    assert resembles(SCOPE, *reversed(pair))
    assert {*anchors(pair[0])} & {*anchors(pair[1])}


def test_a_score_alone_never_holds_back_what_shares_no_words() -> None:
    rejected, other = said("Use tabs for indentation.", "indentation | is", "tabs"), said("Deploy on Friday.", "deploy")
    assert not resembles(SCOPE, rejected, other, lambda *_: True)


def test_a_score_proposes_what_shares_too_few_words_to_be_looked_at() -> None:
    rejected = said("Use tabs.", "tab | use")
    other = said("Indent every source file of the code base with tabs.", "indent every sourc file code base with tab")
    assert not resembles(SCOPE, rejected, other)
    assert resembles(SCOPE, rejected, other, lambda *_: True)


def test_claims_of_other_lanes_or_standings_are_no_twins() -> None:
    one, other = TWINS[0]
    assert not are_twins(one, replace(other, lane=Lane.SAFETY))
    assert not are_twins(one, replace(other, standing=Standing.ASSUMPTION))
    assert not are_twins(one, replace(other, skeleton=Skeleton.ASSISTANT))


WORDS = st.lists(
    st.sampled_from("use tabs spaces indent indentation before after never 30 60 seconds ms staging prod may".split()),
    min_size=1,
    max_size=5,
).map(" ".join)
CLAIMS = st.builds(
    said,
    WORDS,
    st.builds(lambda subject, qualifier: f"{subject} | is | {qualifier}", WORDS, st.sampled_from(["", "staging"])),
    st.sampled_from(["", "tabs", "30 s"]),
    st.sampled_from([YES, NO]),
    st.sampled_from(["", "src/orders"]),
)


@given(CLAIMS, CLAIMS, CLAIMS)
def test_both_relations_are_symmetric_and_twins_are_an_equivalence(one: Claim, other: Claim, third: Claim) -> None:
    assert resembles(SCOPE, one, other) == resembles(SCOPE, other, one)
    assert are_twins(one, other) == are_twins(other, one)
    assert not (are_twins(one, other) and are_twins(other, third)) or are_twins(one, third)


@given(CLAIMS, CLAIMS)
def test_whatever_resembles_is_found_by_a_word_and_agrees_in_its_facts(one: Claim, other: Claim) -> None:
    if resembles(SCOPE, one, other, lambda *_: True):
        assert {*anchors(one)} & {*anchors(other)}
        assert (one.polarity, one.module) == (other.polarity, other.module)


def port(text: str, key: str, value: str = "28435", polarity: Polarity = YES) -> Claim:
    return replace(said(text, key, polarity=polarity), value=Value(ValueKind.NUMBER, value))


@pytest.mark.parametrize(
    ("key", "reached"),
    [
        ("billing port | is", False),  # the key itself, which the denial rejects
        ("billing port | is | staging", True),
        ("billing health port | is", True),
        ("search port | is", False),
        ("billing timeout | is", False),
    ],
)
def test_the_end_of_a_slot_reaches_what_was_said_of_it_in_more_words(key: str, reached: bool) -> None:
    end = said("billing has no port any more.", "billing port | is", polarity=NO)
    assert covers(end, port("It is 28435.", key)) is reached
    assert not covers(port("It is 28435.", "billing port | is"), port("It is 28435.", key))


def test_the_end_of_all_that_a_thing_is_reaches_no_slot_of_it() -> None:
    end = said("There is no billing any more.", "billing | is", polarity=NO)
    assert not covers(end, port("It is 28435.", "billing port | is"))


@pytest.mark.parametrize(
    ("claim", "again"),
    [
        (said("Call billing on 28435 with curl.", "health check | practice"), True),
        (said("Call search on 28435 with curl.", "health check | practice"), False),
        (said("Call billing on 49082 with curl.", "health check | practice"), False),
        (said("Never call billing on 28435.", "health check | practice", polarity=NO), False),
    ],
)
def test_a_value_that_was_taken_back_is_found_where_another_claim_names_it(claim: Claim, again: bool) -> None:
    taken_back = port("The port of billing is 28435.", "billing port | is")
    assert names_again(taken_back, claim) is again
    assert not again or {*anchors(claim)} & {*anchors(taken_back)}


def test_a_value_that_many_things_have_is_found_nowhere_else() -> None:
    taken_back = port("The port of billing is 80.", "billing port | is", "80")
    assert not names_again(taken_back, said("Call billing on 80 with curl.", "health check | practice"))
