"""Stones told from players' pieces by their looks on one table: what looks like many vikings is one of them.

From above a dark viking and a dark stone are both dark blocks, and the network, which sees one cell at a time, may take
some of a player's pieces for stones. All of a player's pieces are of one colour and all its vikings of one size, so
whoever compares them knows better. In printings whose players have discs a stone is told from them by its colour: no
rune is as vivid as a player's longhouses and of their very colour, but for the ring of a Home, on which one stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.imaging.chromaticity import MIRRORED, chroma
from vision.pieces.detect import PRESENT, Piece
from vision.vocabulary import COLOURS, DULL, PIECES

_VIKING, _STONE = PIECES.index("viking"), PIECES.index("stone")
_SURE = 0.9
"""How certain a piece and its kind must be to stand as an example."""
_SPREAD = np.array([0.2, 0.2, 0.12, 0.25])
"""Standard deviations, among one player's vikings, of `chroma` and of the log area seen."""
_ALIKE = 1.6
"""Log odds for a viking by each viking that looks the same, and for a stone by each such stone."""
_MOST = 5.0
_VIVID = 0.75
"""How far, in log chromaticity, a colour is from grey that is a player's: of 440 stones on made boards those that were
as near to a longhouse's colour as ``_ITS_COLOUR`` says were 0.72 from it at most."""
_ITS_COLOUR = 0.3
"""How near it must be to that of a longhouse."""
_PLAYERS = 0.95
"""How sure it is then that the disc is a player's."""


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


def weigh_discs(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> list[Piece]:
    """Return the pieces with stones taken for vikings that are in the vivid colour of some longhouses.

    ``colours`` holds (11,) probabilities of the colour names for each piece: what only the lamp makes vivid has none.
    """
    names = [COLOURS[int(c.argmax())] if c.max() >= _SURE else None for c in colours]
    houses = [k for k, p in enumerate(pieces) if p.kind == "longhouse" and p.certainty >= _SURE]
    built = {nearest_cell(pieces[k].foot) for k in houses}
    weighed = list(pieces)
    for n, piece in enumerate(pieces):
        if piece.kind != "stone" or piece.rune is not None or nearest_cell(piece.foot) in built:
            continue
        hue = _hue(piece)
        like = [k for k in houses if names[k] == names[n] and np.linalg.norm(_hue(pieces[k]) - hue) < _ITS_COLOUR]
        if like and names[n] not in {*DULL, None} and np.linalg.norm(hue) > _VIVID:
            weighed[n] = _as_viking(piece)
    return weighed


def _as_viking(piece: Piece) -> Piece:
    kinds = piece.kinds.copy()
    kinds[_VIKING] += _PLAYERS * kinds[_STONE]
    kinds[_STONE] *= 1 - _PLAYERS
    return replace(piece, kinds=kinds)


def _hue(piece: Piece) -> np.ndarray:
    """(2,) log chromaticity, 0 being grey by daylight."""
    return chroma(piece.shade + MIRRORED)[:2]
