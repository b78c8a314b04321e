"""Evidence from the pieces that a player owns: four longhouses, and at least one piece that is clearly seen.

`apply_supply_term` subtracts ``_FIFTH_LONGHOUSE`` (2.5 nats, a constant without a further cap) from the log probability
of "longhouse" for each longhouse of a colour beyond its four most certain ones. Chosen by hand.

`colour_is_clear` is a rule rather than a sum: a colour of which no piece reaches the probability ``_CLEAR`` (0.76)
counts as misread art, and its pieces are left out. Chosen by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.pieces.detect import Piece
from vision.vocabulary import COLOURS, DULL, PIECES

_LONGHOUSES = 4
"""Longhouses of a colour in every printing and every variant (the rules' list of components)."""
_FIFTH_LONGHOUSE = 2.5
"""Nats against each further longhouse: real tables hold one far less often than pictures seem to; chosen by hand."""
_CLEAR = 0.76
"""Probability of presence that at least one piece of a player has; chosen by hand."""
_HOUSE = PIECES.index("longhouse")


def apply_supply_term(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> list[Piece]:
    """Return the pieces; longhouses beyond the supply of a colour, the least certain ones, become less likely.

    Where the pixels are clear a fifth longhouse stays one: the check of the rules reports it.

    Args:
        pieces: those of one board.
        colours: (11,) probabilities of the colour names for each.
    """
    weighed = list(pieces)
    names = [int(c.argmax()) for c in colours]
    for name in set(names):
        houses = [k for k, p in enumerate(pieces) if names[k] == name and p.kind == "longhouse"]
        houses.sort(key=lambda k: -float(pieces[k].kinds[_HOUSE]))
        for k in houses[_LONGHOUSES:]:
            kinds = pieces[k].kinds.copy()
            kinds[_HOUSE] *= np.exp(-_FIFTH_LONGHOUSE)
            weighed[k] = replace(pieces[k], kinds=kinds / kinds.sum())
    return weighed


def colour_is_clear(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> np.ndarray:
    """Return (n,) bool, whether any piece of the same colour is clearly seen; true for every stone.

    A patch of rock that somewhat resembles a piece resembles one of a colour that nobody plays. Colours that rock never
    has need no single clear piece: several uncertain pieces of such a colour support each other.

    Args:
        pieces: those of one board.
        colours: (11,) probabilities of the colour names for each.
    """
    names = np.array([int(c.argmax()) for c in colours])
    presence = np.array([p.certainty for p in pieces])
    stone = np.array([p.kind == "stone" for p in pieces], bool)
    clear = {n for n in set(names[~stone].tolist()) if _any_present(presence[~stone & (names == n)], n) >= _CLEAR}
    return np.array([s or n in clear for n, s in zip(names.tolist(), stone, strict=True)], bool)


def _any_present(presence: np.ndarray, name: int) -> float:
    """Return the probability that at least one piece of a colour is real, given each one's probability.

    In the dull colours of rock the errors are not independent, so there it is that of the likeliest piece.
    """
    if COLOURS[name] in DULL:
        return float(presence.max())
    return 1 - float((1 - presence).prod())
