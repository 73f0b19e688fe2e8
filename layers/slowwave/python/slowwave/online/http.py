"""The edge of the online path: who asks and for which agent, read from an HTTP API event (payload format 2.0), and
the one
table that turns errors into answers. An error outside of the table is raised, so that it is counted as a failure of the
function; the caller then gets a bare 500.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from slowwave.domain.record_json import clean
from slowwave.domain.records import Actor
from slowwave.domain.scope import Scope
from slowwave.errors import Busy, Conflict, InvalidInput, PublicationRejected, SlowwaveError, Unavailable, UnknownItem

Event = Mapping[str, Any]
Response = dict[str, Any]

TENANT_CLAIM: Final = "tenant"
NAME_CLAIM: Final = "sub"
ROLE_CLAIM: Final = "role"


class Unidentified(InvalidInput):
    """The caller's token says nothing about a tenant."""


STATUSES: Final[Mapping[type[SlowwaveError], int]] = {
    Unidentified: 401,
    UnknownItem: 404,
    InvalidInput: 400,
    Conflict: 409,
    Busy: 409,
    PublicationRejected: 409,
    Unavailable: 503,
}
"""Status by error class; of several that fit, the first counts."""

RETRY_AFTER_SECONDS: Final = 2

MOST_DIGITS: Final = 12
"""Digits of a number in a query."""


def respond(action: Callable[[Event], Response], event: Event) -> Response:
    """Return the action's answer to the event, or the error's when its class is in `STATUSES`."""
    try:
        return action(event)
    except tuple(STATUSES) as error:
        status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
        retry = {"retry-after": str(RETRY_AFTER_SECONDS)} if isinstance(error, Unavailable) else {}
        return answer(status, {"error": type(error).__name__, "message": str(error)}, **retry)


def answer(status: int, body: Mapping[str, Any], **headers: str) -> Response:
    """Return a JSON response."""
    return {
        "statusCode": status,
        "headers": {"content-type": "application/json", "cache-control": "no-store", **headers},
        "body": json.dumps(body, ensure_ascii=False),
    }


def scope(event: Event) -> Scope:
    """Return the scope of a request: the tenant from the verified token, the agent from the path.

    Raises:
        Unidentified: the token has no tenant.
        InvalidInput: the path names no agent, or an id breaks the rules of ids.
    """
    tenant = _claims(event).get(TENANT_CLAIM)
    if not isinstance(tenant, str) or not tenant.strip():
        raise Unidentified(f"the token must carry the claim {TENANT_CLAIM!r}")
    agent = in_path(event, "agent")
    if not agent:
        raise InvalidInput("name the agent in the path: /agents/{agent}/…")
    return Scope(tenant, agent)


def person(event: Event) -> tuple[Actor, str]:
    """Return who acts, from the verified token: an operator where its role says so, else a user; with their name."""
    claims = _claims(event)
    is_operator = claims.get(ROLE_CLAIM) == Actor.OPERATOR.value
    return (Actor.OPERATOR if is_operator else Actor.USER), clean(str(claims.get(NAME_CLAIM, "")))


def in_path(event: Event, name: str) -> str:
    """Return a part of the path, empty when it is not there."""
    return clean((event.get("pathParameters") or {}).get(name, ""))


def parameter(event: Event, name: str) -> str:
    """Return a query parameter, empty when it is not given."""
    return clean((event.get("queryStringParameters") or {}).get(name, ""))


def whole_number(event: Event, name: str) -> int | None:
    """Return a query parameter as a whole number, or None when it is not given.

    Raises:
        InvalidInput: it is something else.
    """
    text = parameter(event, name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        shown = text[: MOST_DIGITS + 1]
        raise InvalidInput(f"{name} is {shown!r}; it must be a whole number of at most {MOST_DIGITS} digits")
    return int(text)


def text_field(event: Event, name: str) -> str:
    """Return a text under this name in the JSON body, empty when there is no body or no such text.

    Raises:
        InvalidInput: the body is not a JSON object, or the field is no text.
    """
    body = _body(event) if event.get("body") else {}
    value = body.get(name, "") if isinstance(body, Mapping) else None
    if not isinstance(value, str):
        raise InvalidInput(f'the body must be a JSON object with a text: {{"{name}": "…"}}')
    return clean(value)


def objects(event: Event, name: str) -> Sequence[Mapping[str, Any]]:
    """Return the list under this name in the JSON body.

    Raises:
        InvalidInput: the body is not a JSON object with such a list of objects.
    """
    body = _body(event)
    items = body.get(name) if isinstance(body, Mapping) else None
    if not isinstance(items, list):
        raise InvalidInput(f'the body must be a JSON object with a list: {{"{name}": [...]}}')
    return items


def cacheable(event: Event, body: Mapping[str, Any], etag: str) -> Response:
    """Return the answer with its entity tag, or 304 without a body when the caller already holds it."""
    headers = {"etag": f'"{etag}"', "cache-control": "private, no-cache"}
    if _holds(event, etag):
        return {"statusCode": 304, "headers": headers}
    return answer(200, body, **headers)


def _holds(event: Event, etag: str) -> bool:
    given = (event.get("headers") or {}).get("if-none-match", "")
    tags = {tag.strip().removeprefix("W/").strip('"') for tag in given.split(",")}
    return "*" in tags or etag in tags


def _claims(event: Event) -> Mapping[str, Any]:
    found: Any = event
    for name in ("requestContext", "authorizer", "jwt", "claims"):
        found = found.get(name) or {}
    claims: Mapping[str, Any] = found
    return claims


def _body(event: Event) -> Any:
    try:
        return json.loads(_text(event))
    except (ValueError, RecursionError, binascii.Error) as error:
        raise InvalidInput("the body must be JSON, and not nested deeply") from error


def _text(event: Event) -> str | bytes:
    body: str = event.get("body") or ""
    return base64.b64decode(body, validate=True) if event.get("isBase64Encoded") else body
