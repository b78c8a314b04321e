"""Counts the pieces that are named right by the network alone, and with the palette of the other pieces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.pieces.colours.palette import Palette, TaughtPiece
from vision.vocabulary import PIECES


def count_named_by_network(palette: Palette) -> int:
    """Return the number of pieces whose name and kind the network alone gives."""
    return sum(
        palette.names[int(p.colour.argmax())] == p.name and PIECES[int(p.kinds.argmax())] == p.kind
        for p in palette.pieces
    )


def count_named_by_palette(palette: Palette) -> int:
    """Return the number of pieces that the palette names right without the piece itself (leave-one-out).

    The only piece of its name counts as right: no other piece could give its name.
    """
    return sum(_is_known(palette, k) for k in range(len(palette.pieces)))


def _is_known(palette: Palette, k: int) -> bool:
    piece = palette.pieces[k]
    others = (*palette.pieces[:k], *palette.pieces[k + 1 :])
    if not any(p.name == piece.name for p in others):
        return True
    rest = Palette(others, palette.table)
    return rest.names[_name_of(rest, palette.pieces, k)] == piece.name and _kind_of(palette, piece) == piece.kind


def _name_of(rest: Palette, pieces: Sequence[TaughtPiece], k: int) -> int:
    chromas, network = np.array([p.chroma for p in pieces]), np.array([p.colour for p in pieces])
    return int(rest.log_likelihoods(chromas, network, rest.table)[k].argmax())


def _kind_of(palette: Palette, piece: TaughtPiece) -> str:
    return PIECES[int(palette.kind_probabilities(piece.kinds, piece.shape).argmax())]
