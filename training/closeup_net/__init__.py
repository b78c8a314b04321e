"""Training of the close-up network, which classifies one cell at a time."""
