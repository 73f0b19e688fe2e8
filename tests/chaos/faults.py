"""The boundary that every AWS call of a process crosses, S3 and DynamoDB, PynamoDB's included: botocore's
`_make_api_call`. Each attempt crosses it, retries too; what is done there is decided by the number of the crossing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from botocore.client import BaseClient
from botocore.exceptions import ClientError, ReadTimeoutError

Apply = Callable[[], Any]
Fault = Callable[["Call", Apply], Any]
"""What happens at a crossing: it may apply the call, answer, or raise."""


class Died(BaseException):
    """The process is gone: nothing catches this."""


@dataclass(frozen=True)
class Call:
    """One crossing: its number in the life of the boundary, from 0."""

    index: int
    service: str
    operation: str
    parameters: dict[str, Any]

    @property
    def writes(self) -> bool:
        """Whether it changes anything."""
        return self.operation in {"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "PutObject"}


def through(_: Call, apply: Apply) -> Any:
    """Apply the call and answer."""
    return apply()


def die_before(_: Call, __: Apply) -> Any:
    """The process dies before the call leaves it."""
    raise Died


def die_after(_: Call, apply: Apply) -> Any:
    """The call is applied; the process dies before it hears of it."""
    apply()
    raise Died


def throttle(call: Call, _: Apply) -> Any:
    """The service refuses, as each of its kinds does."""
    if call.service == "s3":
        raise refusal("SlowDown", call, status=503)
    if call.operation == "TransactWriteItems" and call.index % 2:
        count = len(call.parameters["TransactItems"])
        kinds = ("ThrottlingError", "TransactionConflict", "ProvisionedThroughputExceeded")
        reasons = [{"Code": "None"}] * (count - 1) + [{"Code": kinds[call.index % 3], "Message": "try again"}]
        raise refusal("TransactionCanceledException", call, CancellationReasons=reasons)
    kinds = ("ThrottlingException", "ProvisionedThroughputExceededException", "InternalServerError")
    raise refusal(kinds[call.index % 3], call, status=500 if call.index % 3 == 2 else 400)


def answer_lost(_: Call, apply: Apply) -> Any:
    """The call is applied, or refused; the client hears neither before its time is up."""
    with suppress(ClientError):
        apply()
    raise ReadTimeoutError(endpoint_url="https://service")


def refusal(code: str, call: Call, *, status: int = 400, **more: Any) -> ClientError:
    """Return an error as a service answers it."""
    metadata = {"HTTPStatusCode": status, "HTTPHeaders": {}, "RetryAttempts": 0}
    answer: Any = {"Error": {"Code": code, "Message": "injected"}, "ResponseMetadata": metadata, **more}
    return ClientError(answer, call.operation)


@dataclass
class Boundary:
    """What the present process meets at each crossing.

    Attributes:
        meets: says what happens at a crossing; a process that died crosses no more.
        made: the crossings so far.
    """

    meets: Callable[[Call], Fault] = lambda _: through
    made: list[Call] = field(default_factory=list)
    faults: int = 0
    _dead: bool = False
    _tokens: dict[str, Any] = field(default_factory=dict)

    def begin(self, meets: Callable[[Call], Fault] = lambda _: through) -> None:
        """A new process begins."""
        self.meets, self.made, self.faults, self._dead = meets, [], 0, False

    def cross(self, original: Callable[..., Any], client: BaseClient, operation: str, parameters: Any) -> Any:
        """Stand in for botocore's method."""
        if self._dead:
            raise Died
        call = Call(len(self.made), client.meta.service_model.service_name, operation, parameters)
        self.made.append(call)
        fault = self.meets(call)
        self.faults += fault is not through
        try:
            return fault(call, lambda: self._once(parameters, lambda: original(client, operation, parameters)))
        except Died:
            self._dead = True
            raise

    def _once(self, parameters: Any, apply: Apply) -> Any:
        """DynamoDB applies a transaction once for a token, which moto does not know of."""
        token = parameters.get("ClientRequestToken")
        if token is None or token not in self._tokens:
            answer = apply()
            if token is not None:
                self._tokens[token] = answer
            return answer
        return self._tokens[token]


@contextmanager
def interposed(boundary: Boundary) -> Iterator[None]:
    """Put the boundary in front of whatever serves the clients now."""
    original = BaseClient._make_api_call

    def cross(client: BaseClient, operation: str, parameters: Any) -> Any:
        return boundary.cross(original, client, operation, parameters)

    with patch.object(BaseClient, "_make_api_call", cross):
        yield
