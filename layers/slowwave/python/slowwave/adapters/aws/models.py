"""PynamoDB models: one class a kind of item, without table names (`tables` binds them). Attributes are the keys, what
an operator looks at, and `content`, the canonical JSON of the domain value. A key of a sparse index is set only while
the item belongs into that index.
"""

from __future__ import annotations

from pynamodb.attributes import ListAttribute, NumberAttribute, UnicodeAttribute, VersionAttribute

from slowwave.adapters.aws.row import Row, index_of
from slowwave.adapters.aws.schema import CONTROL, NOTES, PAGES, RECORDS
from slowwave.domain.claims import Skeleton


class RecordRow(Row):
    """Where one record is: object, line and bytes; permanent. `unread_key` goes when a run consumes it."""

    session = UnicodeAttribute()
    session_key = UnicodeAttribute()
    order = UnicodeAttribute()
    object_key = UnicodeAttribute()
    line = NumberAttribute()
    offset = NumberAttribute()
    length = NumberAttribute()
    line_hash = UnicodeAttribute()
    received_at = UnicodeAttribute()
    unread_key = UnicodeAttribute(null=True)
    read_by = UnicodeAttribute(null=True)
    by_session = index_of(RECORDS, "by_session")
    unread = index_of(RECORDS, "unread")


class MemberRow(Row):
    """Any item of a note group, for reading all of them in one query."""

    content = UnicodeAttribute()
    version = NumberAttribute(null=True)


class NoteRow(Row):
    """A note. In `due` while decay may take it, in `ranked` while it is active and on no page."""

    version = VersionAttribute()
    content = UnicodeAttribute()
    state = UnicodeAttribute()
    notes_key = UnicodeAttribute()
    note_id = UnicodeAttribute()
    due_key = UnicodeAttribute(null=True)
    due_order = UnicodeAttribute(null=True)
    ranked_key = UnicodeAttribute(null=True)
    rank = UnicodeAttribute(null=True)
    by_note = index_of(NOTES, "by_note")
    due = index_of(NOTES, "due")
    ranked = index_of(NOTES, "ranked")


class ObservationRow(Row):
    """One observation, in the partition of its group and findable by its session and time."""

    content = UnicodeAttribute()
    observed_key = UnicodeAttribute()
    observed = index_of(NOTES, "observed")


class ActRow(Row):
    """One act on a note, in the partition of its group."""

    content = UnicodeAttribute()


class WorkRow(Row):
    """A group that a stage has yet to handle, a look at a note, or a note of a cluster: the keys say it all."""


class KinRow(Row):
    """A note listed under one of its words, a tombstone, or a naming."""

    content = UnicodeAttribute()


class TaskMixRow(Row):
    """What recent sessions of a scope touched."""

    content = UnicodeAttribute()


class ErasureRow(Row):
    """The account of an erasure."""

    content = UnicodeAttribute()


class ErasedRow(Row):
    """The keyed hash of a record that was erased, or the key of the scope that they are made with."""

    key = UnicodeAttribute(null=True)


class OpeningRow(Row):
    """The opening of a session, or the files that it touched, listed by time."""

    content = UnicodeAttribute()
    opened_key = UnicodeAttribute()
    opened_order = UnicodeAttribute()
    opened = index_of(NOTES, "opened")


class PageRow(Row):
    """What pages of all skeletons share; the fields of the skeleton's body are attributes of their own."""

    version = VersionAttribute()
    content = UnicodeAttribute()
    state = UnicodeAttribute()
    title = UnicodeAttribute()
    directory = UnicodeAttribute()
    ranked_key = UnicodeAttribute(null=True)
    rank = UnicodeAttribute(null=True)


class CodingPageRow(PageRow):
    """A coding page."""

    module = UnicodeAttribute()
    convention_type = UnicodeAttribute()
    trigger = UnicodeAttribute()
    approach = UnicodeAttribute()
    counterexample = UnicodeAttribute()
    ranked = index_of(PAGES[Skeleton.CODING], "ranked")


class AssistantPageRow(PageRow):
    """An assistant page."""

    category = UnicodeAttribute()
    decision_impact = UnicodeAttribute()
    ranked = index_of(PAGES[Skeleton.ASSISTANT], "ranked")


class DocumentPageRow(PageRow):
    """A document page."""

    entry_type = UnicodeAttribute()
    topic = UnicodeAttribute()
    source = UnicodeAttribute()
    source_date = UnicodeAttribute()
    references = ListAttribute(of=UnicodeAttribute)
    ranked = index_of(PAGES[Skeleton.DOCUMENT], "ranked")


class PolicyRow(Row):
    """The newest policy of a scope; lists the scope among the tenant's agents."""

    version = VersionAttribute()
    content = UnicodeAttribute()
    tenant_key = UnicodeAttribute()
    agent = UnicodeAttribute()
    scope_key = UnicodeAttribute()


class PolicyVersionRow(Row):
    """One version of a policy, kept for the runs that used it."""

    version = NumberAttribute()
    content = UnicodeAttribute()


class PointerRow(Row):
    """The pointer of a scope."""

    version = VersionAttribute()
    content = UnicodeAttribute()


class RunRow(Row):
    """A run, listed by `as_of`."""

    version = VersionAttribute()
    content = UnicodeAttribute()
    state = UnicodeAttribute()
    runs_key = UnicodeAttribute()
    run_order = UnicodeAttribute()
    runs = index_of(CONTROL, "runs")


class RevisionRow(Row):
    """One link of the scope's chain, findable by its item."""

    content = UnicodeAttribute()
    item_key = UnicodeAttribute()
    by_item = index_of(CONTROL, "by_item")


class HeadRow(Row):
    """The end of the chain and the lease."""

    sequence = NumberAttribute(default=0)
    chain = UnicodeAttribute(default="")
    lease_token = NumberAttribute(default=0)
    lease_run = UnicodeAttribute(null=True)
    lease_owner = UnicodeAttribute(null=True)
    lease_expires = UnicodeAttribute(null=True)


class ReadyRow(Row):
    """When a scope has something to do; the version is the counter of marks. In `ready` only while it has."""

    version = VersionAttribute()
    tenant_key = UnicodeAttribute()
    agent = UnicodeAttribute()
    scope_key = UnicodeAttribute()
    marked_from = UnicodeAttribute(null=True)
    marked_to = UnicodeAttribute(null=True)
    marked_at = UnicodeAttribute(null=True)
    due = UnicodeAttribute(null=True)
    ready_key = UnicodeAttribute(null=True)
    ready_order = UnicodeAttribute(null=True)
    ready = index_of(CONTROL, "ready")


class AgentRow(Row):
    """What the index of agents projects of whatever names one."""

    tenant_key = UnicodeAttribute()
    agent = UnicodeAttribute()
    scope_key = UnicodeAttribute()
    agents = index_of(CONTROL, "agents")
