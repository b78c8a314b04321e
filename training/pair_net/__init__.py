"""Training of the pair network, which detects two pieces on one cell."""
