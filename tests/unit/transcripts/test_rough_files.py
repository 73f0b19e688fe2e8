"""Files as they are found: cut off, mixed up, huge; no line is lost and memory stays small."""

import json
import os
import tracemalloc
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.adapters.transcripts import Failed, Format, Reason, detect, read, read_units
from slowwave.adapters.transcripts.times import parse_time
from slowwave.domain.record_json import encode
from slowwave.domain.records import Actor, Kind, Origin, Record
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidRecord

SCOPE = Scope("acme", "dev")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
ROLLOUT = "rollout-2026-01-12T15-00-00-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5.jsonl"
DATA = os.environ.get("SLOWWAVE_DATA")


def line(text: object, uuid: str = "u", **fields: object) -> bytes:
    message = {"role": "user", "content": text}
    value = {"type": "user", "uuid": uuid, "sessionId": "s", "timestamp": "2026-01-12T15:00:00Z", "message": message}
    return json.dumps(value | fields).encode()


def results(path: Path) -> list[object]:
    return list(read(path, SCOPE, Format.CLAUDE_CODE))


def outcome(content: bytes, path: Path) -> list[str]:
    path.write_bytes(content)
    return [
        each.text if isinstance(each, Record) else str(each.reason) for each in read(path, SCOPE, Format.CLAUDE_CODE)
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\xef\xbb\xbf" + line("bom") + b"\n", ["bom"]),
        (line("a") + b"\r\n" + line("b") + b"\n" + line("c"), ["a", "b", "c"]),
        (line("one\rline") + b"\n", ["one\rline"]),
        (line("a") + b"\n\n   \n" + line("b") + b"\n", ["a", "empty line", "empty line", "b"]),
        (line("a") + b"\n" + line("b")[:40], ["a", "truncated line"]),
        (line("a")[:40] + b"\n" + line("b") + b"\n", ["invalid json", "b"]),
        (line("x\u00e9").replace(b"\\u00e9", b"\xe9") + b"\n" + line("b") + b"\n", ["invalid utf-8", "b"]),
        (line("a").replace(b'"a"', b'"\xc3') + b"\n", ["invalid utf-8"]),
        (line("a").replace(b'"a"', b'"\xc3'), ["truncated line"]),
        (line("nul \0 byte") + b"\n", ["nul \0 byte"]),
        (line("\ud800 lone") + b"\n", ["\ufffd lone"]),
        (b"[" * 100_000 + b"\n" + line("b") + b"\n", ["nested too deeply", "b"]),
        (b'{"type": ' + b"[" * 300 + b"]" * 300 + b"}\n", ["nested too deeply"]),
        (line("[System note: x]" * 3_000 + "Hi") + b"\n", ["[System note: x]" * 3_000, "Hi"]),
        (b'{"type": "user", "type": "oddity"}\n', ["unknown type"]),
        (b'7\nnull\n"text"\n', ["not an object"] * 3),
        (line(7) + b"\n", ["unexpected shape"]),
        (line([{"type": "text", "text": 7}, "plain"]) + b"\n", ["unexpected shape", "plain"]),
        (line("a", sessionId=7, uuid=3) + b"\n", ["a"]),
        (line("a", timestamp=1768230000) + b"\n", ["a"]),
        (line("a", timestamp=7) + b"\n", ["unreadable time"]),
        (line("a", timestamp=["x"]) + b"\n", ["unreadable time"]),
        (line("a", message=None) + b"\n", ["unexpected shape"]),
        (line("  ") + b"\n", ["no text"]),
        (b'{"type": "user", "n": ' + b"9" * 5_000 + b"}\n", ["invalid json"]),
    ],
)
def test_a_rough_line_is_read_or_named(content: bytes, expected: list[str], tmp_path: Path) -> None:
    got = outcome(content, tmp_path / "log.jsonl")
    assert sorted(got) == sorted(expected)


def test_every_record_of_a_rough_line_can_be_written_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(line("\ud800", sessionId="\udfff") + b"\n" + line([{"type": "tool_use", "name": "\ud800"}]))
    for each in results(path):
        assert isinstance(each, Record)
        assert json.dumps(encode(each), ensure_ascii=False).encode()
        assert each.id


