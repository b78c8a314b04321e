"""The network that looks at one cell at a time."""
