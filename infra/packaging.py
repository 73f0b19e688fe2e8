"""How the two layers are built without a container: third-party wheels for the target platform from the lock file, and
the library's own source minus what only a local installation uses. Neither depends on the other, so editing code never
rebuilds wheels.
"""

from __future__ import annotations

import compileall
import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import TYPE_CHECKING, Any, Final

import jsii
from aws_cdk import AssetHashType, BundlingOptions, DockerImage, IgnoreMode, ILocalBundling
from aws_cdk import aws_lambda as lambda_

if TYPE_CHECKING:
    pass

ROOT: Final = Path(__file__).resolve().parents[1]
LOCK: Final = ROOT / "layers" / "dependencies" / "requirements.lock"
LIBRARY: Final = ROOT / "layers" / "slowwave"

LOCAL_ONLY: Final = (
    "python/slowwave/cli",
    "python/slowwave/console",
    "python/slowwave/evaluation",
    "python/slowwave/replay",
    "python/slowwave/adapters/archive",
    "python/slowwave/adapters/transcripts",
    "python/slowwave/adapters/local/*",
    "!python/slowwave/adapters/local/__init__.py",
    "!python/slowwave/adapters/local/rules",
)
"""Parts of the library that no function may import; they would bring the command line, moto and the embedded models.
The rules of extraction need nothing but the standard library and stand in for a model."""

BYTE_CODE: Final = ("__pycache__", "*.pyc")


@dataclass(frozen=True, slots=True)
class Target:
    """The interpreter and machine that wheels are chosen for.

    Attributes:
        platforms: wheel tags, oldest first; pip takes the best match of any of them.
    """

    python: str
    platforms: tuple[str, ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The pip arguments that choose wheels for this target, whatever pip itself runs on."""
        platforms = (argument for platform in self.platforms for argument in ("--platform", platform))
        return (*platforms, "--implementation", "cp", "--python-version", self.python)

    @property
    def compiles_here(self) -> bool:
        """Whether the running interpreter writes the byte code that the target reads."""
        return self.python == f"{sys.version_info.major}.{sys.version_info.minor}"


LAMBDA: Final = Target("3.13", ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64"))
"""Python 3.13 on arm64; its operating system has glibc 2.34."""


def install(lock: Path, folder: Path, target: Target | None = None) -> None:
    """Install the locked wheels into a folder, for a target or for the running interpreter.

    Byte code is written where the running interpreter can: a layer is read-only, so a function would compile at every
    cold start. It is checked against nothing at import, because packing changes the times of files.

    Raises:
        subprocess.CalledProcessError: pip failed; its own message is on standard error.
    """
    arguments = target.arguments if target else ()
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-compile",
         "--no-deps", "--require-hashes", "--only-binary=:all:", "--target", str(folder), *arguments,
         "--requirement", str(lock)],
        check=True,
    )  # fmt: skip
    if target is None or target.compiles_here:
        compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)


def dependencies_hash(lock: Path, target: Target) -> str:
    """Return what the content of the dependencies layer depends on, as one hash."""
    parts = (lock.read_text("utf-8"), *target.arguments, str(target.compiles_here))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@jsii.implements(ILocalBundling)
class LockedWheels:
    """Bundles the dependencies layer with pip; it raises where it fails, since returning False asks for a container."""

    def __init__(self, lock: Path, target: Target) -> None:
        self._lock = lock
        self._target = target

    def try_bundle(self, output_dir: str, options: BundlingOptions | None = None, **_: Any) -> bool:
        """Install into the layer's `python` folder."""
        install(self._lock, Path(output_dir) / "python", self._target)
        return True


def dependencies_code(*, lock: Path = LOCK, target: Target = LAMBDA) -> lambda_.Code:
    """Return the asset of the dependencies layer."""
    return lambda_.Code.from_asset(
        str(lock.parent),
        asset_hash_type=AssetHashType.CUSTOM,
        asset_hash=dependencies_hash(lock, target),
        bundling=BundlingOptions(image=DockerImage.from_registry("unused"), local=LockedWheels(lock, target)),
    )


def library_code(*, folder: Path = LIBRARY) -> lambda_.Code:
    """Return the asset of the library's own layer."""
    return lambda_.Code.from_asset(str(folder), exclude=[*LOCAL_ONLY, *BYTE_CODE], ignore_mode=IgnoreMode.GIT)


def handler_code(name: str) -> lambda_.Code:
    """Return the asset of one function: its folder and nothing else."""
    return lambda_.Code.from_asset(str(ROOT / "functions" / name), exclude=[*BYTE_CODE], ignore_mode=IgnoreMode.GIT)
