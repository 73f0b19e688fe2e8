"""Every function tells its stores how much time it has: nothing is tried again that would be cut off."""

import math
from contextlib import suppress
from importlib import import_module

import pytest

from infra.functions import FUNCTIONS, ONLINE
from slowwave.errors import InvalidInput


class Invocation:
    def get_remaining_time_in_millis(self):
        return 900_000


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_tries_again_within_the_time_that_its_invocation_has_left(name, ports, invoke, request_of, said):
    invoke("capture", request_of(body={"records": said("Always run the linter before you commit.")}), ports)
    handler = import_module(f"functions.{name}.handler").handler
    assert _remaining(ports) == math.inf
    if name in ONLINE:
        handler(request_of(body={}, path={"item": "n-1", "act": "pin"}), Invocation(), ports=ports)
    elif name == "plan":
        handler({}, Invocation(), built=(ports, 1))
    else:
        (task,) = invoke("plan", {}, ports)["tasks"]
        with suppress(InvalidInput):  # a task says nothing of whom to erase
            handler(task, Invocation(), ports=ports)
    assert _remaining(ports) <= 900


def _remaining(ports):
    return ports._clients.retry.deadline.remaining()
