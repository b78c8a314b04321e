"""Calibration of the tiles of one copy of the game."""
