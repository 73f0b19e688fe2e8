"""What sessions worked on: the same whatever the order, bounded, with its evidence, and ranked by how it is used."""

from datetime import timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.injection import FileEvidence, WorkingFile
from slowwave.domain.records import Actor, Kind, Origin, Record, ToolUse
from slowwave.domain.working_set import (
    MAX_EVIDENCE,
    MAX_TOUCHES,
    SessionFiles,
    add_files,
    cited_for,
    grounded,
    working_set,
)
from tests.unit.domain.builders import SCOPE, START

EMPTY = SessionFiles(SCOPE, "s1")
NAMES = st.sampled_from(["a.py", "b.py", "src/c.py", "/etc/passwd", "id_rsa"])


def call(
    *read: str, edited: tuple[str, ...] = (), minute: int = 0, session: str = "s1", origin: Origin = Origin.ASSISTANT
) -> Record:
    tool = ToolUse("1", "read", files_read=read, files_edited=edited)
    at = START + timedelta(minutes=minute)
    return Record(SCOPE, session, Actor.ASSISTANT, Kind.TOOL_CALL, origin, "read " + " ".join(read), at, tool=tool)


def touched(session: str, *read: str, minute: int, edited: tuple[str, ...] = ()) -> SessionFiles:
    return add_files(SessionFiles(SCOPE, session), [call(*read, edited=edited, minute=minute, session=session)])


def history(*reads: str) -> list[SessionFiles]:
    """Sessions, oldest first, each with the files that it read."""
    return [touched(f"s{n}", *files.split(), minute=n) for n, files in enumerate(reads)]


def names(sessions: list[SessionFiles], limit: int = 40) -> list[str]:
    return [file.path for file in working_set(sessions, limit=limit)]


calls = st.builds(
    lambda read, edited, minute: call(read, edited=(edited,), minute=minute), NAMES, NAMES, st.integers(0, 500)
)


@given(st.lists(calls, max_size=8), st.data())
def test_any_order_repetition_and_splitting_gives_the_same_files(log: list[Record], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(log))
    cut = data.draw(st.integers(0, len(log)))
    assert add_files(add_files(add_files(EMPTY, shuffled[:cut]), shuffled[cut:]), log[:2]) == add_files(EMPTY, log)


@settings(max_examples=10)
@given(st.randoms(use_true_random=False), st.integers(1, 200))
def test_a_session_keeps_its_latest_touches_whatever_was_delivered_first(chance: Random, cut: int) -> None:
    log = [call(f"f{n}.py", minute=n) for n in range(MAX_TOUCHES + 40)]
    chance.shuffle(log)
    kept = add_files(add_files(EMPTY, log[:cut]), log[cut:])
    assert [touch.path for touch in kept.touches] == [f"f{n}.py" for n in range(MAX_TOUCHES + 39, 39, -1)]


def test_our_own_output_and_what_is_no_name_of_the_project_are_no_touch() -> None:
    assert add_files(EMPTY, [call("a.py", origin=Origin.INJECTED)]) == EMPTY
    assert add_files(EMPTY, [call("/etc/passwd", "~/.ssh/id_rsa", ".env", "ghp_" + "a1B2" * 9)]) == EMPTY


@given(st.permutations(history("a.py b.py", "b.py", "c.py", "b.py d.py")), st.integers(0, 4))
def test_the_order_of_sessions_does_not_matter_and_the_limit_cuts_the_end(
    sessions: list[SessionFiles], limit: int
) -> None:
    assert names(sessions) == ["b.py", "d.py", "c.py", "a.py"]
    assert names(sessions, limit) == ["b.py", "d.py", "c.py", "a.py"][:limit]


@given(
    st.lists(st.sets(st.sampled_from("abcdef"), min_size=1), min_size=2, max_size=7),
    st.integers(0, 6),
    st.integers(0, 6),
)
def test_a_file_that_was_read_later_instead_never_falls_behind(reads: list[set[str]], one: int, other: int) -> None:
    earlier, later = sorted((one % len(reads), other % len(reads)))
    files = [f"anchor{n}.py " + " ".join(f"{each}.py" for each in sorted(read)) for n, read in enumerate(reads)]
    before, after = files.copy(), files.copy()
    before[earlier] += " moved.py"
    after[later] += " moved.py"
    assert names(history(*after)).index("moved.py") <= names(history(*before)).index("moved.py")


def test_recency_and_frequency_are_weighed_in_one_sum() -> None:
    assert names(history("often.py", "often.py", "often.py", "x.py", "once.py"))[:2] == ["once.py", "often.py"]
    assert names(history("often.py", "often.py", "often.py", "often.py once.py"))[0] == "often.py"
    assert names(history("old.py", "new.py")) == ["new.py", "old.py"]


def test_an_edit_counts_beside_the_read_and_alone_for_less() -> None:
    session = add_files(EMPTY, [call("a.py", "b.py", "c.py", edited=("b.py", "d.py"))])
    assert names([session]) == ["b.py", "a.py", "c.py", "d.py"]


def test_a_session_with_nothing_of_the_project_makes_nothing_older() -> None:
    own = history("a.py b.py /repo/shop/a.py /repo/shop/b.py", "b.py", "a.py")
    foreign = touched("s9", "/elsewhere/notes.md", minute=90)
    assert working_set([*own, foreign], limit=9) == working_set(own, limit=9)


def test_a_file_tells_how_often_when_last_and_by_which_calls() -> None:
    sessions = history("a.py", "a.py", "b.py", "a.py")
    (file, _) = working_set(sessions, limit=9)
    assert (file.path, file.sessions, file.date) == ("a.py", 3, "2026-01-01")
    assert [each.session for each in file.evidence] == ["s3", "s1"]
    assert [each.record_id for each in file.evidence] == [sessions[n].touches[0].record_id for n in (3, 1)]
    assert len(file.evidence) == MAX_EVIDENCE


def test_a_file_stands_only_on_records_that_are_there_and_name_it() -> None:
    good, other = call("./src/a.py"), call("src/b.py", minute=1)
    cited = [FileEvidence(each.id, "s1", "2026-01-01", edited=False) for each in (good, other)]
    file = WorkingFile("src/a.py", 1, "2026-01-01", tuple(cited))
    records = {each.id: each for each in (good, other)}
    assert grounded([file], records, known=frozenset())[0].evidence == (cited[0],)
    assert grounded([file], {}, known=frozenset()) == ()
    assert grounded([file], {}, known=cited_for([file])) == (file,)


def test_a_name_from_beside_the_working_directory_is_found_in_its_call() -> None:
    made = call("/repo/shop/.github/ci.yml")
    file = WorkingFile("../.github/ci.yml", 1, "2026-01-01", (FileEvidence(made.id, "s1", "2026-01-01", edited=False),))
    assert grounded([file], {made.id: made}, known=frozenset()) == (file,)
