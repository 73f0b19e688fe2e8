"""What recent sessions touched: the same whatever the order, bounded, unreadable, and blind to what nobody said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Lane, Skeleton
from slowwave.domain.injection import Layer
from slowwave.domain.pages import CodingBody, Page
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Actor, Kind, Origin, Record, ToolUse
from slowwave.domain.residence import MODULE_TOUCHED, MODULE_UNTOUCHED, NEUTRAL, is_unused, module_of, relevance
from slowwave.domain.taskmix import ACTIVE_WEEKS, BITS, TaskMix, add, topics, touched
from tests.unit.domain.builders import SCOPE, START, item, record

EMPTY = TaskMix(SCOPE)
WORDS = st.lists(st.sampled_from(["orders", "webhook retries", "invoices", "billing export", "deploy"]), max_size=3)
NOW = datetime(2026, 3, 4, tzinfo=UTC)

messages = st.builds(
    lambda words, day: record(" ".join(words), at=START + timedelta(days=day)), WORDS, st.integers(-400, 400)
)


@given(st.lists(messages, max_size=8), st.data())
def test_any_order_repetition_and_splitting_gives_the_same_mix(log: list[Record], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(log))
    cut = data.draw(st.integers(0, len(log)))
    in_parts = add(add(add(EMPTY, shuffled[:cut]), shuffled[cut:]), log[:2])
    assert in_parts == add(EMPTY, log)
    assert len(in_parts.weeks) <= ACTIVE_WEEKS
    assert all(len(each.bits) <= BITS // 4 for each in in_parts.weeks)


def test_the_mix_holds_no_words() -> None:
    mix = add(EMPTY, [record("the merger with Initech")])
    assert "initech" not in str(mix).lower()


def test_only_what_people_said_and_tools_were_given_counts() -> None:
    assert touched(record("webhook retries")) == {"webhook", "retr"}
    for origin in (Origin.WEB, Origin.TOOL, Origin.ASSISTANT, Origin.INJECTED):
        assert not touched(record("webhook retries", origin=origin))
    use = ToolUse("1", "edit", "npm run build:orders", ("src/orders/api.py",), ("src/billing/exportJob.py",))
    call = Record(SCOPE, "s1", Actor.ASSISTANT, Kind.TOOL_CALL, Origin.ASSISTANT, "", START, tool=use)
    assert {"order", "bill", "export", "job"} <= touched(call)


def _working_on(*texts: str, at: datetime = NOW - timedelta(days=1)) -> TaskMix:
    return add(EMPTY, [record(text, at=at) for text in texts])


def test_an_item_is_near_when_its_module_or_its_words_were_touched() -> None:
    orders = replace(item(text="Export through the job queue"), directory="src/orders/convention")
    billing = replace(item(text="Round to cents"), directory="src/billing/convention")
    everywhere = item(text="Write the changelog before a release")
    mix = _working_on("please fix src/orders/api.py", "the commit is signed")
    assert [relevance(each, mix, NOW) for each in (orders, billing, everywhere)] == [
        MODULE_TOUCHED, MODULE_UNTOUCHED, NEUTRAL,
    ]  # fmt: skip
    assert {relevance(each, EMPTY, NOW) for each in (orders, billing, everywhere)} == {NEUTRAL}
    assert relevance(everywhere, _working_on("write a changelog, it is a release"), NOW) == MODULE_TOUCHED


def test_a_quiet_scope_keeps_its_relevance_however_long() -> None:
    orders = replace(item(), directory="src/orders/convention")
    mix = _working_on("src/orders/api.py")
    assert relevance(orders, mix, NOW + timedelta(days=4000)) == MODULE_TOUCHED


def test_the_module_of_a_line_is_where_it_stands_without_its_type() -> None:
    assert module_of(replace(item(), directory="src/orders/convention")) == "src/orders"
    assert module_of(item()) == ""
    assert module_of(replace(item(skeleton=Skeleton.ASSISTANT), directory="binding/constraint")) == ""
    assert module_of(replace(item(layer=Layer.NOTE), directory="src/orders")) == "src/orders"


def _page(*, last: datetime, lane: Lane = Lane.DEFAULT, pinned: bool = False) -> Page:
    line = item()
    return Page(
        scope=SCOPE, skeleton=Skeleton.CODING, title="t", text="Batch the export", lane=lane,
        body=CodingBody("src/orders", "convention"), standing=line.standing, confirmation=line.confirmation, trust=3,
        importance=0.5, note_ids=("n-1",), evidence=(), evidence_count=1, sessions=1, first_time=last, last_time=last,
        directory="src/orders/convention", pinned=pinned,
    )  # fmt: skip


def test_a_page_is_unused_after_the_days_of_the_policy_unless_mentioned_pinned_or_a_safety_rule() -> None:
    policy = AgentPolicy(SCOPE, unused_days=100)
    old = NOW - timedelta(days=101)
    assert is_unused(_page(last=old), EMPTY, policy, NOW)
    assert not is_unused(_page(last=NOW - timedelta(days=100)), EMPTY, policy, NOW)
    assert not is_unused(_page(last=old), _working_on("src/orders/api.py"), policy, NOW)
    assert is_unused(_page(last=old), _working_on("src/orders/api.py", at=old - timedelta(days=20)), policy, NOW)
    assert not is_unused(_page(last=old, pinned=True), EMPTY, policy, NOW)
    assert not is_unused(_page(last=old, lane=Lane.SAFETY), EMPTY, policy, NOW)


def test_common_words_are_no_topic() -> None:
    assert topics("please use the same for all of them") == frozenset()
