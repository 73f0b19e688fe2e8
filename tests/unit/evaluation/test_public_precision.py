from collections.abc import Sequence

import pytest

from slowwave.evaluation.public import beliefs
from slowwave.evaluation.public.beliefs import Belief, Case
from slowwave.evaluation.public.believing import BeliefExtractor, believing
from slowwave.evaluation.public.judging import judge, retrieval, visible
from tests.unit.evaluation import public_data

Set = tuple[Sequence[Belief], Sequence[Case]]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Set:
    return beliefs.load(public_data.write(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def shown(known: Set) -> dict[str, list[str]]:
    """What is shown for each case under the default policy."""
    with believing(known[0], BeliefExtractor(known[0])) as opened:
        return {each.id: opened.shown(each) for each in known[1]}


def case(known: Set, name: str) -> Case:
    return next(each for each in known[1] if each.id == name)


def test_a_belief_is_its_name_its_aliases_and_its_content(known: Set) -> None:
    assert known[0][2].text == "lint, linter: Lints with Cedar."


def test_only_cases_that_expect_something_of_the_relevant_tier_are_taken(known: Set) -> None:
    assert [each.id for each in known[1]] == ["lint", "deploys", "both", "nobody"]


def test_what_was_superseded_in_a_chain_is_never_shown(shown: dict[str, list[str]]) -> None:
    assert "b-lint" in shown["lint"]
    assert not {"b-lint_old", "b-lint_mid"} & {*shown["lint"]}


def test_another_user_another_domain_a_question_and_an_inference_are_never_shown(shown: dict[str, list[str]]) -> None:
    assert {*shown["deploys"]} == {"b-lint", "b-deploys", "b-pinned"}
    assert {*shown["both"]} == {"b-lint", "b-deploys", "b-pinned", "b-novel"}


def test_a_user_who_said_nothing_is_shown_nothing(shown: dict[str, list[str]]) -> None:
    assert shown["nobody"] == []


def test_without_a_stable_part_only_what_the_query_asks_for_is_shown(known: Set) -> None:
    with believing(known[0], BeliefExtractor(known[0]), stable_tokens=0) as opened:
        assert opened.shown(case(known, "lint")) == ["b-lint"]


def test_the_filter_of_retrieval_is_the_bar_for_what_may_be_shown(known: Set) -> None:
    found, asked = known[0], case(known, "deploys")
    assert [each.id for each in found if visible(each, asked)] == ["b-lint", "b-deploys"]
    assert retrieval(found, 0, filtered=True)(asked) == ["b-deploys"]
    assert "b-secret" in retrieval(found, 0, filtered=False)(asked)
    assert len(retrieval(found, -1, filtered=False)(asked)) == 5


def test_a_case_is_judged_by_what_it_shows(known: Set) -> None:
    asked = case(known, "deploys")
    right, wide, leak = (
        judge(asked, each, known[0]) for each in (["b-deploys"], ["b-deploys", "b-lint"], ["b-secret"])
    )
    assert (right.precision, right.recall, right.exact, any(right.leaks.values())) == (1, 1, True, False)
    assert (wide.precision, wide.recall, wide.exact, any(wide.leaks.values())) == (0.5, 1, False, False)
    assert leak.leaks == {"other user": True, "superseded": False, "excluded": True}
    assert judge(asked, ["b-lint_mid"], known[0]).leaks["superseded"]
    nothing = judge(case(known, "nobody"), [], known[0])
    assert (nothing.precision, nothing.recall, nothing.exact) == (None, None, True)
