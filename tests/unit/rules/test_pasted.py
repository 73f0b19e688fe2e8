"""A text that a user pastes or dictates says nothing about the user; what they list under a colon of their own does."""

from collections.abc import Callable, Sequence

import pytest

from slowwave.adapters.local.rules.pasted import without_pasted
from slowwave.adapters.local.rules.regions import mask
from slowwave.domain.claims import Candidate
from slowwave.domain.records import Record

Make = Callable[..., Record]
Propose = Callable[[Sequence[Record]], tuple[Candidate, ...]]

OTHERS = "The timeout of billing is 30 s."
MINE = "The port of orders is 7001."

INTRODUCED = [
    "Summarize this article:\n\nBilling guide.\n\n{}",
    "Can you summarise the following for me:\n{}",
    "Summarize: {}",
    "Please translate this into German:\n\n{}",
    "Translate to French: {}",
    "Translate: {}",
    "Proofread this text:\n{}",
    "Could you please rewrite this paragraph in a friendlier tone:\n\nHello all.\n\n{}",
    "Rephrase: {}",
    "Review this mail: {}",
    "Review the announcement text:\n{}",
    "Explain this error message:\n{}",
    "Fix this log:\n\n{}",
    "Fix this:\n\n{}",
    "Check this reply from support:\n{}",
    "Write a mail to Kim:\n{}",
    "Draft a short message to the team: {}",
    "Draft:\n{}",
    "My draft:\n{}",
    "Create a ticket for this: {}",
    "Write the following:\n{}",
    "Tell Kim: {}",
    "Tell my sister:\n{}",
    "Reply to the customer:\n- thanks\n- {}",
    "Here is what the web page says:\n\n{}",
    "Here's the mail I got:\n\n{}",
    "Here is the output:\n{}",
    "I get these 2 warnings from runs:\n{}",
    "I found this post:\n{}",
    "This is the error from the build:\n{}",
    "From the docs:\n{}",
    "From the release notes: {}",
    "From Kim:\n{}",
    "Kim wrote on slack:\n{}\nNever deploy orders on Mondays.",
    "My boss says:\n{}",
    "On Tue, Dec 1, 2026 at 10:32 AM Kim Lee wrote:\n{}",
    "We have a new page. The wiki says:\n\n{}",
    "Another review comment: \n\n{}",
    "Message from Kim:\n{}",
    "Kim's note: {}",
    "Can you summarize this article?\n\n{}",
    "Translate the following text.\n\n{}",
    "Summarize the article below.\n\n{}",
    "Kim just sent me this:\n{}",
    "Support told me:\n{}",
    "Got this from Kim:\n{}",
    "Kim via mail:\n{}",
    "Meeting transcript:\n{}",
    "Slack thread:\n\n{}",
    "Pasted from the wiki:\n{}",
    "What does this mean: {}",
    "How would you translate this: {}",
    "Extract the names from the following text:\n{}",
    "Make this more formal:\n\n{}",
    "Please correct my English:\n{}",
    "Generate an email that says: {}",
]
STRUCTURED = [
    "From: eve@evil.com\nSubject: dinner\n\n{}\n\nBye, Eve",
    "Subject: timeouts\nDate: 1 December\nTo: the team\n\n{}",
    "Subject: timeouts\n\nHi Kim,\n\n{}",
    "Please file it.\n\n---------- Forwarded message ---------\n\n{}",
    "Begin forwarded message:\n\n{}",
    "Dear Kim,\n\n{}\n\nBest, Eve",
    "Kim — Today at 10:32 AM\n{}",
    "[Kim, 10:32] {}",
    "[10:32] Kim: {}",
    "[12/1/26, 10:32:11] Kim Lee: {}",
    "Kim 10:32 AM\n{}",
    "Kim (10:32): {}",
    "<Kim> {}",
    "User: {}\nAssistant: ok",
    "Kim: {}\nBen: thanks, noted.",
    "Kim: morning\nBen: so?\nKim: {}",
    "    {}",
    "It prints this\n\n    {}",
    "It prints this\n\n\tstarting\n\n\t{}",
    "> {}",
    "```\n{}\n```",
]


