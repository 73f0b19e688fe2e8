"""An agent in a file: complete, the same bytes wherever it came from, checked before it is let in, at home anywhere."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.client import BaseClient
from moto import mock_aws

from slowwave.adapters.archive.importing import Wanted, import_archive
from slowwave.adapters.archive.served import Served
from slowwave.adapters.aws.clients import Clients
from slowwave.adapters.aws.provision import create_all
from slowwave.adapters.aws.schema import table_names
from slowwave.bootstrap import LocalPorts, local
from slowwave.cli import main as cli
from slowwave.domain.hashing import canonical_json, sha256_hex
from slowwave.domain.history import Finding
from slowwave.domain.runs import RunState
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.online.verifying import verify
from tests.e2e.conftest import Run, json_of
from tests.e2e.lives import RULES, SCOPE, KilledError, disturbed, life, noted, rich, stopped_at

Bodies = dict[str, bytes]

ACCOUNT = {
    "AWS_REGION": "eu-west-1",
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "SLOWWAVE_TABLE_PREFIX": "acme-prod",
    "SLOWWAVE_RAW_BUCKET": "acme-prod-raw",
    "SLOWWAVE_SETS_BUCKET": "acme-prod-sets",
}


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a long life of one agent, another agent, and another tenant's."""
    path = tmp_path_factory.mktemp("lives") / "home"
    with life(path) as living:
        rich(living)
        for scope in (Scope("local", "a/b #%"), Scope("other", "coder")):
            living.create(scope)
            living.hear(RULES[0], session="s-1", scope=scope)
            living.run(scope)
    return path


