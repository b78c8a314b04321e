"""Pieces, clutter and their shadows."""
