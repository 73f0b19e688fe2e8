"""Replay: the whole memory of a scope built again from what it was made of, and compared with what it is. It asks no
model, and it does nothing of its own: policies, acts and runs go through the code that made them the first time.
"""
