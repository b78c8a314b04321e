"""Reads a player's fjord in *Vikings* from a photo."""
