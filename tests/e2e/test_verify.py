"""Whatever is edited, removed, moved or added behind the ledger's back, `slowwave verify` names it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from slowwave.adapters.aws import codec
from slowwave.bootstrap import LocalPorts, local
from slowwave.domain.commitments import erase
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.injection import RolledBack
from slowwave.domain.runs import Revision
from slowwave.domain.scope import Scope
from slowwave.errors import Corrupt
from slowwave.online.verifying import Verdict, verify
from slowwave.ports.ledger import Journal
from slowwave.runner import consolidate

OLD_HOME = Path(__file__).parents[1] / "fixtures" / "homes" / "schema-1"
SCOPE = Scope("local", "dev")
LATER = datetime(2026, 12, 2, tzinfo=UTC)
KEY = SCOPE.key

Item = dict[str, Any]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a chain in both forms, in which notes were forgotten, replaced and pinned."""
    home = shutil.copytree(OLD_HOME, tmp_path_factory.mktemp("verify") / "home")
    with local(home, clock=lambda: LATER) as ports:
        consolidate(SCOPE, LATER, ports, observe=lambda *_: None)
    return home


@pytest.fixture(scope="module")
def ports(grown: Path) -> Iterator[LocalPorts]:
    with local(grown, persist=False, clock=lambda: LATER) as opened:
        yield opened


class Store:
    """The tables and the bucket, without the ledger; puts back what it changed."""

    def __init__(self, ports: LocalPorts) -> None:
        self.dynamodb = ports._clients.dynamodb
        self.s3 = ports._clients.s3
        self.undo: list[Callable[[], Any]] = []

    def items(self, table: str, part: str, sort: str = "") -> list[Item]:
        found = self.dynamodb.query(
            TableName=f"slowwave-{table}",
            KeyConditionExpression="pk = :p AND begins_with(sk, :s)" if sort else "pk = :p",
            ExpressionAttributeValues={":p": {"S": f"{KEY}#{part}"}, **({":s": {"S": sort}} if sort else {})},
        )
        return list(found["Items"])

    def put(self, table: str, item: Item) -> None:
        self._remember(table, item)
        self.dynamodb.put_item(TableName=f"slowwave-{table}", Item=item)

    def remove(self, table: str, item: Item) -> None:
        self._remember(table, item)
        self.dynamodb.delete_item(TableName=f"slowwave-{table}", Key={"pk": item["pk"], "sk": item["sk"]})

    def _remember(self, table: str, item: Item) -> None:
        here = {"TableName": f"slowwave-{table}", "Key": {"pk": item["pk"], "sk": item["sk"]}}
        before = self.dynamodb.get_item(**here).get("Item")
        put = partial(self.dynamodb.put_item, TableName=here["TableName"], Item=before)
        self.undo.append(put if before else partial(self.dynamodb.delete_item, **here))

    def keys(self, prefix: str) -> list[str]:
        found = self.s3.list_objects_v2(Bucket="slowwave", Prefix=f"{prefix}/{KEY}/")
        return [each["Key"] for each in found["Contents"]]

    def body(self, key: str) -> bytes:
        return self.s3.get_object(Bucket="slowwave", Key=key)["Body"].read()

    def write(self, key: str, body: bytes) -> None:
        """Write an object, or remove it when there is no body."""
        here = {"Bucket": "slowwave", "Key": key}
        known = self.body(key) if key in self.keys(key.partition("/")[0]) else b""
        self.undo.append(
            partial(self.s3.put_object, **here, Body=known) if known else partial(self.s3.delete_object, **here)
        )
        _ = self.s3.put_object(**here, Body=body) if body else self.s3.delete_object(**here)

    def note(self, note_id: str) -> Item:
        found = self.dynamodb.scan(TableName="slowwave-notes")["Items"]
        return next(each for each in found if each["sk"]["S"] == f"note#{note_id}")


@pytest.fixture
def store(ports: LocalPorts) -> Iterator[Store]:
    opened = Store(ports)
    yield opened
    for undo in reversed(opened.undo):
        undo()


def verdict(ports: LocalPorts) -> Verdict:
    return verify(SCOPE, archive=ports.archive, journal=ports.journal, reports=ports.reports, sets=ports.sets)


def first(ports: LocalPorts) -> str:
    """The first finding; there must be one."""
    found = verdict(ports)
    assert not found.intact
    return str(found.findings[0])


