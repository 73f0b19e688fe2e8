from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from slowwave.adapters.local import vectors
from slowwave.adapters.local.framed import append_frames
from slowwave.adapters.local.vectors import LocalVectorIndex, put_frame
from slowwave.domain.scope import Scope
from slowwave.ports.vectors import VectorIndex

SCOPE, OTHER = Scope("tenant", "agent"), Scope("tenant", "agent/2")
V1, V2 = "model@1", "model@2"
EAST, NORTH, NORTH_EAST = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)

Reopen = Callable[[], VectorIndex]


@pytest.fixture(params=["local"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Reopen:
    return {"local": lambda: LocalVectorIndex(tmp_path)}[request.param]


@pytest.mark.parametrize("reopened", [False, True])
def test_the_nearest_come_first_and_equals_by_id(reopen: Reopen, reopened: bool) -> None:
    index = reopen()
    index.put(SCOPE, V1, {"north": NORTH, "east b": EAST, "east a": EAST, "between": NORTH_EAST})
    index = reopen() if reopened else index
    found = index.search(SCOPE, V1, EAST, 4)
    assert [item_id for item_id, _ in found] == ["east a", "east b", "between", "north"]
    assert [cosine for _, cosine in found] == pytest.approx([1, 1, 0.6, 0])
    assert index.search(SCOPE, V1, EAST, 1) == [("east a", 1.0)]
    assert index.search(SCOPE, V1, EAST, 0) == []


def test_a_vector_put_again_replaces_the_one_before(reopen: Reopen) -> None:
    reopen().put(SCOPE, V1, {"a": NORTH, "b": NORTH})
    reopen().put(SCOPE, V1, {"a": EAST})
    assert reopen().get(SCOPE, V1, ["a", "b", "c"]) == {"a": EAST, "b": NORTH}


def test_removed_ids_are_gone_in_every_version(reopen: Reopen) -> None:
    index = reopen()
    index.put(SCOPE, V1, {"a": NORTH, "b": EAST, "c": NORTH_EAST})
    index.put(SCOPE, V2, {"a": NORTH})
    index.remove(SCOPE, ["a", "unknown"])
    for each in (index, reopen()):
        assert [item_id for item_id, _ in each.search(SCOPE, V1, EAST, 9)] == ["b", "c"]
        assert each.search(SCOPE, V2, NORTH, 9) == []


def test_no_search_crosses_scopes(reopen: Reopen) -> None:
    index = reopen()
    index.put(SCOPE, V1, {"a": EAST})
    index.put(OTHER, V1, {"b": EAST})
    index.remove(OTHER, ["a"])
    for each in (index, reopen()):
        assert each.search(SCOPE, V1, EAST, 9) == [("a", 1.0)]
        assert each.get(OTHER, V1, ["a", "b"]) == {"b": EAST}


def test_embedding_versions_are_never_mixed(reopen: Reopen) -> None:
    index = reopen()
    index.put(SCOPE, V1, {"a": EAST, "b": NORTH})
    index.put(SCOPE, V2, {"a": (0.0, 0.0, 1.0)})
    assert index.search(SCOPE, V2, (0.0, 0.0, 1.0), 9) == [("a", 1.0)]
    assert index.get(SCOPE, V2, ["a", "b"]) == {"a": (0.0, 0.0, 1.0)}
    assert index.search(SCOPE, "model@3", EAST, 9) == []


def test_search_finds_what_comparing_with_all_finds_through_many_changes(reopen: Reopen) -> None:
    chance = np.random.default_rng(1)
    truth: dict[str, tuple[float, ...]] = {}
    index = reopen()
    for _ in range(30):
        raw = chance.normal(size=(10, 8))
        unit = (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)
        fresh = {f"{chance.integers(100):02}": tuple(row.tolist()) for row in unit}
        index.put(SCOPE, V1, fresh)
        truth |= fresh
        gone = [f"{number:02}" for number in chance.integers(0, 100, 5)]
        index.remove(SCOPE, gone)
        truth = {item_id: vector for item_id, vector in truth.items() if item_id not in gone}
    cosines = {item_id: float(np.dot(vector, unit[0])) for item_id, vector in truth.items()}
    nearest = sorted(cosines, key=lambda item_id: -cosines[item_id])[:7]
    for each in (index, reopen()):
        assert [item_id for item_id, _ in each.search(SCOPE, V1, unit[0].tolist(), 7)] == nearest


@pytest.mark.parametrize("left", [{}, {V1: ["b"]}])
def test_after_all_of_a_version_was_taken_out_the_file_is_read_and_written_as_before(
    tmp_path: Path, left: dict[str, list[str]]
) -> None:
    index = LocalVectorIndex(tmp_path)
    index.put(SCOPE, V1, {"a": EAST, "b": NORTH})
    index.put(SCOPE, V2, {"a": NORTH})
    index.keep(SCOPE, left)
    for each in (index, LocalVectorIndex(tmp_path)):
        assert each.all(SCOPE) == {version: {"b": NORTH} for version in left}
        assert each.search(SCOPE, V2, NORTH, 9) == []
    LocalVectorIndex(tmp_path).put(SCOPE, V2, {"c": (0.0, 0.0, 1.0)})
    assert LocalVectorIndex(tmp_path).all(SCOPE)[V2] == {"c": (0.0, 0.0, 1.0)}


def test_a_file_that_names_a_version_without_vectors_is_read(tmp_path: Path) -> None:
    LocalVectorIndex(tmp_path).put(SCOPE, V1, {"a": EAST})
    (file,) = tmp_path.iterdir()
    append_frames(file, [put_frame(V2, [], [])], end=file.stat().st_size)
    assert LocalVectorIndex(tmp_path).all(SCOPE) == {V1: {"a": EAST}}


def test_a_torn_end_of_the_file_loses_only_what_was_not_yet_stored(tmp_path: Path) -> None:
    index = LocalVectorIndex(tmp_path)
    index.put(SCOPE, V1, {"a": EAST})
    index.put(SCOPE, V1, {"b": NORTH})
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    index = LocalVectorIndex(tmp_path)
    assert index.get(SCOPE, V1, ["a", "b"]) == {"a": EAST}
    assert not index.needs_rebuild(SCOPE)
    index.put(SCOPE, V1, {"c": NORTH})
    assert LocalVectorIndex(tmp_path).get(SCOPE, V1, ["a", "b", "c"]) == {"a": EAST, "c": NORTH}


def test_a_damaged_file_is_empty_and_says_so_until_it_is_rebuilt(tmp_path: Path) -> None:
    LocalVectorIndex(tmp_path).put(SCOPE, V1, {"a": EAST, "b": NORTH})
    LocalVectorIndex(tmp_path).put(SCOPE, V1, {"c": EAST})
    (file,) = tmp_path.iterdir()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    index = LocalVectorIndex(tmp_path)
    assert index.needs_rebuild(SCOPE)
    assert index.search(SCOPE, V1, EAST, 9) == []
    index.put(SCOPE, V1, {"d": EAST})
    assert LocalVectorIndex(tmp_path).needs_rebuild(SCOPE)
    assert LocalVectorIndex(tmp_path).get(SCOPE, V1, ["a", "d"]) == {"d": EAST}
    index.rebuild(SCOPE, V1, {"a": EAST})
    assert not LocalVectorIndex(tmp_path).needs_rebuild(SCOPE)
    assert LocalVectorIndex(tmp_path).get(SCOPE, V1, ["a", "d"]) == {"a": EAST}


def test_a_file_of_another_scope_in_its_place_is_damage(tmp_path: Path) -> None:
    LocalVectorIndex(tmp_path).put(OTHER, V1, {"a": EAST})
    (theirs,) = tmp_path.iterdir()
    LocalVectorIndex(tmp_path).put(SCOPE, V1, {"b": EAST})
    (ours,) = set(tmp_path.iterdir()) - {theirs}
    ours.write_bytes(theirs.read_bytes())
    index = LocalVectorIndex(tmp_path)
    assert index.needs_rebuild(SCOPE)
    assert index.search(SCOPE, V1, EAST, 9) == []


def test_the_file_is_rewritten_when_most_of_it_is_superseded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_COMPACTION_FLOOR", 10)
    index = LocalVectorIndex(tmp_path)
    sizes = []
    for _ in range(100):
        index.put(SCOPE, V1, {"a": EAST, "b": NORTH})
        sizes.append(next(tmp_path.iterdir()).stat().st_size)
    assert max(sizes) < 20 * sizes[0]
    assert LocalVectorIndex(tmp_path).get(SCOPE, V1, ["a", "b"]) == {"a": EAST, "b": NORTH}


def test_without_persistence_nothing_is_written(tmp_path: Path) -> None:
    LocalVectorIndex(tmp_path).put(SCOPE, V1, {"a": EAST})
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    index = LocalVectorIndex(tmp_path, persist=False)
    index.put(SCOPE, V1, {"b": EAST})
    index.remove(SCOPE, ["a"])
    assert index.search(SCOPE, V1, EAST, 9) == [("b", 1.0)]
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before
