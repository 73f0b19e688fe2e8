"""What stands in for the cloud on one machine: the home directory, the models and the vector index."""
