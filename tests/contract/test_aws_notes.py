"""What only the AWS note store can be asked: how reads page, and that they do not grow with what is stored."""

import pytest

from slowwave.adapters.aws.codec import dumps
from slowwave.adapters.aws.ledger import DynamoLedger
from slowwave.adapters.aws.notes import DynamoNoteStore
from slowwave.adapters.aws.rows import note_row
from slowwave.domain.changes import Put, Versioned
from slowwave.domain.notes import DECAYING, NoteState
from tests.contract.builders import SCOPE, T0, claim, minutes, note, observation
from tests.contract.conftest import Cloud

SEEN = 5000


@pytest.fixture
def crowded(home: Cloud) -> Cloud:
    """A note that was observed five thousand times."""
    changes = [Put(note(evidence_count=SEEN), 0, "It was said."), *(Put(observation(n)) for n in range(SEEN))]
    DynamoLedger(home.tables).commit(SCOPE, changes, cause="run-1", at=T0, lease=None, now=T0)
    return home


def test_a_group_over_one_megabyte_is_read_whole_and_its_note_stays_small(crowded: Cloud) -> None:
    calls = crowded.calls()
    group = DynamoNoteStore(crowded.tables).group(SCOPE, note().group_id)
    assert [each.evidence.span.record_id for each in group.observations] == [f"r-{n:05}" for n in range(SEEN)]
    assert group.notes == (Versioned(note(evidence_count=SEEN), 1),)
    assert set(calls) == {"Query"}
    assert len(calls) > 1
    (row,) = crowded.tables.note.query(f"acme/dev#group#{note().group_id}", crowded.tables.note.sk.startswith("note#"))
    assert len(row.content) < 2000


def test_a_commit_reads_nothing_but_the_head(home: Cloud) -> None:
    ledger = DynamoLedger(home.tables)
    changes = [Put(note(claim(value=f"v{n}")), 0, "It was said.") for n in range(49)]
    calls = home.calls()
    ledger.commit(SCOPE, changes, cause="act-1", at=T0, lease=None, now=T0)
    assert calls == ["GetItem", "TransactWriteItems"]
    calls.clear()
    ledger.commit(SCOPE, [], cause="act-1", at=T0, lease=None, now=T0)
    ledger.commit(SCOPE, [Put(observation(n)) for n in range(99)], cause="act-1", at=T0, lease=None, now=T0)
    assert calls == ["TransactWriteItems"]


def test_what_is_due_is_read_by_one_query_and_one_batch(home: Cloud) -> None:
    notes = [note(claim(value=f"v{n}"), due_at=minutes(n)) for n in range(40)]
    changes = [Put(each, 0, "It was said.") for each in notes]
    DynamoLedger(home.tables).commit(SCOPE, changes, cause="act-1", at=T0, lease=None, now=T0)
    calls = home.calls()
    due = DynamoNoteStore(home.tables).due(SCOPE, minutes(99), limit=5)
    assert [each.item for each in due] == notes[:5]
    assert calls == ["Query", "BatchGetItem"]


def test_a_lagging_index_does_not_end_a_read_too_early(home: Cloud) -> None:
    notes = [note(claim(value=f"v{n}"), due_at=minutes(n)) for n in range(9)]
    changes = [Put(each, 0, "It was said.") for each in notes]
    DynamoLedger(home.tables).commit(SCOPE, changes, cause="act-1", at=T0, lease=None, now=T0)
    for each in notes[:6]:
        row = note_row(home.tables, each, 1)
        row.content = dumps(note(each.claim, state=NoteState.RETIRED, due_at=each.due_at))
        row.save()
    due = DynamoNoteStore(home.tables).due(SCOPE, minutes(99), limit=2)
    assert [each.item for each in due] == notes[6:8]


@pytest.mark.parametrize("state", NoteState)
def test_only_what_fades_is_due_and_only_active_notes_are_ranked(home: Cloud, state: NoteState) -> None:
    item = note(state=state, due_at=minutes(1))
    DynamoLedger(home.tables).commit(SCOPE, [Put(item, 0, "Said.")], cause="act-1", at=T0, lease=None, now=T0)
    assert home.tables.note.due.count("acme/dev#due") == (state in DECAYING)
    assert home.tables.note.ranked.count("acme/dev#ranked") == (state is NoteState.ACTIVE)
