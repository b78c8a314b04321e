"""Rune stones."""
