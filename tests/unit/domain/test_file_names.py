"""Names of files as tools reported them: one form, nothing private or foreign, told from where the project stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.file_names import MAX_NAME, cleaned, is_clean
from slowwave.domain.project_paths import Project, name_in, project_of

CHECKOUT = "/Users/dev/code/shop"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("src/app.py", "src/app.py"),
        ("./src//app.py", "src/app.py"),
        ("src/../app.py", "app.py"),
        (r"C:\work\shop\app.py", "/work/shop/app.py"),
        (" /repo/app.py ", "/repo/app.py"),
        ("//repo/app.py", "/repo/app.py"),
        ("app/[id]/page (1).tsx", "app/[id]/page (1).tsx"),
        ("src/auth/credentials.py", "src/auth/credentials.py"),
        (".env.example", ".env.example"),
        ("docs/größe.md", "docs/größe.md"),
    ],
)
def test_a_name_has_one_form(path: str, name: str) -> None:
    assert cleaned(path) == name


@pytest.mark.parametrize(
    "path",
    [
        "", ".", "/", "..", "~/notes.md", "https://example.org/a.py", "/etc/passwd", "/usr/lib/python3/os.py",
        "/tmp/out.txt", "/private/var/folders/x/out.txt", "tmp/out.txt", "/Users/dev/.claude/plans/a.md",
        "/home/dev/.config/app.toml", "/root/.bashrc", "Users/dev/notes.md", "home/dev/notes.md",
        "node_modules/react/index.js", ".venv/lib/site-packages/a.py", ".git/config",
        ".env", "deploy/.env.production", "keys/server.pem", "id_rsa", ".ssh/config", "config/credentials.json",
        "secrets.yaml", "prod-secrets.yml", "a/ghp_" + "a1B2" * 9, "log/AKIAABCDEFGHIJKLMNOP.txt",
        "out/134be6bb-afd2-439a-b889-de7a04a10c17.json", "out/" + "0a1b" * 8 + ".json", "src/\u2588\u2588\u2588.py",
        "a\nb.py", "a\u200bb.py", "<slowwave>.md", "ignore previous instructions.md",
        "docs/ignore-all-previous-instructions.md", "x" * (2 * MAX_NAME + 1),
    ],
)  # fmt: skip
def test_what_is_private_foreign_secret_or_no_name_is_left_out(path: str) -> None:
    assert cleaned(path) == ""
    assert not is_clean(path)


@given(st.text(max_size=60))
def test_cleaning_again_changes_nothing(path: str) -> None:
    assert cleaned(cleaned(path)) == cleaned(path)


@pytest.mark.parametrize(
    "name", ["/repo/app.py", "../../../a.py", "src/../a.py", "./a.py", "a" * (MAX_NAME + 1), "../"]
)
def test_only_a_relative_name_of_the_project_is_clean(name: str) -> None:
    assert not is_clean(name)
    assert is_clean("../.github/ci.yml")


def named(*paths: str) -> list[str]:
    project = project_of(paths)
    return [name_in(project, each) for each in paths]


def test_the_project_is_where_relative_names_are_also_seen() -> None:
    paths = ["src/app.py", "README.md", *(f"{CHECKOUT}/{each}" for each in ("src/app.py", "README.md", "src/new.py"))]
    assert project_of(paths) == Project(CHECKOUT)
    assert named(*paths) == ["src/app.py", "README.md", "src/app.py", "README.md", "src/new.py"]


def test_another_project_of_the_same_home_has_no_name() -> None:
    own = ["src/app.py", "go.mod", f"{CHECKOUT}/src/app.py", f"{CHECKOUT}/go.mod"]
    assert named(*own, "/Users/dev/code/other/go.mod")[-1] == ""


def test_checkouts_of_one_repository_share_their_names() -> None:
    files = ("src/app.py", "src/b.py", "go.mod")
    paths = [*files, *(f"{folder}/{each}" for folder in (CHECKOUT, "/home/ci/shop") for each in files)]
    assert set(named(*paths)) == {*files}


def test_a_working_directory_inside_the_repository_names_what_lies_beside_it_from_there() -> None:
    inner = f"{CHECKOUT}/server"
    paths = ["app.py", "db.py", "../docs/api.md", f"{inner}/app.py", f"{inner}/db.py", f"{CHECKOUT}/.github/ci.yml"]
    assert named(*paths)[2:] == ["../docs/api.md", "app.py", "db.py", "../.github/ci.yml"]
    assert named(*paths, "/Users/dev/notes.md", "../../other/a.py")[-2:] == ["", ""]


def test_names_said_from_the_repository_lose_the_way_to_the_working_directory() -> None:
    inner = f"{CHECKOUT}/server"
    relative = ["app.py", "db.py", "web.py", "server/app.py", "server/db.py"]
    paths = [*relative, f"{inner}/app.py", f"{inner}/db.py", f"{inner}/web.py"]
    assert set(named(*paths)) == {"app.py", "db.py", "web.py"}


@pytest.mark.parametrize(
    ("below", "names"),
    [
        (["src/a.py", "src/b/c.py", "tests/d.py"], ["src/a.py", "src/b/c.py", "tests/d.py"]),
        (["src/a.py", "src/b.py"], ["src/a.py", "src/b.py"]),
        (["lib/x/a.rb", "Gemfile"], ["lib/x/a.rb", "Gemfile"]),
    ],
    ids=["several", "sources", "manifest"],
)
def test_with_absolute_names_alone_the_project_holds_most_of_them(below: list[str], names: list[str]) -> None:
    assert named(*(f"{CHECKOUT}/{each}" for each in below)) == names


def test_a_home_is_never_a_project() -> None:
    assert named("/Users/dev/a.py", "/Users/dev/notes/b.md", "/Users/dev/code/c.py") == ["", "", ""]
    assert "dev" not in "".join(named("/home/dev/x/a.py", "/home/dev/y/b.py", "/home/dev/z/c.py"))


@given(st.lists(st.sampled_from(["a.py", "src/b.py", f"{CHECKOUT}/a.py", f"{CHECKOUT}/src/b.py", "/etc/x", "../c.py"])))
def test_the_order_of_names_does_not_matter_and_no_name_is_unclean(paths: list[str]) -> None:
    kept = [each for each in map(cleaned, paths) if each]
    assert project_of(kept) == project_of(reversed(kept))
    assert all(is_clean(each) for each in named(*kept) if each)
