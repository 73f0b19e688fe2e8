from datetime import UTC, datetime

import pytest

from slowwave.domain.records import Actor
from slowwave.evaluation.public.corpus import Conversation, Question, Unit
from slowwave.evaluation.public.evidence import difference, estimate
from slowwave.evaluation.public.memory import records
from slowwave.evaluation.public.retrieval import Retrieval
from slowwave.evaluation.public.scoring import Grounding, Scored, Shown, retrieved, score, verbatim
from slowwave.evaluation.ranking import counter

TIME = datetime(2026, 3, 1, tzinfo=UTC)


def unit(source: str, text: str, actor: Actor = Actor.USER, session: str = "s") -> Unit:
    return Unit(source, session, TIME, actor, text, f"{actor}: {text}", text)


UNITS = (
    unit("0", "our gateway listens on port 5000"),
    unit("1", "gateway noted", Actor.ASSISTANT),
    unit("2", "our gateway moved and listens on port 6000"),
)
UPDATE = Question("q", "port", "update", frozenset({"0", "2"}), frozenset({"2"}), frozenset({"0"}))


def figures(*shown: Shown, question: Question = UPDATE) -> dict[str, float]:
    conversation = Conversation("c", UNITS, (question,))
    return dict(score(conversation, question, retrieved(shown, len), (40, 1000)).figures)


def test_recall_counts_sources_inside_ranks_and_budgets() -> None:
    old, other, new = map(verbatim, UNITS)
    found = figures(other, other, other, other, new, old)
    assert (found["r@5"], found["r@10"], found["r1000"], found["all1000"]) == (0.5, 1, 1, 1)
    assert found["r40"] == 0
    assert found["all40"] == 0


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("new", (1, 0, 1, 0)),
        ("old", (0, 1, 0, 1)),
        ("new old", (1, 1, 0, 0)),
        ("old new", (1, 1, 0, 1)),
        ("", (0, 0, 0, 0)),
    ],
)
def test_stale_first_is_the_old_statement_above_the_new_one_or_alone(order: str, expected: tuple[int, ...]) -> None:
    shown = {"old": verbatim(UNITS[0]), "new": verbatim(UNITS[2])}
    found = figures(*(shown[each] for each in order.split()))
    assert tuple(found[name] for name in ("new-in", "old-in", "new-only", "stale-first")) == expected


def test_both_sides_of_a_contradiction_must_be_shown() -> None:
    question = Question("q", "port", "c", frozenset({"0", "2"}), sides=(frozenset({"0"}), frozenset({"2"})))
    assert figures(verbatim(UNITS[0]), question=question)["both-sides"] == 0
    assert figures(verbatim(UNITS[0]), verbatim(UNITS[2]), question=question)["both-sides"] == 1
    assert "stale-first" not in figures(question=question)


def test_a_line_counts_for_a_source_only_if_it_cites_it_and_holds_a_quarter_of_its_words() -> None:
    grounding = Grounding(UNITS)
    assert grounding.shown("The gateway listens.", ["0"]).grounded == {"0"}
    assert grounding.shown("The gateway listens.", ["2"]).grounded == {"2"}
    assert grounding.shown("The gateway listens.", []).grounded == set()
    empty = grounding.shown("Nothing of it.", ["0"])
    assert (empty.grounded, empty.cited) == (set(), {"0"})


def test_citations_that_resolve_to_nothing_are_counted() -> None:
    shown = Grounding(UNITS).shown("The gateway listens.", ["0", "9", None])
    assert (shown.cited, shown.unresolved) == ({"0"}, 2)
    row = score(Conversation("c", UNITS, (UPDATE,)), UPDATE, retrieved([shown], len), (1000,))
    assert (row.cites, row.unresolved) == (3, 2)


def test_totals_leave_adversarial_questions_out_and_differences_are_paired() -> None:
    def row(place: int, category: str, value: float) -> Scored:
        return Scored(f"c{place % 2}", str(place), category, {"r": value}, 0, 0)

    a = [row(0, "x", 1.0), row(1, "x", 0.5), row(2, "adversarial", 0.0)]
    b = [row(0, "x", 0.5), row(1, "x", 0.0), row(2, "adversarial", 1.0)]
    total, apart, gap = estimate(a, "r"), estimate(a, "r", "adversarial"), difference(a, b, "r")
    assert total
    assert apart
    assert gap
    assert (total.mean, total.n, apart.mean) == (0.75, 2, 0)
    assert (gap.mean, gap.low, gap.high) == (0.5, 0.5, 0.5)
    assert estimate(a, "stale-first") is None


def test_a_chat_is_ranked_a_second_time_over_what_the_user_said() -> None:
    answers = Retrieval(Conversation("c", UNITS, ()), None, counter()).answers("gateway")
    assert [*answers] == ["last-N", "BM25", "BM25, user turns"]
    assert answers["BM25"].ranked[0].text == "assistant: gateway noted"
    assert {item.text for item in answers["BM25, user turns"].ranked} == {UNITS[0].rendered, UNITS[2].rendered}
    assert [item.text for item in answers["last-N"].ranked] == [each.rendered for each in reversed(UNITS)]


def test_the_pieces_of_a_message_are_captured_as_the_one_message_they_were() -> None:
    pieces = (unit("0", "first part"), unit("0", "second part"), unit("1", " ", Actor.ASSISTANT), unit("2", "then"))
    found = records(Conversation("c", pieces, ()))
    assert {source: record.text for source, record in found.items()} == {"0": "first part\nsecond part", "2": "then"}
    assert [record.order for record in found.values()] == sorted(record.order for record in found.values())
