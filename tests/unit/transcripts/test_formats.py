"""Each format, from a small file with irregularities, gives the right records and accounts for every line."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from slowwave.adapters.transcripts import Failed, Format, Reason, Skipped, detect, read, read_units
from slowwave.domain.records import Actor, Kind, Origin, Outcome, Record
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput

SCOPE = Scope("acme", "dev")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
NOON = datetime(2026, 1, 12, 12, tzinfo=UTC)
ROLLOUT = "rollout-2026-01-12T15-00-00-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5.jsonl"


def records(name: str, **options: datetime) -> list[Record]:
    return [each for each in read(FIXTURES / name, SCOPE, **options) if isinstance(each, Record)]


def reasons(name: str, **options: datetime) -> Counter[str]:
    return Counter(str(each.reason) for each in read(FIXTURES / name, SCOPE, **options) if not isinstance(each, Record))


def said(name: str, **options: datetime) -> list[str]:
    """The user's own words."""
    return [
        each.text
        for each in records(name, **options)
        if each.actor is Actor.USER and each.kind is Kind.MESSAGE and each.origin is Origin.USER
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("claude.jsonl", Format.CLAUDE_CODE),
        (ROLLOUT, Format.CODEX),
        ("chat.json", Format.OPENAI),
        ("lists.jsonl", Format.OPENAI),
        ("state.json", Format.LANGGRAPH),
        ("solve.traj", Format.SWE_AGENT),
        ("session.md", Format.SPECSTORY),
        ("records.jsonl", Format.SLOWWAVE),
        ("notes.md", Format.DOCUMENT),
    ],
)
def test_the_content_tells_the_format(name: str, expected: Format, tmp_path: Path) -> None:
    assert detect(FIXTURES / name) is expected
    renamed = tmp_path / f"renamed{'.md' if expected is Format.DOCUMENT else '.bin'}"
    renamed.write_bytes((FIXTURES / name).read_bytes())
    assert detect(renamed) is expected


@pytest.mark.parametrize("content", [b"", b'{"a": 1}', b"\xff\xfea\0", b"a,b\n1,2\n"])
def test_an_undetectable_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidInput):
        detect(path)


def test_the_refusal_names_the_formats(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"a": 1}')
    with pytest.raises(InvalidInput, match=r"--format.*claude-code.*document"):
        detect(path)


def test_a_missing_file_and_a_zoneless_time_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no file"):
        list(read(FIXTURES / "missing", SCOPE))
    with pytest.raises(InvalidInput, match="no zone"):
        list(read(FIXTURES / "solve.traj", SCOPE, base_time=datetime(2026, 1, 1)))  # noqa: DTZ001


def test_claude_code_keeps_the_users_words_apart() -> None:
    assert said("claude.jsonl") == ["Always run `make lint` before you commit.", "keep it short"]
    by_id = {each.source_id: each for each in records("claude.jsonl")}
    assert (by_id["u-1/1"].kind, by_id["u-1/1"].actor) == (Kind.NOTICE, Actor.SYSTEM)
    assert (by_id["u-5"].kind, by_id["u-5"].actor) == (Kind.NOTICE, Actor.SYSTEM)
    assert (by_id["u-6"].actor, by_id["u-6"].origin) == (Actor.ASSISTANT, Origin.ASSISTANT)
    assert by_id["u-6"].metadata["sidechain"] == "true"
    assert (by_id["u-7"].kind, by_id["u-7"].origin) == (Kind.SUMMARY, Origin.ASSISTANT)
    assert (by_id["u-9"].origin, by_id["u-9"].metadata["slash_command"]) == (Origin.FILE, "review")
    assert by_id["u-10"].kind is Kind.NOTICE


def test_claude_code_describes_calls_and_results() -> None:
    by_id = {each.source_id: each for each in records("claude.jsonl")}
    call, result, edit = by_id["u-2/2"], by_id["u-3"], by_id["u-4"]
    assert by_id["u-2/0"].kind is Kind.THINKING
    assert call.tool
    assert (call.tool.command, call.tool.call_id) == ("make lint", "t-1")
    assert call.text == "Bash: make lint"
    assert result.tool
    assert (result.tool.outcome, result.tool.call_id) == (Outcome.FAILED, "t-1")
    assert (result.text, result.origin) == ("Exit code 2\nno rule", Origin.TOOL)
    assert result.attachments[0].media_type == "image/png"
    assert edit.tool
    assert edit.tool.files_edited == ("Makefile",)


