"""Breaches of the rules on a board, and in the change from one board to the next."""
