"""Words that end what a sentence is about, in the one list that reading, doubting and grounding share: whoever proposes
a denial from one of them, code finds the denial in the same word. They end something where they are what is said of it
("the freeze was called off"), or what somebody did to it; in "cancelled orders are kept" they end nothing.
"""

from __future__ import annotations

from typing import Final

WITHDRAWN: Final = (
    "cancelled|canceled|withdrawn|scrapped|revoked|rescinded|annulled|abolished|repealed|called off|off the table|"
    "null and void|obsolete|deprecated|retired|sunset|decommissioned|abandoned|discontinued"
)
"""What is said of an arrangement, a rule or a thing that has ended, and seldom of what merely passes."""

GONE: Final = "gone|removed|deleted|dropped|dead|history|taken back"
"""What is said of it as well, and as often of an error, a file or a packet."""

OVER: Final = f"{WITHDRAWN}|{GONE}|void|invalid"
"""All of them, with what is a type or the message of a failed check elsewhere."""

PAST: Final = "gone|history|no more|a thing of the past|taken back|dropped"
"""What is said of an arrangement that has ended where it stands alone: "the standup is history"."""

WITHDREW: Final = (
    r"removed|deleted|dropped|scrapped|cancelled|canceled|got rid of|did away with|abandoned|retired|withdrew|revoked|"
    r"rescinded|annulled|repealed|abolished|discontinued|called off|took back"
)
"""What somebody did who ended something."""
