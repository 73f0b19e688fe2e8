"""The rules: pure functions over frozen values. Standard library only; no clock, no input or output, no randomness."""
