"""Everything that outlives a deployment: buckets and tables, and the ARN of each thing that `infra.access` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from constructs import Construct

from infra.access import LISTED, VERSIONS
from infra.constructs.access_log_bucket import AccessLogBucket
from infra.constructs.memory_tables import MemoryTables
from infra.constructs.raw_bucket import RawBucket
from infra.constructs.set_bucket import SetBucket
from slowwave.adapters.aws.schema import RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX, SETS_PREFIX

if TYPE_CHECKING:
    from infra.settings import DeploymentSettings


class Storage(Construct):
    """The buckets and tables of one deployment."""

    def __init__(self, scope: Construct, construct_id: str, *, settings: DeploymentSettings) -> None:
        super().__init__(scope, construct_id)
        logs = AccessLogBucket(self, "AccessLogs", keep_days=settings.access_log_days).bucket
        self.raw = RawBucket(
            self, "Raw", logs=logs, lock_days=settings.raw_lock_days, archive_days=settings.raw_archive_days
        ).bucket
        self.sets = SetBucket(self, "Sets", logs=logs, recover_days=settings.set_recover_days).bucket
        self.tables = MemoryTables(self, "Tables", prefix=settings.stack_name).by_suffix
        self.environment = {
            "raw_bucket": self.raw.bucket_name,
            "sets_bucket": self.sets.bucket_name,
            "table_prefix": settings.stack_name,
        }
        """The settings fields that say where things are, with their values."""
        locked = (RAW_PREFIX, REPLIES_PREFIX, REPORTS_PREFIX)
        self.prefixes = {f"{SETS_PREFIX}/": self.sets, **{f"{prefix}/": self.raw for prefix in locked}}
        """The bucket of each kind of object."""

    def arn(self, resource: str) -> str:
        """Return the ARN of a resource as `infra.access.Grant` names it."""
        if resource in self.prefixes:
            return self.prefixes[resource].arn_for_objects(f"{resource}*")
        if resource in LISTED:
            return self.prefixes[f"{resource.removesuffix(VERSIONS)}/"].bucket_arn
        suffix, slash, index = resource.partition("/")
        table = self.tables[suffix].table_arn
        return f"{table}/index/{index}" if slash else table
