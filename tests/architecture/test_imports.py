"""Importing the library decides nothing: no client, no environment, no clock."""

import subprocess
import sys
from pathlib import Path

CHECK = """
import importlib, os, pkgutil, sys, traceback

import botocore.session, moto, numpy, onnxruntime, pynamodb.models, tokenizers  # theirs may read what they like
import aws_lambda_powertools
import slowwave

home = os.path.dirname(slowwave.__file__)
found = []

def ours(frames):
    return [frame for frame in frames if frame.filename.startswith(home)]

class Watched(dict):
    def _seen(self, key):
        readers = [frame for frame in traceback.extract_stack() if not frame.filename.startswith(("<", os.__file__))]
        found.extend(f"{frame.filename}:{frame.lineno} reads {key!r}" for frame in ours(readers[-1:]))
    def __getitem__(self, key):
        self._seen(key)
        return super().__getitem__(key)
    def get(self, key, default=None):
        self._seen(key)
        return super().get(key, default)

def refuse(self, *arguments, **_):
    found.extend(f"{frame.filename}:{frame.lineno} makes a client" for frame in ours(traceback.extract_stack()))

os.environ = Watched(os.environ)
botocore.session.Session.create_client = refuse
for module in pkgutil.walk_packages(slowwave.__path__, "slowwave."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print("\\n".join(found))
"""


def test_importing_any_module_reads_no_environment_and_makes_no_client():
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_the_import_contracts_hold():
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