def test_claude_code_gives_a_reason_for_every_other_line() -> None:
    assert reasons("claude.jsonl") == {
        "unknown type": 3,
        "time without zone": 1,
        "missing time": 1,
        "summary without time": 1,
        "empty line": 1,
        "not an object": 1,
        "truncated line": 1,
    }
    lines = (FIXTURES / "claude.jsonl").read_bytes().count(b"\n") + 1
    assert [unit.line for unit in read_units(FIXTURES / "claude.jsonl", SCOPE)] == list(range(1, lines + 1))


def test_codex_reads_response_items_once() -> None:
    found = records(ROLLOUT)
    assert said(ROLLOUT) == ["List the files."]
    assert {each.session for each in found} == {"019a2d7a-41c4-78b1-b7cc-a45d62a89cd5"}
    tools = [each.tool for each in found if each.tool]
    assert [tool.command for tool in tools] == ["ls -la", "", ""]
    assert tools[1].outcome is Outcome.FAILED
    assert tools[2].files_edited == ("hello.txt", "b.txt")
    assert Counter(each.kind for each in found)[Kind.NOTICE] == 2
    assert reasons(ROLLOUT) == {
        "session metadata": 1,
        "duplicate event": 1,
        "encrypted reasoning": 1,
        "unknown type": 1,
    }


def test_openai_messages_take_the_time_of_the_session_in_order() -> None:
    found = records("chat.json")
    assert said("chat.json") == ["Use pnpm."]
    assert [each.sequence for each in found] == [0, 1, 2, 3]
    assert {each.event_time.isoformat() for each in found} == {"2026-01-12T15:00:00+01:00"}
    assert {each.metadata["time"] for each in found} == {"session start"}
    assert found[2].tool
    assert found[2].tool.files_read == ("a.py",)
    assert found[3].tool
    assert found[3].tool.outcome is Outcome.FAILED
    assert reasons("chat.json") == {"no text": 1, "unknown type": 1, "not an object": 1}


