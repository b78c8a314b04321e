"""What is known of players' supplies, as a word against readings that do not fit them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.pieces.detect import Piece
from vision.vocabulary import COLOURS, DULL, PIECES

_LONGHOUSES = 4
"""Every printing has four longhouses of a colour, in every variant (the rules' list of components)."""
_FIFTH = 2.5
"""Log odds against a fifth: far fewer tables hold one than pictures look as if they did."""
_HOUSE = PIECES.index("longhouse")
_CLEAR = 0.76
"""A player has at least one piece on the table that is this certain to be there."""


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


def real_players(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> np.ndarray:
    """Say of each piece whether its colour shows clearly anywhere: (n,) bool.

    A patch of rock that looks a little like a piece looks like one of a colour that nobody plays. What rock never
    looks like needs no single clear piece: several of one such colour bear each other out. Stones, which belong to
    nobody, are taken as they are.
    """
    names = np.array([int(c.argmax()) for c in colours])
    certain = np.array([p.certainty for p in pieces])
    stone = np.array([p.kind == "stone" for p in pieces], bool)
    clear = {n for n in set(names[~stone].tolist()) if _borne_out(certain[~stone & (names == n)], n) >= _CLEAR}
    return np.array([s or n in clear for n, s in zip(names.tolist(), stone, strict=True)], bool)


def _borne_out(certain: np.ndarray, name: int) -> float:
    """How sure it is that pieces of one colour, each this certain, are not all made up."""
    if COLOURS[name] in DULL:
        return float(certain.max())
    return 1 - float((1 - certain).prod())
