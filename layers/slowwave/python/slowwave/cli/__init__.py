"""The command line: parses words, calls one function each, and prints for people or, with --json, for programs."""
