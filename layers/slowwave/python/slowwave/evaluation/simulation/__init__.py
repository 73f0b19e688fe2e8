"""Synthetic project histories whose every label is true by construction, and what any memory makes of them."""
