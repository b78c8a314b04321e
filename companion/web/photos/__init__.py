"""Pages that tally photos."""
