"""Two wordings of one thing share a key; two things do not."""

import pytest

from slowwave.domain.claims import Skeleton
from slowwave.domain.keys import (
    is_path,
    normalize_path,
    normalize_qualifier,
    normalize_subject,
    singular,
    split_environment,
    stem_phrase,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the staging timeout", "our staging timeouts"),
        ("the timeout of checkout", "checkout's timeout"),
        ("the timeout for checkout", "Checkout timeout"),
        ("the repo", "repository"),
        ("the time zone", "tz"),
        ("`src/orders/`", "src/orders"),
        ("DB pool size", "database pool size"),
    ],
)
def test_wordings_of_one_thing(one: str, other: str) -> None:
    assert normalize_subject(one) == normalize_subject(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("billing", "billing-v2"),
        ("src/orders", "src/order"),
        ("read timeout", "write timeout"),
        ("api port", "admin port"),
        ("src/Orders", "src/orders"),
    ],
)
def test_different_things(one: str, other: str) -> None:
    assert normalize_subject(one) != normalize_subject(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("run the linter before committing", "running the linter before you commit"),
        ("add a docstring to public functions", "adding docstrings to every public function"),
        ("push directly to main", "pushing directly to main"),
    ],
)
def test_wordings_of_one_directive(one: str, other: str) -> None:
    assert stem_phrase(one) == stem_phrase(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("copy from staging to production", "copy from production to staging"),
        ("run the linter before committing", "run the linter after committing"),
        ("only deploy on Fridays", "deploy on Fridays"),
    ],
)
def test_different_directives(one: str, other: str) -> None:
    assert stem_phrase(one) != stem_phrase(other)


def test_an_environment_goes_to_the_qualifier() -> None:
    assert split_environment("staging timeout") == ("timeout", "staging")
    assert split_environment("prod") == ("production", "")
    assert normalize_qualifier("the prod environment") == "production"


def test_synonyms_depend_on_the_skeleton() -> None:
    assert normalize_subject("my job title", Skeleton.ASSISTANT) == "role"
    assert normalize_subject("my job title", Skeleton.CODING) == "job title"


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("queries", "query"),
        ("boxes", "box"),
        ("status", "status"),
        ("redis", "redis"),
        ("tests", "test"),
        ("bus", "bus"),
    ],
)
def test_singular(plural: str, expected: str) -> None:
    assert singular(plural) == expected


@pytest.mark.parametrize("text", ["src/orders", "`src/orders/`", "./a/b.py", "main.py", "/etc/hosts"])
def test_paths(text: str) -> None:
    assert is_path(text)


@pytest.mark.parametrize("text", ["orders", "3.12", "e.g.", "https://example.org/a", "he said"])
def test_what_is_no_path(text: str) -> None:
    assert not is_path(text)


def test_a_path_keeps_its_case_and_loses_its_slash() -> None:
    assert normalize_path("`./Src/Orders/`") == "Src/Orders"
