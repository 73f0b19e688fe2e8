"""The stages of a run. Each is one function over ports, idempotent, working in bounded slices and saying whether
there is more.
"""
