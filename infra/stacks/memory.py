"""The one stack: storage, functions, the run and its schedule, the online edge, and the alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aws_cdk import Duration, Stack
from aws_cdk import aws_logs as logs

from infra.constructs.alarms import Alarms
from infra.constructs.consolidation import Consolidation
from infra.constructs.layers import Layers
from infra.constructs.memory_function import MemoryFunction
from infra.constructs.online_api import OnlineApi
from infra.constructs.schedule import Schedule
from infra.constructs.storage import Storage
from infra.functions import FUNCTIONS, ONLINE
from slowwave.domain.runs import Stage

if TYPE_CHECKING:
    from constructs import Construct

    from infra.settings import DeploymentSettings

LOG_RETENTION = logs.RetentionDays.THREE_MONTHS


class MemoryStack(Stack):
    """One deployment of slowwave in one account and region."""

    def __init__(self, scope: Construct, construct_id: str, *, settings: DeploymentSettings, **stack: Any) -> None:
        super().__init__(scope, construct_id, description="slowwave: long-term memory for agents", **stack)
        self.storage = Storage(self, "Storage", settings=settings)
        self.functions = self._functions(settings)
        self.consolidation = Consolidation(
            self,
            "Consolidation",
            plan=self.functions["plan"].function,
            stages={stage: self.functions[stage].function for stage in Stage},
            report=self.functions["report"].function,
            concurrency=settings.concurrent_runs,
            timeout=Duration.hours(settings.run_timeout_hours),
            log_retention=LOG_RETENTION,
        )
        state_machine = self.consolidation.state_machine
        self.schedule = Schedule(
            self,
            "Schedule",
            state_machine=state_machine,
            every=Duration.minutes(settings.consolidate_every_minutes),
        )
        online = {name: self.functions[name].function for name in sorted(ONLINE)}
        OnlineApi(
            self,
            "Online",
            functions=online,
            issuer=settings.jwt_issuer,
            audience=settings.jwt_audience,
            requests_per_second=settings.requests_per_second,
            log_retention=LOG_RETENTION,
        )
        Alarms(
            self,
            "Alarms",
            state_machine=state_machine,
            publish_logs=self.functions[Stage.PUBLISH].logs,
            report_logs=self.functions["report"].logs,
            missed=self.schedule.missed,
            online=online,
        )

    def _functions(self, settings: DeploymentSettings) -> dict[str, MemoryFunction]:
        layers = Layers(self, "Layers")
        values = {
            **self.storage.environment,
            "plan_limit": str(settings.concurrent_runs),
        }
        return {
            name: MemoryFunction(
                self,
                name.capitalize(),
                name=name,
                spec=spec,
                layers=layers,
                values=values,
                arn=self.storage.arn,
                log_retention=LOG_RETENTION,
            )
            for name, spec in FUNCTIONS.items()
        }
