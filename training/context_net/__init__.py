"""Training of the context network, which corrects piece counts from all cells of one table."""
