"""S3 and DynamoDB served by moto in this process, one call at a time, every acknowledged change given to a recorder."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from unittest.mock import patch

import moto
from botocore.client import BaseClient
from moto.core.botocore_stubber import BotocoreStubber
from moto.core.common_models import BaseModel
from moto.core.config import _core_config
from moto.core.parse import BaseJSONParser
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import Item
from moto.dynamodb.models.table import Table
from moto.s3.models import FakeKey, FakeMultipart

from slowwave.adapters.local.journal import Entry
from slowwave.adapters.local.moto_backend import direct, items, queries
from slowwave.adapters.local.moto_backend.items import REGION, Touches
from slowwave.adapters.local.operations import Effect, effect
from slowwave.errors import Busy, InvalidInput

if TYPE_CHECKING:
    from botocore.model import OperationModel

PINNED = "5.2.5"
_ENVIRONMENT = {
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_DEFAULT_REGION": REGION,
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true",
    "AWS_REGION": REGION,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
}
_UNSET = ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN")
_CORE: _core_config = {
    "mock_credentials": True,
    "passthrough": {"services": [], "urls": []},
    "reset_boto3_session": True,
    "service_whitelist": ["dynamodb", "s3"],
}
_in_use = threading.Lock()


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a client."""

    service: str
    operation: str
    parameters: Mapping[str, Any]
    effect: Effect


class Recorder(Protocol):
    """What a home does about changes. Both are called under the lock, in the order of the calls."""

    def before(self, call: Call) -> None:
        """Refuse the call by raising, or note what it is about to replace."""
        ...

    def after(self, call: Call, items: list[Entry]) -> None:
        """Keep what the call changed; when this raises, changed items are put back and the caller gets the error."""
        ...


class Server:
    """Stands between every client in this process and moto."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._lock = threading.RLock()
        self._call: Call | None = None
        self._touches = Touches()

    def make_api_call(
        self, original: Callable[..., Any], client: BaseClient, operation: str, parameters: dict[str, Any]
    ) -> Any:
        """Stand in for botocore's method of the same name."""
        service = client.meta.service_model.service_name
        call = Call(service, operation, parameters, effect(service, operation))
        if client.meta.region_name not in {REGION, "aws-global"}:
            raise InvalidInput(f"a local home is in {REGION}, not in {client.meta.region_name}; make clients for it")
        with self._lock:
            outer, self._call = self._call, call
            try:
                return original(client, operation, parameters)
            finally:
                self._call = outer

    def make_request(
        self, original: Callable[..., Any], client: BaseClient, operation: OperationModel, request: Any, context: Any
    ) -> Any:
        """Stand in for botocore's method of the same name, which sends what it has checked and parses the answer."""
        call = self._call
        if call is not None and call.service == "dynamodb" and call.operation in direct.METHODS:
            with suppress(direct.RefusedError):
                return direct.OK, self._kept(call, lambda: direct.answer(operation, request["body"]))
        return original(client, operation, request, context)

    def send(self, original: Callable[..., Any], stubber: BotocoreStubber, **request: Any) -> Any:
        """Stand in for moto's answer to a request."""
        if (call := self._call) is None:
            raise InvalidInput("a request was sent past the clients of the open home")
        return self._kept(call, lambda: original(stubber, **request), lambda response: response.status_code < 400)

    def _kept(
        self, call: Call, answer: Callable[[], Any], acknowledges: Callable[[Any], bool] = lambda _answer: True
    ) -> Any:
        """Return an answer when what it acknowledges is kept; otherwise nothing has changed."""
        self._recorder.before(call)
        try:
            response = answer()
            if response is None:
                raise InvalidInput(f"moto does not serve {call.service}:{call.operation}")
            if call.effect is not Effect.NOTHING and acknowledges(response):
                self._recorder.after(call, self._touches.states())
                self._touches.settle()
        finally:
            self._touches.undo()
        return response

    def patches(self) -> Iterator[Any]:
        """Iterate over what stands in for botocore and moto while serving."""
        make_api_call = _method(self.make_api_call, vars(BaseClient)["_make_api_call"])
        yield patch.object(BaseClient, "_make_api_call", make_api_call)
        yield patch.object(BaseClient, "_make_request", _method(self.make_request, vars(BaseClient)["_make_request"]))
        yield patch.object(BotocoreStubber, "__call__", _method(self.send, BotocoreStubber.__call__))
        for name, in_place in (("put_item", False), ("delete_item", False), ("update_item", True)):
            watched = self._touches.watch(getattr(DynamoDBBackend, name), in_place=in_place)
            yield patch.object(DynamoDBBackend, name, watched)
        # A transaction copies whole tables to undo itself. Here the touches undo it, so it may copy nothing.
        yield patch.object(Table, "__deepcopy__", lambda table, _memo: table, create=True)
        yield patch.object(Table, "query", _method(queries.query, Table.query))
        yield patch.object(Table, "all_items", queries.all_items)
        yield patch.object(BaseModel, "__new__", _new_model)
        yield patch.object(Item, "__init__", items.make)
        parse = _method(_parse_structure, BaseJSONParser._parse_structure)  # noqa: SLF001
        yield patch.object(BaseJSONParser, "_parse_structure", parse)


def _method(stand_in: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return stand_in(original, self, *args, **kwargs)

    return method


def _new_model(cls: Any, *_args: Any, **_kwargs: Any) -> Any:
    """Make a model without keeping it alive for moto's dashboard, but for what moto must close at its end."""
    model = object.__new__(cls)
    if cls in {FakeKey, FakeMultipart}:
        cls.instances_tracked.append(model)
    return model


def _parse_structure(original: Callable[..., Any], parser: BaseJSONParser, shape: Any, value: Any) -> Any:
    """Leave an attribute value as it is: an item is kept in one form, whichever way it came in."""
    return value if shape.name == "AttributeValue" else original(parser, shape, value)


@contextmanager
def serving(recorder: Recorder) -> Iterator[None]:
    """Serve S3 and DynamoDB, empty, to every client in this process until the block ends.

    Raises:
        RuntimeError: moto is not the version this package was written for.
        Busy: another home is open in this process, or something else uses moto in it.
    """
    if moto.__version__ != PINNED:
        raise RuntimeError(f"a local home needs moto {PINNED}, not {moto.__version__}; install slowwave[local]")
    if not _in_use.acquire(blocking=False):
        raise Busy("another home is open in this process; close it first")
    try:
        with ExitStack() as stack:
            stack.enter_context(patch.dict(os.environ, _ENVIRONMENT))
            for name in _UNSET:
                os.environ.pop(name, None)
            for patched in Server(recorder).patches():
                stack.enter_context(patched)
            stack.enter_context(moto.mock_aws(config={"core": _CORE}))
            yield
    finally:
        _in_use.release()
