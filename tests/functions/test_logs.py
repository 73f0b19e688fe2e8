"""Log lines carry ids and counts and never a word of content."""

import json
import logging

import pytest

from slowwave.observability import Line, log

SECRET = "zebra-crossing-4711"


@pytest.mark.parametrize("field", ["text", "query", "task", "content", "title", "statement", "message", "reason"])
def test_a_field_for_content_is_refused(field):
    assert field not in Line.__annotations__
    with pytest.raises(TypeError, match=field):
        log("something happened", **{field: "words"})


def test_a_value_of_another_type_is_refused():
    with pytest.raises(TypeError, match="stored"):
        log("captured", stored="everything")


@pytest.fixture
def lines(caplog):
    """What was written by any logger so far, as it leaves the process."""

    def written():
        (handler,) = logging.getLogger("slowwave").handlers
        return [handler.format(record) for record in caplog.records]

    return written


def test_a_line_is_one_json_object(lines):
    log("stage advanced", scope="acme/coder", run="run-1", stage="extract", more=False)
    (line,) = map(json.loads, lines())
    assert line["message"] == "stage advanced"
    assert (line["scope"], line["run"], line["stage"], line["more"]) == ("acme/coder", "run-1", "extract", False)


def test_a_whole_run_logs_no_content(ports, invoke, request_of, said, consolidate, lines):
    text = f"Always deploy from the branch {SECRET}."
    invoke("capture", request_of(body={"records": [*said(text, sessions=3), {"session": SECRET}]}), ports)
    consolidate(ports)
    answer = invoke("injection", request_of(task=f"deploy {SECRET}"), ports)
    assert SECRET in answer["body"]
    assert len(lines()) >= 10
    assert not [line for line in lines() if SECRET in line]
