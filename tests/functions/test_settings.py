import pytest
from pydantic import ValidationError

from slowwave.errors import InvalidInput
from slowwave.settings import CaptureSettings, PlanSettings, RecordsPart, SetsPart

ENVIRONMENT = {
    "AWS_REGION": "eu-central-1",
    "SLOWWAVE_TABLE_PREFIX": "slowwave",
    "SLOWWAVE_RAW_BUCKET": "raw",
    "PATH": "/bin",
}


def test_a_field_is_named_like_its_variable():
    settings = CaptureSettings.parse(ENVIRONMENT)
    assert (settings.region, settings.table_prefix, settings.raw_bucket) == ("eu-central-1", "slowwave", "raw")
    assert CaptureSettings.deployed() == {
        "table_prefix": "SLOWWAVE_TABLE_PREFIX",
        "raw_bucket": "SLOWWAVE_RAW_BUCKET",
    }


def test_a_missing_or_malformed_variable_is_named():
    with pytest.raises(ValidationError, match="SLOWWAVE_PLAN_LIMIT"):
        PlanSettings.parse(ENVIRONMENT)
    with pytest.raises(ValidationError, match="SLOWWAVE_PLAN_LIMIT"):
        PlanSettings.parse({**ENVIRONMENT, "SLOWWAVE_PLAN_LIMIT": "many"})


def test_a_part_that_a_function_lacks_cannot_be_reached():
    settings = CaptureSettings.parse(ENVIRONMENT)
    assert settings.part(RecordsPart).raw_bucket == "raw"
    with pytest.raises(InvalidInput, match="CaptureSettings lacks what is in SetsPart"):
        settings.part(SetsPart)
