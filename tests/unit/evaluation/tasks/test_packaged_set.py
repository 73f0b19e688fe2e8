import re
from collections import Counter

import pytest

from slowwave.domain.claims import Skeleton
from slowwave.evaluation.simulation.events import Reason
from slowwave.evaluation.tasks.arms import scopes_of
from slowwave.evaluation.tasks.chatter import blocks
from slowwave.evaluation.tasks.checking import words
from slowwave.evaluation.tasks.format import Expectation, Sequence, Split
from slowwave.evaluation.tasks.reading import packaged
from slowwave.evaluation.tasks.shown import shown
from slowwave.evaluation.tasks.teaching import taught

SET = packaged()
SENTENCES = re.compile(r"(?<=[.!?])\s+|\n")
each_sequence = pytest.mark.parametrize("sequence", SET, ids=[each.id for each in SET])


def test_every_skeleton_has_twelve_sequences_and_a_third_of_them_is_held_out():
    assert Counter(each.kind for each in SET) == dict.fromkeys(Skeleton, 12)
    assert Counter(each.kind for each in SET if each.split is Split.HELD_OUT) == dict.fromkeys(Skeleton, 4)


def test_the_reasons_to_forbid_and_both_expectations_occur_in_each_part():
    for split in Split:
        chosen = [each for each in SET if each.split is split]
        reasons = {forbid.reason for each in chosen for task in each.tasks for forbid in task.forbids}
        assert {Reason.SUPERSEDED, Reason.POISON, Reason.SECRET, Reason.HEARSAY, Reason.OUT_OF_SCOPE} <= reasons
        assert {cycle.expect for each in chosen for cycle in each.cycles} == set(Expectation)
    everywhere = {forbid.reason for each in SET for task in each.tasks for forbid in task.forbids}
    assert everywhere == set(Reason) - {Reason.UNSAFE, Reason.WRONG}


@each_sequence
def test_a_sequence_has_several_sessions_and_tasks_that_need_earlier_ones(sequence: Sequence):
    assert 3 <= len(sequence.sessions) <= 8
    assert 2 <= len(sequence.tasks) <= 16
    assert any(session.before for session in sequence.sessions) or len(sequence.tasks) > 3
    assert len({task.name for task in sequence.tasks}) == len(sequence.tasks)


@each_sequence
def test_what_a_task_needs_can_be_shown_without_anything_that_it_forbids(sequence: Sequence):
    sources = {event.id: words(event) for session in sequence.sessions for event in session.events}
    for task in sequence.tasks:
        for need in task.needs:
            sentences = [each for each in SENTENCES.split(sources[need.source]) if shown(each, need.text)]
            clean = [each for each in sentences if not any(shown(each, forbid.text) for forbid in task.forbids)]
            assert clean, (task.name, need.text)


@each_sequence
def test_ordinary_work_neither_answers_a_task_nor_says_what_it_forbids(sequence: Sequence):
    ordinary = [event for session in sequence.sessions for event in session.events if event.chatter]
    assert ordinary
    for task in sequence.tasks:
        for item in (*task.needs, *task.forbids):
            assert not [event.text for event in ordinary if shown(words(event), item.text)], (task.name, item.text)


@each_sequence
def test_a_string_of_another_tenant_is_said_to_that_tenant_alone(sequence: Sequence):
    for session in sequence.sessions:
        for task in (*session.before, *session.after):
            for forbid in (each for each in task.forbids if each.reason is Reason.OTHER_TENANT):
                tenants = {s.tenant for s in sequence.sessions for e in s.events if shown(words(e), forbid.text)}
                assert tenants
                assert session.tenant not in tenants, (task.name, forbid.text)


@each_sequence
def test_every_event_becomes_records_that_arrive_in_order(sequence: Sequence):
    scopes = scopes_of(sequence)
    arrivals = []
    for session in sequence.sessions:
        for delivery in taught(sequence, session, scopes[session.tenant]):
            assert delivery.records
            assert all(record.event_time <= delivery.at for record in delivery.records)
            arrivals.append(delivery.at)
    assert arrivals == sorted(arrivals)


def test_every_block_of_ordinary_work_is_used():
    used = {event.chatter for each in SET for session in each.sessions for event in session.events}
    assert used == {"", *blocks()}
