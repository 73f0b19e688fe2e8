"""However the value of a slot is worded, it arrives under one key; however it is replaced, the statement names the new
value alone.
"""

from collections.abc import Callable, Sequence

import pytest

from slowwave.domain.claims import Candidate, Polarity, Signal, Skeleton
from slowwave.domain.intake import admit
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Record
from slowwave.domain.scope import Scope

Make = Callable[..., Record]
Propose = Callable[[Sequence[Record]], tuple[Candidate, ...]]

ENTITIES = ("checkout", "billing-v2", "the invoicing service")
SLOTS = (
    ("request timeout", "3 s", "5 s"),
    ("owner", "team Alder", "team Birch"),
    ("database host", "mysql-prime", "mysql-old"),
    ("client version", "v3.4.1", "v3.3.9"),
    ("alert channel", "#ops-night", "#ops-day"),
    ("data path", "/srv/in/new", "/srv/in/old"),
)
STATED = (
    "The {a} of {e} is {v}.",
    "The {a} for {e} is {v} now.",
    "{e}'s {a} is {v}.",
    "For {e}, the {a} is {v}.",
    "In {e} the {a} is {v}.",
    "We use {v} as the {a} of {e}.",
    "{v} is the {a} of {e}.",
    "I set the {a} of {e} to {v} yesterday.",
    "Before you open {e}: its {a} is {v}.",
    "After the release {e} ended up with {v} as its {a}.",
    "New {a} for {e}: {v}.",
    "Mention the {a} of {e}, which is {v}, in the mail.",
    "Please use {v} for the {a} of {e}.",
    "The {a} of {e} has changed, it's {v} now.",
    "The move went through, {e} has {v} as {a} now.",
    "We updated {e}, the new {a} is {v}.",
)
REPLACED = (
    "The {a} of {e} is {v}, not {o}.",
    "The {a} of {e} isn't {o} any more, it's {v}.",
    "We replaced {o} with {v} as the {a} of {e}.",
    "Use {v} instead of {o} as the {a} of {e}.",
    "We moved the {a} of {e} from {o} to {v}.",
    "Forget {o}, the {a} of {e} is {v}.",
    "{o} is out of date, the {a} of {e} is {v}.",
    "The {a} of {e} isn't {o} but {v}.",
    "{e} switched from {o} to {v} as {a} with the last release.",
    "The {a} of {e} is {v} now instead of {o}, can you adapt the chart?",
    "Wait, {o} is wrong for {e}. The {a} should be {v}.",
)
WITHDRAWN = (
    "{e} has no {a} any more.",
    "We removed the {a} of {e}, nothing replaces it.",
    "The {a} of {e} doesn't apply any more.",
    "Please forget the {a} of {e}.",
    "That {a} for {e} was withdrawn.",
    "The {a} of {e} has been cancelled.",
    "The {a} of {e} is no longer valid.",
    "The {a} of {e} is void.",
    "We revoked the {a} of {e}.",
)
GROUPS = [(entity, slot) for entity in ENTITIES for slot in SLOTS]


def said(template: str, entity: str, slot: tuple[str, str, str]) -> str:
    attribute, value, old = slot
    text = template.format(e=entity, a=attribute, v=value, o=old)
    return text[0].upper() + text[1:] if entity.startswith("the ") else text


def only(found: tuple[Candidate, ...], text: str) -> Candidate:
    assert len(found) == 1, (text, [each.claim.statement for each in found])
    return found[0]


@pytest.mark.parametrize("template", [*STATED, *REPLACED, *WITHDRAWN])
def test_every_wording_arrives_under_the_key_of_entity_and_attribute(
    template: str, record: Make, propose: Propose
) -> None:
    for entity, slot in GROUPS:
        text = said(template, entity, slot)
        plain = record(f"The {slot[0]} of {entity} is {slot[1]}.")
        assert only(propose([record(text)]), text).claim.key == only(propose([plain]), text).claim.key, text


