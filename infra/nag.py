"""The rules of cdk-nag's AwsSolutions pack, and the reason for each finding that stays. Findings of wildcards are named
to the resource, so that a further wildcard is a finding again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aws_cdk import Acknowledgment, App, CfnElement, Validations
from cdk_nag import AwsSolutionsChecks

from infra.access import grants
from infra.functions import APART, FUNCTIONS, ONLINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from constructs import IConstruct

    from infra.stacks.memory import MemoryStack

RUNTIME: Final = "The locked wheels are for Python 3.13; the runtime moves with the lock."
OBJECTS: Final = "Objects are named by scope and hash at run time; the statement ends at the prefix of their layer."
INVOKE: Final = "The state machine may invoke any version of this one function."
DELIVERY: Final = "Delivery of logs and traces, whose actions know no resources."
CHILDREN: Final = "Executions that the state machine's own map starts, which are named at run time."
DEAD_LETTERS: Final = "It is a dead-letter queue itself: the schedule's, which the rule does not look at."


def check(app: App, stack: MemoryStack) -> None:
    """Make synthesis fail on anything that the pack finds and that has no reason here."""
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    for construct, finding, reason in (*_of_functions(stack), *_of_consolidation(stack)):
        Validations.of(construct).acknowledge(Acknowledgment(id=f"AwsSolutions::AwsSolutions-{finding}", reason=reason))


def _of_functions(stack: MemoryStack) -> Iterator[tuple[IConstruct, str, str]]:
    buckets = stack.storage.prefixes
    for name, spec in FUNCTIONS.items():
        made = stack.functions[name]
        yield made.function, "L1", RUNTIME
        for resource in buckets.keys() & grants(spec.calls):
            yield made, f"IAM5[Resource::<{_logical_id(stack, buckets[resource])}.Arn>/{resource}*]", OBJECTS


def _of_consolidation(stack: MemoryStack) -> Iterator[tuple[IConstruct, str, str]]:
    machine = stack.consolidation.state_machine
    for name in FUNCTIONS.keys() - ONLINE - APART:
        invoked = _logical_id(stack, stack.functions[name].function)
        yield machine, f"IAM5[Resource::<{invoked}.Arn>:*]", INVOKE
    yield machine, "IAM5[Resource::*]", DELIVERY
    own_name = f'{{"Fn::Select":[6,{{"Fn::Split":[":",{{"Ref":"{_logical_id(stack, machine)}"}}]}}]}}'
    executions = f"arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:{own_name}"
    yield machine, f"IAM5[Resource::{executions}:*]", CHILDREN
    yield machine, f"IAM5[Resource::{executions}/*:*]", CHILDREN
    yield stack.schedule.missed, "SQS3", DEAD_LETTERS


def _logical_id(stack: MemoryStack, construct: IConstruct) -> str:
    element = construct.node.default_child
    if not isinstance(element, CfnElement):
        raise TypeError(f"{construct.node.path} is not one resource")
    return stack.get_logical_id(element)
