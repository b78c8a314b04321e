"""Votes of several readings on each cell, counted until a change of the board is accepted."""
