"""Names of terrains, pieces and colours, in their order in all arrays of probabilities."""

from __future__ import annotations

TERRAINS = "PMO"
"""Plains, mountain and ocean."""
PIECES = ("viking", "longhouse", "stone")
OTHER_SIGN = "other"
SIGNS = ("strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret", OTHER_SIGN)
"""What a stone may bear: the runes of the game, and anything else."""
COLOURS = ("white", "yellow", "orange", "red", "purple", "pink", "blue", "green", "brown", "black", "grey")
