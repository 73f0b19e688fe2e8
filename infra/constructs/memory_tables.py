"""The tables, made from `slowwave.adapters.aws.schema`, which the adapters read too. They have physical names, because
the adapters derive all of them from one prefix.
"""

from __future__ import annotations

from aws_cdk import RemovalPolicy
from aws_cdk import aws_dynamodb as dynamodb
from constructs import Construct

from slowwave.adapters.aws.schema import TABLES, Index, Table, table_names


class MemoryTables(Construct):
    """Every table of the schema, on demand, with recovery to any second of the last 35 days; none is ever removed."""

    def __init__(self, scope: Construct, construct_id: str, *, prefix: str) -> None:
        super().__init__(scope, construct_id)
        names = table_names(prefix)
        self.by_suffix = {table.suffix: self._table(table, names[table.suffix]) for table in TABLES}

    def _table(self, schema: Table, name: str) -> dynamodb.Table:
        table = dynamodb.Table(
            self,
            "".join(part.capitalize() for part in schema.suffix.split("-")),
            table_name=name,
            partition_key=_string(schema.hash_key),
            sort_key=_string(schema.range_key),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            encryption=dynamodb.TableEncryption.AWS_MANAGED,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True
            ),
            time_to_live_attribute=schema.ttl_attribute,
            deletion_protection=True,
            removal_policy=RemovalPolicy.RETAIN,
        )
        for index in schema.indexes:
            _add(table, index)
        return table


def _add(table: dynamodb.Table, index: Index) -> None:
    table.add_global_secondary_index(
        index_name=index.name,
        partition_key=_string(index.hash_key),
        sort_key=_string(index.range_key),
        projection_type=dynamodb.ProjectionType.INCLUDE if index.include else dynamodb.ProjectionType.KEYS_ONLY,
        non_key_attributes=list(index.include) or None,
    )


def _string(name: str) -> dynamodb.Attribute:
    return dynamodb.Attribute(name=name, type=dynamodb.AttributeType.STRING)
