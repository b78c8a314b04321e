"""Boards of any game with their scores and warnings."""
