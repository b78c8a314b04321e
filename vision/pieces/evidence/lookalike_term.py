"""Log odds that a candidate for a stone is a viking, by the certain vikings and stones of the same table.

Seen from above a dark viking and a dark stone are both dark blocks, and the close-up network, which judges one cell at
a time, may take some of a player's pieces for stones. All pieces of a player have one colour and all its vikings one
size, so a comparison with them decides.

`apply_lookalike_term` adds, in nats, to the log probability of each kind, for candidates that may be stones:

    min(1.6 sqrt(v), 5), less the smallest of the three

where v is the sum, over the certain pieces of that kind, of exp(-d^2 / 8), d being the distance from the candidate in
standard deviations of chromaticity, brightness and log area. Chosen by hand: all of its numbers. Measured: with it and
the comparison of colours in `colours.similarity`, F1 of the pieces on 15 photos rose from 97.6 % to 98.7 %.

`apply_player_colour_term` is a rule rather than a sum: a stone with the vivid colour of a certain longhouse becomes a
viking with 0.95 of the stone's probability, which is ln(0.95 / 0.05) = 2.9 nats between the two where no viking was
thought of. No rune is that vivid and of that very colour, except for the ring of a Home, on which a longhouse stands.
Measured: ``_VIVID``, on 440 stones on synthetic boards. Chosen by hand: the rest. On fifteen sets 271 pieces were
missed instead of 275.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.lattice import nearest_cell
from vision.imaging.chromaticity import MIRRORED, chroma
from vision.pieces.detect import PRESENT, Piece
from vision.vocabulary import COLOURS, DULL, PIECES

_CERTAIN = 0.9
"""Probability from which a piece and its kind serve as an example; chosen by hand."""
_MIN_STONE_PROBABILITY = 0.02
"""A candidate that is less likely a stone stays unchanged; chosen by hand."""
_SPREAD = np.array([0.2, 0.2, 0.12, 0.25])
"""Standard deviations, among the vikings of one player, of `chroma` and of the log of the visible area; by hand."""
_LOG_ODDS_OF_ONE = 1.6
"""Nats for a kind by one identical example of it; n examples give sqrt(n) times as much; chosen by hand."""
_MAX_LOG_ODDS = 5.0
"""Cap, nats; chosen by hand."""
_VIVID = 0.75
"""Distance in log chromaticity from grey beyond which a colour is a player's: of 440 stones on synthetic boards those
within ``_LONGHOUSE_COLOUR`` of a longhouse's colour were at most 0.72 from grey."""
_LONGHOUSE_COLOUR = 0.3
"""Distance in log chromaticity within which a stone has the colour of a longhouse; chosen by hand."""
_PLAYER_SHARE = 0.95
"""Share of the probability of a stone in a player's colour that passes to a viking; chosen by hand."""
_VIKING, _STONE = PIECES.index("viking"), PIECES.index("stone")


def apply_lookalike_term(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces; those that may be stones are compared with the certain vikings and stones."""
    examples = [p for p in pieces if p.area > 0 and p.certainty >= _CERTAIN and p.kinds.max() >= _CERTAIN]
    return [_compared(p, examples) if _may_be_stone(p) else p for p in pieces]


def _may_be_stone(piece: Piece) -> bool:
    possible = piece.certainty >= PRESENT / 2 and piece.kinds[_STONE] > _MIN_STONE_PROBABILITY
    return bool(piece.rune is None and piece.area > 0 and possible)


def _compared(piece: Piece, examples: Sequence[Piece]) -> Piece:
    others = [e for e in examples if e is not piece]
    if not others:
        return piece
    deviations = (np.array([_appearance(e) for e in others]) - _appearance(piece)) / _SPREAD
    similarity = np.exp(-(deviations**2).sum(axis=1) / 8)
    votes = np.array([sum(s for s, e in zip(similarity, others, strict=True) if e.kind == kind) for kind in PIECES])
    odds = np.minimum(_LOG_ODDS_OF_ONE * np.sqrt(votes), _MAX_LOG_ODDS)
    odds -= odds.min()
    kinds = piece.kinds * np.exp(odds)
    return replace(piece, kinds=kinds / kinds.sum())


def _appearance(piece: Piece) -> np.ndarray:
    """Return the (4,) chromaticity, brightness and log area of a piece."""
    return np.append(chroma(piece.shade + MIRRORED), np.log(piece.area))


def apply_player_colour_term(pieces: Sequence[Piece], colours: Sequence[np.ndarray]) -> list[Piece]:
    """Return the pieces; stones in the vivid colour of a certain longhouse become vikings.

    Args:
        pieces: those of one board.
        colours: (11,) probabilities of the colour names for each. A stone that is vivid only by the lamp's colour has
            another name than the longhouse.
    """
    names = [COLOURS[int(c.argmax())] if c.max() >= _CERTAIN else None for c in colours]
    houses = [k for k, p in enumerate(pieces) if p.kind == "longhouse" and p.certainty >= _CERTAIN]
    house_cells = {nearest_cell(pieces[k].foot) for k in houses}
    weighed = list(pieces)
    for n, piece in enumerate(pieces):
        if piece.kind != "stone" or piece.rune is not None or nearest_cell(piece.foot) in house_cells:
            continue
        hue = _hue(piece)
        same = [k for k in houses if names[k] == names[n] and np.linalg.norm(_hue(pieces[k]) - hue) < _LONGHOUSE_COLOUR]
        if same and names[n] not in {*DULL, None} and np.linalg.norm(hue) > _VIVID:
            weighed[n] = _as_viking(piece)
    return weighed


def _as_viking(piece: Piece) -> Piece:
    kinds = piece.kinds.copy()
    kinds[_VIKING] += _PLAYER_SHARE * kinds[_STONE]
    kinds[_STONE] *= 1 - _PLAYER_SHARE
    return replace(piece, kinds=kinds)


def _hue(piece: Piece) -> np.ndarray:
    """Return the (2,) log chromaticity; 0 is grey in daylight."""
    return chroma(piece.shade + MIRRORED)[:2]
