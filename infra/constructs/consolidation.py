"""The state machine of a run: plan, then for each planned scope every stage of `slowwave.domain.runs.Stage` in its
order, then report. It knows names of errors and the keys `tasks`, `more`, `problem` and `state` of messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_stepfunctions as sfn
from aws_cdk import aws_stepfunctions_tasks as tasks
from constructs import Construct

from slowwave.domain.runs import RunState, Stage
from slowwave.errors import Conflict, HeadConflict, Unavailable, VersionConflict

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Retry:
    """When a call is made again: waits double from the first, each drawn at random between zero and that."""

    errors: tuple[str, ...]
    first_wait_seconds: int
    attempts: int


RETRIES: Final = (
    Retry(
        (Unavailable.__name__, Conflict.__name__, VersionConflict.__name__, HeadConflict.__name__),
        first_wait_seconds=2,
        attempts=6,
    ),
    Retry(
        (
            "Lambda.ClientExecutionTimeoutException",
            "Lambda.ServiceException",
            "Lambda.AWSLambdaException",
            "Lambda.SdkClientException",
            "Lambda.TooManyRequestsException",
        ),
        first_wait_seconds=2,
        attempts=6,
    ),
    Retry(("Lambda.Unknown", "Sandbox.Timedout"), first_wait_seconds=10, attempts=2),
)
"""Every stage is idempotent, so that what may have happened may be asked for again. Anything else ends the run."""

MAX_WAIT_SECONDS: Final = 60


class Consolidation(Construct):
    """The state machine. One scope that fails is reported and never stops another; the execution fails at its end."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        plan: lambda_.IFunction,
        stages: Mapping[Stage, lambda_.IFunction],
        report: lambda_.IFunction,
        concurrency: int,
        timeout: Duration,
        log_retention: logs.RetentionDays,
    ) -> None:
        super().__init__(scope, construct_id)
        runs = sfn.DistributedMap(
            self,
            "Each scope",
            items_path="$.tasks",
            max_concurrency=concurrency,
            map_execution_type=sfn.StateMachineType.STANDARD,
            tolerated_failure_percentage=100,
            result_path="$.runs",
        )
        runs.item_processor(self._run(stages, report))
        self.state_machine = sfn.StateMachine(
            self,
            "StateMachine",
            definition_body=sfn.DefinitionBody.from_chainable(
                sfn.Chain.start(self._named()).next(self._call("Plan", plan)).next(runs).next(self._verdict())
            ),
            timeout=timeout,
            tracing_enabled=True,
            logs=sfn.LogOptions(
                destination=logs.LogGroup(
                    self, "Logs", retention=log_retention, removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
                ),
                level=sfn.LogLevel.ALL,
                include_execution_data=False,
            ),
        )

    def _named(self) -> sfn.Pass:
        """Add the name of this execution, which the leases are given to, to what it was started with."""
        return sfn.Pass(self, "Name the execution", input_path="$$.Execution.Id", result_path="$.execution")

    def _run(self, stages: Mapping[Stage, lambda_.IFunction], report: lambda_.IFunction) -> sfn.IChainable:
        failed = sfn.Pass(self, "Report failed", result=sfn.Result.from_string(RunState.FAILED.value))
        reporting = self._call("Report", report, output_path="$.state")
        reporting.add_catch(failed, errors=["States.ALL"])
        following: sfn.IChainable = reporting
        for stage in reversed(Stage):
            following = self._advance(stage, stages[stage], reporting, following)
        return following

    def _advance(
        self, stage: Stage, function: lambda_.IFunction, reporting: sfn.State, following: sfn.IChainable
    ) -> sfn.IChainable:
        call = self._call(stage.value.capitalize(), function)
        call.add_catch(reporting, errors=["States.ALL"], result_path="$.problem")
        again = sfn.Choice(self, f"More to {stage.value}?")
        call.next(again.when(sfn.Condition.boolean_equals("$.more", value=True), call).otherwise(following))
        return call

    def _call(self, name: str, function: lambda_.IFunction, *, output_path: str | None = None) -> tasks.LambdaInvoke:
        call = tasks.LambdaInvoke(
            self,
            name,
            lambda_function=function,
            payload_response_only=True,
            retry_on_service_exceptions=False,
            output_path=output_path,
        )
        for retry in RETRIES:
            call.add_retry(
                errors=list(retry.errors),
                interval=Duration.seconds(retry.first_wait_seconds),
                backoff_rate=2,
                max_attempts=retry.attempts,
                max_delay=Duration.seconds(MAX_WAIT_SECONDS),
                jitter_strategy=sfn.JitterType.FULL,
            )
        return call

    def _verdict(self) -> sfn.IChainable:
        """Look at how the runs ended: a list of states, empty when there was nothing to do."""
        any_failed = sfn.JsonPath.array_contains(sfn.JsonPath.object_at("$.runs"), RunState.FAILED.value)
        outcome = sfn.Pass(self, "Outcome", parameters={"failed": any_failed})
        return outcome.next(
            sfn.Choice(self, "Any failed?")
            .when(
                sfn.Condition.boolean_equals("$.failed", value=True),
                sfn.Fail(self, "Runs failed", error="RunsFailed", cause="Read the newest runs of the failed scopes."),
            )
            .otherwise(sfn.Succeed(self, "Done"))
        )
