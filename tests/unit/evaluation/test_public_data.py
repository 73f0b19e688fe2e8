from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.records import Actor
from slowwave.errors import InvalidInput
from slowwave.evaluation.public import beam, locomo, longmemeval
from slowwave.evaluation.public.corpus import OVERLONG, UNIT_WORDS, pieces
from tests.unit.evaluation import public_data


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return public_data.write(tmp_path)


def test_turns_of_locomo_stand_in_the_order_of_their_sessions_with_what_they_share(data: Path) -> None:
    (talk,) = locomo.load(data)
    assert [unit.source for unit in talk.units] == ["D1:1", "D1:2", "D2:1"]
    assert talk.units[1].rendered == "[1:56 pm on 8 May, 2026] South: Look at this. [shares image: a red kayak]"
    assert talk.units[2].time == datetime(2026, 6, 9, 19, 55, tzinfo=UTC)


def test_questions_of_locomo_name_turns_that_exist_or_are_left_out(data: Path) -> None:
    (talk,) = locomo.load(data)
    assert [(q.id, q.category, set(q.gold)) for q in talk.questions] == [
        ("conv-1/0", "multi-hop", {"D1:2", "D2:1"}),
        ("conv-1/1", "adversarial", {"D1:1"}),
    ]


def test_messages_of_beam_are_cut_and_keep_their_source_and_the_last_known_time(data: Path) -> None:
    (chat,) = beam.load(data)
    assert chat.units[0].rendered == "user: Our port is 5000."
    assert {unit.source for unit in chat.units} == {"0", "1", "2"}
    assert [unit.time.day for unit in chat.units if unit.source == "1"] == [15] * 3
    assert {unit.actor for unit in chat.units} == {Actor.USER, Actor.ASSISTANT}


def test_an_update_of_beam_counts_only_if_its_two_statements_are_apart(data: Path) -> None:
    (chat,) = beam.load(data)
    updates = [q for q in chat.questions if q.category == "knowledge_update"]
    assert [(set(q.new), set(q.old)) for q in updates] == [({"2"}, {"0"}), (set(), set())]
    assert [q.sides for q in chat.questions if q.category == "contradiction_resolution"] == [
        (frozenset({"0"}), frozenset({"2"}))
    ]


def test_questions_of_beam_without_an_answer_are_left_out(data: Path) -> None:
    (chat,) = beam.load(data)
    assert "abstention" not in {q.category for q in chat.questions}
    assert [set(q.gold) for q in chat.questions if q.category == "summarization"] == [{"0", "1"}]


def test_sessions_of_longmemeval_stand_by_date_and_marked_turns_are_the_evidence(data: Path) -> None:
    (haystack,) = longmemeval.load(data / "longmemeval.json")
    assert [unit.text for unit in haystack.units] == ["Hello.", "Hello, what is it?", "I ride a green bike."]
    (question,) = haystack.questions
    assert question.gold == {haystack.units[2].source}


@pytest.mark.parametrize("load", [locomo.load, beam.load], ids=["locomo", "beam"])
def test_a_folder_without_the_set_is_named(load, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="--data"):
        load(tmp_path)


@pytest.mark.parametrize("content", ["[", "[1]", '{"conversation": {}}', '[{"question_id": "q"}]'])
def test_a_file_of_another_shape_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / "locomo").mkdir()
    file = tmp_path / "locomo" / "conv-1.json"
    file.write_text(content)
    with pytest.raises(InvalidInput, match=r"conv-1\.json' is not a conversation of LoCoMo"):
        locomo.load(tmp_path)
    with pytest.raises(InvalidInput, match=r"conv-1\.json' is not a file of LongMemEval"):
        longmemeval.load(file)


@given(st.lists(st.sampled_from(["a", "b", "\n\n", "\n- ", "\n"]), max_size=900).map(" ".join))
def test_cutting_a_message_loses_no_word_and_makes_no_piece_too_long(text: str) -> None:
    found = pieces(text)
    said = text.split()
    assert [word for piece in found for word in piece.split()] == said
    assert all(len(piece.split()) <= UNIT_WORDS * OVERLONG for piece in found)
