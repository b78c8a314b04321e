"""What stands on each cell."""
