"""Pieces told from art by their colours: art comes back on other tiles, and pieces look like other pieces.

The close look sees one cell at a time. In a printing that it has never seen it may take a dark rock for a piece, or a
pale piece for art; whoever has seen the whole board knows better. `training.fit.background_term` finds the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.imaging.chromaticity import chroma, linear
from vision.networks.activations import log_odds, sigmoid
from vision.pieces.detect import Piece
from vision.vocabulary import PIECES

_STONE = PIECES.index("stone")
_ALIKE = 0.11
"""Colours nearer than this, as `shades.chroma` has them, are alike."""
_RARE = 2e-5
"""Added to the share of the art that is like a piece: art that is not seen may be rarer still."""
_SURE = 0.9
"""How certain a piece must be to stand as an example."""
_FAR = 4.0
"""Units of ``_ALIKE`` from which the nearest example says no more; also where there is none."""
_WEIGHTS = np.array([-1.0, 0.5, 0.85])
"""Log odds of a piece by each of `features_of`."""
_MOST = 3.0
"""The most, in log odds, that colours may say of one piece."""
_DOUBT = 1e-4
"""No piece is more certain to be there or not."""


def weigh_camouflage(pieces: Sequence[Piece], art: np.ndarray) -> list[Piece]:
    """Return the pieces, the certainty of each weighed by its colours.

    Args:
        pieces: all that may be pieces; what was known by its face is left alone.
        art: (m, 3) uint8 BGR, see `bare_art.bare_art`; where there is none nothing is weighed.
    """
    if not pieces or not len(art):
        return list(pieces)
    odds = presence_odds(pieces) + np.clip(features_of(pieces, art) @ _WEIGHTS, -_MOST, _MOST)
    return [replace(p, certainty=float(sigmoid(o))) if p.rune is None else p for p, o in zip(pieces, odds, strict=True)]


def presence_odds(pieces: Sequence[Piece]) -> np.ndarray:
    """(n,) log odds of each piece to be there, as the close look has them."""
    return log_odds(np.array([p.certainty for p in pieces]), _DOUBT)


def features_of(pieces: Sequence[Piece], art: np.ndarray) -> np.ndarray:
    """(n, 3) how n pieces look beside (m, 3) uint8 BGR pixels of art, m > 0, and beside each other.

    1, how unlike the art a piece is, and how like a sure piece on another cell; each times how likely the piece is no
    stone, since stones are painted like the tiles, and each in its own way.
    """
    looks = chroma(np.array([p.shade for p in pieces])) / _ALIKE
    others = chroma(linear(art)) / _ALIKE
    shares = np.array([(((others - look) ** 2).sum(axis=1) < 1).mean() for look in looks])
    told = np.column_stack([np.ones(len(pieces)), -np.log(shares + _RARE), -_nearest(pieces, looks)])
    no_stone: np.ndarray = 1 - np.array([p.kinds[_STONE] for p in pieces])
    features: np.ndarray = told * no_stone[:, None]
    return features


def _nearest(pieces: Sequence[Piece], looks: np.ndarray) -> np.ndarray:
    """(n,) how far from each look the nearest of the sure pieces on other cells is, up to ``_FAR``."""
    cells = np.array([nearest_cell(p.foot) for p in pieces])
    examples = [k for k, p in enumerate(pieces) if p.certainty >= _SURE and p.kind != "stone"]
    away = np.linalg.norm(looks[:, None] - looks[examples], axis=2)
    away[(cells[:, None] == cells[examples]).all(axis=2)] = _FAR
    nearest: np.ndarray = away.min(axis=1, initial=_FAR)
    return nearest
