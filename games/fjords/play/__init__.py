"""Playing Fjords move by move."""
