"""What is in doubt about a board that was read from a photo, and what answers about it amount to."""
