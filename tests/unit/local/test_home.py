from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import moto
import pytest
from botocore.exceptions import ClientError
from pynamodb.attributes import UnicodeAttribute
from pynamodb.models import Model

from slowwave.adapters.local import recording
from slowwave.adapters.local.home import open_home
from slowwave.adapters.sessions import new_session
from slowwave.errors import Busy, Corrupt, InvalidInput, Unavailable
from tests.unit.local.tables import BUCKET, TABLE, get, item, key, put, scan, shape


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_home(tmp_path / "home") as home:
        shape(home)
    return tmp_path / "home"


def test_every_kind_of_value_comes_back_as_it_was(path: Path) -> None:
    values = {
        "number": {"N": "1.50"},
        "bytes": {"B": b"\x00\xff"},
        "flag": {"BOOL": True},
        "nothing": {"NULL": True},
        "names": {"SS": ["a", "b"]},
        "nested": {"M": {"list": {"L": [{"S": "Grüße"}, {"B": b"\x01"}, {"M": {}}]}}},
    }
    with open_home(path) as home:
        put(home, item("a") | values)
    with open_home(path, write=False) as home:
        assert get(home, "a") == item("a") | values


def test_updates_deletions_batches_and_transactions_come_back(path: Path) -> None:
    with open_home(path) as home:
        dynamodb = home.client("dynamodb")
        put(home, item("updated"), item("deleted"), item("gone in a batch"))
        dynamodb.update_item(
            TableName=TABLE,
            Key=key("updated"),
            UpdateExpression="SET #t = :t ADD uses :one",
            ExpressionAttributeNames={"#t": "text"},
            ExpressionAttributeValues={":t": {"S": "new"}, ":one": {"N": "1"}},
        )
        dynamodb.delete_item(TableName=TABLE, Key=key("deleted"))
        batch = [{"PutRequest": {"Item": item("batch")}}, {"DeleteRequest": {"Key": key("gone in a batch")}}]
        dynamodb.batch_write_item(RequestItems={TABLE: batch})
        dynamodb.transact_write_items(TransactItems=[{"Put": {"TableName": TABLE, "Item": item("transaction")}}])
        expected = scan(home)
    with open_home(path) as home:
        assert scan(home) == expected
        assert [each["sk"]["S"] for each in expected] == ["batch", "transaction", "updated"]
        assert get(home, "updated") == item("updated", "new") | {"uses": {"N": "1"}}


def test_objects_come_back_with_metadata_versions_and_retention(path: Path) -> None:
    until = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)
    with open_home(path) as home:
        s3 = home.client("s3")
        s3.put_object(Bucket=BUCKET, Key="k", Body=b"one", Metadata={"run": "r1"}, ContentType="application/json")
        s3.put_object(Bucket=BUCKET, Key="k", Body=b"two", ObjectLockMode="GOVERNANCE", ObjectLockRetainUntilDate=until)
        first, second = (v["VersionId"] for v in s3.list_object_versions(Bucket=BUCKET)["Versions"][::-1])
    with open_home(path) as home:
        s3 = home.client("s3")
        old = s3.get_object(Bucket=BUCKET, Key="k", VersionId=first)
        assert old["Body"].read() == b"one"
        assert old["Metadata"] == {"run": "r1"}
        assert old["ContentType"] == "application/json"
        new = s3.get_object(Bucket=BUCKET, Key="k")
        assert (new["Body"].read(), new["VersionId"]) == (b"two", second)
        assert (new["ObjectLockMode"], new["ObjectLockRetainUntilDate"]) == ("GOVERNANCE", until)
        with pytest.raises(ClientError, match="AccessDenied"):
            s3.delete_object(Bucket=BUCKET, Key="k", VersionId=second)
        with pytest.raises(ClientError, match="PreconditionFailed"):
            s3.put_object(Bucket=BUCKET, Key="k", Body=b"three", IfNoneMatch="*")


