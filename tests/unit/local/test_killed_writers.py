"""A process is killed while it writes; what it had reported as stored is there afterwards."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from slowwave.adapters.local.home import open_home
from tests.unit.local.tables import BUCKET, get, scan, shape

WRITER = """
import signal
import sys
from pathlib import Path
from slowwave.adapters.local import recording
from slowwave.adapters.local.home import open_home
from tests.unit.local.tables import BUCKET, TABLE, item
recording.COMPACTION_FLOOR = 20
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent in the background ignores it, and so would this
path, start = Path(sys.argv[1]), int(sys.argv[2])
with open_home(path) as home:
    for number in range(start, start + 100_000):
        rows = [item(f"{number}-{part}", f"{number}") for part in range(5)] + [item("latest", f"{number}")]
        home.client("dynamodb").transact_write_items(
            TransactItems=[{"Put": {"TableName": TABLE, "Item": row}} for row in rows]
        )
        home.client("s3").put_object(Bucket=BUCKET, Key=f"{number}", Body=b"%d" % number)
        if number % 10 == 0:
            home.compact()
        print(number, flush=True)
"""


def write_until(sent: signal.Signals, path: Path, start: int, seconds: float) -> list[int]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(start)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.send_signal(sent)
    rest = process.stdout.read().splitlines()
    process.stdout.close()
    process.wait()
    return [int(line) for line in [first, *rest] if line.endswith("\n") or line.isdigit()]


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_what_was_reported_as_stored_survives_a_signal_at_any_point(tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "home"
    chance = random.Random(sent)
    with open_home(path) as home:
        shape(home)
    reported: list[int] = []
    for round_number in range(4):
        reported += write_until(sent, path, 1_000 * round_number, chance.uniform(0, 0.4))
        with open_home(path) as home:
            stored = {row["sk"]["S"] for row in scan(home)}
            assert stored >= {f"{number}-{part}" for number in reported for part in range(5)}
            complete = {number for number in reported if f"{number}-0" in stored}
            assert {number: _body(home, number) for number in complete} == {n: b"%d" % n for n in complete}
            latest = get(home, "latest")
            assert latest is not None
            last = int(latest["text"]["S"])
            assert last in {reported[-1], reported[-1] + 1}
            assert len(stored) % 5 == 1, "a transaction is there whole or not at all"


def _body(home, number: int) -> bytes:  # type: ignore[no-untyped-def]
    body: bytes = home.client("s3").get_object(Bucket=BUCKET, Key=f"{number}")["Body"].read()
    return body
