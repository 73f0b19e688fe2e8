"""When a call is made again: which failures, how often, after which pauses, and within which time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, ParamValidationError, ReadTimeoutError

from slowwave.adapters.aws.deadline import Deadline
from slowwave.adapters.aws.errors import translate
from slowwave.adapters.aws.retrying import (
    ATTEMPTS,
    FIRST_PAUSE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    RESERVE_SECONDS,
    Retry,
    call,
)
from slowwave.errors import Unavailable


def refusal(code: str, status: int = 400, reasons: Iterable[str] = ()) -> ClientError:
    answer: Any = {
        "Error": {"Code": code, "Message": "…"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        "CancellationReasons": [{"Code": each} for each in reasons],
    }
    return ClientError(answer, "Operation")


def canceled(*reasons: str) -> ClientError:
    return refusal("TransactionCanceledException", reasons=reasons)


@dataclass
class Service:
    """Answers in order, errors and all; the last answer for ever. Time passes only in pauses."""

    answers: list[Any]
    seconds_left: float | None = None
    sent: list[dict[str, Any]] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        deadline = Deadline(clock=lambda: sum(self.pauses))
        if self.seconds_left is not None:
            deadline.begin(self)
        self.retry = Retry(deadline, self.pauses.append, jitter=lambda: 1.0)

    def get_remaining_time_in_millis(self) -> int:
        return round((self.seconds_left or 0) * 1000)

    def ask(self, operation: str = "GetItem", **parameters: Any) -> Any:
        return call(self._send, operation, parameters, self.retry)

    def _send(self, _: str, parameters: dict[str, Any]) -> Any:
        self.sent.append(parameters)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


PASSING = [
    refusal("ThrottlingException"),
    refusal("ProvisionedThroughputExceededException"),
    refusal("SlowDown", 503),
    refusal("ConditionalRequestConflict", 409),
    refusal("TransactionInProgressException"),
    refusal("whatever it is", 500),
    refusal("", 503),
    refusal("another name for it", 429),
    canceled("None", "TransactionConflict"),
    canceled("ThrottlingError", "ProvisionedThroughputExceeded", "None"),
    ReadTimeoutError(endpoint_url="https://service"),
    EndpointConnectionError(endpoint_url="https://service"),
]
FINAL = [
    refusal("ConditionalCheckFailedException"),
    refusal("PreconditionFailed", 412),
    refusal("AccessDeniedException"),
    refusal("NoSuchKey", 404),
    refusal("ValidationException"),
    canceled("None", "ConditionalCheckFailed"),
    canceled("ConditionalCheckFailed", "TransactionConflict"),
    canceled("None"),
    ParamValidationError(report="…"),
]


@pytest.mark.parametrize("error", PASSING)
def test_what_may_pass_is_asked_again_until_it_has(error: Exception) -> None:
    service = Service([error, error, {"Item": 1}])
    assert service.ask() == {"Item": 1}
    assert len(service.sent) == 3


@pytest.mark.parametrize("error", FINAL)
def test_what_will_not_pass_is_raised_at_once(error: Exception) -> None:
    service = Service([error])
    with pytest.raises(type(error)):
        service.ask()
    assert len(service.sent) == 1


@pytest.mark.parametrize("error", PASSING)
def test_what_never_passes_becomes_unavailable_after_all_attempts(error: Exception) -> None:
    service = Service([error])
    with pytest.raises(type(error)) as raised:
        service.ask()
    assert len(service.sent) == ATTEMPTS
    assert isinstance(translate(raised.value), Unavailable)


def test_pauses_double_up_to_the_longest_and_are_jittered_down_to_nothing() -> None:
    service = Service([refusal("SlowDown", 503)])
    with pytest.raises(ClientError):
        service.ask()
    doubled = [FIRST_PAUSE_SECONDS * 2**n for n in range(ATTEMPTS - 1)]
    assert service.pauses == [min(each, LONGEST_PAUSE_SECONDS) for each in doubled]
    pauses: list[float] = []
    retry = Retry(sleep=pauses.append, jitter=lambda: 0.0)
    assert all(retry.again(failures) for failures in range(1, ATTEMPTS))
    assert set(pauses) == {0.0}


@pytest.mark.parametrize("seconds", [RESERVE_SECONDS + 0.5, RESERVE_SECONDS, 1.0])
def test_nothing_is_tried_again_that_could_not_end_before_the_invocation_is_cut_off(seconds: float) -> None:
    service = Service([refusal("SlowDown", 503)], seconds_left=seconds)
    with pytest.raises(ClientError):
        service.ask()
    assert sum(service.pauses) <= max(seconds - RESERVE_SECONDS, 0)
    assert len(service.sent) < ATTEMPTS


def test_an_invocation_without_a_limit_ends_the_limit_of_the_one_before() -> None:
    deadline = Deadline(clock=lambda: 0.0)
    deadline.begin(Service([None], seconds_left=3))
    assert deadline.remaining() == 3
    deadline.begin(None)
    assert deadline.remaining() == float("inf")


def test_a_transaction_has_one_token_for_all_its_attempts_and_another_one_none_of_them() -> None:
    service = Service([ReadTimeoutError(endpoint_url="https://service"), canceled("TransactionConflict"), {}])
    service.ask("TransactWriteItems", TransactItems=[])
    first = {each["ClientRequestToken"] for each in service.sent}
    service.ask("TransactWriteItems", TransactItems=[])
    assert len(first) == 1
    assert {each["ClientRequestToken"] for each in service.sent} > first


def test_what_a_batch_left_undone_is_asked_for_alone_and_everything_is_answered_together() -> None:
    service = Service(
        [
            {"Responses": {"one": [1], "two": [2]}, "UnprocessedKeys": {"one": "b"}},
            refusal("ThrottlingException"),
            {"Responses": {"one": [3]}, "UnprocessedKeys": {}},
        ]
    )
    answer = service.ask("BatchGetItem", RequestItems={"one": "ab", "two": "c"})
    assert answer["Responses"] == {"one": [1, 3], "two": [2]}
    assert [each["RequestItems"] for each in service.sent] == [{"one": "ab", "two": "c"}, {"one": "b"}, {"one": "b"}]
    assert len(service.pauses) == 2


@pytest.mark.parametrize(
    ("operation", "name"), [("BatchGetItem", "UnprocessedKeys"), ("BatchWriteItem", "UnprocessedItems")]
)
def test_a_batch_that_is_never_done_becomes_unavailable(operation: str, name: str) -> None:
    service = Service([{name: {"one": "a"}}])
    with pytest.raises(ClientError) as raised:
        service.ask(operation, RequestItems={"one": "a"})
    assert len(service.sent) == ATTEMPTS
    assert isinstance(translate(raised.value), Unavailable)
