"""Teaches the eyes one camera, one set of pieces and one copy of the game (a profile)."""
