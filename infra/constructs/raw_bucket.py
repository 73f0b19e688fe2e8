"""The bucket of raw records, the only source of truth, and of the reports of runs, which vouch for what came of them:
nothing in it can be overwritten or removed in passing.
"""

from __future__ import annotations

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_s3 as s3
from constructs import Construct


class RawBucket(Construct):
    """Raw records under a governance lock; erasing needs `s3:BypassGovernanceRetention`, which one function has."""

    def __init__(
        self, scope: Construct, construct_id: str, *, logs: s3.IBucket, lock_days: int, archive_days: int
    ) -> None:
        super().__init__(scope, construct_id)
        self.bucket = s3.Bucket(
            self,
            "Bucket",
            versioned=True,
            object_lock_default_retention=s3.ObjectLockRetention.governance(Duration.days(lock_days)),
            encryption=s3.BucketEncryption.S3_MANAGED,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            enforce_ssl=True,
            minimum_tls_version=1.2,
            server_access_logs_bucket=logs,
            server_access_logs_prefix="raw/",
            removal_policy=RemovalPolicy.RETAIN,
            lifecycle_rules=[
                s3.LifecycleRule(
                    id="Archive",
                    abort_incomplete_multipart_upload_after=Duration.days(1),
                    transitions=[
                        s3.Transition(
                            storage_class=s3.StorageClass.GLACIER_INSTANT_RETRIEVAL,
                            transition_after=Duration.days(archive_days),
                        )
                    ],
                )
            ],
        )
