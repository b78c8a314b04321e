"""The network that compares all cells of a table."""
