"""Long-term memory for AI agents that consolidates while they are idle."""

__version__ = "0.1.0"
