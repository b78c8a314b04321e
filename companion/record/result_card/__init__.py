"""The result of a game as a picture."""
