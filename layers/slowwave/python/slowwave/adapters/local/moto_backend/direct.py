"""DynamoDB's operations on items answered by moto's own methods, without the HTTP request and response around them.

botocore checks the parameters and makes the request's body, and calls its events before and after, as always. Left out
are what stands between that body and moto's method (address, signature, headers, routing, a second parsing) and the way
back (a text that botocore parses at once). What fails is asked again the long way, so that every error is whole.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from botocore.awsrequest import AWSResponse
from moto.core.exceptions import ServiceException
from moto.core.responses import ActionResult
from moto.dynamodb.responses import DynamoHandler
from werkzeug.exceptions import HTTPException

from slowwave.adapters.local.moto_backend.items import ACCOUNT, REGION

if TYPE_CHECKING:
    from botocore.model import OperationModel

METHODS: Final[Mapping[str, Callable[[DynamoHandler], ActionResult]]] = {
    "BatchGetItem": DynamoHandler.batch_get_item,
    "BatchWriteItem": DynamoHandler.batch_write_item,
    "DeleteItem": DynamoHandler.delete_item,
    "GetItem": DynamoHandler.get_item,
    "PutItem": DynamoHandler.put_item,
    "Query": DynamoHandler.query,
    "Scan": DynamoHandler.scan,
    "TransactWriteItems": DynamoHandler.transact_write_items,
    "UpdateItem": DynamoHandler.update_item,
}
"""What is answered here, by operation: the same methods that moto finds by name for every request."""

OK: Final = AWSResponse("", 200, {}, None)  # type: ignore[arg-type]  # nobody reads headers of it
"""What botocore asks for the status of an answer."""


class RefusedError(Exception):
    """The operation fails; only the long way says how."""


def answer(operation: OperationModel, body: bytes) -> dict[str, Any]:
    """Return what botocore would parse out of moto's response.

    Args:
        body: of the request, as botocore serialized it: attribute values in the form that moto reads and keeps.

    Raises:
        RefusedError: moto answers with an error.
    """
    handler: Any = DynamoHandler()
    handler.current_account, handler.region, handler.uri_match = ACCOUNT, REGION, {}
    handler.params = handler.body = json.loads(body)
    try:
        found: Any = METHODS[operation.name](handler).result or {}
    except (HTTPException, ServiceException) as error:
        raise RefusedError from error
    known = operation.output_shape.members if operation.output_shape else {}
    if "Attributes" in found:
        found["Attributes"] = {name: _decoded(value) for name, value in found["Attributes"].items()}
    answered = {name: value for name, value in found.items() if name in known and value is not None}
    return {**answered, "ResponseMetadata": {"HTTPStatusCode": 200, "HTTPHeaders": {}, "RetryAttempts": 0}}


def _decoded(value: dict[str, Any]) -> dict[str, Any]:
    """An attribute value that a write returns, of which moto leaves bytes as it keeps them: as text."""
    ((kind, content),) = value.items()
    if kind == "B" and isinstance(content, str):
        return {kind: base64.b64decode(content)}
    if kind == "BS":
        return {kind: [base64.b64decode(each) if isinstance(each, str) else each for each in content]}
    return value
