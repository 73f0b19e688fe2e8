"""When a call to a service is made again: one policy for every client, under every store, within the time that the
present invocation has left.

A throttled, refused or unheard call waits with exponential backoff and full jitter (Brooker, "Exponential Backoff And
Jitter", 2015) and is sent again unchanged: writes are conditional or carry a token, so that one that had been applied
is not applied twice. A batch of which a part was left undone goes on with that part. What still fails is raised, and
becomes `Unavailable`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from slowwave.adapters.aws.deadline import Deadline

if TYPE_CHECKING:
    from botocore.exceptions import ClientError

ATTEMPTS: Final = 8
FIRST_PAUSE_SECONDS: Final = 0.05
LONGEST_PAUSE_SECONDS: Final = 5.0

CONNECT_SECONDS: Final = 2.0
READ_SECONDS: Final = 5.0
RESERVE_SECONDS: Final = CONNECT_SECONDS + READ_SECONDS
"""How long one attempt may take; with less time left none is begun, so that there is time to say what failed."""

TRANSIENT: Final = frozenset(
    {
        "BandwidthLimitExceeded",
        "ConditionalRequestConflict",  # S3: another conditional write of the key is under way
        "InternalError",
        "InternalServerError",
        "LimitExceededException",
        "OperationAborted",
        "PriorRequestNotComplete",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "RequestThrottled",
        "RequestThrottledException",
        "RequestTimeout",
        "RequestTimeoutException",
        "ServiceUnavailable",
        "SlowDown",
        "ThrottledException",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
        "TransactionInProgressException",
    }
)
"""Codes of answers that may be another one next time, beside every HTTP status from 500 on."""

TRANSIENT_REASONS: Final = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})
"""Why a transaction may be canceled that may go through next time."""

UNDONE: Final[Mapping[str, str]] = {"BatchGetItem": "UnprocessedKeys", "BatchWriteItem": "UnprocessedItems"}
"""Where the answer to a batch says what was left undone."""

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500


@dataclass(frozen=True, slots=True)
class Retry:
    """The policy.

    Attributes:
        deadline: of the invocation.
        sleep: waits for a number of seconds.
        jitter: returns a number from 0 to 1 that each pause is multiplied with.
    """

    deadline: Deadline = field(default_factory=Deadline)
    sleep: Callable[[float], None] = time.sleep
    jitter: Callable[[], float] = random.random

    def again(self, failures: int) -> bool:
        """Wait after so many failures and return True, or False when attempts or time have run out."""
        pause = min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), LONGEST_PAUSE_SECONDS) * self.jitter()
        if failures >= ATTEMPTS or self.deadline.remaining() - pause < RESERVE_SECONDS:
            return False
        self.sleep(pause)
        return True


def is_transient(error: ClientError) -> bool:
    """Whether the same call may be answered otherwise the next time."""
    code = error.response.get("Error", {}).get("Code", "")
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code == "TransactionCanceledException":
        given: Any = error.response
        reasons = {reason.get("Code", "None") for reason in given.get("CancellationReasons", ())} - {"None"}
        return bool(reasons) and reasons <= TRANSIENT_REASONS
    return code in TRANSIENT or status >= _SERVER_ERRORS or status == _TOO_MANY_REQUESTS


def retrying(retry: Retry) -> type:
    """Return a class that goes in front of a client's own, for the event `creating-client-class` of its session."""

    class Retrying:
        def _make_api_call(self, operation_name: str, api_params: dict[str, Any]) -> Any:
            send = super()._make_api_call  # type: ignore[misc]  # of the client class that follows this one
            return call(send, operation_name, api_params, retry)

    return Retrying


def call(send: Callable[[str, dict[str, Any]], Any], operation: str, parameters: dict[str, Any], retry: Retry) -> Any:
    """Send a call until it is answered and nothing of it is left undone.

    Raises:
        ClientError: the service refuses it for good, or still does.
        BotoCoreError: no answer came.
    """
    from botocore.exceptions import ClientError, ConnectionError, HTTPClientError  # noqa: A004 - botocore's own name

    if operation == "TransactWriteItems":
        parameters = {"ClientRequestToken": str(uuid4()), **parameters}  # applied once, however often it is sent
    found: dict[str, list[Any]] = {}
    failures = 0
    while True:
        try:
            answer = send(operation, parameters)
        except (ClientError, ConnectionError, HTTPClientError) as error:
            failures += 1
            if (isinstance(error, ClientError) and not is_transient(error)) or not retry.again(failures):
                raise
            continue
        for table, items in answer.get("Responses", {}).items() if operation == "BatchGetItem" else ():
            found.setdefault(table, []).extend(items)
        undone = answer.get(UNDONE.get(operation, ""))
        if not undone:
            return {**answer, "Responses": found} if operation == "BatchGetItem" else answer
        failures += 1
        parameters = {**parameters, "RequestItems": undone}
        if not retry.again(failures):
            raise _throttled(operation)


def _throttled(operation: str) -> ClientError:
    """Return the error for a batch of which a part is never done: the service gives none of its own."""
    from botocore.exceptions import ClientError

    message = "a part of the batch was left undone every time"
    return ClientError({"Error": {"Code": "ProvisionedThroughputExceededException", "Message": message}}, operation)
