"""Playing Vikings move by move."""
