"""What a box holds of each colour, as a word against readings that need more than that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.channels import PIECES
from vision.pieces import Piece

_LONGHOUSES = 4
"""Every printing has four longhouses of a colour, in every variant (the rules' list of components)."""
_FIFTH = 2.5
"""Log odds against a fifth: far fewer tables hold one than pictures look as if they did."""
_HOUSE = PIECES.index("longhouse")


def weigh_supplies(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> list[Piece]:
    """Return the pieces with longhouses beyond the supply made less likely, the least sure of a colour first.

    Where the pixels are clear a fifth longhouse stays one: that it is against the rules is for the rules to say.
    ``colours`` holds (11,) probabilities of the colour names for each piece.
    """
    weighed = list(pieces)
    names = [int(c.argmax()) for c in colours]
    for name in set(names):
        houses = [k for k, p in enumerate(pieces) if names[k] == name and p.kind == "longhouse"]
        houses.sort(key=lambda k: -float(pieces[k].kinds[_HOUSE]))
        for k in houses[_LONGHOUSES:]:
            kinds = pieces[k].kinds.copy()
            kinds[_HOUSE] *= np.exp(-_FIFTH)
            weighed[k] = replace(pieces[k], kinds=kinds / kinds.sum())
    return weighed
