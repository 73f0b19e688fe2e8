"""What is blanked before a model sees it, and what only looks like a secret."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowwave.domain.secrets import BLANK, find_secrets, redact
from tests.proportion import in_proportion

BODY = "MIIEowIBAAKCAQEAtX1y\nQ2hhcmxpZSBCcm93bg\n"
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}-----END RSA PRIVATE KEY-----"

# Put together here, so that no scanner of this repository takes them for real ones.
SECRETS = {
    "AWS access key id": "AKIA" + "IOSFODNN7EXAMPLE",
    "AWS secret": "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
    "GitHub token": "ghp_" + "a1B2" * 9,
    "GitHub fine-grained": "github_pat_" + "11AB_" * 10,
    "GitLab token": "glpat-" + "a1B2c3D4e5F6g7H8i9J0",
    "Slack token": "xoxb-" + "123456789012-abcDEF",
    "Stripe key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "model provider": "sk-proj-" + "abcDEF1234567890abcd",
    "another provider": "sk-ant-api03-" + "abcDEF1234567890abcd",
    "Google API key": "AIza" + "SyA-1234567890abcdefghijklmnopqrstu",
    "Hugging Face token": "hf_" + "abcdefghijKLMNOPQRST1234567890abcd",
    "SendGrid key": "SG." + "ngeVfQFYQlKU0ufo8x5d1A" + "." + "TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
    "npm token": "npm_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "JSON web token": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "dozjgNryP4J3jVmNHl0w5N",
    "private key": PEM,
    "card": "4111 1111 1111 1111",
    "card, dashed": "5500-0000-0000-0004",
    "social security number": "078-05-1120",
    "IBAN": "DE89 3704 0044 0532 0130 00",
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_blanked_whole_at_the_same_length(name: str) -> None:
    secret = SECRETS[name]
    label = "aws_secret_access_key=" if name == "AWS secret" else "here: "
    text = f"some words {label}{secret} and more"
    assert redact(text) == f"some words {label}{BLANK * len(secret)} and more"
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("DB_PASSWORD=hunter2x", "hunter2x"),
        ('{"api_key": "zz91abc8"}', "zz91abc8"),
        ("the password is s3cr3t!x", "s3cr3t!x"),
        ('password = "swordfish"', "swordfish"),
        ("AccountKey=abc123DEF456==", "abc123DEF456=="),
        ("postgres://app:s3cretpw@db/prod", "s3cretpw"),
        ("redis://:s3cretpw@cache:6379", "s3cretpw"),
        ("Authorization: Bearer abcdefGHIJKL0123456789", "abcdefGHIJKL0123456789"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
        (f"-----BEGIN PRIVATE KEY-----\n{BODY}", BODY.strip()),
    ],
)
def test_an_assigned_secret_is_blanked_where_it_stands(text: str, secret: str) -> None:
    assert secret not in redact(text)
    assert len(redact(text)) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "commit 9FCEB02D0AE598E95DC970B74767F19372D61AF8",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "version 10.15.7-rc.1+build.20260112",
        "call +1 415 555 2671 or 030 1234 5678 90",
        "timestamp 1700000000000 and 1767225600004",
        "snowflake 1212092628029698048",
        "/home/dev/projects/shop/src/orders/handlers/webhook_retries/test_export_endpoint.py",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
        "max_tokens: 4096 and tokenizer o200k",
        "the password is required",
        "rotate the secret every 90 days",
        "set the api key in the console",
        "https://example.com:8080/path?x=1",
        "git@github.com:acme/shop.git",
        "risk-assessment-of-the-quarterly-report",
        "2026-01-12T15:08:38+01:00",
        "4111 1111 1111 1112",
    ],
)
def test_a_look_alike_is_left_alone(text: str) -> None:
    assert redact(text) == text


@given(st.uuids())
def test_no_uuid_is_a_secret(value: UUID) -> None:
    assert not find_secrets(f"request {value} failed")


@given(st.text(max_size=200) | st.text(alphabet="ab1 -_=:/.@'\"█", max_size=80))
def test_redaction_keeps_the_length_and_is_idempotent(text: str) -> None:
    once = redact(text)
    assert len(once) == len(text)
    assert redact(once) == once
    assert all(new in (old, BLANK) for old, new in zip(text, once, strict=True))


@pytest.mark.parametrize(
    "unit",
    [
        "a", "a-", "_-", "-eyJ", "-eyJaaaaaaaaa.eyJ", "-----BEGIN PRIVATE KEY-----", "1 ", "4", "http://a:", "token=",
        "-sk-a", "bearer ", "AB12 CDEF ", " ", "iVBORw0KGgoAAAANSUhEUgAA+/", "password='",
        "-----BEGIN PRIVATE KEY-----AAAA",
    ],
)  # fmt: skip
def test_a_long_text_takes_time_in_proportion(unit: str) -> None:
    assert in_proportion(redact, unit * (250_000 // len(unit)))


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Always use the token Zq0markSecret77x for deploys.", "Zq0markSecret77x"),
        ("The admin password for staging is swordfishbanana", "swordfishbanana"),
        ("log in as root with password CorrectHorse7", "CorrectHorse7"),
        ("the api key of stripe is abcdefg123", "abcdefg123"),
        ("sshpass -p hunter22 ssh host", "hunter22"),
        ("mysql -u root -pS3cr3t shop", "S3cr3t"),
        ("PGPASSWORD=hunter2 psql", "hunter2"),
        ("curl -u admin:hunter2 localhost", "hunter2"),
        ("X-Auth-Token: abcdef123", "abcdef123"),
    ],
)
def test_a_secret_that_is_spoken_or_typed_into_a_command_is_blanked(text: str, secret: str) -> None:
    assert redact(text) == text.replace(secret, BLANK * len(secret))


@pytest.mark.parametrize(
    "text",
    [
        "the token is required",
        "the token is valid for 30 min",
        "the api key is stored in the vault",
        "the primary key is user_id",
        "use token bucket for rate limits",
        "the secret is to cache early",
        "Use the token endpoint v2",
        "access key is rotated weekly",
    ],
)
def test_what_people_say_about_secrets_is_no_secret(text: str) -> None:
    assert redact(text) == text