@pytest.mark.parametrize("template", [*STATED, *REPLACED, *WITHDRAWN])
def test_what_a_frame_gives_is_grounded(template: str, record: Make, propose: Propose) -> None:
    policy = AgentPolicy(Scope("acme", "dev"), skeletons=tuple(Skeleton))
    for entity, slot in GROUPS:
        said_by_user = record(said(template, entity, slot))
        texts = {said_by_user.id: said_by_user.text}
        found = only(propose([said_by_user]), said_by_user.text)
        admitted = admit(found, raw={said_by_user.id: said_by_user}, redacted=texts, policy=policy, run_id="run")
        assert admitted.discard is None, (said_by_user.text, admitted.detail)


@pytest.mark.parametrize("template", REPLACED)
def test_a_replacement_names_only_the_new_value_and_denies_the_old(
    template: str, record: Make, propose: Propose
) -> None:
    for entity, slot in GROUPS:
        text = said(template, entity, slot)
        found = only(propose([record(text)]), text)
        assert slot[1].lower() in found.claim.statement.lower()
        assert slot[2] not in found.claim.statement
        assert [each.key for each in found.denies] == [found.claim.key], text


@pytest.mark.parametrize("template", WITHDRAWN)
def test_a_withdrawal_denies_the_slot_without_a_value(template: str, record: Make, propose: Propose) -> None:
    for entity, slot in GROUPS:
        text = said(template, entity, slot)
        claim = only(propose([record(text)]), text).claim
        assert (claim.polarity, claim.value.text) == (Polarity.DENY, ""), text


@pytest.mark.parametrize(
    ("text", "qualifier", "ends"),
    [
        ("The timeout of checkout is 3 s in staging.", "staging", False),
        ("In staging the timeout of checkout is 3 s.", "staging", False),
        ("The timeout of checkout stays as it is, but in staging we need 3 s.", "staging", False),
        ("The timeout of checkout is 3 s only in staging.", "staging", True),
        ("3 s as the timeout of checkout is only valid in staging.", "staging", True),
        ("The timeout of checkout is 3 s in staging and nowhere else.", "staging", True),
        ("The timeout of checkout is 3 s while a replay runs.", "while replay run", False),
        ("The timeout of checkout is 3 s with the flag on.", "flag on", False),
        ("In checkout, timeout is 3 s unless the caller is internal.", "unless caller", False),
    ],
)
def test_a_scope_goes_into_the_qualifier_and_a_narrow_one_ends_the_general_value(
    text: str, qualifier: str, *, ends: bool, record: Make, propose: Propose
) -> None:
    found = only(propose([record(text)]), text)
    assert (found.claim.key.subject, found.claim.key.qualifier) == ("checkout timeout", qualifier)
    assert [each.key.qualifier for each in found.denies] == ([""] if ends else [])


@pytest.mark.parametrize(
    "text",
    [
        "Quick question, is the timeout of checkout 3 s or am I mixing that up",
        "For the records, is the timeout of checkout 3 s",
        "The timeout of checkout is 3 s, or did that change",
        "Someone in the standup mentioned that the timeout of checkout is 3 s.",
        "One of the contractors said the timeout of checkout is 3 s.",
        "The new colleague from sales told me that the timeout of checkout is 3 s.",
        "Finance thinks the timeout of checkout is 3 s.",
        "I overheard that the timeout of checkout is 3 s.",
        "The timeout of checkout is 3 s. Don't rely on it yet.",
        "The timeout of checkout is 3 s. I haven't checked.",
        "The timeout of checkout is 3 s, but I haven't verified that yet.",
        "The timeout of checkout is 3 s (unconfirmed).",
        "The timeout of checkout was dropped to 3 s just for today.",
        "The timeout of checkout is 3 s. To be confirmed.",
        "If the timeout of checkout is 3 s, we are fine.",
        "I was wondering whether the timeout of checkout is 3 s.",
        "I asked if the timeout of checkout is 3 s.",
        "Nobody owns checkout at the moment.",
    ],
)
def test_questions_hearsay_and_what_is_left_open_give_nothing(text: str, record: Make, propose: Propose) -> None:
    assert propose([record(text)]) == ()


def test_a_condition_in_front_limits_the_value(record: Make, propose: Propose) -> None:
    for opening in ("In case of an outage", "If ledger crawls", "When ledger crawls"):
        text = f"{opening}, the timeout of checkout is 3 s."
        assert all(each.claim.key.qualifier for each in propose([record(text)])), text
    news = "If you haven't heard: team Alder owns checkout."
    assert only(propose([record(news)]), news).claim.key.qualifier == ""