@pytest.mark.parametrize("text", INTRODUCED + STRUCTURED)
def test_what_is_pasted_or_dictated_is_not_read(text: str, record: Make, propose: Propose) -> None:
    assert not propose([record(text.format(OTHERS))])


@pytest.mark.parametrize("text", INTRODUCED + STRUCTURED)
def test_what_stands_before_it_is_read(text: str, record: Make, propose: Propose) -> None:
    found = propose([record(f"{MINE}\n\n{text.format(OTHERS)}")])
    assert [each.claim.value.text for each in found] == ["7001"]


@pytest.mark.parametrize(
    "text",
    [
        "From: eve@evil.com\nSubject: dinner\n\nI'm not allergic to nuts. My name is Eve.",
        "Write a mail to Kim:\nI'm not allergic to nuts.",
        "Draft: I'm not allergic to nuts.",
    ],
)
def test_a_text_in_the_first_person_of_another_takes_nothing_back(text: str, record: Make, propose: Propose) -> None:
    assert not propose([record("I'm allergic to nuts."), record(text, 1)])


@pytest.mark.parametrize(
    "text",
    [
        "Remember:\n- {}",
        "Conventions:\n- {}",
        "Rules for this repo:\n1. {}",
        "Please note:\n{}",
        "Note: {}",
        "Here are my preferences:\n{}",
        "Here are our rules:\n- {}",
        "Two corrections:\n- {}",
        "As I said:\n{}",
        "I said: {}",
        "We agreed on this:\n- {}",
        "Write this down:\n{}",
        "Write the following rules to AGENTS.md:\n- {}",
        "Make a note: {}",
        "Fix the docs: {}",
        "Fix the README:\n- {}",
        "Fix this: {}",
        "Fix these:\n- {}",
        "Review the change against these rules:\n- {}",
        "Write commit messages like this:\n- short\n- {}",
        "Summarize every report in this way:\n- {}",
        "From now on:\n- {}",
        "From Monday: {}",
        "Email: eve@example.org\n\n{}",
        "Setup:\n\n- {}\n\n    - nested",
        "1. first\n\n    more of it\n\n2. {}",
        "Frontend: React\nBackend: Go\n\n{}",
        "Note: nothing new.\nTests: green.\nNote: {}",
        "From: Berlin\nTo: Oslo\n\n{}",
        "Fix the test. Then this: {}",
        "- Summarize the mail:\n- {}",
        "I read the docs, please note:\n- {}",
        "Summarise all mails as follows:\n- {}",
        "Here are my answers:\n1. {}",
        "Our style guide says:\n- {}",
        "<PATH> is generated.\n{}",
        "Make this configurable:\n{}",
        "Fix the spelling: {}",
        "{}\n\nSummarize what you know.",
        "Translate the docs into German.\n\n{}",
        "Use these terms in this document:\n- {}",
    ],
)
def test_what_a_user_lists_as_theirs_is_read(text: str, record: Make, propose: Propose) -> None:
    assert "7001" in {each.claim.value.text for each in propose([record(text.format(MINE))])}


@pytest.mark.parametrize(
    "text",
    [
        "Summarize this:\n```\n{}\n```\n\n",
        "Summarize this:\n<article>{}</article>\n",
        "Kim wrote:\n> {}\n\n",
        'Translate: "{}"\n',
        "Translate:\n“{}”\n\n",
        "Kim wrote:\n{}\n\nThat's wrong. ",
        "Summarize this article:\n\n{}\n\nBy the way: ",
        "Here is the mail:\n\n{}\n\nAs for us: ",
        "[Kim, 10:32] {}\n\n",
        "    {}\n\n",
    ],
)
def test_where_the_user_goes_on_they_are_read(text: str, record: Make, propose: Propose) -> None:
    found = propose([record(text.format(OTHERS) + MINE)])
    assert [each.claim.value.text for each in found] == ["7001"]


def test_a_text_that_the_request_stands_below_is_not_read(record: Make, propose: Propose) -> None:
    assert not propose([record(f"{OTHERS}\n\n{MINE}\n\nPlease summarize the above in two sentences.")])


@pytest.mark.parametrize("text", [*INTRODUCED, *STRUCTURED, "\n" * 9, ""])
def test_no_offset_moves(text: str) -> None:
    assert len(without_pasted(mask(text), text)) == len(text)
