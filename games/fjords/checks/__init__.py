"""What the rules say of a board, and of the change from one board to the next."""