def test_a_line_of_five_megabytes_is_read_and_its_text_is_pointed_at(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(line("x" * 5_000_000) + b"\n" + line("next") + b"\n")
    large, small = results(path)
    assert isinstance(large, Record)
    assert (large.text, large.attachments[0].bytes, large.attachments[0].location) == ("", 5_000_000, "line 1, block 1")
    assert isinstance(small, Record)


def test_a_line_over_the_limit_fails_alone_and_is_never_held_whole(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        file.write(line("first") + b"\n")
        for _ in range(60):
            file.write(b"x" * 2**20)
        file.write(b"\n" + line("last") + b"\n")
    tracemalloc.start()
    try:
        found = results(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [getattr(each, "reason", None) for each in found] == [None, Reason.TOO_LONG, None]
    assert peak < 40 * 2**20


@pytest.mark.parametrize("kind", ["claude-code", "specstory", "document"])
def test_memory_does_not_grow_with_the_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / ("log.jsonl" if kind == "claude-code" else "log.md")
    with path.open("wb") as file:
        for index in range(20_000):
            file.write(_entry(kind, index) + b"\n")
    assert path.stat().st_size > 15 * 2**20
    tracemalloc.start()
    try:
        count = sum(
            isinstance(each, Record) for each in read(path, SCOPE, base_time=parse_time("2026-01-12T15:00:00Z"))
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 20_000
    assert peak < 8 * 2**20


def _entry(kind: str, index: int) -> bytes:
    text = f"{index} " + "word " * 200
    if kind == "claude-code":
        return line(text, uuid=f"u-{index}")
    if kind == "document":
        return f"# Section {index}\n\n{text}".encode()
    return f"_**User (2026-01-12 {index // 3600:02}:{index // 60 % 60:02}:{index % 60:02}Z)**_\n\n{text}\n".encode()


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(["claude.jsonl", ROLLOUT, "lists.jsonl", "records.jsonl"]), data=st.data())
def test_splitting_a_log_at_any_line_gives_the_same_records(name: str, data: st.DataObject) -> None:
    content = (FIXTURES / name).read_bytes().splitlines(keepends=True)
    cut = data.draw(st.integers(1, len(content) - 1))
    with TemporaryDirectory() as folder:
        ids: set[str] = set()
        for part, lines in enumerate((content[:cut], content[cut:])):
            path = Path(folder) / str(part) / name
            path.parent.mkdir()
            path.write_bytes(b"".join(lines))
            found = read(path, SCOPE, detect(FIXTURES / name))
            ids |= {each.id for each in found if isinstance(each, Record)}
    assert ids == {each.id for each in read(FIXTURES / name, SCOPE) if isinstance(each, Record)}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(FIXTURES.iterdir())), st.data())
def test_damage_never_stops_the_reader(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    at = data.draw(st.integers(0, len(content) - 1))
    damage = data.draw(st.binary(max_size=4))
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(content[:at] + damage + content[at + data.draw(st.integers(0, 30)) :])
        form = detect(path)
        if form in {Format.OPENAI, Format.LANGGRAPH, Format.SWE_AGENT}:
            return  # one document: broken JSON is refused as a whole
        for unit in read_units(copy, SCOPE, form):
            assert unit.results
            assert all(each.id for each in unit.results if isinstance(each, Record))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-01-12T15:08:38Z", "2026-01-12T15:08:38+00:00"),
        ("2026-01-12 15:08:38Z", "2026-01-12T15:08:38+00:00"),
        ("2026-01-12 15:08:38 UTC", "2026-01-12T15:08:38+00:00"),
        ("2026-01-12T15:08:38.5+05:30", "2026-01-12T15:08:38.500000+05:30"),
        (1768230518, "2026-01-12T15:08:38+00:00"),
        (1768230518000, "2026-01-12T15:08:38+00:00"),
        ("1768230518.0", "2026-01-12T15:08:38+00:00"),
    ],
)
def test_a_time_with_a_zone_is_read(value: object, expected: str) -> None:
    assert parse_time(value).isoformat() == expected


@pytest.mark.parametrize(
    "value",
    [None, "", "2026-01-12T15:08:38", "2026-01-12", "20260112", "yesterday", True, 5, 3e10, "0001-01-01T00:00Z"],
)
def test_any_other_time_is_refused(value: object) -> None:
    with pytest.raises(InvalidRecord):
        parse_time(value)


@pytest.mark.skipif(not DATA, reason="SLOWWAVE_DATA is not set")
@pytest.mark.parametrize("folder", ["claude-code", "specstory", "openai", "langgraph", "swe-agent", "hindsight"])
def test_real_sessions_are_read_to_the_last_line(folder: str) -> None:
    paths = [
        path
        for path in sorted((Path(DATA or "") / "sessions" / folder).iterdir())
        if path.suffix in {".jsonl", ".md", ".json", ".traj"} and path.name != "index.json"
    ]
    assert paths
    for path in paths:
        seen: Counter[str] = Counter()
        last = None
        for last in read_units(path, SCOPE, base_time=parse_time("2026-01-12T15:00:00Z")):
            seen.update(_label(each) for each in last.results)
        assert last
        assert last.offset == path.stat().st_size
        assert set(seen) & {"failed"} <= ({"failed"} if path.name.startswith("b61faf06") else set())
        assert seen["assistant"] > 0
        assert 0 < seen["user"] < 60 or folder == "hindsight" or seen["not the user"] > 0
        if path.suffix == ".jsonl":
            lines = path.read_bytes().count(b"\n") + (not path.read_bytes().endswith(b"\n"))
            assert last.line == lines


def _label(each: object) -> str:
    if isinstance(each, Failed):
        return "failed"
    if not isinstance(each, Record):
        return "skipped"
    if each.actor is Actor.USER and each.kind is Kind.MESSAGE:
        return "user" if each.origin is Origin.USER else "not the user"
    return str(each.actor)
