"""What changed between two frames, and what hides the table."""
