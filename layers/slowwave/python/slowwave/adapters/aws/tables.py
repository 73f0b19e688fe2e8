"""Models bound to table names and to one shared connection, made by a factory, so that nothing is decided at import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from pynamodb.connection import Connection
from pynamodb.connection.base import MetaTable
from pynamodb.connection.table import TableConnection
from pynamodb.models import MetaModel, Model

from slowwave.adapters.aws import models
from slowwave.adapters.aws.provision import table_request
from slowwave.adapters.aws.schema import CONTROL, NOTES, PAGES, RECORDS, TABLES
from slowwave.domain.claims import Skeleton

M = TypeVar("M", bound=Model)

PAGE_MODELS: Final[Mapping[Skeleton, type[models.PageRow]]] = {
    Skeleton.CODING: models.CodingPageRow,
    Skeleton.ASSISTANT: models.AssistantPageRow,
    Skeleton.DOCUMENT: models.DocumentPageRow,
}


class _SharedTableConnection(TableConnection):
    """A table's view of a connection that other tables use too; PynamoDB's own makes a client a model."""

    def __init__(self, table_name: str, connection: Connection) -> None:
        self.table_name = table_name
        self.connection = connection


@dataclass(frozen=True, slots=True)
class Tables:
    """Every model, bound. Build it with `bind`.

    Attributes:
        names: the name of each table by its suffix.
    """

    connection: Connection
    names: Mapping[str, str]
    record: type[models.RecordRow]
    member: type[models.MemberRow]
    note: type[models.NoteRow]
    observation: type[models.ObservationRow]
    act: type[models.ActRow]
    work: type[models.WorkRow]
    kin: type[models.KinRow]
    opening: type[models.OpeningRow]
    task_mix: type[models.TaskMixRow]
    erasure: type[models.ErasureRow]
    erased: type[models.ErasedRow]
    pages: Mapping[Skeleton, type[models.PageRow]]
    policy: type[models.PolicyRow]
    policy_version: type[models.PolicyVersionRow]
    pointer: type[models.PointerRow]
    run: type[models.RunRow]
    revision: type[models.RevisionRow]
    head: type[models.HeadRow]
    ready: type[models.ReadyRow]
    agent: type[models.AgentRow]


def bind(names: Mapping[str, str], connection: Connection) -> Tables:
    """Bind the models to tables by suffix (see `schema.table_names`) over a connection that no other binding uses."""
    for table in TABLES:
        connection.add_meta_table(MetaTable(table_request(table, names[table.suffix])))

    def bound(model: type[M], suffix: str) -> type[M]:
        namespace: dict[str, Any] = {
            "Meta": type("Meta", (), {"table_name": names[suffix], "region": connection.region}),
            "_connection": _SharedTableConnection(names[suffix], connection),
        }
        return cast("type[M]", MetaModel(model.__name__, (model,), namespace))

    return Tables(
        connection=connection,
        names=names,
        record=bound(models.RecordRow, RECORDS.suffix),
        member=bound(models.MemberRow, NOTES.suffix),
        note=bound(models.NoteRow, NOTES.suffix),
        observation=bound(models.ObservationRow, NOTES.suffix),
        act=bound(models.ActRow, NOTES.suffix),
        work=bound(models.WorkRow, NOTES.suffix),
        kin=bound(models.KinRow, NOTES.suffix),
        opening=bound(models.OpeningRow, NOTES.suffix),
        task_mix=bound(models.TaskMixRow, CONTROL.suffix),
        erasure=bound(models.ErasureRow, CONTROL.suffix),
        erased=bound(models.ErasedRow, RECORDS.suffix),
        pages={each: bound(PAGE_MODELS[each], PAGES[each].suffix) for each in Skeleton},
        policy=bound(models.PolicyRow, CONTROL.suffix),
        policy_version=bound(models.PolicyVersionRow, CONTROL.suffix),
        pointer=bound(models.PointerRow, CONTROL.suffix),
        run=bound(models.RunRow, CONTROL.suffix),
        revision=bound(models.RevisionRow, CONTROL.suffix),
        head=bound(models.HeadRow, CONTROL.suffix),
        ready=bound(models.ReadyRow, CONTROL.suffix),
        agent=bound(models.AgentRow, CONTROL.suffix),
    )
