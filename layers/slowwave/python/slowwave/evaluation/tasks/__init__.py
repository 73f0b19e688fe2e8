"""A fixed set of sequences in which later tasks need what earlier sessions taught, and any memory's marks on it."""
