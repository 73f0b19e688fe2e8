"""One Lambda function with its own role, log group and grants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra import packaging
from infra.access import grants
from infra.constructs.layers import ARCHITECTURE, RUNTIME, Layers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from infra.functions import FunctionSpec


class MemoryFunction(Construct):
    """A function from the table `infra.functions.FUNCTIONS`."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        name: str,
        spec: FunctionSpec,
        layers: Layers,
        values: Mapping[str, str],
        arn: Callable[[str], str],
        log_retention: logs.RetentionDays,
    ) -> None:
        """Make the function.

        Args:
            values: a value for every field of every settings model that a deployment sets.
            arn: the ARN of a resource as `infra.access.Grant` names it.
        """
        super().__init__(scope, construct_id)
        self.logs = logs.LogGroup(
            self, "Logs", retention=log_retention, removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
        )
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        self.logs.grant(role, "logs:CreateLogStream", "logs:PutLogEvents")
        for resource, actions in grants(spec.calls).items():
            role.add_to_policy(iam.PolicyStatement(actions=list(actions), resources=[arn(resource)]))
        self.function = lambda_.Function(
            self,
            "Function",
            description=f"slowwave {name}",
            runtime=RUNTIME,
            architecture=ARCHITECTURE,
            handler="handler.handler",
            code=packaging.handler_code(name),
            layers=layers.all,
            role=role,
            environment={variable: values[field] for field, variable in spec.settings.deployed().items()},
            memory_size=spec.memory_mb,
            timeout=Duration.seconds(spec.timeout_seconds),
            log_group=self.logs,
            logging_format=lambda_.LoggingFormat.JSON,
        )
