"""One JSON line for each thing done, made to be counted and searched. A line carries ids, names and numbers from a
closed list; there is no field that content could go into, and a name outside of the list is refused.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict, get_type_hints

if TYPE_CHECKING:
    from aws_lambda_powertools import Logger
    from typing_extensions import Unpack


class Line(TypedDict, total=False):
    """Everything a line may say beside what happened.

    Attributes:
        scope: encoded scope key.
        run, stage, etag: ids and names of this package.
        state: how a run ended.
        act, record: what a person did, and the record of it.
        more: whether the stage asked to be called again.
        unanswered: sessions that a run left for want of an answer.
    """

    scope: str
    run: str
    stage: str
    etag: str
    state: str
    act: str
    record: str
    more: bool
    tasks: int
    stored: int
    duplicates: int
    failed: int
    tokens: int
    unanswered: int


def log(what: str, **line: Unpack[Line]) -> None:
    """Write one line at level INFO.

    Args:
        what: a constant sentence without values, such as "stage advanced".
        line: the fields of `Line`.

    Raises:
        TypeError: a field is not in `Line`, or its value is not of the type given there.
    """
    for name, value in line.items():
        expected = _types().get(name)
        if expected is None or not isinstance(value, expected):
            raise TypeError(f"{name!r} cannot be logged as {type(value).__name__}; see observability.Line")
    _logger().info(what, extra=dict(line))


@cache
def _types() -> dict[str, type[Any]]:
    return get_type_hints(Line)


@cache
def _logger() -> Logger:
    from aws_lambda_powertools import Logger

    return Logger(service="slowwave", level="INFO", location=None, log_record_order=["timestamp", "level", "message"])
