"""Stones told from players' pieces by their looks on one table: what looks like many vikings is one of them.

From above a dark viking and a dark stone are both dark blocks, and the network, which sees one cell at a time, may take
some of a player's pieces for stones. All of a player's pieces are of one colour and all its vikings of one size, so
whoever compares them knows better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.channels import PIECES
from vision.pieces import PRESENT, Piece
from vision.shades import MIRRORED, chroma

_STONE = PIECES.index("stone")
_SURE = 0.9
"""How certain a piece and its kind must be to stand as an example."""
_SPREAD = np.array([0.2, 0.2, 0.12, 0.25])
"""Standard deviations, among one player's vikings, of `chroma` and of the log area seen."""
_ALIKE = 1.6
"""Log odds for a viking by each viking that looks the same, and for a stone by each such stone."""
_MOST = 5.0


def weigh_alike(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces, each that may be a stone weighed by how many sure vikings and sure stones look like it."""
    examples = [p for p in pieces if p.area > 0 and p.certainty >= _SURE and p.kinds.max() >= _SURE]
    return [_weighed(p, examples) if _in_question(p) else p for p in pieces]


def _in_question(piece: Piece) -> bool:
    return piece.rune is None and piece.area > 0 and piece.certainty >= PRESENT / 2 and piece.kinds[_STONE] > 0.02


def _weighed(piece: Piece, examples: Sequence[Piece]) -> Piece:
    others = [e for e in examples if e is not piece]
    if not others:
        return piece
    away = (np.array([_looks(e) for e in others]) - _looks(piece)) / _SPREAD
    alike = np.exp(-(away**2).sum(axis=1) / 8)
    votes = np.array([sum(a for a, e in zip(alike, others, strict=True) if e.kind == kind) for kind in PIECES])
    odds = np.minimum(_ALIKE * np.sqrt(votes), _MOST)
    odds -= odds.min()
    kinds = piece.kinds * np.exp(odds)
    return replace(piece, kinds=kinds / kinds.sum())


def _looks(piece: Piece) -> np.ndarray:
    return np.append(chroma(piece.shade + MIRRORED), np.log(piece.area))
