"""Pages of evenings and tournaments."""
