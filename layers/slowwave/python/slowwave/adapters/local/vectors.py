"""Port VectorIndex by exact search with numpy, one append-only file a scope. Losing a file loses nothing but time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from slowwave.adapters.local.framed import Frame, append_frames, read_frames, replace_frames
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.scope import Scope

_COSINE_DIGITS = 6
"""Beyond these the order of float additions decides."""
_COMPACTION_FLOOR = 1_000


class _Rows:
    """Vectors of one embedding version: a matrix that grows by doubling, and where each id is."""

    def __init__(self, dimensions: int) -> None:
        self.ids: list[str] = []
        self._places: dict[str, int] = {}
        self._matrix = np.empty((16, dimensions), np.float32)

    @property
    def matrix(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        return self._matrix[: len(self.ids)]

    def put(self, item_id: str, vector: np.ndarray[Any, np.dtype[np.float32]]) -> None:
        if item_id not in self._places:
            if len(self.ids) == len(self._matrix):
                self._matrix = np.concatenate([self._matrix, np.empty_like(self._matrix)])
            self._places[item_id] = len(self.ids)
            self.ids.append(item_id)
        self._matrix[self._places[item_id]] = vector

    def remove(self, item_id: str) -> None:
        if (place := self._places.pop(item_id, None)) is not None:
            last = self.ids.pop()
            if last != item_id:
                self.ids[place], self._places[last] = last, place
                self._matrix[place] = self._matrix[len(self.ids)]

    def get(self, item_id: str) -> tuple[float, ...] | None:
        place = self._places.get(item_id)
        return None if place is None else tuple(self._matrix[place].tolist())


class _ScopeFile:
    """The vectors of one scope, in memory and in its file."""

    def __init__(self, scope: Scope, directory: Path, *, persist: bool) -> None:
        self._scope = scope
        self._path = directory / f"{sha256_hex(scope.key)}.vectors"
        self._persist = persist
        self._written = 0
        self.rows: dict[str, _Rows] = {}
        frames, self._end, self.sound = read_frames(self._path)
        opening = frames[0][0] if frames else {}
        if frames and opening.get("scope") != scope.key:
            self.sound = False
        if not self.sound:
            frames, self._end = [], 0
        self.sound = self.sound and opening.get("complete", True)
        for frame in frames[1:]:
            self._apply(frame)

    def add(self, frame: Frame) -> None:
        self._apply(frame)
        if not self._persist:
            return
        live = sum(len(rows.ids) for rows in self.rows.values())
        if self._written > 2 * live and self._written - live > _COMPACTION_FLOOR:
            self.rewrite()
        else:
            opening = [] if self._end else [self._opening()]
            self._end = append_frames(self._path, [*opening, frame], end=self._end)

    def rewrite(self) -> None:
        """Write the present vectors as a new file; a version of which none is left is known no more."""
        self.rows = {version: rows for version, rows in self.rows.items() if rows.ids}
        frames = [put_frame(version, rows.ids, rows.matrix) for version, rows in self.rows.items()]
        self._end = replace_frames(self._path, [self._opening(), *frames])
        self._written = sum(len(rows.ids) for rows in self.rows.values())

    def keep(self, ids: Mapping[str, Collection[str]]) -> None:
        """Leave nothing but these ids of each version, and write the file anew."""
        for version, rows in self.rows.items():
            for item_id in [each for each in rows.ids if each not in ids.get(version, ())]:
                rows.remove(item_id)
        if self._persist and self._path.exists():
            self.rewrite()

    def _opening(self) -> Frame:
        return {"scope": self._scope.key, "complete": self.sound}, b""

    def _apply(self, frame: Frame) -> None:
        head, body = frame
        ids = head.get("put", head.get("remove", ()))
        self._written += len(ids)
        if "remove" in head:
            for rows in self.rows.values():
                for item_id in ids:
                    rows.remove(item_id)
            return
        if not ids:  # files were once written with a version of which nothing was left
            return
        vectors = np.frombuffer(body, "<f4").reshape(len(ids), -1)
        rows = self.rows.setdefault(head["version"], _Rows(vectors.shape[1]))
        for item_id, vector in zip(ids, vectors, strict=True):
            rows.put(item_id, vector)


def put_frame(version: str, ids: Sequence[str], vectors: Any) -> Frame:
    """Return the frame that stores vectors under their ids."""
    return {"put": list(ids), "version": version}, np.asarray(vectors, "<f4").tobytes()


class LocalVectorIndex:
    """Exact search over the vectors of a scope.

    Args:
        directory: where the files are; made at the first put.
        persist: False changes nothing on the disk.
    """

    def __init__(self, directory: Path, *, persist: bool = True) -> None:
        self._directory = directory
        self._persist = persist
        self._files: dict[Scope, _ScopeFile] = {}

    def _file(self, scope: Scope) -> _ScopeFile:
        if scope not in self._files:
            self._files[scope] = _ScopeFile(scope, self._directory, persist=self._persist)
        return self._files[scope]

    def needs_rebuild(self, scope: Scope) -> bool:
        """Tell whether the file was damaged and is treated as empty since; `rebuild` ends that."""
        return not self._file(scope).sound

    def rebuild(self, scope: Scope, version: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Replace everything known of a scope by these vectors."""
        file = self._file(scope)
        file.rows, file.sound = {}, True
        if self._persist:
            file.rewrite()
        self.put(scope, version, vectors)

    def keep(self, scope: Scope, ids: Mapping[str, Collection[str]]) -> None:
        """Remove everything of a scope but these ids of each version, from the file too."""
        self._file(scope).keep(ids)

    def put(self, scope: Scope, version: str, vectors: Mapping[str, Sequence[float]]) -> None:
        if vectors:
            self._file(scope).add(put_frame(version, list(vectors), list(vectors.values())))

    def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        file = self._file(scope)
        if known := [each for each in ids if any(rows.get(each) for rows in file.rows.values())]:
            file.add(({"remove": known}, b""))

    def search(self, scope: Scope, version: str, vector: Sequence[float], k: int) -> list[tuple[str, float]]:
        rows = self._file(scope).rows.get(version)
        if rows is None or not rows.ids or k <= 0:
            return []
        cosines = (rows.matrix @ np.asarray(vector, np.float32)).round(_COSINE_DIGITS)
        return sorted(_nearest(rows.ids, cosines, k), key=lambda hit: (-hit[1], hit[0]))[:k]

    def get(self, scope: Scope, version: str, ids: Sequence[str]) -> Mapping[str, tuple[float, ...]]:
        rows = self._file(scope).rows.get(version)
        found = {item_id: rows.get(item_id) for item_id in ids} if rows else {}
        return {item_id: vector for item_id, vector in found.items() if vector is not None}

    def all(self, scope: Scope) -> Mapping[str, Mapping[str, tuple[float, ...]]]:
        """Return every vector of a scope by id, by embedding version."""
        return {version: self.get(scope, version, rows.ids) for version, rows in self._file(scope).rows.items()}


def _nearest(ids: Sequence[str], cosines: Any, k: int) -> Iterator[tuple[str, float]]:
    """Yield the `k` nearest and everything as near as the last of them, in no order."""
    least = np.partition(cosines, -k)[-k] if k < len(ids) else -np.inf
    for place in np.flatnonzero(cosines >= least).tolist():
        yield ids[place], float(cosines[place])