def test_a_deleted_version_leaves_no_body_behind(path: Path) -> None:
    with open_home(path) as home:
        s3 = home.client("s3")
        version = s3.put_object(Bucket=BUCKET, Key="a", Body=b"secret")["VersionId"]
        shared = s3.put_object(Bucket=BUCKET, Key="b", Body=b"shared")["VersionId"]
        s3.put_object(Bucket=BUCKET, Key="c", Body=b"shared")
        s3.delete_object(Bucket=BUCKET, Key="a", VersionId=version)
        s3.delete_object(Bucket=BUCKET, Key="b", VersionId=shared)
    assert [each.read_bytes() for each in (path / "objects").iterdir()] == [b"shared"]
    with open_home(path) as home:
        assert home.client("s3").get_object(Bucket=BUCKET, Key="c")["Body"].read() == b"shared"
        with pytest.raises(ClientError, match="NoSuchKey"):
            home.client("s3").get_object(Bucket=BUCKET, Key="a")


def test_a_delete_marker_comes_back_and_can_be_deleted(path: Path) -> None:
    with open_home(path) as home:
        home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one")
        marker = home.client("s3").delete_object(Bucket=BUCKET, Key="k")["VersionId"]
    with open_home(path) as home:
        with pytest.raises(ClientError, match="NoSuchKey"):
            home.client("s3").get_object(Bucket=BUCKET, Key="k")
        home.client("s3").delete_object(Bucket=BUCKET, Key="k", VersionId=marker)
        assert home.client("s3").get_object(Bucket=BUCKET, Key="k")["Body"].read() == b"one"


def test_pynamodb_is_served_by_the_home_too(path: Path) -> None:
    class Row(Model):
        class Meta:
            table_name = TABLE

        pk = UnicodeAttribute(hash_key=True)
        sk = UnicodeAttribute(range_key=True)
        text = UnicodeAttribute()

    with open_home(path):
        Row("tenant/agent", "row", text="kept").save()
    with open_home(path) as home:
        assert get(home, "row") == item("row", "kept")


def test_bodies_are_not_read_on_opening(path: Path) -> None:
    with open_home(path) as home:
        home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one")
    (body,) = (path / "objects").iterdir()
    body.write_bytes(b"changed")
    with open_home(path) as home:
        assert home.client("s3").head_object(Bucket=BUCKET, Key="k")["ContentLength"] == 3
        with pytest.raises(Corrupt, match="does not match its name"):
            home.client("s3").get_object(Bucket=BUCKET, Key="k")


def test_a_second_writer_is_told_that_the_home_is_busy(path: Path) -> None:
    code = f"""
from pathlib import Path
from slowwave.adapters.local.home import open_home
open_home(Path({str(path)!r})).__enter__()
"""
    with open_home(path):
        second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"Busy: another process is writing to the home {str(path)!r}" in second.stderr


def test_a_reader_sees_the_last_acknowledged_state_while_a_writer_runs(path: Path) -> None:
    code = f"""
from pathlib import Path
from slowwave.adapters.local.home import open_home
from tests.unit.local.tables import get, item, put
with open_home(Path({str(path)!r}), write=False) as home:
    print(get(home, "a")["text"]["S"])
"""
    with open_home(path) as home:
        put(home, item("a", "acknowledged"))
        reader = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert reader.stdout == "acknowledged\n"


def test_only_one_home_is_open_in_a_process(path: Path, tmp_path: Path) -> None:
    with open_home(path), pytest.raises(Busy, match="in this process"), open_home(tmp_path / "other"):
        pass
    with open_home(tmp_path / "other"):
        pass


def test_a_reader_cannot_write(path: Path) -> None:
    with open_home(path, write=False) as home:
        with pytest.raises(InvalidInput, match="open for reading"):
            put(home, item("a"))
        assert get(home, "a") is None


def test_a_missing_home_is_empty_to_a_reader_and_is_not_made(tmp_path: Path) -> None:
    with open_home(tmp_path / "none", write=False) as home:
        assert home.client("dynamodb").list_tables()["TableNames"] == []
    assert not (tmp_path / "none").exists()


