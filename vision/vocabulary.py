"""The names of terrains, pieces and colours, in the order in which all arrays of probabilities hold them."""

from __future__ import annotations

TERRAINS = "PMO"
"""Plains, mountain and ocean."""
PIECES = ("viking", "longhouse", "stone")
COLOURS = ("white", "yellow", "orange", "red", "purple", "pink", "blue", "green", "brown", "black", "grey")
DULL = frozenset({"white", "grey", "black", "brown"})
"""Those that rock and rune stones have as well."""
