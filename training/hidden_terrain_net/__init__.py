"""The network that paints hidden terrain."""
