"""Erases somebody's words: asked without `confirm` it plans, with the hash of a plan it carries out exactly that."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from slowwave.bootstrap import Ports, aws
from slowwave.domain.erasure_orders import order_of
from slowwave.domain.erasures import new_key
from slowwave.observability import log
from slowwave.ports.invocation import Invoked
from slowwave.settings import EraseSettings
from slowwave.stages import erase


@cache
def engine() -> Ports:
    """Build the ports once for the life of the process."""
    return aws(EraseSettings.parse(os.environ))


def handler(event: Mapping[str, Any], context: Invoked, *, ports: Ports | None = None) -> dict[str, Any]:
    """Answer with the plan, or with the receipt; a call that was cut off is made again as it was."""
    ports = (ports or engine()).within(context)
    order = order_of(event, owner=ports.new_owner())
    outcome = erase.run(order, **ports.taken_by(erase.run), new_key=new_key)
    log("erasure planned" if outcome.erasure is None else "erased", scope=order.scope.key, run=outcome.id)
    return outcome.to_message()