def with_content(item: Item, change: Callable[[dict[str, Any]], None]) -> Item:
    content = json.loads(item["content"]["S"])
    change(content)
    return {**item, "content": {"S": codec.text(content)}}


def edited(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content.update({name: value})


def test_what_nobody_touched_is_intact(ports: LocalPorts) -> None:
    found = verdict(ports)
    assert found.findings == ()
    assert found.counts["revisions"] == found.end.sequence > 34
    assert found.counts["notes"] == 10
    assert found.counts["records"] == 9
    assert found.counts["quotes"] >= 5
    assert found.counts["run reports"] == 1  # the two runs before it are of a version that wrote none


@pytest.mark.parametrize("place", [1, 34, 35, -1], ids=["first", "last old", "first new", "last"])
@pytest.mark.parametrize("name", ["reason", "item_id", "previous", "content_hash", "evidence"])
def test_an_edited_revision_is_named(ports: LocalPorts, store: Store, place: int, name: str) -> None:
    chain = store.items("control", "revisions")
    place = place if place > 0 else len(chain)
    value = ["r-1"] if name == "evidence" else "f" * 64
    store.put("control", with_content(chain[place - 1], edited(name, value)))
    assert first(ports).startswith(f"revision {place} ")


@pytest.mark.parametrize("place", [1, 20, -1])
def test_a_removed_revision_is_named(ports: LocalPorts, store: Store, place: int) -> None:
    chain = store.items("control", "revisions")
    place = place if place > 0 else len(chain)
    store.remove("control", chain[place - 1])
    assert first(ports).startswith(f"revision {place} is missing")


def test_revisions_that_changed_places_are_named(ports: LocalPorts, store: Store) -> None:
    chain = store.items("control", "revisions")
    for one, other in ((4, 5), (5, 4)):
        store.put("control", {**chain[one], "sk": chain[other]["sk"]})
    assert first(ports) == "revision 5 holds revision 6: it was moved or copied here"


def test_a_revision_that_is_there_twice_is_named(ports: LocalPorts, store: Store) -> None:
    chain = store.items("control", "revisions")
    beyond = {**chain[9], "sk": {"S": f"{int(chain[-1]['sk']['S']) + 1:016d}"}}
    store.put("control", beyond)
    assert first(ports).startswith(f"revision {len(chain) + 1} holds revision 10")


def test_a_head_that_was_put_back_is_noticed(ports: LocalPorts, store: Store) -> None:
    chain = store.items("control", "revisions")
    (head,) = store.items("control", "head")
    store.put("control", {**head, "sequence": {"N": str(len(chain) - 1)}})
    assert first(ports).startswith(f"revision {len(chain)} lies beyond the end of the chain")
    store.remove("control", head)
    assert "beyond the end of the chain" in first(ports)


def test_a_revision_that_was_emptied_without_an_erasure_is_named(ports: LocalPorts, store: Store) -> None:
    *_, last = store.items("control", "revisions")
    emptied = codec.dumps(erase(codec.loads(Revision, last["content"]["S"])))
    store.put("control", {**last, "content": {"S": emptied}})
    assert "was emptied, and no erasure of its item says so" in first(ports)


AUDITED = [
    ("note", "notes", lambda store: store.note("n-bd340fccebb6af070fb320fb"), "because"),
    ("page", "pages-coding", lambda store: store.items("pages-coding", "pages")[0], "text"),
    ("pointer", "control", lambda store: store.items("control", "pointer")[0], "previous"),
    ("policy", "control", lambda store: store.items("control", "policy", "newest")[0], "gate"),
    ("policy version", "control", lambda store: store.items("control", "policy", "version")[0], "gate"),
]
KINDS = [each[0] for each in AUDITED]


@pytest.mark.parametrize(("kind", "table", "find", "name"), AUDITED, ids=KINDS)
class TestAnAuditedItem:
    """Every item whose changes leave revisions."""

    def test_edited(self, ports: LocalPorts, store: Store, kind: str, table: str, find: Any, name: str) -> None:
        store.put(table, with_content(find(store), edited(name, "something else")))
        assert first(ports).startswith(kind)

    def test_edited_beside_its_content(
        self, ports: LocalPorts, store: Store, kind: str, table: str, find: Any, name: str
    ) -> None:
        item = find(store)
        store.put(table, {**item, "version": {"N": str(int(item["version"]["N"]) + 1)}})
        found = first(ports)
        assert found.startswith(kind)
        assert "version" in found

    def test_removed(self, ports: LocalPorts, store: Store, kind: str, table: str, find: Any, name: str) -> None:
        store.remove(table, find(store))
        found = first(ports)
        assert found.startswith(kind)
        assert "is missing" in found

    def test_unreadable(self, ports: LocalPorts, store: Store, kind: str, table: str, find: Any, name: str) -> None:
        store.put(table, {**find(store), "content": {"S": "{"}})
        found = first(ports)
        assert found.startswith(kind)
        assert "cannot be read" in found


def test_a_note_that_nobody_wrote_is_named_even_outside_of_the_index_by_id(ports: LocalPorts, store: Store) -> None:
    note = store.note("n-bd340fccebb6af070fb320fb")
    copy = {name: each for name, each in note.items() if name != "notes_key"} | {"sk": {"S": "note#n-invented"}}
    store.put("notes", copy)
    assert first(ports) == "note 'n-invented' has no revision: it was not written by the ledger"


def test_an_item_that_is_there_twice_is_named(ports: LocalPorts, store: Store) -> None:
    page = store.items("pages-coding", "pages")[0]
    store.put("pages-assistant", page)
    assert first(ports) == f"page {page['sk']['S']!r} is stored twice"


def test_a_note_that_was_copied_into_another_group_is_named(ports: LocalPorts, store: Store) -> None:
    note, other = store.note("n-bd340fccebb6af070fb320fb"), store.note("n-7ebc96b32d52796d0b54f84e")
    store.put("notes", {**note, "pk": other["pk"]})
    assert first(ports).startswith("note 'n-bd340fccebb6af070fb320fb' ")


def test_a_set_under_the_name_of_another_is_named(ports: LocalPorts, store: Store) -> None:
    one, other, *_ = store.keys("sets")
    store.write(one, store.body(other))
    assert first(ports).startswith(f"set '{one.rpartition('/')[2].removesuffix('.json')}' is not what was published")


def test_a_key_of_an_index_that_was_edited_is_named(ports: LocalPorts, store: Store) -> None:
    note = store.note("n-d2041930744365bdf5269c8b")  # contradicted, so that nothing may select it
    store.put("notes", {**note, "ranked_key": {"S": f"{KEY}#ranked"}, "rank": {"S": "9"}})
    assert first(ports).startswith("note 'n-d2041930744365bdf5269c8b' has 'rank', 'ranked_key' that its content")


@pytest.mark.parametrize(
    "change",
    [lambda body: body.replace(b"20 s", b"99 s"), lambda _: b"{}", lambda _: b""],
    ids=["edited", "emptied", "removed"],
)
def test_a_set_that_was_edited_or_removed_is_named(ports: LocalPorts, store: Store, change: Any) -> None:
    pointer = ports.journal.pointer(SCOPE)
    assert pointer is not None
    key = next(each for each in store.keys("sets") if pointer.item.current in each)
    store.write(key, change(store.body(key)))
    assert first(ports).startswith(f"set '{pointer.item.current}' is ")


def test_a_set_that_was_rolled_away_from_and_removed_is_named(ports: LocalPorts) -> None:
    pointer = ports.journal.pointer(SCOPE)
    assert pointer is not None
    rolled = replace(pointer.item, rollback=RolledBack("r-1", LATER, (pointer.item.current, "f" * 64)))
    journal = SimpleNamespace(runs=ports.journal.runs, pointer=lambda _: replace(pointer, item=rolled))
    found = verify(SCOPE, archive=ports.archive, journal=cast(Journal, journal), reports=ports.reports, sets=ports.sets)
    assert [str(each) for each in found.findings] == [
        f"set '{'f' * 64}' is missing, and the pointer names it: it was removed"
    ]


def test_a_raw_object_that_was_edited_is_named_with_the_lines_that_quote_it(ports: LocalPorts, store: Store) -> None:
    key = next(each for each in store.keys("raw") if b"20 s now" in store.body(each))
    store.write(key, store.body(key).replace(b"20 s now", b"90 s now"))
    found = [str(each) for each in verdict(ports).findings]
    assert found[0] == f"raw object {key!r} does not have the bytes of its name: it was edited"
    assert any(each.startswith("record 'r-") for each in found)
    assert any(each.startswith("line 'p-") for each in found)


def test_a_raw_object_that_was_removed_is_named(ports: LocalPorts, store: Store) -> None:
    key = store.keys("raw")[0]
    store.write(key, b"")
    assert first(ports) == f"raw object {key!r} is missing: it was removed"


def test_an_index_item_that_was_removed_edited_or_copied_is_named(ports: LocalPorts, store: Store) -> None:
    one, other, *_ = [each for each in store.items("records", "records") if int(each["line"]["N"]) == 0]
    store.remove("records", one)
    assert first(ports).startswith(f"record {one['sk']['S']!r} ")
    store.put("records", {**one, "sk": other["sk"]})
    store.put("records", one)
    assert first(ports).startswith(f"record {other['sk']['S']!r} points at record {one['sk']['S']!r}")
    store.put("records", other)
    store.put("records", {**one, "session": {"S": "another"}})
    assert first(ports).startswith(f"record {one['sk']['S']!r} has 'session'")


def test_a_run_that_was_removed_is_named(ports: LocalPorts, store: Store) -> None:
    run = ports.journal.runs(SCOPE, limit=9)[-1].item
    (item,) = store.items("control", "run", run.id)
    store.remove("control", item)
    assert first(ports).startswith(f"run {run.id!r} is missing")


@pytest.mark.parametrize("content", [{"S": "{"}, {"N": "7"}], ids=["no JSON", "no text"])
def test_a_run_that_cannot_be_read_at_all_is_named_by_its_key(ports: LocalPorts, store: Store, content: Item) -> None:
    item = store.items("control", "run")[0]
    store.put("control", {**item, "content": content})
    with pytest.raises(Corrupt, match=f"the item '{item['sk']['S']}' of .* cannot be read"):
        verdict(ports)


def report_of_the_last_run(store: Store) -> tuple[str, dict[str, Any]]:
    (key,) = store.keys("reports")
    return key, json.loads(store.body(key))


def test_a_report_that_was_edited_emptied_or_removed_is_named(ports: LocalPorts, store: Store) -> None:
    key, report = report_of_the_last_run(store)
    entry = f"report of run {report['run']!r} "
    store.write(key, codec.text({**report, "published": ""}).encode())
    assert first(ports) == f"{entry}does not say of published what the run and the chain say: one of them was edited"
    store.write(key, b"[]")
    assert first(ports) == f"{entry}cannot be read: it was edited"
    store.write(key, b"")
    assert first(ports) == f"{entry}is missing: it was removed"


def test_a_run_that_was_edited_or_removed_is_named(ports: LocalPorts, store: Store) -> None:
    _, report = report_of_the_last_run(store)
    (item,) = store.items("control", "run", report["run"])
    store.put("control", with_content(item, edited("sessions", ["another"])))
    assert first(ports).startswith(f"report of run {report['run']!r} does not say of sessions")
    store.remove("control", item)
    assert first(ports).startswith(f"run {report['run']!r} is missing")


def test_a_report_of_a_run_that_never_was_is_named(ports: LocalPorts, store: Store) -> None:
    key, report = report_of_the_last_run(store)
    store.write(key.replace(report["run"], "run-invented"), codec.text({**report, "run": "run-invented"}).encode())
    assert first(ports) == "run 'run-invented' is missing, and its report is there: it was removed"


def test_a_chain_that_was_written_anew_contradicts_the_reports(ports: LocalPorts, store: Store) -> None:
    """Whoever holds the tables can chain everything again; what is locked in the bucket still says how it ended."""
    *before, last = store.items("control", "revisions")
    revision = codec.loads(Revision, last["content"]["S"])
    forged = replace(revision, reason="something else")
    store.put("control", {**last, "content": {"S": codec.dumps(forged)}})
    (head,) = store.items("control", "head")
    store.put("control", {**head, "chain": {"S": forged.hash}})
    assert before
    assert first(ports).startswith("report of run 'run-")
    assert "does not say of chain, changes what" in first(ports)


def test_a_batch_that_was_never_acknowledged_is_counted_and_no_finding(ports: LocalPorts, store: Store) -> None:
    key = store.keys("raw")[0]
    record = json.loads(store.body(key).splitlines()[0])
    body = json.dumps({**record, "text": "Never indexed."}, sort_keys=True).encode() + b"\n"
    store.write(f"{key.rpartition('/')[0]}/{sha256_hex(body)}.jsonl", body)
    found = verdict(ports)
    assert found.intact
    assert found.counts["records not acknowledged"] == 1
