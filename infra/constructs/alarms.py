"""What somebody must hear about: failed runs, refused sets, missed starts, an edge that breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aws_cdk import CfnOutput, Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sns as sns
from constructs import Construct

from slowwave.errors import PublicationRejected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aws_cdk import aws_lambda as lambda_
    from aws_cdk import aws_sqs as sqs
    from aws_cdk import aws_stepfunctions as sfn

PERIOD = Duration.minutes(5)


class Alarms(Construct):
    """One topic and the alarms that notify it; each fires on a single event."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        state_machine: sfn.IStateMachine,
        publish_logs: logs.ILogGroup,
        report_logs: logs.ILogGroup,
        missed: sqs.IQueue,
        online: Mapping[str, lambda_.IFunction],
    ) -> None:
        super().__init__(scope, construct_id)
        self.topic = sns.Topic(self, "Topic", enforce_ssl=True)
        CfnOutput(self, "TopicArn", value=self.topic.topic_arn, description="Subscribe to it to hear of alarms")
        self._alarm("RunsFailed", state_machine.metric_failed(period=PERIOD), "A scope's run failed")
        self._alarm("RunsTimedOut", state_machine.metric_timed_out(period=PERIOD), "A consolidation took too long")
        self._alarm(
            "PublicationsRejected",
            _errors(publish_logs, PublicationRejected).metric(statistic="Sum", period=PERIOD),
            "A new injection set failed validation; the last one stays in place",
        )
        self._alarm(
            "SessionsUnanswered",
            _unanswered(report_logs).metric(statistic="Sum", period=PERIOD),
            "A model gave no answer about a session; the next run asks again",
        )
        self._alarm(
            "StartsMissed",
            missed.metric_approximate_number_of_messages_visible(period=PERIOD),
            "A consolidation could not be started",
        )
        for name, function in online.items():
            self._alarm(
                f"{name.capitalize()}Errors", function.metric_errors(period=PERIOD), f"The {name} function failed"
            )

    def _alarm(self, construct_id: str, metric: cloudwatch.IMetric, description: str) -> None:
        alarm = cloudwatch.Alarm(
            self,
            construct_id,
            metric=metric,
            alarm_description=description,
            threshold=1,
            evaluation_periods=1,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))


def _unanswered(group: logs.ILogGroup) -> logs.MetricFilter:
    """Count the sessions that closed runs left for want of an answer."""
    return group.add_metric_filter(
        "Unanswered",
        filter_pattern=logs.FilterPattern.number_value("$.unanswered", ">", 0),
        metric_namespace="slowwave",
        metric_name="SessionsUnanswered",
        metric_value="$.unanswered",
    )


def _errors(group: logs.ILogGroup, error: type[Exception]) -> logs.MetricFilter:
    """Count the lines that the runtime writes when an error of this class ends an invocation."""
    return group.add_metric_filter(
        error.__name__,
        filter_pattern=logs.FilterPattern.string_value("$.errorType", "=", error.__name__),
        metric_namespace="slowwave",
        metric_name=error.__name__,
        metric_value="1",
    )
