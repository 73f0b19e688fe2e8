import subprocess

import pytest
from aws_cdk import aws_sqs as sqs

from infra.app import build
from infra.packaging import LAMBDA, LockedWheels


def test_a_wheel_that_cannot_be_had_stops_the_build(tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("slowwave-has-no-such-dependency==1.0\n")  # without a hash: refused before anything is fetched
    with pytest.raises(subprocess.CalledProcessError):
        LockedWheels(lock, LAMBDA).try_bundle(str(tmp_path / "layer"))


def test_wheels_are_chosen_for_arm_and_the_runtime_of_the_functions():
    arguments = " ".join(LAMBDA.arguments)
    assert arguments.endswith("--implementation cp --python-version 3.13")
    assert all(platform.endswith("_aarch64") for platform in LAMBDA.platforms)


@pytest.mark.slow
def test_a_resource_that_breaks_a_rule_stops_synthesis(tmp_path):
    app = build(outdir=str(tmp_path), **{"aws:cdk:bundling-stacks": []})
    sqs.Queue(app.node.find_child("Memory"), "Unguarded")
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        app.synth()
