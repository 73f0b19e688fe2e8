"""A value is read only where its sentence is the speaker's own assertion: what is denied, dreamt, hoped, proposed, or
said by another states nothing, and what plainly asserts states the value whatever it opens with.
"""

from collections.abc import Callable, Sequence

import pytest

from slowwave.domain.claims import Candidate, Polarity, Signal, Standing
from slowwave.domain.records import Record

Make = Callable[..., Record]
Propose = Callable[[Sequence[Record]], tuple[Candidate, ...]]

STATEMENTS = ("the timeout of checkout is 3 s", "checkout's timeout is 3 s", "the owner of checkout is Priya")

REFUTED = (
    "It is not true that X.",
    "It isn't true that X.",
    "It is false that X.",
    "It's wrong that X.",
    "It's a myth that X.",
    "I was wrong that X.",
    "I deny that X.",
    "I never said X.",
    "You keep saying X.",
    "You wrongly wrote that X.",
    "There is no proof that X.",
    "Wrong: X.",
    "Myth: X.",
    "Old: X.",
    "X (wrong).",
    "X (old).",
    "X. That's wrong.",
    "X. Wrong!",
    "X. I made that up.",
)
"""Sentences that refute a value, which make what is known of it unsure."""

UNSTATED = (
    "Don't assume X.",
    "Never assume X.",
    "Stop saying X.",
    "You said X.",
    "You told me X.",
    "You assumed X.",
    "Kim is convinced X.",
    "Kim keeps insisting X.",
    "Kim's note: X.",
    "The sign says X.",
    "Fake news: X.",
    "Proposal: X.",
    "Option A: X.",
    "Translate: X.",
    "Q: X. A: no.",
    "Assume X.",
    "Pretend X.",
    "Hopefully X.",
    "I hope X.",
    "I dreamt X.",
    "In the story, X.",
    "In the dream, X.",
    "In a perfect world, X.",
    "For the role play, X.",
    "Draft: X.",
    "As soon as Kim approves, X.",
    "By next year, X.",
    "Unless X, deploy.",
    "Check whether X.",
    "Reply that X.",
    "Tell Kim X.",
    "The test expects that X.",
    "X, says Kim.",
    "X, said the wiki.",
    "X, allegedly.",
    "X (proposal).",
    "X (Kim's guess).",
    "X (according to Kim).",
    "X. Or so they say.",
    "X. At least that's what Kim says.",
    "X. Just an example.",
    "X. Don't remember that.",
    "X - right?",
    "~~X~~",
    "X\uff1f",
    "X\u061f",
    "\u201eX\u201c",
    "A) X. B) the timeout of checkout is 5 s.",
)

ASSERTED = (
    "X.",
    "Note that X.",
    "Please keep in mind that X.",
    "Remember that X.",
    "Don't forget that X.",
    "You should know that X.",
    "I confirmed that X.",
    "I double checked and X.",
    "We agreed that X.",
    "We decided yesterday that X.",
    "The team decided that X.",
    "It turns out that X.",
    "It is official that X.",
    "The outcome of the meeting is that X.",
    "The good news is that X.",
    "FYI: X.",
    "Update: X.",
    "Heads up: X.",
    "Correction: X.",
    "Two things changed: X.",
    "As of last week, X.",
    "Since this morning, X.",
    "After a long discussion, X.",
    "Unfortunately, X.",
    "Thanks, that worked, and X.",
    "Hi team, X.",
    "X, thanks.",
    "X (see the runbook).",
    "X. That's all.",
    "X. Wrong values break the build.",
)

