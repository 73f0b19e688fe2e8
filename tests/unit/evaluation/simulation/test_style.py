import copy
from importlib.resources import files
from typing import Any

import pytest
import yaml

from slowwave.errors import InvalidInput
from slowwave.evaluation.simulation.events import Act
from slowwave.evaluation.simulation.placeholders import PLACEHOLDERS, VOICES
from slowwave.evaluation.simulation.study import STANDINGS
from slowwave.evaluation.simulation.style import faults, parsed, style, styles

PLAIN: dict[str, Any] = yaml.safe_load(
    (files("slowwave.evaluation.simulation") / "styles/plain.yaml").read_text("utf-8")
)


def broken(*path: Any, to: Any) -> tuple[str, ...]:
    data = copy.deepcopy(PLAIN)
    block: Any = data
    for key in path[:-1]:
        block = block[key]
    block[path[-1]] = to
    return faults(data, "plain")


def test_the_packaged_styles_have_no_faults_and_word_every_act() -> None:
    assert "plain" in styles()
    for name in styles():
        assert set(style(name).templates) == set(Act) - {Act.CHATTER}


@pytest.mark.parametrize(
    ("path", "to", "sentence"),
    [
        (("style",), "other", "plain: style is 'other'; it must equal the file name 'plain'."),
        (("dates",), "soon", "plain: dates is not a date format with %d."),
        (("colour",), "blue", "plain: colour is not a part of a style."),
        (("templates", "sing"), {"any": []}, "plain: templates.sing is not an act."),
        (("templates", "assert"), None, "plain: templates.assert is missing or is not a mapping of lists."),
        (("templates", "assert", "any"), "text", "plain: templates.assert.any is not a list of templates."),
        (("templates", "retract", "any"), PLAIN["templates"]["retract"]["any"][:2],
         "plain: templates.retract.any has 2 templates; it needs 3."),
        (("templates", "assert", "any", 0), "The {attribute} of {entity}.",
         "plain: templates.assert.any[0] lacks {value}."),
        (("templates", "correct_bare", "any", 0), "{entity} {attribute} {value} {old}",
         "plain: templates.correct_bare.any[0] may not use {old}."),
        (("templates", "assert", "any", 0), "{entity {attribute}",
         "plain: templates.assert.any[0] has an unpaired brace."),
        (("templates", "assert", "any", 0), 3, "plain: templates.assert.any[0] is not a text."),
        (("templates", "assert", "shoe size"), ["{entity} {value}"],
         "plain: templates.assert.shoe size is not one of any or an attribute."),
        (("templates", "poison", "user"), ["x"], "plain: templates.poison.user is not one of tool, web."),
        (("templates", "leave", "any", 0), "{approver} left in 2024.",
         "plain: templates.leave.any[0] has a number of three or more digits; those are values."),
        (("questions", "any", 0), "What about {entity}?", "plain: questions.any[0] lacks {attribute}."),
        (("chatter", "tool"), ["done"], "plain: chatter.tool has 1 templates; it needs 12."),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_one_sentence(path: tuple[Any, ...], to: Any, sentence: str) -> None:
    assert broken(*path, to=to) == (sentence,)


def test_a_wording_for_an_attribute_may_leave_the_attribute_out() -> None:
    assert broken("templates", "assert", "port", to=["{entity} listens on {value}."]) == ()


def test_what_is_no_style_at_all_is_refused() -> None:
    assert faults([], "plain") == ("plain is not a mapping.",)
    with pytest.raises(InvalidInput, match="plain: is not YAML"):
        parsed("a: [", "plain")
    with pytest.raises(InvalidInput, match=r"templates\.assert is missing"):
        parsed("style: plain", "plain")


def test_the_head_of_the_plain_style_documents_every_act() -> None:
    head = (files("slowwave.evaluation.simulation") / "styles/plain.yaml").read_text("utf-8").split("\nstyle:")[0]
    rows = {line[2:].split()[0]: line for line in head.splitlines() if len(line) > 40}
    for act in set(Act) - {Act.CHATTER}:
        row = rows[act.value]
        assert PLACEHOLDERS[act].must | PLACEHOLDERS[act].may <= set(row.replace("[", " ").replace("]", " ").split())
        assert all(voice in row for voice in VOICES.get(act, ("user",)))


def test_of_every_style_it_is_told_what_the_rules_were_in_view_of_it() -> None:
    assert STANDINGS.keys() == {*styles()}
