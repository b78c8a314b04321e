"""Log odds from the rules about who plays: at least two colours, and a player has one longhouse to four.

What it subtracts, in nats, from a joint naming of the groups of pieces: ``_NO_LONGHOUSE`` (2.5) for each colour with
vikings and no longhouse on the board, ``_ONE_COLOUR`` (2) where all groups have one colour, and for each colour
``_FURTHER_LONGHOUSE`` (1) for each longhouse after the fourth, at most ``_MAX_FURTHER`` (4). There is no further
cap. Fitted, see `naming`: ``_NO_LONGHOUSE``; chosen by hand: the others. Measured: with the handling of clipped red in
`colours.similarity`, wrong pieces fell from 328 to 305 on fifteen held-out sets, and from 26 to 13 of 13 900 on 36
photos degraded in 19 ways. On 140 held-out boards 131 of 2 582 pieces have a wrong colour with 1 nat and 133 with 3,
which also parts six houses of one player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.fjords.board import LONGHOUSES

_NO_LONGHOUSE = 2.5
"""Nats against each colour that has vikings on the board but no longhouse, where they would have started; fitted."""
_ONE_COLOUR = 2.0
"""Nats against all groups being of one colour; chosen by hand."""
_FURTHER_LONGHOUSE, _MAX_FURTHER = 1.0, 4.0
"""Nats against each longhouse of a colour after the fourth, which may be a viking misread, and the most; by hand."""


@dataclass(frozen=True, eq=False)
class GroupKinds:
    """The kinds of pieces in groups of one colour.

    Attributes:
        vikings: (g,) bool, whether a group has any; (0,) where the pieces are not those of a game: no rule applies.
        houses: (g,) or (0,) number of longhouses.
    """

    vikings: np.ndarray
    houses: np.ndarray

    def log_odds_against(self, namings: np.ndarray) -> np.ndarray:
        """Return (n,) log odds, nats, against each of (n, g) namings of the first g groups."""
        count = namings.shape[1]
        if not len(self.vikings) or count < 2:
            return np.zeros(len(namings))
        same = namings[:, :, None] == namings[:, None]
        houses = same @ self.houses[:count]
        homeless = self.vikings[:count] & (houses == 0)
        first_with_vikings = ~(np.tril(same, -1) & self.vikings[:count]).any(axis=2)
        homeless_colours = (homeless & first_with_vikings).sum(axis=1)
        first = ~np.tril(same, -1).any(axis=2)
        further = np.minimum(_FURTHER_LONGHOUSE * np.maximum(houses - LONGHOUSES, 0), _MAX_FURTHER)
        one_colour = _ONE_COLOUR * same.all(axis=(1, 2))
        odds: np.ndarray = _NO_LONGHOUSE * homeless_colours + (further * first).sum(axis=1) + one_colour
        return odds


def group_kinds(groups: Sequence[Sequence[int]], kinds: Sequence[str]) -> GroupKinds:
    """Return the kinds of pieces in groups of numbered pieces.

    Args:
        groups: the numbers of the pieces of each group.
        kinds: the kind of each piece, of ``vocabulary.PIECES``; empty where the pieces are not those of a game.
    """
    vikings, houses = (
        np.array([sum(kinds[k] == kind for k in group) for group in groups] if kinds else [], int)
        for kind in ("viking", "longhouse")
    )
    return GroupKinds(vikings > 0, houses)
