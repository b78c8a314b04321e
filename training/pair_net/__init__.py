"""The network that counts the pieces on a cell."""
