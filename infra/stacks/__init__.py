"""Stacks: which constructs are deployed together."""
