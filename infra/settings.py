"""What a deployment may choose, read from the context of `cdk.json` and nowhere else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field

from infra.packaging import ROOT

if TYPE_CHECKING:
    from constructs import Node

CONTEXT_KEY = "slowwave"


class DeploymentSettings(BaseModel):
    """One deployment.

    Attributes:
        jwt_issuer, jwt_audience: who signs the tokens of callers, and for whom; the token's claim `tenant` is believed.
        raw_lock_days: no raw record can be removed within these days without the right to bypass the lock.
        raw_archive_days: raw records move to a cheaper class with the same latency after these days.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    stack_name: str = "slowwave"
    jwt_issuer: str = "https://issuer.example.com"
    jwt_audience: tuple[str, ...] = ("slowwave",)
    consolidate_every_minutes: int = Field(default=60, ge=5, le=10080)
    concurrent_runs: int = Field(default=10, ge=1, le=1000)
    run_timeout_hours: int = Field(default=6, ge=1, le=168)
    requests_per_second: int = Field(default=50, ge=1, le=10000)
    raw_lock_days: int = Field(default=30, ge=1, le=36500)
    raw_archive_days: int = Field(default=90, ge=30, le=36500)
    set_recover_days: int = Field(default=30, ge=1, le=3650)
    access_log_days: int = Field(default=365, ge=1, le=3650)

    @classmethod
    def from_context(cls, node: Node) -> Self:
        """Read the settings from the context of the app."""
        return cls.model_validate(node.try_get_context(CONTEXT_KEY) or {})


def file_context() -> dict[str, Any]:
    """Return the context of `cdk.json`, which only the CDK's own command line would read otherwise."""
    context: dict[str, Any] = json.loads((ROOT / "cdk.json").read_text("utf-8"))["context"]
    return context
