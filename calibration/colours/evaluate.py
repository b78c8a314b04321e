"""How many of the shown pieces are known by the eyes alone, and how many once the others were shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.vocabulary import PIECES


def known_before(palette: Palette) -> int:
    """Count the pieces whose name and kind the network gives by itself."""
    return sum(
        palette.names[int(p.colour.argmax())] == p.name and PIECES[int(p.kinds.argmax())] == p.kind
        for p in palette.pieces
    )


def known_after(palette: Palette) -> int:
    """Count the pieces that are known by the others: each is named as if it had not been shown itself.

    The only piece of its name counts as known: there is nothing else to know it by.
    """
    return sum(_is_known(palette, k) for k in range(len(palette.pieces)))


def _is_known(palette: Palette, k: int) -> bool:
    piece = palette.pieces[k]
    others = (*palette.pieces[:k], *palette.pieces[k + 1 :])
    if not any(p.name == piece.name for p in others):
        return True
    told = Palette(others, palette.table)
    return told.names[_named(told, palette.pieces, k)] == piece.name and _counted(palette, piece) == piece.kind


def _named(told: Palette, pieces: Sequence[TaughtPiece], k: int) -> int:
    chromas, network = np.array([p.chroma for p in pieces]), np.array([p.colour for p in pieces])
    return int(told.log_likelihoods(chromas, network, told.table)[k].argmax())


def _counted(palette: Palette, piece: TaughtPiece) -> str:
    return PIECES[int(palette.kind_probabilities(piece.kinds, piece.shape).argmax())]
