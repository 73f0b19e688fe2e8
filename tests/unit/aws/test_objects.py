"""Batches of records are cut and placed without losing a byte."""

import json

import pytest

from slowwave.adapters.aws.objects import MAX_BYTES, MAX_RECORDS, Line, lines, place, split
from slowwave.domain.hashing import sha256_hex
from slowwave.domain.record_json import decode
from tests.contract.builders import SCOPE, record


def sized(*sizes: int) -> list[Line]:
    return [Line(record(number), b"x" * size) for number, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([], []),
        ([1] * MAX_RECORDS, [MAX_RECORDS]),
        ([1] * (MAX_RECORDS + 1), [MAX_RECORDS, 1]),
        ([MAX_BYTES - 1, 1], [2]),
        ([MAX_BYTES - 1, 2], [1, 1]),
        ([1, MAX_BYTES + 1, 1], [1, 1, 1]),
    ],
)
def test_no_object_has_more_than_its_share(sizes: list[int], expected: list[int]) -> None:
    batch = sized(*sizes)
    parts = list(split(batch))
    assert [len(part) for part in parts] == expected
    assert [line for part in parts for line in part] == batch


def test_a_line_is_found_by_its_bytes() -> None:
    records = [record(1, text="ä\n"), record(2, text="𝔘"), record(3)]
    placed = place(list(lines(records)))
    body = b"".join(each.line.data for each in placed)
    assert [each.number for each in placed] == [0, 1, 2]
    for each, expected in zip(placed, records, strict=True):
        data = body[each.offset : each.offset + len(each.line.data)]
        assert sha256_hex(data) == each.hash
        assert decode(json.loads(data), SCOPE) == expected
    assert body.count(b"\n") == 3