@pytest.fixture(scope="module")
def archive(lived: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("archives") / "local.zip"
    assert cli.run(["export", str(file), "--home", str(lived)]) == 0
    return file


@contextmanager
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty account, and the environment that a deployment's functions have."""
    for name, value in ACCOUNT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_PROFILE", raising=False)
    with mock_aws():
        clients = Clients(ACCOUNT["AWS_REGION"])
        buckets = [ACCOUNT["SLOWWAVE_RAW_BUCKET"], ACCOUNT["SLOWWAVE_SETS_BUCKET"]]
        create_all(clients.dynamodb, clients.s3, tables=table_names("acme-prod"), buckets=buckets)
        yield


def bodies(file: Path) -> Bodies:
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_an_imported_agent_reads_verifies_and_goes_on_as_before_and_exports_the_same_bytes(
    slowwave: Run, lived: Path, archive: Path, tmp_path: Path
) -> None:
    home, again = tmp_path / "home", tmp_path / "again.zip"
    code, out, err = slowwave("import-archive", archive, "--home", home)
    assert code == 0, err
    assert out.count("intact: the chain ends at") == 2
    assert slowwave("export", again, "--home", home)[0] == 0
    assert again.read_bytes() == archive.read_bytes()
    original = Path(shutil.copytree(lived, tmp_path / "copy"))
    assert _lived_on(slowwave, original) == _lived_on(slowwave, home)
    assert slowwave("replay", "--home", home, "--agent", "coder")[0] == 0


def _lived_on(slowwave: Run, home: Path) -> list[Any]:
    """What an agent's home shows, before and after another run."""
    place = ("--home", home, "--agent", "coder")
    seen: list[Any] = [slowwave("inject", *place), slowwave("verify", *place)[:2]]
    assert slowwave("consolidate", *place, "--as-of", "2026-08-01T00:00:00Z")[0] == 0
    return [*seen, slowwave("inject", *place)]


def test_an_agent_moves_into_an_account_and_back_with_no_name_of_either_in_the_file(
    slowwave: Run, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_again, home = tmp_path / "account.zip", tmp_path / "home"
    with account(monkeypatch):
        for expected in ("Imported agent 'coder'", "nothing was written"):
            code, out, err = slowwave("import-archive", archive, "--aws")
            assert (code, expected in out) == (0, True), out + err
        assert slowwave("export", out_again, "--aws")[0] == 0
    assert slowwave("import-archive", out_again, "--home", home)[0] == 0
    ours, theirs = bodies(archive), bodies(out_again)
    ours = {name: body for name, body in ours.items() if "/embeddings/" not in name and name != "manifest.json"}
    assert ours == {name: body for name, body in theirs.items() if name != "manifest.json"}
    assert b"acme" not in out_again.read_bytes()
    assert str(tmp_path).encode() not in archive.read_bytes()


def test_the_account_must_be_named_as_a_deployment_names_it(
    slowwave: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ACCOUNT:
        monkeypatch.delenv(name, raising=False)
    code, _, err = slowwave("import-archive", archive, "--aws")
    assert code == 2
    assert "--aws needs AWS_REGION, SLOWWAVE_RAW_BUCKET, SLOWWAVE_SETS_BUCKET, SLOWWAVE_TABLE_PREFIX" in err


def repacked(file: Path, change: Callable[[Bodies], None], *, manifest: bool = True, **changed: Any) -> None:
    """Write the archive again with other entries, as somebody would who knows the format."""
    found = bodies(file)
    change(found)
    entries = [
        {"name": name, "size": len(body), "sha256": sha256_hex(body)}
        for name, body in found.items()
        if name != "manifest.json"
    ]
    if manifest:
        known = json.loads(found["manifest.json"])
        found["manifest.json"] = canonical_json({**known, "entries": entries, **changed})
    packed = changed.get("packed", zipfile.ZIP_STORED)
    with zipfile.ZipFile(file, "w", packed) as out:
        for name, body in found.items():
            out.writestr(name, body)
        digest = changed.get("digest", sha256_hex(found["manifest.json"]))
        out.comment = f"slowwave-archive {changed.get('format_version', 1)} {digest}".encode()


def _line(change: Callable[[dict[str, Any]], None], table: str = "notes") -> Callable[[Bodies], None]:
    """Change the first item of a table."""

    def changed(found: Bodies) -> None:
        name = f"local/coder/tables/{table}-00000.jsonl"
        first, *rest = found[name].splitlines(keepends=True)
        item = json.loads(first)
        change(item)
        found[name] = b"".join([canonical_json(item) + b"\n", *rest])

    return changed


def _set(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda item: item.__setitem__(name, value)


def _nothing(_: Bodies) -> None:
    pass


def _add(name: str, body: bytes = b"x") -> Callable[[Bodies], None]:
    return lambda found: found.__setitem__(name, body)


def _edit(kind: str) -> Callable[[Bodies], None]:
    def changed(found: Bodies) -> None:
        name = next(each for each in found if f"coder/{kind}" in each)
        found[name] = found[name].replace(b"a", b"b")

    return changed


def _drop(kind: str) -> Callable[[Bodies], None]:
    return lambda found: found.pop(next(each for each in found if f"coder/{kind}" in each)) and None


def _emptied(found: Bodies) -> None:
    """Let a revision be as an erasure leaves it, when there was none."""
    name = "local/coder/tables/control-00000.jsonl"
    lines = [json.loads(line) for line in found[name].splitlines()]
    revision = next(each for each in lines if each["pk"]["S"] == "local/coder#revisions")
    content = {**json.loads(revision["content"]["S"]), "content_hash": "", "salt": "", "evidence": []}
    revision["content"] = {"S": canonical_json(content).decode()}
    found[name] = b"".join(canonical_json(each) + b"\n" for each in lines)


def _without(key: str) -> Callable[[Bodies], None]:
    """Leave out the first item whose partition ends so."""

    def changed(found: Bodies) -> None:
        name = "local/coder/tables/control-00000.jsonl"
        lines = found[name].splitlines(keepends=True)
        lines.remove(next(line for line in lines if json.loads(line)["pk"]["S"] == f"local/coder#{key}"))
        found[name] = b"".join(lines)

    return changed


def _reworded(found: Bodies) -> None:
    """Let a note have another reason than it was written with, in every hash that the file itself has."""
    name = "local/coder/tables/notes-00000.jsonl"
    lines = [json.loads(line) for line in found[name].splitlines()]
    note = next(each for each in lines if each["sk"]["S"].startswith("note#"))
    note["content"] = {"S": canonical_json({**json.loads(note["content"]["S"]), "because": "so it is"}).decode()}
    found[name] = b"".join(canonical_json(each) + b"\n" for each in lines)


def _twice(found: Bodies) -> None:
    found["local/coder/tables/notes-00001.jsonl"] = found["local/coder/tables/notes-00000.jsonl"].splitlines(True)[0]


def _moved(found: Bodies) -> None:
    """Keep an item in another table than its own."""
    found["local/coder/tables/records-00001.jsonl"] = found["local/coder/tables/notes-00000.jsonl"].splitlines(True)[0]


def _unset(found: Bodies) -> None:
    """Leave out the set that is read."""
    lines = (json.loads(line) for line in found["local/coder/tables/control-00000.jsonl"].splitlines())
    pointer = next(each for each in lines if each["sk"]["S"] == "pointer")
    found.pop(f"local/coder/objects/sets/{json.loads(pointer['content']['S'])['current']}.json")


def _report(found: Bodies) -> None:
    name = next(each for each in found if "coder/objects/reports" in each)
    found[name] = canonical_json({**json.loads(found[name]), "published": "0" * 64})


WRONG: Mapping[str, tuple[Callable[[Bodies], None], dict[str, Any], str]] = {
    "a newer format": (_nothing, {"format_version": 2}, "has format 2; this version reads up to 1"),
    "a newer schema": (_nothing, {"schema": 99}, "holds items of schema 99, and this version reads"),
    "a manifest that was changed": (_nothing, {"digest": "0" * 64}, "its manifest is not what its hash says"),
    "an entry that was changed": (_edit("tables/notes"), {"manifest": False}, "is not what its hash says"),
    "an entry that no manifest names": (_add("local/coder/tables/notes-00009.jsonl"), {"manifest": False}, "other"),
    "an entry less": (_drop("objects/raw"), {"manifest": False}, "names other entries"),
    "a raw object less": (_drop("objects/raw"), {}, "an item names a raw object that it does not hold"),
    "a path upwards": (_add("../../etc/passwd"), {}, "belongs to none of its agents"),
    "a path upwards in an agent": (_add("local/coder/../../x"), {}, "is not what an export writes"),
    "an absolute path": (_add("/etc/passwd"), {}, "belongs to none of its agents"),
    "an object under another prefix": (_add("local/coder/objects/etc/" + "0" * 64 + ".json"), {}, "is not what"),
    "an object with another name": (_add("local/coder/objects/sets/" + "0" * 64 + ".json"), {}, "is not what"),
    "packed entries": (_add("local/coder/x", b"0" * 10_000_000), {"packed": zipfile.ZIP_DEFLATED}, "packed or encr"),
    "an item of another scope": (_line(_set("pk", {"S": "other/coder#notes"})), {}, "is not what an export writes"),
    "an index key of another scope": (_line(_set("notes_key", {"S": "other/coder#notes"})), {}, "is not what"),
    "an agent of another tenant": (_line(_set("tenant_key", {"S": "other/#agents"}), "control"), {}, "is not what"),
    "a lease": (_line(_set("lease_run", {"S": "run-1"}), "control"), {}, "is not what an export writes"),
    "a kind of attribute that no item has": (_line(_set("x", {"B": "AA=="})), {}, "is not what an export writes"),
    "a table that is none": (_add("local/coder/tables/users-00000.jsonl", b"{}\n"), {}, "is not what an export"),
    "a kind of item that is none": (_line(_set("pk", {"S": "local/coder#users"})), {}, "is not what an export"),
    "an attribute that its kind does not have": (_line(_set("admin", {"S": "x"})), {}, "is not what an export writes"),
    "an item larger than a table takes": (_line(_set("content", {"S": "x" * 500_000})), {}, "is not what an export"),
    "an item that is there twice": (_twice, {}, "is not what an export writes"),
    "an item in another table": (_moved, {}, "is not what an export writes"),
    "a reply that is none": (_add(f"local/coder/objects/replies/{'0' * 64}.json", b"{}"), {}, "is not what an export"),
    "a note that says something else": (_reworded, {}, "was written: note 'n-"),
    "a revision less": (_without("revisions"), {}, "was written: revision 1 is missing"),
    "no head": (_without("head"), {}, "lies beyond the end of the chain"),
    "a revision that was emptied": (_emptied, {}, "was emptied, and no erasure of its item says so"),
    "a report that says something else": (_report, {}, "was written: report of run"),
    "the set that is read, less": (_unset, {}, "is missing, and the pointer names it"),
    "scopes that are none": (_nothing, {"scopes": ["local"]}, "names no agent"),
    "a manifest that is none": (_nothing, {"entries": 7}, "its manifest cannot be read"),
}


def test_an_archive_that_is_not_what_it_says_is_refused_before_anything_is_written(
    archive: Path, tmp_path: Path
) -> None:
    file = tmp_path / "wrong.zip"
    with local(tmp_path / "home", persist=False) as ports:
        for what, (change, changed, sentence) in WRONG.items():
            shutil.copy(archive, file)
            repacked(file, change, **changed)
            assert sentence in _refused(file, ports), what
        assert _is_empty(ports)


def test_a_file_that_was_cut_or_changed_anywhere_is_refused(archive: Path, tmp_path: Path) -> None:
    whole, file = archive.read_bytes(), tmp_path / "wrong.zip"
    with local(tmp_path / "home", persist=False) as ports:
        for share in (0.0, 0.3, 0.999):
            file.write_bytes(whole[: int(len(whole) * share)])
            assert "is no whole archive" in _refused(file, ports)
        for share in (0.0, 0.2, 0.5, 0.8, 0.99, 1.0):
            place = int((len(whole) - 1) * share)
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            assert "wrong.zip" in _refused(file, ports)
        for changed in (whole + whole, b"#!/bin/sh\n" + whole, whole + b"\0"):
            file.write_bytes(changed)
            assert "there are other bytes before or after it" in _refused(file, ports)
        with zipfile.ZipFile(file, "w") as other:
            other.writestr("readme.txt", "hello")
        assert "is no archive that slowwave export wrote" in _refused(file, ports)
        assert _is_empty(ports)


def _refused(file: Path, ports: LocalPorts) -> str:
    with pytest.raises(InvalidInput) as caught:
        import_archive(
            file, Wanted("local"), ports.storage, None, ports.erased, judge=_findings, progress=lambda _: None
        )
    return str(caught.value)


def _findings(scope: Scope, kept: Served) -> Sequence[Finding]:
    found = verify(scope, archive=kept.archive, journal=kept.journal, reports=kept.reports, sets=kept.sets)
    return found.findings


def _is_empty(ports: LocalPorts) -> bool:
    storage = ports.storage
    items = [item for suffix in storage.tables for item in storage.items(suffix, "local/")]
    return not items and not any(storage.object_keys(prefix, SCOPE) for prefix in storage.buckets)


def test_a_file_that_is_no_archive_is_one_sentence_on_the_command_line(slowwave: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no archive")
    code, out, err = slowwave("import-archive", file, "--home", tmp_path / "home")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == (
        f"slowwave: {str(file)!r} is no whole archive (File is not a zip file); nothing was imported, export it again"
    )


def test_a_tampered_archive_leaves_a_home_as_it_is(slowwave: Run, archive: Path, lived: Path, tmp_path: Path) -> None:
    file, home = Path(shutil.copy(archive, tmp_path / "wrong.zip")), Path(shutil.copytree(lived, tmp_path / "home"))
    repacked(file, _reworded)
    before = {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}
    code, out, err = slowwave("import-archive", file, "--home", home, "--agent", "coder")
    assert (code, out) == (2, "")
    (said,) = (line for line in err.splitlines() if line.startswith("slowwave: "))
    assert "agent 'coder' is not as it was written: note 'n-" in said
    assert "nothing was imported" in said
    assert {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()} == before
    code, out, err = slowwave("import-archive", file, "--home", tmp_path / "other", "--agent", "a/b #%")
    assert (code, "Imported agent 'a/b #%'" in out) == (0, True), err


def test_an_agent_that_is_not_intact_is_exported_with_a_warning_and_not_imported(slowwave: Run, tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "file.zip"
    with life(home) as living:
        living.create()
        living.hear(*RULES[:2], session="s-1")
        living.run()
        _edited(living.ports)
    code, out, err = slowwave("export", file, "--home", home)
    assert (code, "NOT INTACT, 1 finding, and no import takes it so: see slowwave verify" in out) == (1, True), err
    code, out, err = slowwave("import-archive", file, "--home", tmp_path / "other")
    assert (code, "is not as it was written: policy" in err) == (2, True)


def _edited(ports: LocalPorts) -> None:
    storage = ports.storage
    (policy,) = (item for item in storage.items("control", "local/") if item["sk"]["S"] == "newest")
    content = {**json.loads(policy["content"]["S"]), "budget_tokens": 901}
    policy["content"] = {"S": canonical_json(content).decode()}
    storage.clients.dynamodb.put_item(TableName=storage.tables["control"], Item=policy)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """An archive of an agent with a little in it: text of every kind, and a very long line."""
    with life(tmp_path / "source") as living:
        living.create()
        living.hear("Never push to main.", "a\u2028b\x85c\x1cd\r\ne", "x" * 1_000_000, session="s\u20281")
        living.run()
    assert cli.run(["export", str(tmp_path / "small.zip"), "--home", str(tmp_path / "source")]) == 0
    return tmp_path / "small.zip"


def test_words_with_line_ends_and_very_long_ones_come_across(slowwave: Run, small: Path, tmp_path: Path) -> None:
    home, again = tmp_path / "home", tmp_path / "again.zip"
    code, _, err = slowwave("import-archive", small, "--home", home)
    assert code == 0, err
    assert slowwave("export", again, "--home", home)[0] == 0
    assert again.read_bytes() == small.read_bytes()


def test_an_old_home_comes_across(slowwave: Run, tmp_path: Path) -> None:
    file, home = tmp_path / "old.zip", tmp_path / "home"
    shutil.copytree(Path(__file__).parents[1] / "fixtures" / "homes" / "schema-1", tmp_path / "old")
    assert slowwave("export", file, "--home", tmp_path / "old")[0] == 0
    code, out, err = slowwave("import-archive", file, "--home", home)
    assert (code, "intact" in out) == (0, True), err


def test_an_import_that_died_at_any_write_goes_on_and_ends_the_same(
    slowwave: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, again = small.with_name("whole.zip"), small.with_name("again.zip")
    with account(monkeypatch), noted() as made:
        assert slowwave("import-archive", small, "--aws")[0] == 0
        assert slowwave("export", whole, "--aws")[0] == 0
    writes = [place for place, name in enumerate(made, 1) if name in ("PutObject", "TransactWriteItems")]
    for place in {*writes[::3], writes[-1]}:
        with account(monkeypatch):
            with disturbed(place, KilledError(), answered=bool(place % 2)), pytest.raises(KilledError):
                cli.run(["import-archive", str(small), "--aws"])
            code, out, err = slowwave("import-archive", small, "--aws")
            assert (code, "intact: the chain" in out) == (0, True), f"{place} {made[place - 1]}: {err}"
            assert slowwave("export", again, "--aws")[0] == 0
            assert again.read_bytes() == whole.read_bytes()
            again.unlink()


def test_two_imports_of_one_archive_at_once_end_as_one(
    slowwave: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with account(monkeypatch), noted() as made:
        assert slowwave("import-archive", small, "--aws")[0] == 0
    writes = [place for place, name in enumerate(made, 1) if name in ("PutObject", "TransactWriteItems")]
    for place in {*writes[1::4], writes[-1]}:
        with account(monkeypatch):
            with between(place, lambda: cli.run(["import-archive", str(small), "--aws"])) as other:
                code, out, err = slowwave("import-archive", small, "--aws")
            assert other == [0]
            assert code == 0 or (code == 1 and "import the archive again" in err), out + err
            code, out, err = slowwave("import-archive", small, "--aws")
            assert (code, "nothing was written" in out, "intact" in out) == (0, True, True), err


@contextmanager
def between(number: int, act: Callable[[], int]) -> Iterator[list[int]]:
    """Do something else before the n-th request to the stores; give what that returned."""
    send, done, made = BaseClient._make_api_call, [], 0  # type: ignore[attr-defined]

    def counted(client: Any, operation: str, parameters: dict[str, Any]) -> Any:
        nonlocal made
        made += 1
        if made == number:
            done.append(act())
        return send(client, operation, parameters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseClient, "_make_api_call", counted)
        yield done


def test_an_import_that_was_stopped_anywhere_shows_no_agent_and_goes_on(
    slowwave: Run, archive: Path, tmp_path: Path
) -> None:
    with noted() as made:
        slowwave("import-archive", archive, "--home", tmp_path / "whole", "--agent", "coder")
    writes = [place for place, name in enumerate(made, 1) if name in ("PutObject", "TransactWriteItems")]
    slowwave("export", tmp_path / "whole.zip", "--home", tmp_path / "whole", "--agent", "coder")
    for place, answered in ((writes[1], True), (writes[-1], False)):
        home = tmp_path / str(place)
        with disturbed(place, KilledError(), answered=answered), pytest.raises(KilledError):
            cli.run(["import-archive", str(archive), "--home", str(home), "--agent", "coder"])
        assert json_of(slowwave("agent", "list", "--home", home, "--json")) == []
        code, out, err = slowwave("import-archive", archive, "--home", home, "--agent", "coder")
        assert code == 0, out + err
        slowwave("export", tmp_path / f"{place}.zip", "--home", home)
        assert (tmp_path / f"{place}.zip").read_bytes() == (tmp_path / "whole.zip").read_bytes()


def test_an_agent_that_is_here_with_other_content_is_left_alone(
    slowwave: Run, archive: Path, lived: Path, tmp_path: Path
) -> None:
    home = Path(shutil.copytree(lived, tmp_path / "home"))
    with life(home, now=_last(home)) as living:
        living.hear("One more.", session="s-10")
    before = (home / "journal.jsonl").read_bytes()
    code, _, err = slowwave("import-archive", archive, "--home", home)
    assert code == 2
    assert "agent 'coder' is here with other content than the archive's, and nothing was written" in err
    assert (home / "journal.jsonl").read_bytes() == before
    code, out, _ = slowwave("import-archive", archive, "--home", home, "--agent", "a/b #%")
    assert (code, "nothing was written" in out) == (0, True)


def _last(home: Path) -> Any:
    with local(home, persist=False) as ports:
        return max(each.received_at for each in ports.log.history(SCOPE))


def test_tenants_are_never_mixed_up(slowwave: Run, archive: Path, lived: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    assert b"other/coder" not in archive.read_bytes()
    assert slowwave("export", other, "--home", lived, "--tenant", "other")[0] == 0
    assert b"local/" not in other.read_bytes()
    code, _, err = slowwave("import-archive", other, "--home", tmp_path / "home")
    assert (code, "holds agents of tenant 'other'; import it with --tenant other" in err) == (2, True)
    code, _, err = slowwave("import-archive", archive, "--home", tmp_path / "home", "--agent", "nobody")
    assert (code, "has no agent 'nobody'; it has a/b #%, coder" in err) == (2, True)


def test_what_was_erased_comes_back_through_no_archive(slowwave: Run, tmp_path: Path) -> None:
    home, before, after, moved = (tmp_path / name for name in ("home", "before.zip", "after.zip", "moved"))
    with life(home) as living:
        living.create()
        living.hear(*RULES[:2], session="s-1")
        living.hear(RULES[3], session="s-2")
        living.run()
    assert slowwave("export", before, "--home", home)[0] == 0
    plan = json_of(slowwave("erase", "--home", home, "--session", "s-2", "--json"))
    assert slowwave("erase", "--home", home, "--session", "s-2", "--confirm", plan["plan"])[0] == 0
    assert slowwave("export", after, "--home", home)[0] == 0
    assert b"tabs" in before.read_bytes()
    assert b"tabs" not in after.read_bytes()
    assert slowwave("import-archive", after, "--home", moved)[0] == 0
    for place in (home, moved):
        code, _, err = slowwave("import-archive", before, "--home", place)
        assert (code, "1 record(s) of agent 'coder' that were erased here" in err) == (2, True)


def test_an_unfinished_run_arrives_without_its_lease_and_is_resumed_under_its_name(
    slowwave: Run, tmp_path: Path
) -> None:
    file, home = tmp_path / "running.zip", tmp_path / "home"
    with life(tmp_path / "source") as living:
        living.create()
        living.hear(*RULES[:4], session="s-1")
        stopped_at(30, living, killed=True, answered=True)
        (running,) = (each.item for each in living.ports.journal.runs(SCOPE, limit=9))
        assert running.state is RunState.RUNNING
    assert slowwave("export", file, "--home", tmp_path / "source")[0] == 0
    assert b"lease_expires" not in file.read_bytes()
    assert slowwave("import-archive", file, "--home", home)[0] == 0
    with life(home, now=living.now - timedelta(minutes=59)) as living:
        assert living.run()
        (run,) = (each.item for each in living.ports.journal.runs(SCOPE, limit=9))
        assert (run.id, run.as_of, run.state) == (running.id, running.as_of, RunState.COMPLETED)


def test_an_export_overwrites_nothing_and_leaves_nothing_when_it_fails(
    slowwave: Run, lived: Path, tmp_path: Path
) -> None:
    taken = tmp_path / "taken.zip"
    taken.write_text("mine")
    code, _, err = slowwave("export", taken, "--home", lived)
    assert (code, "exists; name a new file" in err, taken.read_text()) == (2, True, "mine")
    code, _, err = slowwave("export", tmp_path / "no" / "where.zip", "--home", lived)
    assert (code, "cannot be written" in err) == (2, True)
    code, _, err = slowwave("export", tmp_path / "none.zip", "--home", tmp_path / "empty")
    assert (code, "there is nothing to export" in err) == (2, True)
    with disturbed(20, KilledError()), pytest.raises(KilledError):
        cli.run(["export", str(tmp_path / "killed.zip"), "--home", str(lived)])
    assert sorted(each.name for each in tmp_path.iterdir()) == ["taken.zip"]