def test_openai_messages_without_any_time_fail(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text('{"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]}')
    assert [each.reason for each in read(path, SCOPE) if isinstance(each, Failed)] == [Reason.MISSING_TIME] * 2
    assert {each.event_time for each in read(path, SCOPE, base_time=NOON) if isinstance(each, Record)} == {NOON}


def test_repeated_messages_of_a_growing_log_are_the_same_records() -> None:
    found = records("lists.jsonl")
    assert len(found) == 3
    assert len({each.id for each in found}) == 2
    assert [each.text for each in sorted({each.id: each for each in found}.values(), key=lambda each: each.order)] == [
        "Hello",
        "Hi",
    ]


def test_langgraph_messages_keep_their_ids_and_follow_the_message_before() -> None:
    found = records("state.json")
    assert said("state.json") == ["Use uv."]
    assert [each.source_id for each in found] == ["th-1/m-1", "th-1/m-2", "th-1/m-3", "th-1/m-4"]
    assert {each.event_time.second for each in found} == {5}
    assert found[1].tool
    assert found[1].tool.command == "uv sync"
    assert found[2].tool
    assert found[2].tool.outcome is Outcome.FAILED
    assert reasons("state.json") == {"unknown type": 1}


def test_swe_agent_needs_a_time_from_the_caller() -> None:
    assert reasons("solve.traj") == {"missing time": 7}
    hints = [each.detail for each in read(FIXTURES / "solve.traj", SCOPE) if isinstance(each, Failed)]
    assert all("--time" in hint for hint in hints)


def test_swe_agent_observations_are_results_and_the_task_is_a_files_words() -> None:
    found = records("solve.traj", base_time=NOON)
    assert [(each.actor, each.kind) for each in found] == [
        (Actor.SYSTEM, Kind.NOTICE),
        (Actor.SYSTEM, Kind.NOTICE),
        (Actor.USER, Kind.MESSAGE),
        (Actor.ASSISTANT, Kind.MESSAGE),
        (Actor.ASSISTANT, Kind.TOOL_CALL),
        (Actor.TOOL, Kind.TOOL_RESULT),
        (Actor.ASSISTANT, Kind.MESSAGE),
        (Actor.ASSISTANT, Kind.TOOL_CALL),
        (Actor.TOOL, Kind.TOOL_RESULT),
    ]
    assert found[2].origin is Origin.FILE
    tools = [each.tool for each in found if each.tool]
    assert tools[0].files_read == ("src/a.py",)
    assert tools[2].command == "python a.py"
    assert (tools[3].outcome, tools[3].call_id) == (Outcome.FAILED, tools[2].call_id)


def test_specstory_headers_inside_tool_output_and_pasted_ones_are_no_messages() -> None:
    assert said("session.md")[0] == "Always use tabs."
    assert said("session.md")[1].startswith("I saw this once:")
    assert said("session.md")[1].endswith("Pasted.")
    assert len(said("session.md")) == 2


def test_specstory_reads_tools_thinking_and_sidechains() -> None:
    found = records("session.md")
    assert {each.session for each in found} == {"066e1e40-6740-41a9-98e0-70c0e7e01db9"}
    assert found[1].kind is Kind.THINKING
    assert found[1].text == "Tabs, then."
    call, result = found[2], found[3]
    assert call.tool
    assert call.tool.command == "cat old.md"
    assert result.tool
    assert result.tool.outcome is Outcome.FAILED
    assert (call.sequence, result.sequence) == (0, 1)
    assert call.tool.call_id == result.tool.call_id
    assert found[4].metadata["sidechain"] == "true"
    write = next(each.tool for each in found if each.tool and each.tool.name == "Write")
    assert write.files_edited == ("docs/a.md",)
    untimed = next(each for each in found if each.text == "Without a time.")
    assert (untimed.metadata["time"], untimed.event_time.second) == ("previous message", 9)
    assert reasons("session.md") == {"file header": 1, "time without zone": 1}


def test_specstory_recovers_after_a_tool_block_that_never_closes(tmp_path: Path) -> None:
    text = (FIXTURES / "session.md").read_text()
    path = tmp_path / "open.md"
    path.write_text(
        text.replace("File created successfully at: docs/a.md\n```\n</details></tool-use>\n", "")
        + ("_**User (2025-12-01 10:00:00Z)**_\n\nQuoted.\n\n_**User (2026-01-12 15:00:30Z)**_\n\nGo on.\n")
    )
    assert said(str(path))[-1] == "Go on."
    assert "Quoted." not in said(str(path))


def test_records_are_imported_without_raising_their_origin() -> None:
    found = records("records.jsonl")
    assert [each.origin for each in found] == [Origin.USER, Origin.WEB]
    assert reasons("records.jsonl") == {"origin not allowed for actor": 2, "invalid record": 1, "missing time": 1}


def test_documents_give_a_dated_record_a_section() -> None:
    found = records("notes.md")
    assert [each.metadata["heading"] for each in found] == ["", "Deploy", "Deploy > 2026-02-01T10:00:00Z outage"]
    assert [each.event_time.isoformat() for each in found] == [
        "2026-01-12T15:00:00+01:00",
        "2026-01-12T15:00:00+01:00",
        "2026-02-01T10:00:00+00:00",
    ]
    assert [each.sequence for each in found] == [0, 1, 2]
    assert {(each.actor, each.kind, each.origin) for each in found} == {(Actor.SYSTEM, Kind.DOCUMENT, Origin.FILE)}
    assert {each.session for each in found} == {"document:notes.md"}
    assert "# not a heading" in found[1].text


def test_an_undated_document_takes_the_time_it_is_given_or_fails(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text(("A sentence of some length. " * 10 + "\n\n") * 60)
    assert {each.reason for each in read(path, SCOPE) if isinstance(each, Failed)} == {Reason.MISSING_TIME}
    found = [each for each in read(path, SCOPE, name="docs/plain.txt", document_time=NOON) if isinstance(each, Record)]
    assert len(found) > 3
    assert all(len(each.text) < 5_000 for each in found)
    assert found[0].session == "document:docs/plain.txt"


def test_progress_ends_at_the_size_of_the_file() -> None:
    for path in FIXTURES.iterdir():
        seen: list[int] = []
        list(read(path, SCOPE, base_time=NOON, progress=seen.append))
        assert seen == sorted(seen)
        assert seen[-1] == path.stat().st_size


def test_everything_read_has_a_reason_or_is_a_record() -> None:
    for path in FIXTURES.iterdir():
        for unit in read_units(path, SCOPE):
            assert unit.results
            assert all(isinstance(each, Record | Skipped | Failed) for each in unit.results)
