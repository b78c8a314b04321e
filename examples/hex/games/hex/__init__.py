"""The board game Hex: a player who joins both own sides of the board with a chain of stones wins."""
