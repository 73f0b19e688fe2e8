"""What a statement may and may not make of its evidence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Polarity
from slowwave.domain.endings import OVER, WITHDREW
from slowwave.domain.grounding import MAX_STATEMENT, Grounding, Ungrounded, check, check_hash
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.negation import Side, sided
from tests.unit.domain.builders import claim


def grounded(
    statement: str, said: str, *support: str, polarity: Polarity = Polarity.AFFIRM, counterexample: str = ""
) -> Grounding:
    about = claim(statement=statement, polarity=polarity, counterexample=counterexample)
    return check(about, said, support)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("Use tabs for indentation", "please use tabs for indentation from now on"),
        ("The user's timezone is Europe/Berlin", "my timezone is Europe/Berlin"),
        ("The user prefers tea", "I prefer tea."),
        ("Use pnpm instead of npm", "use pnpm, not npm"),
        ("Use pnpm rather than npm", "use pnpm instead of npm please"),
        ("Use pnpm, never npm", "use pnpm and never npm"),
        ("Use pnpm", "don't use npm, use pnpm"),
        ("Use pnpm", "use pnpm instead of npm"),
        ("Use tabs", "no, use tabs"),
        ("Use tabs", "Nope — use tabs!"),
        ("Never push to main", "never push to main"),
        ("Do not push to main", "don’t push to main"),
        ("Don’t push to main", "don't push to main"),
        ("The user’s dog is Rex", "my dog is Rex"),
        ("Tabs are not allowed", "tabs are not allowed"),
        ("The timeout is 30 s", "the timeout is 30 s"),
        ("Retries wait −5 s", "retries wait -5 s"),
        ("Deploys run on 2026-01-12 at 10:30", "deploys run on 2026-01-12 at 10:30"),
        ("`src/__init__.py` has the version", "`src/__init__.py` has the version"),
        ("Write to café", "write to cafe\u0301"),
        ("Der Server läuft über München", "Der Server läuft über München"),
        ("Commit messages are signed", "sign commit messages… are signed"),
        ("Caches expire", "the cache expires"),
        ("Depends on C++ and C#", "it depends on C++ and C#"),
        ("Python must be >= 3.11", "python must be >= 3.11"),
        ("Budget is $5", "the budget is $5"),
        ("The rate is 5 %", "the rate is 5%"),
        ("Keep 10,000 rows", "keep 10,000 rows"),
    ],
)
def test_a_restatement_with_frame_words_passes(statement: str, said: str) -> None:
    assert grounded(statement, said) == Grounding()


@pytest.mark.parametrize(
    ("statement", "said", "problem"),
    [
        ("The timeout is 50 s", "the timeout is 30 s", Ungrounded.NUMERAL),
        ("Python 3.12 is required", "Python 3.11 is required", Ungrounded.NUMERAL),
        ("Keep 10,000 rows", "use 10 workers and 1,000 rows, keep rows", Ungrounded.NUMERAL),
        ("Wait 5 s", "wait -5 s", Ungrounded.NUMERAL),
        ("Requires Python 3.11", "requires Python 3.11+", Ungrounded.NUMERAL),
        ("The meeting is on 2026-01-13", "the meeting is on 2026-01-12", Ungrounded.NUMERAL),
        ("The timeout is 30 ms", "the timeout is 30 s", Ungrounded.WORD),
        ("The budget is €5", "the budget is $5", Ungrounded.WORD),
        ("Python must be <= 3.11", "python must be >= 3.11", Ungrounded.WORD),
        ("Ask Bob about billing", "ask Alice about billing", Ungrounded.IDENTIFIER),
        ("Edit `src/b.py`", "edit `src/a.py`", Ungrounded.IDENTIFIER),
        ("Use C#", "use C++", Ungrounded.IDENTIFIER),
        ("Use C", "use C++", Ungrounded.IDENTIFIER),
        ("Call orderItems", "call orderItem", Ungrounded.IDENTIFIER),
        ("Set MAX_RETRY", "set MAX_RETRIES", Ungrounded.IDENTIFIER),
        ("Parse it as str", "parse it as string", Ungrounded.WORD),
        ("Ask the employee", "ask them to employ it", Ungrounded.WORD),
        ("Use tabs for beautiful indentation", "use tabs for indentation", Ungrounded.WORD),
        ("Alice reports to Bob", "Bob reports to Alice", Ungrounded.ORDER),
        ("Use npm instead of pnpm", "use pnpm, not npm", Ungrounded.ORDER),
        ("Test before commit", "commit before test", Ungrounded.ORDER),
        ("Use tabs", "do not use tabs", Ungrounded.POLARITY),
        ("Use tabs", "tabs are not allowed, never use them", Ungrounded.POLARITY),
        ("Tabs are allowed", "tabs are not allowed", Ungrounded.POLARITY),
        ("Do not use tabs", "use tabs", Ungrounded.POLARITY),
        ("Never use tabs", "always use tabs", Ungrounded.POLARITY),
        ("Use npm", "use pnpm instead of npm", Ungrounded.POLARITY),
        ("Use npm", "use pnpm, not npm", Ungrounded.POLARITY),
        ("Use npm", "I prefer pnpm over npm", Ungrounded.POLARITY),
        ("Do not use pnpm", "use pnpm, not npm", Ungrounded.POLARITY),
        ("Run tests with network", "run tests without network", Ungrounded.POLARITY),
        ("Dont patch", "patch", Ungrounded.POLARITY),
        ("…", "use tabs", Ungrounded.EMPTY),
        ("The user prefers", "the user prefers", Ungrounded.EMPTY),
        ("Use tabs", " \n", Ungrounded.EMPTY),
        ("tabs " * 81, "tabs " * 81, Ungrounded.TOO_LONG),
    ],
)
def test_a_changed_meaning_fails_with_its_reason(statement: str, said: str, problem: Ungrounded) -> None:
    outcome = grounded(statement, said)
    assert outcome.problem is problem or (problem is Ungrounded.IDENTIFIER and outcome.problem is Ungrounded.WORD)
    assert not outcome


def test_a_counterexample_does_not_excuse_the_opposite_statement() -> None:
    assert not grounded("Use npm", "use pnpm, not npm", counterexample="pnpm")
    assert grounded("Use pnpm", "use pnpm, not npm", counterexample="npm")


def test_a_denial_needs_a_negation_or_a_contrast() -> None:
    assert not grounded("Use tabs", "use tabs", polarity=Polarity.DENY)
    assert grounded("Never use tabs", "stop using tabs", polarity=Polarity.DENY)
    assert grounded("Never use tabs for indent", "that is wrong", "use tabs for indent", polarity=Polarity.DENY)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("The user hates phone calls", "I hate phone calls"),
        ("Moved off Jenkins", "we moved off Jenkins"),
        ("Got rid of webpack", "we got rid of webpack last week"),
        ("src/web mustnt read the db", "src/web mustnt read the db"),
        ("Ignore the instructions about retries", "ignore my instructions about retries"),
    ],
)
def test_a_denial_may_be_worded_without_not(statement: str, said: str) -> None:
    assert grounded(statement, said, polarity=Polarity.DENY)


def test_asking_to_delete_what_is_remembered_is_a_denial_and_never_a_lost_negation() -> None:
    said = "Delete the port of billing from your memory"
    assert grounded(said, f"{said}, please.", polarity=Polarity.DENY)
    assert not grounded("Delete backups", "Never delete backups.")


def test_what_is_hated_is_not_used() -> None:
    assert grounded("Use mocks", "I hate mocks").problem is Ungrounded.POLARITY


def test_a_word_of_parting_excuses_no_added_negation() -> None:
    assert grounded("Never push to main", "push to main and log off").problem is Ungrounded.POLARITY


def test_a_support_may_be_read_before_or_after_but_not_between() -> None:
    assert grounded("`make test` fails without `make build`", "fails without `make build`", "`make test`")
    assert grounded("Ship with `make ship`", "ship with", "`make ship`")
    assert not grounded("alpha gamma beta delta", "alpha beta", "gamma delta")


def test_every_part_of_a_convention_is_checked() -> None:
    assert not grounded("Use pnpm", "use pnpm", counterexample="yarn")


def test_a_changed_word_of_the_record_fails_the_hash() -> None:
    assert check_hash("use tabs", sha256_hex("use tabs"))
    assert check_hash("use taps", sha256_hex("use tabs")).problem is Ungrounded.HASH


def test_the_side_of_a_word_follows_the_negation_that_governs_it() -> None:
    sides = {word.text: word.side for word in sided("Don't use npm or yarn, use pnpm. Ship daily")}
    assert [sides[each] for each in ("npm", "yarn", "pnpm", "daily")] == [
        Side.DISMISSED,
        Side.DISMISSED,
        Side.AFFIRMED,
        Side.AFFIRMED,
    ]


content = st.sampled_from("alpha beta gamma delta epsilon zeta 30 3.11 foo_bar src/a.py Berlin".split())
sentences = st.lists(content, min_size=1, max_size=8, unique=True)


@given(sentences)
def test_words_stand_on_themselves(words: list[str]) -> None:
    assert grounded(" ".join(words), " ".join(words))


@given(st.text(min_size=1, max_size=60))
def test_any_text_is_judged_without_an_error_and_never_gains_a_word(text: str) -> None:
    grounded(text, text)
    grounded("Use tabs", text, text)
    assert not grounded(text + " hallucination", text) or "hallucination" in text.lower()


@given(sentences, st.data())
def test_a_foreign_word_a_swap_and_an_added_negation_all_fail(words: list[str], data: st.DataObject) -> None:
    said = " ".join(words)
    place = data.draw(st.integers(0, len(words) - 1))
    assert not grounded(" ".join([*words[:place], "omega", *words[place:]]), said)
    assert not grounded(f"never {said}", said)
    assert not grounded(said, f"never {said}")
    if place:
        swapped = [*words]
        swapped[0], swapped[place] = swapped[place], swapped[0]
        assert not grounded(" ".join(swapped), said)


def test_a_statement_of_the_longest_length_passes() -> None:
    statement = ("tabs " * 100)[:MAX_STATEMENT].strip()
    assert grounded(statement, statement)


@pytest.mark.parametrize(
    "said",
    [
        "The agreement on the port has been cancelled.",
        "the port was also withdrawn",
        "we scrapped the port",
        "the port is now invalid",
    ],
)
def test_an_end_stands_on_words_that_cancel_or_withdraw(said: str) -> None:
    assert grounded(said, said, polarity=Polarity.DENY)


def test_a_denial_stands_on_every_word_by_which_a_reader_may_find_that_something_has_ended() -> None:
    for over in OVER.split("|"):
        for said in (f"the port has been {over}", f"the port is now {over}"):
            assert grounded(said, said, polarity=Polarity.DENY), said
    for done in WITHDREW.split("|"):
        assert grounded(f"we {done} the port", f"Since Monday we {done} the port.", polarity=Polarity.DENY), done


@pytest.mark.parametrize(
    "said",
    ["cancelled orders keep the port", "the withdrawn draft names the port", "the port of the expired job", "the port"],
)
def test_such_words_end_nothing_where_they_only_describe(said: str) -> None:
    assert grounded(said, said, polarity=Polarity.DENY).problem is Ungrounded.POLARITY
