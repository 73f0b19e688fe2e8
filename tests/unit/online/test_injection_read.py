"""The read: the last published set, minus what is withheld, within the budget, the same bytes for the same question."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.changes import Versioned
from slowwave.domain.claims import Confirmation, Lane
from slowwave.domain.injection import FileEvidence, InjectionSet, Pointer, SetItem, WorkingFile, set_hash
from slowwave.domain.scope import Scope
from slowwave.errors import InvalidInput
from slowwave.online.injection import LEAST_BUDGET, Rendered, read
from tests.unit.domain.builders import SCOPE, item
from tests.unit.stages.fakes import FakeJournal, FakeSets, Shelves, WordTokenizer

STABLE = (
    item("p-00000001", "Never log a card number", lane=Lane.SAFETY),
    item("p-00000002", "Use tabs for indent"),
    item("p-00000003", "Sign every commit message"),
)
POOL = (
    item("p-00000004", "Run the billing tests with make billing", confirmation=Confirmation.NONE),
    item("p-00000005", "Billing retries wait five seconds", confirmation=Confirmation.NONE),
    item("p-00000006", "Orders are exported nightly", confirmation=Confirmation.NONE),
)


FILES = tuple(
    WorkingFile(name, 2, "2026-01-05", (FileEvidence(f"r-{n}", "s1", "2026-01-05", edited=False),))
    for n, name in enumerate(["main.go", "pkg/orders/export.go", "pkg/billing/retry.go", "docs/api.md"])
)
HEADING = "# Files read or edited before (as observed)"


@dataclass
class Published:
    withheld: frozenset[str] = frozenset()
    stable: tuple[SetItem, ...] = STABLE
    pool: tuple[SetItem, ...] = POOL
    files: tuple[WorkingFile, ...] = FILES
    shelves: Shelves = field(default_factory=Shelves)

    def read(self, task: str = "", budget: int | None = None, scope: Scope = SCOPE, files: int = 0) -> Rendered:
        published = InjectionSet(SCOPE, "o200k_base", 200, 120, True, self.stable, self.pool, files=self.files)
        self.shelves.sets[set_hash(published)] = published
        self.shelves.pointer = Versioned(Pointer(SCOPE, set_hash(published), withheld=self.withheld), 1)
        return read(
            scope,
            task=task,
            budget=budget,
            files=files,
            journal=FakeJournal(self.shelves),
            sets=FakeSets(self.shelves),
            tokenizer=lambda _: WordTokenizer(),
        )


def test_before_the_first_publication_the_block_is_empty() -> None:
    shelves = Shelves()
    answer = read(
        SCOPE,
        task="x",
        budget=None,
        journal=FakeJournal(shelves),
        sets=FakeSets(shelves),
        tokenizer=lambda _: WordTokenizer(),
    )
    assert (answer.text, answer.tokens, answer.stable, answer.task) == ("", 0, (), ())


def test_without_a_task_the_stable_part_is_shown_alone() -> None:
    answer = Published().read()
    assert (answer.stable, answer.task) == (STABLE, ())
    assert answer.tokens == WordTokenizer().count(answer.text)


def test_a_task_adds_the_candidates_that_share_its_words() -> None:
    answer = Published().read("fix billing retries")
    assert [each.item_id for each in answer.task] == ["p-00000005", "p-00000004"]
    prefix = Published().read().text.removesuffix("</slowwave>\n")
    assert answer.text.startswith(prefix)


@given(st.sampled_from(["", "billing", "orders and billing tests", "tabs commit"]), st.integers(LEAST_BUDGET, 120))
def test_what_is_rendered_never_exceeds_the_budget_and_safety_is_never_cut(task: str, budget: int) -> None:
    answer = Published().read(task, budget)
    assert WordTokenizer().count(answer.text) <= budget
    assert answer.tokens == WordTokenizer().count(answer.text)
    assert STABLE[0] in answer.stable
    ids = [each.item_id for each in (*answer.stable, *answer.task)]
    assert len(set(ids)) == len(ids)


def test_a_line_that_a_small_budget_cut_may_come_back_for_a_task_that_needs_it() -> None:
    long = item("p-00000008", "Write " + "very " * 30 + "long lines")
    published = Published(stable=(*STABLE[:2], long, STABLE[2]))
    budget = Published(stable=STABLE).read("billing").tokens
    assert published.read("", budget).stable == STABLE[:2]
    assert published.read("sign the commit", budget).task == (STABLE[2],)


def test_a_small_budget_leaves_the_task_its_share() -> None:
    many = tuple(item(f"p-000001{n:02}", f"Prefer habit number {n} in every file") for n in range(40))
    published = Published(stable=(STABLE[0], *many))
    whole = published.read("billing retries")
    small = published.read("billing retries", whole.budget // 2)
    assert small.task
    assert len(small.stable) < len(published.read("").stable)
    assert published.read("", whole.budget // 2).stable == small.stable


def test_a_budget_too_small_for_safety_is_refused() -> None:
    long = item("p-00000009", "never " * 60, lane=Lane.SAFETY)
    with pytest.raises(InvalidInput, match="safety lane"):
        Published(stable=(long,)).read("", LEAST_BUDGET)


@pytest.mark.parametrize("budget", [0, -1, LEAST_BUDGET - 1])
def test_a_budget_below_the_least_is_refused(budget: int) -> None:
    with pytest.raises(InvalidInput, match="at least"):
        Published().read("", budget)


@pytest.mark.parametrize("withheld", ["p-00000002", "n-00000002"])
def test_a_withheld_line_is_gone_from_the_next_read(withheld: str) -> None:
    answer = Published(frozenset({withheld})).read("tabs for indent")
    assert "tabs" not in answer.text
    assert answer.etag != Published().read("tabs for indent").etag


def test_the_etag_changes_with_set_withheld_task_and_budget_and_with_nothing_else() -> None:
    base = Published().read("billing", 100)
    assert Published().read("billing", 100) == base
    others = [
        Published().read("orders", 100),
        Published().read("billing", 101),
        Published(frozenset({"p-00000006"})).read("billing", 100),
        Published(pool=POOL[:2]).read("billing", 100),
        Published(stable=(replace(STABLE[0], text="Never log a name"),)).read("billing", 100),
    ]
    tags = [each.etag for each in (base, *others)]
    assert len(set(tags)) == len(tags)


def test_without_files_asked_for_the_block_is_the_same_as_if_there_were_none() -> None:
    with_files, without = Published().read("billing"), Published(files=()).read("billing")
    assert with_files.text.replace(with_files.set_hash[:12], without.set_hash[:12]) == without.text
    assert with_files.files == ()
    assert HEADING not in with_files.text


def test_files_stand_last_in_the_order_of_use_and_of_the_task() -> None:
    answer = Published().read("", 200, files=9)
    assert answer.files == FILES
    assert answer.text.endswith("- docs/api.md (2 sessions, 2026-01-05)\n</slowwave>\n")
    assert [each.path for each in Published().read("fix billing retries", 200, files=2).files] == [
        "pkg/billing/retry.go",
        "main.go",
    ]


@given(
    st.sampled_from(["", "billing", "orders and billing tests", "tabs commit"]),
    st.integers(LEAST_BUDGET, 160),
    st.integers(1, 4),
)
def test_files_stay_within_the_budget_and_leave_the_stable_block_alone(task: str, budget: int, files: int) -> None:
    answer, bare = Published().read(task, budget, files=files), Published().read(task, budget)
    assert answer.tokens == WordTokenizer().count(answer.text) <= budget
    assert answer.stable == bare.stable
    assert {*answer.task} <= {*bare.task}
    assert len(answer.files) <= files
    wanted = Published().read(task, 1000, files=files).files
    assert answer.files == wanted[: len(answer.files)]


def test_lines_for_the_task_keep_most_of_the_room_and_files_fill_what_they_leave() -> None:
    many = tuple(replace(FILES[0], path=f"pkg/file{n}.go") for n in range(60))
    published = Published(files=many)
    lines = published.read("billing orders exported", 200).task
    assert published.read("billing orders exported", 200, files=60).task == lines
    narrow = published.read("billing orders exported", 100, files=60)
    assert (len(lines), len(narrow.task), len(narrow.files)) == (3, 2, 1)


def test_a_file_whose_calls_are_withheld_is_not_named() -> None:
    answer = Published(withheld=frozenset({"r-0"})).read("", 200, files=9)
    assert answer.files == FILES[1:]


def test_the_etag_knows_how_many_files_were_asked_for() -> None:
    tags = {Published().read("billing", 100, files=n).etag for n in range(4)}
    assert len(tags) == 4


def test_fewer_files_than_none_are_refused() -> None:
    with pytest.raises(InvalidInput, match="files is -1"):
        Published().read("", 100, files=-1)
