"""The board game Hex: who joins the two own sides of the board with a chain of stones wins."""
