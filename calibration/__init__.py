"""Calibrates one camera, one set of pieces and one copy of the game into a profile."""
