from itertools import pairwise
from pathlib import Path

import pytest

from slowwave.errors import InvalidInput
from slowwave.evaluation.tasks.reading import read_file, read_folder
from tests.unit.evaluation.tasks.sequences import DEPLOY, write

FAULTS = {
    "no YAML": ("version: 1", "version: [", "is no YAML"),
    "a field given twice": ("version: 1", "version: 1\nversion: 1", "'version' is given twice"),
    "another version": ("version: 1", "version: 2", "needs 1 in field 'version', not 2"),
    "an unknown skeleton": ("[coding]", "[cooking]", "needs one of coding, assistant, document in field 'skeletons'"),
    "no skeleton": ("[coding]", "[]", "field 'skeletons'"),
    "a misspelt field": ("about:", "abuot:", "has an unknown field 'abuot'"),
    "a time without zone": ("09:00:00+01:00", "09:00:00", "session 's1' needs a time with a zone"),
    "no text": ('user: "Always', 'usr: "Always', "session 's1', event 1 has an unknown field 'usr'"),
    "two speakers": ("{assistant:", "{user: x, assistant:", "session 's1', event 2 needs exactly one of user"),
    "an empty session": (
        'events:\n      - {id: b1, user: "From',
        'x:\n      - {id: b1, user: "From',
        "'x'",
    ),
    "a missing source": ('"black": a1', '"black": a9', "'black' is said to come from 'a9', which is the id of nothing"),
    "a lesson of later": ('needs: {"black": a1}\n  - id: s2', 'needs: {"ruff": b1}\n  - id: s2', "after the task is"),
    "a need nobody said": ('"black": a1', '"blue": a1', "'a1' does not hold 'blue'"),
    "an unknown reason": ("superseded by b1", "outdated by b1", "needs one of superseded, retracted"),
    "a correction by nobody": ("superseded by b1", "superseded", "say by which event"),
    "a ban on what is needed": ('forbids: {"black"', 'forbids: {"ruff format"', "is needed by the same task"),
    "a ban on what nobody said": ('forbids: {"black"', 'forbids: {"yapf"', "is in no event"),
    "a ban on words of the correction": ('forbids: {"black"', 'forbids: {"commit"', "choose words that only the old"),
    "a task about nothing": ('needs: {"black": a1}\n  -', "needs: {}\n  -", "field 'needs' or 'forbids'"),
    "the same id twice": ("id: b1", "id: a1", "field 'id' is used twice"),
    "sessions out of order": ("2026-03-09", "2026-03-01", "session 's2': field 'start' is not after the end"),
    "a wrong expectation": (
        "expect: demoted",
        "expect: gone",
        "cycle 1 needs one of demoted, stable in field 'expect'",
    ),
    "a cycle since nothing": ("since: b1", "since: b7", "cycle 1, field 'since': 'b7' is the id of nothing"),
    "a date that is none": ("about:", "x: 2026-13-45\nabout:", "'2026-13-45' is not the time or number that it looks"),
    "an hour that is none": ("2026-03-09T09", "2026-03-09T29", "is not the time or number that it looks like"),
    "a number that is none": ("version: 1", "version: !!int one", "'one' is not the time or number"),
    "a flag that is none": ("version: 1", "version: !!bool one", "'one' is not the time or number"),
    "a time of its own tag that is none": ("version: 1", "version: !!timestamp one", "'one' is not the time or number"),
    "a time where a text is due": ("task: ", "task: 2026-04-06T09:00:00 #", "field 'task', not 2026-04-06T09:00:00"),
    "a minute beyond the calendar": ("{assistant:", "{at: 99999999999, assistant:", "after the end of the calendar"),
    "a number beyond all bounds": ("version: 1", f"version: 0x{'f' * 9000}", "not a number beyond all bounds"),
    "a very long word": ("[coding]", f"[{'x' * 9000}]", "field 'skeletons', not 'xxx"),
    "a very long need": ('"black": a1', f'"{"x" * 900}": a1', "'a1' does not hold 'xxx"),
    "a very long name": ("about:", f"{'x' * 900}: 1\nabout:", "has an unknown field 'xxx"),
    "an alias": ("about:", "x: &a [b]\ny: *a\nabout:", "aliases are not followed"),
    "unknown chatter": ("{assistant:", "{chatter: noise}\n      - {assistant:", "names in field 'chatter' no block"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_gives_one_sentence_that_names_file_and_place(fault: str, tmp_path: Path):
    old, new, said = FAULTS[fault]
    assert old in DEPLOY
    path = write(tmp_path, DEPLOY.replace(old, new, 1))
    with pytest.raises(InvalidInput) as error:
        read_folder(tmp_path)
    assert said in str(error.value)
    assert str(error.value).startswith(path.name)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_good_file_is_read_as_it_is_written(tmp_path: Path):
    sequence = read_file(write(tmp_path, DEPLOY))
    assert [task.name for task in sequence.tasks] == ["s1 after 1", "s2 before 1", "s2 after 1"]
    first, second = sequence.sessions[0].events
    assert (first.id, first.speaker, first.time.isoformat()) == ("a1", "user", "2026-03-02T09:00:00+01:00")
    assert second.time.isoformat() == "2026-03-02T09:01:00+01:00"
    (forbid,) = sequence.tasks[-1].forbids
    assert (forbid.text, forbid.reason, forbid.by) == ("black", "superseded", "b1")


def test_ordinary_work_takes_its_time_between_the_events(tmp_path: Path):
    text = DEPLOY.replace("      - {assistant", "      - {chatter: docs-typos}\n      - {assistant")
    events = read_file(write(tmp_path, text)).sessions[0].events
    assert [event.chatter for event in events] == ["", *["docs-typos"] * 4, ""]
    assert events[-1].time.isoformat() == "2026-03-02T09:05:00+01:00"


def test_two_files_with_one_id_are_refused(tmp_path: Path):
    write(tmp_path, DEPLOY)
    write(tmp_path, DEPLOY, "two.yaml")
    with pytest.raises(InvalidInput, match=r"two\.yaml: sequence 'deploy' has the id of one\.yaml"):
        read_folder(tmp_path)


def test_a_file_nested_without_end_is_one_sentence(tmp_path: Path):
    write(tmp_path, "id: " + "[" * 5000)
    with pytest.raises(InvalidInput, match="is nested too deeply to be read"):
        read_folder(tmp_path)


def test_an_empty_folder_is_refused(tmp_path: Path):
    with pytest.raises(InvalidInput, match="no sequence under"):
        read_folder(tmp_path)


def test_a_transcript_that_is_not_there_is_refused(tmp_path: Path):
    text = DEPLOY.replace(
        'events:\n      - {id: b1, user: "From now on always run ruff format before you commit anything."}',
        "transcript: gone.jsonl",
    )
    with pytest.raises(InvalidInput, match=r"session 's2' names in field 'transcript' a file that is not there"):
        read_file(write(tmp_path, text))


def test_aliases_that_would_fill_the_memory_are_refused_at_once(tmp_path: Path):
    names = "abcdefghij"
    bomb = "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise(names))
    write(tmp_path, f"a: &a [x]\n{bomb}{DEPLOY}")
    with pytest.raises(InvalidInput, match=r"^one\.yaml: is no YAML: aliases are not followed") as error:
        read_folder(tmp_path)
    assert len(str(error.value)) < 400


def test_what_a_transcript_never_says_is_refused_as_for_any_event(tmp_path: Path):
    text = DEPLOY.replace(
        'events:\n      - {id: b1, user: "From now on always run ruff format before you commit anything."}',
        "transcript: said.jsonl",
    ).replace("b1", "s2")
    line = '{"session": "x", "actor": "user", "text": "run ruff format", "event_time": "2026-03-09T09:01:00Z"}\n'
    write(tmp_path, line, "said.jsonl")
    assert read_file(write(tmp_path, text)).sessions[1].transcript
    with pytest.raises(
        InvalidInput, match=r"sequence 'deploy', session 's2', .*field 'needs': 's2' does not hold 'not"
    ):
        read_file(write(tmp_path, text.replace('"ruff format": s2', '"not said": s2')))
    with pytest.raises(InvalidInput, match=r"field 'forbids': 'never' is in no event"):
        read_file(write(tmp_path, text.replace('forbids: {"black"', 'forbids: {"never"')))


def test_a_sequence_that_asks_nothing_is_refused(tmp_path: Path):
    asks_nothing = DEPLOY.split("    after:")[0]
    write(tmp_path, asks_nothing)
    with pytest.raises(InvalidInput, match=r"sequence 'deploy', nothing is asked: give a session a task"):
        read_folder(tmp_path)
