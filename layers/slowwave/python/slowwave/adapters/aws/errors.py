"""The one place where what boto3 and PynamoDB raise becomes the package's own errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError
from pynamodb.exceptions import (
    AttributeDeserializationError,
    AttributeNullError,
    CancellationReason,
    PynamoDBException,
    TransactWriteError,
)

from slowwave.errors import Conflict, Corrupt, InvalidInput, SlowwaveError, Unavailable

CONDITION_FAILED: Final = "ConditionalCheckFailed"
OBJECT_EXISTS: Final = "PreconditionFailed"
MISSING_OBJECT: Final = frozenset({"NoSuchKey", "404"})

_CONFLICTS: Final = frozenset({"ConditionalCheckFailedException", "PreconditionFailed", "412"})
_INVALID: Final = frozenset(
    {"ValidationException", "ValidationError", "ItemCollectionSizeLimitExceeded", "KeyTooLongError"}
)


@contextmanager
def translated() -> Iterator[None]:
    """Run a block of service calls; what they raise leaves it as one of `slowwave.errors`."""
    try:
        yield
    except (PynamoDBException, ClientError, BotoCoreError) as error:
        raise translate(error) from error
    except (AttributeDeserializationError, AttributeNullError) as error:
        raise Corrupt(f"a stored item cannot be read: {error}") from error


def translate(error: Exception) -> SlowwaveError:
    """Return the package's error for one of boto3, botocore or PynamoDB."""
    cause = getattr(error, "cause", None) or error
    if isinstance(cause, ParamValidationError):
        return InvalidInput(f"the service cannot take this value: {cause}")
    if not isinstance(cause, ClientError):
        return Unavailable(f"the service cannot be reached; try again: {cause}")
    reasons = {reason.code for reason in cancellations(error) if reason}
    code = error_code(cause)
    if code in _CONFLICTS or CONDITION_FAILED in reasons:
        return Conflict(f"somebody else wrote first; read again: {cause}")
    if code in _INVALID or reasons & _INVALID:
        return InvalidInput(f"the service cannot take this value: {cause}")
    return Unavailable(f"the service answered {code or 'with an error'}; try again: {cause}")


def error_code(error: Exception) -> str:
    """Return the service's code of an error, or of what caused it; empty when it never answered."""
    cause = getattr(error, "cause", None) or error
    response = cause.response if isinstance(cause, ClientError) else {}
    return str(response.get("Error", {}).get("Code", ""))


def cancellations(error: Exception) -> list[CancellationReason | None]:
    """Return why a transaction was canceled, one entry an action in order; empty for any other error."""
    return error.cancellation_reasons if isinstance(error, TransactWriteError) else []


def newer(what: str, written_in: int, known: int) -> Corrupt:
    """Return the error for what a newer version stored."""
    return Corrupt(f"{what} was written by a newer slowwave (schema {written_in}; this one reads {known}); upgrade it")
