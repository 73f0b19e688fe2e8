"""What a slot can be about: the attributes, what their values look like, and which acts may speak about them.

An attribute's name is worded so that "the NAME of ENTITY is VALUE" is a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Which script a slot follows."""

    GENERAL = "general"  # stated, corrected and withdrawn by the user
    OBSERVED = "observed"  # only tools report it
    REVIEWED = "reviewed"  # learned from repeated review comments
    APPROVED = "approved"  # stands while the body that approved it exists
    SAFETY = "safety"
    TOTAL = "total"


class Shape(StrEnum):
    """What a value looks like."""

    MILLISECONDS = "milliseconds"
    SECONDS = "seconds"
    MEGABYTES = "megabytes"
    RATE = "rate"
    PORT = "port"
    COUNT = "count"
    VERSION = "version"
    CHANNEL = "channel"
    HOST = "host"
    REGION = "region"
    PATH = "path"
    TOOL = "tool"
    WRAPPER = "wrapper"
    GATE = "gate"
    VENDOR = "vendor"
    TEAM = "team"
    FORMAT = "format"
    WEEKLY_TIME = "weekly time"
    LANGUAGES = "languages"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: its name in a sentence, the look of its values, and the script it follows."""

    name: str
    shape: Shape
    role: Role = Role.GENERAL
    personal: bool = False  # of what an assistant prepares for somebody, not of a service


ATTRIBUTES = (
    Attribute("request timeout", Shape.MILLISECONDS),
    Attribute("port", Shape.PORT),
    Attribute("database host", Shape.HOST),
    Attribute("owner", Shape.TEAM),
    Attribute("alert channel", Shape.CHANNEL),
    Attribute("client version", Shape.VERSION),
    Attribute("data path", Shape.PATH),
    Attribute("linter", Shape.TOOL),
    Attribute("region", Shape.REGION),
    Attribute("rate limit", Shape.RATE),
    Attribute("retry delay", Shape.SECONDS),
    Attribute("memory limit", Shape.MEGABYTES),
    Attribute("test runner", Shape.TOOL),
    Attribute("export format", Shape.FORMAT),
    Attribute("send time", Shape.WEEKLY_TIME, personal=True),
    Attribute("language pair", Shape.LANGUAGES, personal=True),
    Attribute("posting channel", Shape.CHANNEL, personal=True),
    Attribute("file format", Shape.FORMAT, personal=True),
    Attribute("running version", Shape.VERSION, Role.OBSERVED),
    Attribute("peak latency", Shape.MILLISECONDS, Role.OBSERVED),
    Attribute("call wrapper", Shape.WRAPPER, Role.REVIEWED),
    Attribute("mapping vendor", Shape.VENDOR, Role.APPROVED),
    Attribute("write gate", Shape.GATE, Role.SAFETY),
    Attribute("order total", Shape.COUNT, Role.TOTAL),
)
BY_NAME = {attribute.name: attribute for attribute in ATTRIBUTES}
