"""Pages of recorded games: list, set-up, editor, one game."""
