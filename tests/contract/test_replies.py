"""The promises of `ports.replies.ReplyStore`, and of the model that keeps its answers there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowwave.adapters.aws.replies import S3ReplyStore
from slowwave.adapters.kept_model import KeptModel, question_of
from slowwave.bootstrap import local
from slowwave.domain.runs import Stage
from slowwave.domain.windows import Window
from slowwave.errors import Corrupt
from slowwave.ports.replies import Reply
from slowwave.runner import consolidate
from tests.contract.builders import NEIGHBOURS, SCOPE, minutes, record
from tests.contract.conftest import BUCKET, Cloud

REPLY = Reply("extraction-1", "m-1", "s-1", ("r-1",), ({"claim": "ü"}, "no object", None, 7))


@pytest.fixture
def store(cloud: Cloud) -> S3ReplyStore:
    return S3ReplyStore(cloud.clients.s3, BUCKET)


class Asked:
    """A model that counts what it is asked, and never answers twice alike."""

    version = "m-1"
    priced = True

    def __init__(self, *odd: Any) -> None:
        self.odd = odd
        self.windows: list[Window] = []

    def propose(self, window: Window) -> Sequence[Mapping[str, Any]]:
        self.windows.append(window)
        return [{"answer": len(self.windows)}, *self.odd]


def window(number: int = 1, *, scope: Any = SCOPE, fresh: bool = True) -> Window:
    records = (record(number, scope=scope), record(number + 1, scope=scope))
    return Window("s-1", records, frozenset(each.id for each in records[not fresh :]))


def test_a_reply_comes_back_as_it_was_and_the_first_one_stays(store: S3ReplyStore) -> None:
    assert store.get(SCOPE, "q-1") is None
    assert store.put(SCOPE, "q-1", REPLY) == REPLY
    assert store.put(SCOPE, "q-1", replace(REPLY, items=())) == REPLY
    assert store.get(SCOPE, "q-1") == REPLY


def test_scopes_share_no_reply(store: S3ReplyStore) -> None:
    for scope in NEIGHBOURS:
        store.put(scope, "q-1", replace(REPLY, session=scope.key))
    for scope in NEIGHBOURS:
        assert [(name, reply.session) for name, reply in store.all(scope)] == [("q-1", scope.key)]


def test_a_damaged_reply_is_an_error_and_never_asked_again(store: S3ReplyStore, cloud: Cloud) -> None:
    model = Asked()
    kept = KeptModel(model, store)
    kept.propose(window())
    (name, _), *_ = store.all(SCOPE)
    for damage in (b"{", b"[]", b'{"schema":1,"hash":"0"}'):
        cloud.clients.s3.put_object(Bucket=BUCKET, Key=f"replies/{SCOPE.key}/{name}.json", Body=damage)
        with pytest.raises(Corrupt, match="cannot be read"):
            kept.propose(window())
    assert len(model.windows) == 1


def test_a_window_is_asked_once_whoever_asks_again(store: S3ReplyStore) -> None:
    model = Asked()
    first = KeptModel(model, store).propose(window())
    assert KeptModel(model, store).propose(window()) == first
    assert len(model.windows) == 1


def test_another_window_scope_model_or_set_of_fresh_records_is_another_question(store: S3ReplyStore) -> None:
    asked = [window(), window(3), window(fresh=False), *(window(scope=scope) for scope in NEIGHBOURS)]
    questions = {question_of(version, each) for version in ("m-1", "m-2") for each in asked}
    assert len(questions) == 2 * len(asked)


def test_an_unreadable_reply_is_kept_with_the_others_and_read_the_same_every_time(store: S3ReplyStore) -> None:
    odd = [{1, 2}, float("nan"), "\ud800", {"a": object()}, b"x", None, [[1]], "text"]
    model = Asked(*odd)
    first = KeptModel(model, store).propose(window())
    assert first[0] == {"answer": 1}
    assert len(first) == 1 + len(odd)
    assert KeptModel(model, store).propose(window()) == first


def test_a_home_asks_a_given_model_once_and_shows_it_no_secret(tmp_path: Path) -> None:
    model = Asked()
    for at in (30, 40):
        with local(tmp_path, clock=lambda: minutes(60), model=model) as ports:
            said = record(1, text="the password is hunter2hunter2, password=hunter2hunter2")
            ports.records.append([said], scope=SCOPE, received_at=minutes(2))
            run = consolidate(SCOPE, minutes(at), ports, observe=lambda *_: None)
            assert [reply.model for _, reply in ports.replies.all(SCOPE)] == ["m-1"]
            assert run.started_at == minutes(60)
            assert run.model == ("m-1" if at == 30 else "")
    assert len(model.windows) == 1
    assert "hunter2" not in model.windows[0].records[0].text


def test_what_the_rules_propose_is_computed_again_and_not_stored(tmp_path: Path) -> None:
    with local(tmp_path, clock=lambda: minutes(60)) as ports:
        ports.records.append([record(1)], scope=SCOPE, received_at=minutes(2))
        run = consolidate(SCOPE, minutes(30), ports, observe=lambda *_: None)
        assert run.count(Stage.EXTRACT, "records") == 1
        assert run.model == ports.model.version
        assert not list(ports.replies.all(SCOPE))
