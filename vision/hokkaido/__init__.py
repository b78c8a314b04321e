"""Reads a player's city in *Hokkaido* from a photo."""
