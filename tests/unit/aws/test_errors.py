"""Every failure of a service becomes one of the package's errors, and says what to do."""

import pytest
from botocore.exceptions import ClientError, ConnectTimeoutError, EndpointConnectionError, ParamValidationError
from pynamodb.exceptions import (
    AttributeDeserializationError,
    CancellationReason,
    PutError,
    TransactWriteError,
    VerboseClientError,
)

from slowwave.adapters.aws.errors import translated
from slowwave.errors import Conflict, Corrupt, InvalidInput, SlowwaveError, Unavailable


def answer(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "no"}}, "PutItem")


def canceled(*codes: str | None) -> TransactWriteError:
    reasons = [CancellationReason(code) if code else None for code in codes]
    response = {"Error": {"Code": "TransactionCanceledException", "Message": "no"}}
    return TransactWriteError("no", VerboseClientError(response, "TransactWriteItems", cancellation_reasons=reasons))


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (answer("ConditionalCheckFailedException"), Conflict),
        (answer("PreconditionFailed"), Conflict),
        (answer("ProvisionedThroughputExceededException"), Unavailable),
        (answer("ThrottlingException"), Unavailable),
        (answer("SlowDown"), Unavailable),
        (answer("InternalServerError"), Unavailable),
        (answer("ConditionalRequestConflict"), Unavailable),
        (answer("ExpiredTokenException"), Unavailable),
        (answer("ValidationException"), InvalidInput),
        (answer("KeyTooLongError"), InvalidInput),
        (PutError("no", answer("ConditionalCheckFailedException")), Conflict),
        (PutError("no", ConnectTimeoutError(endpoint_url="https://x")), Unavailable),
        (EndpointConnectionError(endpoint_url="https://x"), Unavailable),
        (ParamValidationError(report="Key"), InvalidInput),
        (canceled(None, "ConditionalCheckFailed"), Conflict),
        (canceled("TransactionConflict"), Unavailable),
        (canceled("ThrottlingError", None), Unavailable),
        (canceled("ValidationError"), InvalidInput),
        (AttributeDeserializationError("version", "S"), Corrupt),
    ],
)
def test_an_error_has_one_place_in_the_tree(error: Exception, expected: type[SlowwaveError]) -> None:
    with pytest.raises(expected) as caught, translated():
        raise error
    assert type(caught.value) is expected
    assert caught.value.__cause__ is error


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), translated():
        raise KeyError
