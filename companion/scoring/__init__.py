"""Tallies: boards of any game with their scores and notices."""
