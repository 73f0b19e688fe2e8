"""What coding sessions worked on, over whole runs: in the set, with its evidence, whatever the deliveries were."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowwave.domain.claims import Skeleton
from slowwave.domain.injection import set_hash
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record, ToolUse
from slowwave.errors import InvalidPolicy, PublicationRejected
from tests.unit.stages.world import SCOPE, START, World, said, world

SECRET = "ghp_" + "a1B2" * 9


def read(*paths: str, day: int = 0, edited: tuple[str, ...] = ()) -> Record:
    tool = ToolUse("c1", "read", files_read=paths, files_edited=edited)
    at = START + timedelta(days=day)
    text = f"read: {', '.join(paths)}"
    return Record(SCOPE, f"s{day}", Actor.ASSISTANT, Kind.TOOL_CALL, Origin.ASSISTANT, text, at, tool=tool)


LOG = [
    said("always use tabs for indent"),
    read("src/app.py", "go.mod"),
    read("/work/shop/src/app.py", "/work/shop/go.mod", "/etc/hosts", day=1),
    read("src/new.py", day=2, edited=("src/new.py",)),
    read(f"logs/{SECRET}.txt", ".env", day=3),
]


def published(log: list[Record], **settings_: object) -> World:
    here = world(policy=AgentPolicy(SCOPE, **settings_))  # type: ignore[arg-type]
    here.deliver(log)
    here.consolidate()
    return here


def paths(here: World) -> list[str]:
    return [file.path for file in here.published.files]


def test_a_set_names_what_sessions_worked_on_and_where_that_is_seen() -> None:
    here = published(LOG)
    assert paths(here) == ["src/new.py", "go.mod", "src/app.py"]
    newest, _, app = here.published.files
    assert [(each.record_id, each.session, each.date, each.edited) for each in newest.evidence] == [
        (LOG[3].id, "s2", "2026-01-03", True)
    ]
    assert [each.record_id for each in app.evidence] == [LOG[2].id, LOG[1].id]
    assert app.sessions == 2
    assert SECRET not in str(here.shelves.files)
    assert SECRET not in str(here.published)


@settings(max_examples=15, deadline=None)
@given(st.permutations(LOG), st.integers(0, len(LOG)))
def test_deliveries_do_not_change_the_set(log: list[Record], cut: int) -> None:
    here = world()
    here.deliver(log[:cut])
    here.consolidate()
    here.deliver([*log[cut:], *log[:2]])
    here.consolidate()
    assert set_hash(here.published) == set_hash(published(LOG).published)


def test_the_policy_bounds_the_files_and_may_turn_them_off() -> None:
    assert paths(published(LOG, working_set_files=2)) == ["src/new.py", "go.mod"]
    assert paths(published(LOG, working_set_files=0)) == []
    for wrong in (-1, 201):
        with pytest.raises(InvalidPolicy, match="working_set_files"):
            AgentPolicy(SCOPE, working_set_files=wrong)


def test_only_a_coding_agent_has_files() -> None:
    here = published(LOG, skeletons=(Skeleton.ASSISTANT,))
    assert not here.published.files
    assert not here.shelves.files


def test_a_file_whose_record_is_gone_is_left_out_and_does_not_stop_the_set() -> None:
    here = world()
    here.deliver(LOG)
    task = here.plan()
    assert task
    here.run_stage(next(iter(here.stages())), task)
    del here.shelves.records[LOG[3].id]
    for stage in list(here.stages())[1:]:
        here.run_stage(stage, task)
    assert paths(here) == ["go.mod", "src/app.py"]


def test_withheld_calls_leave_the_next_set() -> None:
    here = published(LOG[1:])
    assert here.shelves.pointer
    pointer = here.shelves.pointer
    here.shelves.pointer = replace(pointer, item=replace(pointer.item, withheld=frozenset({LOG[3].id})))
    here.deliver([said("always use tabs for indent", day=5)])
    here.consolidate()
    assert paths(here) == ["go.mod", "src/app.py"]


def test_a_file_that_is_kept_reads_no_record_again(monkeypatch: pytest.MonkeyPatch) -> None:
    here = published(LOG)
    asked: list[str] = []
    get = here.records.get

    def counted(scope: object, ids: list[str]) -> object:
        asked.extend(ids)
        return get(scope, ids)  # type: ignore[arg-type]

    monkeypatch.setattr(here.records, "get", counted)
    again = read("go.mod", day=5)
    here.deliver([again])
    here.consolidate()
    assert paths(here)[0] == "go.mod"
    assert [each for each in asked if each in {record.id for record in [*LOG[1:], again]}] == [again.id]


@pytest.mark.parametrize("name", ["/etc/passwd", f"{SECRET}.txt", "../../../a.py", "go.mod"])
def test_a_name_that_only_a_defect_can_make_stops_the_set_unnamed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = published(LOG).published.files
    monkeypatch.setattr("slowwave.stages.publish.grounded", lambda *_, **__: (made[1], replace(made[0], path=name)))
    with pytest.raises(PublicationRejected, match="may not be shown") as refused:
        published(LOG)
    assert SECRET not in str(refused.value)


def test_more_files_than_allowed_or_one_without_evidence_stop_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    made = published(LOG).published.files
    monkeypatch.setattr("slowwave.stages.publish.grounded", lambda *_, **__: made)
    with pytest.raises(PublicationRejected, match="names 3 files of 2"):
        published(LOG, working_set_files=2)
    bare = (replace(made[0], evidence=()),)
    monkeypatch.setattr("slowwave.stages.publish.grounded", lambda *_, **__: bare)
    with pytest.raises(PublicationRejected, match="has no evidence"):
        published(LOG)
