"""The CDK app: `python -m infra.app` synthesizes it into `cdk.out`, or where the CDK's command line says."""

from __future__ import annotations

import os
from typing import Any

from aws_cdk import App, Environment

from infra import nag
from infra.settings import DeploymentSettings, file_context
from infra.stacks.memory import MemoryStack


def build(*, outdir: str | None = None, **context: Any) -> App:
    """Return the app with its one stack and its checks; `context` is laid over that of `cdk.json`."""
    app = App(outdir=outdir, context={**file_context(), **context})
    settings = DeploymentSettings.from_context(app.node)
    stack = MemoryStack(
        app,
        "Memory",
        settings=settings,
        stack_name=settings.stack_name,
        env=Environment(account=os.environ.get("CDK_DEFAULT_ACCOUNT"), region=os.environ.get("CDK_DEFAULT_REGION")),
        termination_protection=True,
    )
    nag.check(app, stack)
    return app


if __name__ == "__main__":
    build(outdir=os.environ.get("CDK_OUTDIR", "cdk.out")).synth()