def test_without_persistence_everything_happens_and_nothing_is_written(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a", "before"))
        version = home.client("s3").put_object(Bucket=BUCKET, Key="old", Body=b"old")["VersionId"]
    before = {each: each.read_bytes() for each in path.rglob("*") if each.is_file()}
    with open_home(path, persist=False) as home:
        put(home, item("a", "after"))
        home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one")
        home.client("s3").delete_object(Bucket=BUCKET, Key="old", VersionId=version)
        assert get(home, "a") == item("a", "after")
        assert home.client("s3").get_object(Bucket=BUCKET, Key="k")["Body"].read() == b"one"
    assert {each: each.read_bytes() for each in path.rglob("*") if each.is_file()} == before


def test_a_torn_last_line_is_dropped_and_cut_by_the_next_writer(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a"), item("b"))
    journal = path / "journal.jsonl"
    whole = journal.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for cut in (1, last // 2, last - 1):
        journal.write_bytes(whole[:-cut])
        with open_home(path, write=False) as home:
            assert (get(home, "a"), get(home, "b")) == (item("a"), None)
            assert home.torn_bytes == last - cut
    with open_home(path) as home:
        put(home, item("c"))
    with open_home(path) as home:
        assert [each["sk"]["S"] for each in scan(home)] == ["a", "c"]
        assert home.torn_bytes == 0


@pytest.mark.parametrize(
    "damage", [lambda line: line.replace(b'"a"', b'"x"'), lambda _line: b""], ids=["changed", "removed"]
)
def test_damage_before_the_last_line_is_named_by_its_line(path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    with open_home(path) as home:
        put(home, item("a"), item("b"), item("c"))
    lines = (path / "journal.jsonl").read_bytes().splitlines(keepends=True)
    lines[3] = damage(lines[3])
    (path / "journal.jsonl").write_bytes(b"".join(lines))
    with pytest.raises(Corrupt, match=r"line 4 .* restore the file from a backup"), open_home(path):
        pass


def test_a_journal_of_another_version_is_refused(path: Path) -> None:
    from slowwave.adapters.local.journal import seal

    (path / "journal.jsonl").write_bytes(seal({"format": "slowwave-journal", "version": 2}, 0)[0])
    with pytest.raises(Corrupt, match="no header this version can read"), open_home(path):
        pass


def test_a_write_that_does_not_reach_the_disk_fails_and_did_not_happen(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a", "old"))
        full = OSError(28, "No space left on device")
        with patch("os.fsync", side_effect=full), pytest.raises(Unavailable, match="No space left on device"):
            put(home, item("a", "new"))
        assert get(home, "a") == item("a", "old")
        put(home, item("b"))
    with open_home(path) as home:
        assert scan(home) == [item("a", "old"), item("b")]


def test_after_an_object_that_did_not_reach_the_disk_the_home_stops(path: Path) -> None:
    with open_home(path) as home:
        with patch("os.fsync", side_effect=OSError(28, "No space left on device")), pytest.raises(Unavailable):
            home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one")
        with pytest.raises(Unavailable, match="open it again"):
            get(home, "a")
    with open_home(path) as home, pytest.raises(ClientError, match="NoSuchKey"):
        home.client("s3").get_object(Bucket=BUCKET, Key="k")


def test_what_is_acknowledged_is_kept_though_the_answer_is_lost(path: Path) -> None:
    def lose(**_kwargs: object) -> None:
        raise ConnectionError("the answer was lost")

    with open_home(path) as home:
        home.client("dynamodb").meta.events.register("after-call.dynamodb.PutItem", lose)
        with pytest.raises(ConnectionError):
            put(home, item("a"))
    with open_home(path) as home:
        assert get(home, "a") == item("a")


def test_the_journal_is_rewritten_when_most_of_it_is_superseded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "COMPACTION_FLOOR", 10)
    with open_home(path) as home:
        for number in range(20):
            put(home, item("a", f"text {number}"), item("b"))
        home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one", Metadata={"run": "r1"})
    with open_home(path) as home:
        put(home, item("c"))
    assert len((path / "journal.jsonl").read_bytes().splitlines()) == 6
    with open_home(path) as home:
        assert scan(home) == [item("a", "text 19"), item("b"), item("c")]
        assert home.client("s3").get_object(Bucket=BUCKET, Key="k")["Metadata"] == {"run": "r1"}


def test_compaction_leaves_no_trace_of_what_was_deleted(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a", "a secret"), item("b"))
        home.client("dynamodb").delete_item(TableName=TABLE, Key=key("a"))
        (path / "objects").mkdir()
        (path / "objects" / "left-by-a-killed-process").write_bytes(b"a secret")
        home.compact()
        put(home, item("c"))
    assert not any(b"secret" in each.read_bytes() for each in path.rglob("*") if each.is_file())
    with open_home(path) as home:
        assert [each["sk"]["S"] for each in scan(home)] == ["b", "c"]


def test_each_line_of_the_journal_is_json_that_says_what_it_holds(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a") | {"bytes": {"B": b"\xff"}})
        home.client("dynamodb").delete_item(TableName=TABLE, Key=key("a"))
        home.client("s3").put_object(Bucket=BUCKET, Key="k", Body=b"one")
    header, bucket, table, stored, deleted, objects = (
        json.loads(line)["entry"] for line in (path / "journal.jsonl").read_text("utf-8").splitlines()
    )
    assert header == {"format": "slowwave-journal", "version": 1}
    assert (bucket["call"]["service"], bucket["call"]["operation"]) == ("s3", "CreateBucket")
    assert table["call"]["parameters"]["TableName"] == TABLE
    kept = item("a") | {"bytes": {"B": base64.b64encode(b"\xff").decode()}}
    assert stored == {"items": [{"table": TABLE, "key": key("a"), "item": kept}]}
    assert deleted == {"items": [{"table": TABLE, "key": key("a"), "item": None}]}
    assert objects["objects"][0]["versions"][0]["size"] == 3


def test_a_refused_call_leaves_no_line(path: Path) -> None:
    with open_home(path) as home:
        put(home, item("a"))
        before = (path / "journal.jsonl").read_bytes()
        with pytest.raises(ClientError, match="ConditionalCheckFailed"):
            home.client("dynamodb").put_item(
                TableName=TABLE, Item=item("a", "new"), ConditionExpression="attribute_not_exists(pk)"
            )
        with pytest.raises(InvalidInput, match="does not serve dynamodb:DeleteTable"):
            home.client("dynamodb").delete_table(TableName=TABLE)
    assert (path / "journal.jsonl").read_bytes() == before


def test_of_racing_threads_exactly_one_wins_each_condition(path: Path) -> None:
    with open_home(path) as home:
        client = home.client("dynamodb")

        def claim(number: int) -> bool:
            try:
                client.put_item(
                    TableName=TABLE, Item=item(f"{number // 8:02}"), ConditionExpression="attribute_not_exists(pk)"
                )
            except client.exceptions.ConditionalCheckFailedException:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(claim, range(160))) == 20
    with open_home(path) as home:
        assert len(scan(home)) == 20


def test_the_environment_is_as_before_when_the_home_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "somebody")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody's")
    before = dict(os.environ)
    with open_home(path):
        assert "AWS_PROFILE" not in os.environ
        assert new_session().get_credentials().access_key != "somebody's"
    assert dict(os.environ) == before


def test_another_version_of_moto_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moto, "__version__", "5.2.6")
    with pytest.raises(RuntimeError, match=r"needs moto 5\.2\.5, not 5\.2\.6"), open_home(path):
        pass


def test_nobody_else_may_read_what_a_home_holds(tmp_path: Path) -> None:
    path = tmp_path / "home"
    with open_home(path) as home:
        home.client("s3").create_bucket(Bucket="memory")
        home.client("s3").put_object(Bucket="memory", Key="k", Body=b"words")
        home.compact()
    held = [path, *path.rglob("*")]
    assert {each.name: oct(each.stat().st_mode & 0o077) for each in held} == {each.name: "0o0" for each in held}


def test_a_home_whose_journal_is_gone_is_refused_instead_of_looking_new(tmp_path: Path) -> None:
    path = tmp_path / "home"
    with open_home(path) as home:
        home.client("s3").create_bucket(Bucket="memory")
        home.client("s3").put_object(Bucket="memory", Key="k", Body=b"words")
    (path / "journal.jsonl").unlink()
    with pytest.raises(Corrupt, match="is gone"), open_home(path):
        pass


def test_a_file_cannot_be_a_home(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("words")
    for path in (file, file / "home"):
        with pytest.raises(InvalidInput, match="name another directory"), open_home(path):
            pass