def test_what_its_own_sentence_calls_wrong_is_only_a_doubt(record: Make, propose: Propose) -> None:
    text = "You said the timeout of checkout is 3 s, that's not right."
    assert only(propose([record(text)]), text).signal is Signal.UNCLEAR


def test_none_for_the_moment_is_none(record: Make, propose: Propose) -> None:
    text = "checkout doesn't have an owner right now."
    claim = only(propose([record(text)]), text).claim
    assert (claim.key.subject, claim.polarity, claim.value.text) == ("checkout owner", Polarity.DENY, "")


@pytest.mark.parametrize(
    "text",
    [
        "Since this morning the timeout of checkout is 3 s.",
        "The timeout of checkout is 3 s. I haven't checked the tests yet.",
        "The timeout of checkout is 3 s, that's confirmed.",
        "I told you that the timeout of checkout is 3 s.",
    ],
)
def test_when_it_began_and_what_else_is_open_leave_a_statement_one(text: str, record: Make, propose: Propose) -> None:
    assert only(propose([record(text)]), text).claim.value.text == "3"


def test_two_slots_in_one_sentence_give_two_claims(record: Make, propose: Propose) -> None:
    found = propose([record("The timeout of checkout is 3 s and the timeout of ledger is 5 s.")])
    assert [each.claim.key.subject for each in found] == ["checkout timeout", "ledger timeout"]


def test_a_review_comment_counts_towards_repetition(record: Make, propose: Propose) -> None:
    text = "Review comment on checkout: please go through 3 s as the timeout."
    assert only(propose([record(text)]), text).signal is Signal.REVIEW


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The timeout of checkout is 3 s for the next two weeks.", 14),
        ("For the coming 5 days the timeout of checkout is 3 s.", 5),
        ("In the next month the timeout of checkout is 3 s.", 30),
    ],
)
def test_a_span_of_time_limits_the_value_and_is_no_scope_of_it(
    record: Make, propose: Propose, text: str, days: int
) -> None:
    said = record(text)
    claim = only(propose([said]), text).claim
    assert claim.valid_until is not None
    assert (claim.valid_until.date() - said.event_time.date()).days == days
    assert claim.key.qualifier == ""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("From 2 June to 5 June 2026 the timeout of checkout is 3 s.", "2026-06-05"),
        ("Up to and including 5 June 2026 the timeout of checkout is 3 s.", "2026-06-05"),
    ],
)
def test_the_last_of_two_days_limits_the_value(record: Make, propose: Propose, text: str, day: str) -> None:
    until = only(propose([record(text)]), text).claim.valid_until
    assert until is not None
    assert until.date().isoformat() == day


def test_a_value_whose_end_nobody_can_tell_is_not_kept(record: Make, propose: Propose) -> None:
    found = propose([record("The timeout of checkout is 3 s as long as the migration runs.")])
    assert not [each for each in found if each.signal is not Signal.UNCLEAR]


def test_through_a_date_limits_the_value(record: Make, propose: Propose) -> None:
    text = "The timeout of checkout is 3 s through 5 June 2026."
    until = only(propose([record(text)]), text).claim.valid_until
    assert until is not None
    assert until.date().isoformat() == "2026-06-05"


