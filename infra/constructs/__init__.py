"""Constructs: one resource, or the few that make no sense apart, with their permissions."""