VERBS_UNDONE = (
    "We ruled out 3 s as the timeout of checkout.",
    "We rejected 3 s as the timeout of checkout.",
    "We voted against 3 s as the timeout of checkout.",
    "We decided against 3 s as the timeout of checkout.",
    "Please avoid 3 s as the timeout of checkout.",
    "We discussed 3 s as the timeout of checkout.",
    "The README wrongly gives 8080 as the port of checkout.",
    "The wiki lists 8080 as the port of checkout.",
    "The customer demands 3 s as the timeout of checkout.",
    "The competitor has 3 s as the timeout of checkout.",
    "Kim accidentally set the timeout of checkout to 3 s.",
    "I forgot to set the timeout of checkout to 3 s.",
    "The timeout of checkout is *not* 3 s.",
    "I dreamt that team Alder owns checkout.",
    "Kim is convinced that team Alder owns checkout.",
)

VERBS_DONE = (
    "We went back to 3 s as the timeout of checkout.",
    "I want 3 s as the timeout of checkout.",
    "We reverted, checkout uses 3 s again as timeout, not 5 s.",
    "Always use 3 s for the timeout of checkout, in staging.",
    "Since the last release the timeout of checkout is 3 s.",
    "Just a reminder that the timeout of checkout is 3 s.",
    "Safety rule: the timeout of checkout is 3 s.",
    "We chose 3 s as the timeout of checkout.",
    "We agreed on 3 s as the timeout of checkout.",
    "Please keep 3 s as the timeout of checkout.",
    "Kim set the timeout of checkout to 3 s.",
    "We finally raised the timeout of checkout to 3 s.",
    "After the release checkout ended up with 3 s as its timeout.",
)

NEVER_CHANGED = (
    "We never updated checkout. The port is 8080.",
    "Nobody updated checkout. Its port is 8080.",
    "We updated checkout and then reverted it. The port is 8080.",
    "I dreamt we updated checkout. The port is 8080.",
    "The competitor updated checkout. Its port is 8080.",
    "3 s is not wrong for checkout. The delay is 5 s.",
    "I updated my resume for Berlin. The owner is Kim.",
)


def stated(candidates: Sequence[Candidate]) -> list[str]:
    """What is affirmed of a slot of a thing."""
    return [
        each.claim.statement
        for each in candidates
        if each.claim.standing is Standing.FACT
        and each.claim.polarity is Polarity.AFFIRM
        and each.claim.key.subject.split()[0] in ("checkout", "berlin")
    ]


def worded(template: str, statement: str) -> str:
    text = template.replace("X", statement)
    return text[0].upper() + text[1:]


@pytest.mark.parametrize("template", REFUTED)
def test_a_refuted_value_is_not_stated_and_makes_what_is_known_unsure(
    template: str, record: Make, propose: Propose
) -> None:
    for statement in STATEMENTS:
        assert not stated(propose([record(worded(template, statement))])), statement
    found = propose([record(worded(template, STATEMENTS[0]))])
    assert [each.signal for each in found] == [Signal.UNCLEAR]


@pytest.mark.parametrize("template", UNSTATED)
def test_a_value_that_nobody_here_asserts_is_not_stated(template: str, record: Make, propose: Propose) -> None:
    for statement in STATEMENTS:
        assert not stated(propose([record(worded(template, statement))])), statement


@pytest.mark.parametrize("template", ASSERTED)
def test_a_value_is_stated_whatever_the_assertion_opens_with(template: str, record: Make, propose: Propose) -> None:
    for statement in STATEMENTS:
        assert len(stated(propose([record(worded(template, statement))]))) == 1, statement


@pytest.mark.parametrize("text", [*VERBS_UNDONE, *NEVER_CHANGED])
def test_what_was_not_done_gives_no_value(text: str, record: Make, propose: Propose) -> None:
    assert not stated(propose([record(text)]))


@pytest.mark.parametrize("text", VERBS_DONE)
def test_what_was_done_gives_its_value(text: str, record: Make, propose: Propose) -> None:
    assert len(stated(propose([record(text)]))) == 1


def test_what_is_taken_back_leaves_alone_what_was_said_before(record: Make, propose: Propose) -> None:
    found = propose([record("The port of ledger is 8080."), record("The timeout of checkout is 3 s. That's wrong.", 1)])
    assert [each.signal for each in found] == [Signal.UNCLEAR]
