"""Marks: nothing that was asked for after a run began is lost, and no run is asked for that has nothing to do."""

from hypothesis import given
from hypothesis import strategies as st

from slowwave.adapters.aws.marks import Mark

instants = st.integers(0, 99).map(lambda number: f"{number:02}")


def marked(times: list[str]) -> Mark:
    mark = Mark()
    for time in times:
        mark = mark.marked(time, "now")
    return mark


@given(times=st.lists(instants, min_size=1))
def test_the_earliest_mark_wins_in_any_order(times: list[str]) -> None:
    assert marked(times).ready_at == min(times)
    assert marked(times) == marked(sorted(times))


@given(times=st.lists(instants, min_size=1), as_of=instants, due=st.none() | instants)
def test_settling_keeps_every_later_mark_and_no_other(times: list[str], as_of: str, due: str | None) -> None:
    settled = marked(times).settled(as_of, due)
    later = [time for time in times if time > as_of]
    wanted = min([*later, *([due] if due else [])], default=None)
    if wanted is None:
        assert settled.ready_at is None
    else:
        assert settled.ready_at is not None
        assert settled.ready_at <= wanted
        assert not later or settled.last == max(later)


@given(times=st.lists(instants, min_size=1), due=st.none() | instants)
def test_a_run_after_all_marks_leaves_only_its_own_due_time(times: list[str], due: str | None) -> None:
    assert marked(times).settled(max(times), due) == Mark(due=due, made="now")


@given(times=st.lists(instants, min_size=1), due=st.none() | instants)
def test_a_run_that_may_have_missed_a_mark_keeps_all_of_them(times: list[str], due: str | None) -> None:
    kept = marked(times).kept(due)
    assert (kept.first, kept.last) == (min(times), max(times))
    assert kept.ready_at == min([*times, *([due] if due else [])])
