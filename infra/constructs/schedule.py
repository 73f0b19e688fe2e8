"""What starts consolidation: a rate. The scheduled time is the run's `as_of`, so that a late start changes nothing."""

from __future__ import annotations

from aws_cdk import Duration
from aws_cdk import aws_scheduler as scheduler
from aws_cdk import aws_scheduler_targets as targets
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct


class Schedule(Construct):
    """An EventBridge schedule; a start that could not be made for an hour lands in a queue that an alarm watches."""

    def __init__(
        self, scope: Construct, construct_id: str, *, state_machine: sfn.IStateMachine, every: Duration
    ) -> None:
        super().__init__(scope, construct_id)
        self.missed = sqs.Queue(self, "Missed", enforce_ssl=True, retention_period=Duration.days(14))
        scheduler.Schedule(
            self,
            "Schedule",
            description="Starts a consolidation of every scope that has something to do",
            schedule=scheduler.ScheduleExpression.rate(every),
            target=targets.StepFunctionsStartExecution(
                state_machine,
                input=scheduler.ScheduleTargetInput.from_object({"as_of": scheduler.ContextAttribute.scheduled_time}),
                dead_letter_queue=self.missed,
                max_event_age=Duration.hours(1),
                retry_attempts=10,
            ),
        )
