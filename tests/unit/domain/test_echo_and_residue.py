"""What a model is shown of a record, and what is kept of a rule that cites a secret."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.claims import Candidate, Lane, Polarity, Sensitivity, Signal, Skeleton, Span
from slowwave.domain.echo import echoes, without_echoes
from slowwave.domain.intake import Admission, Discard, admit, shown_to_models
from slowwave.domain.policy import AgentPolicy
from slowwave.domain.records import Origin, Record, ToolUse
from slowwave.domain.secrets import BLANK, redact
from tests.unit.domain.builders import SCOPE, claim, record

TOKEN = "ghp_" + "a1B2" * 9
BLOCK = '<slowwave set="abc">\n## Principles\n- Use tabs for indent [p-12ab34cd]\n</slowwave>\n'
POLICY = AgentPolicy(SCOPE, skeletons=tuple(Skeleton))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"before\n{BLOCK}after", "before after"),
        (f"before\n{BLOCK[:40]}", "before"),
        ("< SlowWave set='x'>\n- a rule\n< / slowwave >after", "after"),
        ("> - Use tabs for indent [p-12ab34cd]\nI disagree", "I disagree"),
        ("You told me: use tabs [p-12ab34cd], and (repeated) [n-0123456789ab] too", "too"),
        ("nothing of ours [p-x] <slow>", "nothing of ours [p-x] <slow>"),
    ],
)
def test_our_own_output_is_blanked_and_the_rest_stays(text: str, left: str) -> None:
    assert " ".join(without_echoes(text).split()) == left


@given(st.text(max_size=60) | st.text(alphabet="<slowave/> []p-0123abcdef\n", max_size=80))
def test_blanking_keeps_every_offset(text: str) -> None:
    shown = without_echoes(text)
    assert len(shown) == len(text)
    assert all(new in (old, "\n") for old, new in zip(text, shown, strict=True))
    assert not echoes(shown)


def test_a_model_is_shown_no_secret_in_any_field_and_nothing_injected() -> None:
    use = ToolUse("1", "sh", f"curl -H {TOKEN}", (f"/tmp/{TOKEN}",))
    seen = shown_to_models(replace(record(f"use {TOKEN}"), tool=use, metadata={"env": TOKEN}), redact)
    assert TOKEN not in str(seen)
    assert seen.id == record(f"use {TOKEN}").id
    injected = shown_to_models(record("always use tabs", origin=Origin.INJECTED), redact)
    assert injected.text == "\n" * len("always use tabs")


def _admitted(said: Record, statement: str, *, span: Span | None = None, **about: object) -> Admission:
    proposed = replace(claim(statement=statement, **about), category="constraint")  # type: ignore[arg-type]
    candidate = Candidate(proposed, span or Span(said.id, 0, len(said.text)), Signal.INSTRUCTION, 0.9, "test")
    shown = {said.id: shown_to_models(said, redact).text}
    return admit(candidate, raw={said.id: said}, redacted=shown, policy=POLICY, run_id="run-1")


def test_a_candidate_that_cites_our_own_output_is_discarded_whatever_the_model() -> None:
    said = record(BLOCK)
    start = said.text.index("Use tabs")
    admission = _admitted(said, "Use tabs for indent", span=Span(said.id, start, start + 19))
    assert admission.discard is Discard.INJECTED


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (f"Never share the key {TOKEN}.", "Never share the key."),
        (f"Never share the key `{TOKEN}` with anyone", "Never share the key with anyone"),
        (f"The key {TOKEN} must never be committed", "The key must never be committed"),
    ],
)
def test_a_rule_about_a_secret_is_kept_without_it_and_its_evidence_ends_before_it(said: str, kept: str) -> None:
    raw = record(said)
    statement = redact(said)
    admission = _admitted(raw, statement, polarity=Polarity.DENY)
    (made,) = admission.observations
    assert (made.claim.statement, made.claim.lane) == (kept, Lane.SAFETY)
    assert made.claim.sensitivity is Sensitivity.SECRET_ADJACENT
    cited = [raw.text[span.start : span.end] for span, _ in made.evidence.cited()]
    assert not [each for each in cited if TOKEN[:8] in each or BLANK in each]


@pytest.mark.parametrize(
    ("origin", "statement", "discard"),
    [
        (Origin.WEB, f"Never share the key {BLANK * 40}", Discard.SECRET),
        (Origin.USER, f"Never commit the key {BLANK * 40}", Discard.UNGROUNDED),
        (Origin.USER, BLANK * 40, Discard.SECRET),
    ],
)
def test_without_a_persons_word_or_grounded_words_nothing_is_kept(
    origin: Origin, statement: str, discard: Discard
) -> None:
    admission = _admitted(record(f"Never share the key {TOKEN}", origin=origin), statement, polarity=Polarity.DENY)
    assert admission.discard in {discard, Discard.SECRET}
    assert not admission.observations


def test_a_statement_that_is_no_obligation_is_discarded_with_its_secret() -> None:
    said = record(f"The key is {TOKEN}")
    proposed = claim(statement=redact(said.text))
    candidate = Candidate(proposed, Span(said.id, 0, len(said.text)), Signal.SELF_FACT, 0.9, "test")
    shown = {said.id: redact(said.text)}
    assert admit(candidate, raw={said.id: said}, redacted=shown, policy=POLICY, run_id="r").discard is Discard.SECRET


def test_code_decides_how_sensitive_a_claim_is() -> None:
    for text, skeleton, expected in (
        ("Keep the password in the vault", Skeleton.CODING, Sensitivity.SECRET_ADJACENT),
        ("Use tabs for indent", Skeleton.CODING, Sensitivity.NONE),
        ("Use tabs for indent", Skeleton.ASSISTANT, Sensitivity.PERSONAL),
    ):
        (made,) = _admitted(record(text), text, skeleton=skeleton).observations
        assert made.claim.sensitivity is expected


def test_a_secret_that_stands_twice_is_blanked_twice() -> None:
    shown = redact("password: hunter2x9 is set, so log in with hunter2x9")
    assert "hunter2x9" not in shown
