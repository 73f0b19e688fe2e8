"""The composition root: which adapter stands behind which port. The same stores run against AWS and in a local home."""

from __future__ import annotations

from slowwave.adapters.aws.clients import Clients
from slowwave.bootstrap.home import LocalPorts, local, now
from slowwave.bootstrap.ports import Ports
from slowwave.settings import Settings

__all__ = ["LocalPorts", "Ports", "aws", "local", "now"]


def aws(settings: Settings) -> Ports:
    """Return the ports of a deployment."""
    return Ports(settings, Clients(settings.region), now)
