"""Every error this package raises on purpose, in one tree.

Names are a contract: the state machine retries or catches by class name; the HTTP edge and the command line map by
class.

    SlowwaveError
    ├── InvalidInput            the caller's words are wrong; nothing was changed            exit 2 · 400
    │   ├── InvalidRecord       one record cannot be read; the rest of its batch goes on
    │   ├── InvalidPolicy       an agent policy breaks its own ranges
    │   └── UnknownItem         no such item, agent, set or run in this scope                exit 2 · 404
    ├── Conflict                somebody else wrote first; read again and decide again        exit 1 · 409
    │   ├── VersionConflict     an item changed since it was read
    │   ├── HeadConflict        the scope's revision head moved; chain again
    │   └── LeaseLost           the run's lease was taken over or expired; stop writing
    ├── Busy                    another run holds the scope                                   exit 1 · 409
    ├── Unavailable             a service throttled, timed out or failed; safe to retry       exit 1 · 503
    ├── Corrupt                 stored bytes do not match their hash or their schema          exit 1 · 500
    └── PublicationRejected     validation or the blast radius refused the run; the last set stays
                                                                                          exit 1 · 409
"""

from __future__ import annotations


class SlowwaveError(Exception):
    """Base of the tree; never raised itself."""


class InvalidInput(SlowwaveError):
    """The caller's input is wrong; the message says what to do instead."""


class InvalidRecord(InvalidInput):
    """One record cannot be understood (no time, no session, unknown actor, …)."""


class InvalidPolicy(InvalidInput):
    """An agent policy has a value outside its range."""


class UnknownItem(InvalidInput):
    """The item, agent, set or run does not exist in this scope."""


class Conflict(SlowwaveError):
    """A concurrent writer won; read again and decide again."""


class VersionConflict(Conflict):
    """An item is not at the version it was read at."""


class HeadConflict(Conflict):
    """The revision head of the scope moved between read and write; the same changes may be chained again."""


class LeaseLost(Conflict):
    """The lease of this run expired or was taken over; the run must stop writing."""


class Busy(SlowwaveError):
    """Another run holds the lease of the scope."""


class Unavailable(SlowwaveError):
    """A backing service throttled, timed out or failed; the same call may succeed later."""


class Corrupt(SlowwaveError):
    """Stored bytes do not match their hash, or do not have the schema they claim."""


class PublicationRejected(SlowwaveError):
    """Validation refused the new set, or the run would retire more than its share; the last good set stays in place."""
