"""Readers of agent transcripts and documents: files in, records out, and every line accounted for."""

from slowwave.adapters.transcripts.detect import Format, detect
from slowwave.adapters.transcripts.reader import read, read_units
from slowwave.adapters.transcripts.reads import Failed, Read, Reason, Skipped, Unit

__all__ = ["Failed", "Format", "Read", "Reason", "Skipped", "Unit", "detect", "read", "read_units"]
