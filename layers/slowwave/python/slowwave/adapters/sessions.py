"""Sessions of botocore: the files in which it describes every service are looked through and read once a process,
however many clients are made; that takes longer than anything else about making one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botocore.loaders import Loader
    from botocore.session import Session


def new_session() -> Session:
    """Return a session of its own."""
    from botocore.session import Session

    return sharing(Session())


def sharing(session: Session) -> Session:
    """Return the session, reading descriptions where all others do."""
    session.register_component("data_loader", _descriptions())
    return session


@cache
def _descriptions() -> Loader:
    from botocore.loaders import create_loader

    return create_loader()
