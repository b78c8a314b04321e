"""Names of terrains, pieces, runes and colours, in their order in all arrays of probabilities."""

from __future__ import annotations

TERRAINS = "PMO"
"""Plains, mountain and ocean."""
PIECES = ("viking", "longhouse", "stone")
RUNES = ("strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret")
"""What a rune stone of the game may bear."""
OTHER_SIGN = "other"
SIGNS = (*RUNES, OTHER_SIGN)
"""What may be seen on a stone: a rune of the game, or anything else."""
COLOURS = ("white", "yellow", "orange", "red", "purple", "pink", "blue", "green", "brown", "black", "grey")
