"""What each function reads from its environment: one model a function, with a part for each thing beside the tables
that it reaches. The stack builds every environment from the same models, so a variable cannot be set and not read, or
read and not set. Nothing here looks at the environment by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from slowwave.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "SLOWWAVE_"


def variable(field: str) -> str:
    """Return the environment variable of a settings field: `raw_bucket` is `SLOWWAVE_RAW_BUCKET`."""
    return f"{PREFIX}{field.upper()}"


class Settings(BaseModel):
    """What every function needs. A table's name says nothing about access: each role is granted its own.

    Attributes:
        region: set by the Lambda service itself.
        table_prefix: what the names of all tables start with (see `adapters.aws.schema.table_names`).
    """

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=variable)

    region: str = Field(alias="AWS_REGION")
    table_prefix: str

    @classmethod
    def parse(cls, environment: Mapping[str, str]) -> Self:
        """Read the settings from an environment.

        Raises:
            pydantic.ValidationError: a variable is missing or malformed; the message names each.
        """
        return cls.model_validate(dict(environment))

    @classmethod
    def deployed(cls) -> dict[str, str]:
        """Return the variable of each field that a deployment sets."""
        variables = {name: str(field.alias) for name, field in cls.model_fields.items()}
        return {name: alias for name, alias in variables.items() if alias.startswith(PREFIX)}

    def part(self, kind: type[_Part]) -> _Part:
        """Return these settings as the part of them that reaches one thing.

        Raises:
            InvalidInput: this function's settings do not have that part.
        """
        if not isinstance(self, kind):
            raise InvalidInput(f"{type(self).__name__} lacks what is in {kind.__name__}: this function may not use it")
        return self


_Part = TypeVar("_Part", bound=Settings)


class RecordsPart(Settings):
    """Where the objects of raw records are."""

    raw_bucket: str


class SetsPart(Settings):
    """Where published sets are."""

    sets_bucket: str


class PlanSettings(Settings):
    """Settings of `functions/plan`.

    Attributes:
        plan_limit: scopes planned at once; each holds its lease from then on, so no more than can run at once.
    """

    plan_limit: int


class ExtractSettings(RecordsPart):
    """Settings of `functions/extract`."""


class VerifySettings(Settings):
    """Settings of `functions/verify`."""


class DecaySettings(Settings):
    """Settings of `functions/decay`."""


class DistillSettings(Settings):
    """Settings of `functions/distill`."""


class ReorganizeSettings(Settings):
    """Settings of `functions/reorganize`."""


class PublishSettings(RecordsPart, SetsPart):
    """Settings of `functions/publish`."""


class ReportSettings(RecordsPart):
    """Settings of `functions/report`."""


class CaptureSettings(RecordsPart):
    """Settings of `functions/capture`."""


class CurateSettings(RecordsPart):
    """Settings of `functions/curate`."""


class RollbackSettings(RecordsPart, SetsPart):
    """Settings of `functions/rollback`."""


class EraseSettings(RecordsPart, SetsPart):
    """Settings of `functions/erase`."""


class InjectionSettings(SetsPart):
    """Settings of `functions/injection`."""


class PlaceSettings(RecordsPart, SetsPart):
    """What a person's command needs to reach everything of a deployment, read from the same variables."""


class LocalSettings(PlaceSettings):
    """Names inside a home; they never leave it."""


LOCAL = LocalSettings.parse(
    {
        "AWS_REGION": "us-east-1",
        "SLOWWAVE_TABLE_PREFIX": "slowwave",
        "SLOWWAVE_RAW_BUCKET": "slowwave",
        "SLOWWAVE_SETS_BUCKET": "slowwave",
    }
)
