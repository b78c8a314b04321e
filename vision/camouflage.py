"""Pieces told from art by their colours: art comes back on other tiles, and pieces look like other pieces.

The close look sees one cell at a time. In a printing that it has never seen it may take a dark rock for a piece, or a
pale piece for art; whoever has seen the whole board knows better. `vision.training.camouflage` finds the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.channels import PIECES
from vision.eyes import sigmoid
from vision.lattice import nearest_cell
from vision.pieces import Piece
from vision.shades import chroma, linear

_STONE = PIECES.index("stone")
_ALIKE = 0.11
"""Colours nearer than this, as `shades.chroma` has them, are alike."""
RARE = 2e-5
"""Added to the share of the art that is like a piece: art that is not seen may be rarer still."""
_SURE = 0.9
"""How certain a piece must be to stand as an example."""
FAR = 4.0
"""Units of ``_ALIKE`` from which the nearest example says no more; also where there is none."""


@dataclass(frozen=True)
class Weights:
    """Log odds of a piece: ``first``, less ``art`` times the log of `Colours.art` and ``away`` times `Colours.away`."""

    first: float
    art: float
    away: float


_WEIGHTS = Weights(-1.0, 0.5, 0.85)
_MOST = 3.0
"""The most, in log odds, that colours may say of one piece."""


@dataclass(frozen=True, eq=False)
class Colours:
    """How n pieces look beside the board's art and beside each other.

    Attributes:
        art: (n,) shares 0..1 of the art that are like each.
        away: (n,) units of ``_ALIKE`` to the most like of the sure pieces on other cells, up to ``FAR``.
    """

    art: np.ndarray
    away: np.ndarray


def weigh_camouflage(pieces: Sequence[Piece], art: np.ndarray) -> list[Piece]:
    """Return the pieces, the certainty of each weighed by its colours; what may be a stone is swayed less.

    Stones are painted like the tiles, and each in its own way; what was known by its face is left alone.

    Args:
        pieces: all that may be pieces.
        art: (m, 3) uint8 BGR, see `bare_art.bare_art`; where there is none nothing is weighed.
    """
    if not pieces or not len(art):
        return list(pieces)
    seen = colours_of(pieces, art)
    odds = _WEIGHTS.first - _WEIGHTS.art * np.log(seen.art + RARE) - _WEIGHTS.away * seen.away
    odds = np.clip(odds, -_MOST, _MOST)
    return [_swayed(p, float(by)) if p.rune is None else p for p, by in zip(pieces, odds, strict=True)]


def colours_of(pieces: Sequence[Piece], art: np.ndarray) -> Colours:
    """Compare pieces with (m, 3) uint8 BGR pixels of art, m > 0, and with each other."""
    looks = chroma(np.array([p.shade for p in pieces])) / _ALIKE
    others = chroma(linear(art)) / _ALIKE
    cells = [nearest_cell(p.foot) for p in pieces]
    away = np.full(len(pieces), FAR)
    for k, piece in enumerate(pieces):
        if piece.certainty >= _SURE and piece.kind != "stone":
            elsewhere = np.array([cell != cells[k] for cell in cells])
            distances = np.linalg.norm(looks - looks[k], axis=1)
            away = np.where(elsewhere, np.minimum(away, distances), away)
    shares = [float((((others - look) ** 2).sum(axis=1) < 1).mean()) for look in looks]
    return Colours(np.array(shares), away)


def _swayed(piece: Piece, by: float) -> Piece:
    sure = min(max(piece.certainty, 1e-4), 1 - 1e-4)
    odds = np.log(sure / (1 - sure)) + (1 - piece.kinds[_STONE]) * by
    return replace(piece, certainty=float(sigmoid(odds)))
