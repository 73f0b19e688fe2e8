"""The two Lambda layers: locked third-party wheels, and the library itself."""

from __future__ import annotations

from aws_cdk import RemovalPolicy
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra import packaging

RUNTIME = lambda_.Runtime.PYTHON_3_13
ARCHITECTURE = lambda_.Architecture.ARM_64


class Layers(Construct):
    """Both layers, for one runtime and architecture; old versions stay, so that a function can be rolled back."""

    def __init__(self, scope: Construct, construct_id: str) -> None:
        super().__init__(scope, construct_id)
        self.dependencies = self._layer("Dependencies", packaging.dependencies_code(), "Locked third-party wheels")
        self.library = self._layer("Library", packaging.library_code(), "The slowwave library")

    @property
    def all(self) -> list[lambda_.ILayerVersion]:
        """The layers in the order in which they are laid over each other."""
        return [self.dependencies, self.library]

    def _layer(self, construct_id: str, code: lambda_.Code, description: str) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            construct_id,
            code=code,
            description=description,
            compatible_runtimes=[RUNTIME],
            compatible_architectures=[ARCHITECTURE],
            removal_policy=RemovalPolicy.RETAIN,
        )
