"""The files that sessions read again, and who names them before."""