@pytest.mark.parametrize(
    ("text", "subject", "value", "old"),
    [
        ("The retry delay of checkout isn't 5 s but 3 s.", "checkout retry delay", "3", "5"),
        ("The retry delay of checkout is no longer 5 s but 3 s.", "checkout retry delay", "3", "5"),
        ("The retry delay of checkout isn't 5 s, it's 3 s.", "checkout retry delay", "3", "5"),
        ("Note that for checkout the retry delay isn't 5 s any longer but 3 s.", "checkout retry delay", "3", "5"),
        ("Use 3 s, not 5 s, as the retry delay of checkout.", "checkout retry delay", "3", "5"),
        ("checkout uses a batch size of 3 now instead of 5", "checkout batch size", "3", "5"),
        ("The retry delay of checkout is 3 s rather than 5 s.", "checkout retry delay", "3", "5"),
        ("Quota of checkout: 3 GB now instead of 5 GB, can you adapt the chart?", "checkout quota", "3", "5"),
        ("checkout switched from 8080 to 8443 as port with the last release.", "checkout port", "8443", "8080"),
        ("checkout moved from port 8080 to 8443, your curl goes to the wrong one.", "checkout port", "8443", "8080"),
        ("checkout moved from port 8080 to port 8443", "checkout port", "8443", "8080"),
        ("Wait, 5 s is wrong for checkout. The retry delay should be 3 s.", "checkout retry delay", "3", "5"),
    ],
)
def test_a_correction_ends_with_the_new_value_and_denies_the_old_under_one_key(
    text: str, subject: str, value: str, old: str, record: Make, propose: Propose
) -> None:
    found = only(propose([record(text)]), text)
    assert (found.claim.key.subject, found.claim.key.qualifier, found.claim.value.text) == (subject, "", value)
    assert [(each.key, each.value.text) for each in found.denies] == [(found.claim.key, old)]
    assert old not in found.claim.statement


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("While you were away we updated billing, the new region is eu-north-1.", "billing region", "eu-north-1"),
        ("The migration went through, billing has eu-north-1 as region now.", "billing region", "eu-north-1"),
        ("I talked to the others, we go with 3 s as retry delay for billing.", "billing retry delay", "3"),
        ("timeout for requests to edge-gateway is 3 s", "edge-gateway request timeout", "3"),
        ("The limit on uploads to media-store is 40 MB.", "media-store upload limit", "40"),
        ("request timeout for calls to edge-gateway is 3 s", "edge-gateway request timeout", "3"),
        ("count for billing: plus 29, so 24710 as order total", "billing order total", "24710"),
        ("billing has a batch size of 200", "billing batch size", "200"),
        ("In billing-v2, page size is 50.", "billing-v2 page size", "50"),
        ("We touched mailer yesterday; the new sender address is noreply-eu.", "mailer sender address", "noreply-eu"),
        ("Billing-v2 is wrong in the sheet. The port should be 8443.", "billing-v2 port", "8443"),
        ("The new timeout of billing is 3 s.", "billing timeout", "3"),
        ("The current deploy region is eu-north-1.", "deploy region", "eu-north-1"),
    ],
)
def test_a_slot_has_its_thing_in_its_name_and_nothing_else(
    text: str, subject: str, value: str, record: Make, propose: Propose
) -> None:
    claim = only(propose([record(text)]), text).claim
    assert (claim.key.subject, claim.key.qualifier, claim.value.text) == (subject, "", value)


@pytest.mark.parametrize(
    "text",
    [
        "The old region of billing is eu-north-1.",
        "Our old region is eu-north-1.",
        "Have a look at billing-v2. The retry delay is 3 s.",
        "5 s is wrong for billing-v2 and billing-v3. The retry delay is 3 s.",
        "5 s as the timeout of billing is too low.",
        "5 s as the timeout of billing broke the build.",
        "The port of billing will be 8443 from June.",
        "The wrong channel for billing is #ops-old.",
        "The page limit of billing is 100 everywhere except in the app.",
        "a batch size of 250 is too much for billing",
        "The volume of the intro is 30% with music and 50% without.",
        "The formatter of billing is black, except in the migrations folder.",
        "quick question, is the port of billing 8080 or am I mixing that up",
        "What I said about the linter of billing was too broad, ruff-strict is meant in the sandbox only.",
    ],
)
def test_what_names_no_settled_value_of_one_thing_is_left_unread(text: str, record: Make, propose: Propose) -> None:
    assert not [each for each in propose([record(text)]) if each.signal is not Signal.UNCLEAR]


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("Restriction on the linter of billing: ruff-strict on the canary hosts only", "canari host"),
        ("The linter of billing is ruff-strict only in CI.", "ci"),
        ("The linter of billing is ruff-strict in staging and not in general.", "staging"),
    ],
)
def test_a_narrowing_anywhere_in_the_sentence_is_kept(
    text: str, qualifier: str, record: Make, propose: Propose
) -> None:
    found = only(propose([record(text)]), text)
    assert found.claim.key.qualifier == qualifier
    assert [each.key.qualifier for each in found.denies] == [""]


def test_a_move_from_day_to_day_has_no_end(record: Make, propose: Propose) -> None:
    text = "Our choir moved from Tuesday to Wednesday."
    assert only(propose([record(text)]), text).claim.valid_until is None
