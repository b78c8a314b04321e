"""Tells which squares of a grid are those of a city: cards rather than table, and whole cards."""
