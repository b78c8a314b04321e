"""The network that names the groups of a board's ground by comparing them."""
