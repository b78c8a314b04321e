"""What is doubtful about the pieces: whether they are there, and of which kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.detections import PossiblePiece
from vision.facts import NO_FACTS, NONE, Facts
from vision.geometry.lattice import nearest_cell
from vision.pieces.detect import Piece
from vision.reading.doubts.doubt import Doubt, Named, likeliest_of, near_any, spot_of
from vision.stones.signs import likeliest_runes
from vision.vocabulary import PIECES, RUNES

_MIN_PIECE_DOUBT = 0.03
"""Probability of a piece where none was read from which it counts as possible; chosen by hand."""
_MIN_DOUBT = 0.02
"""Probability of another kind, or of nothing, from which a piece belongs to a group of doubtful ones; by hand."""
_MAX_LOG_AREA_DIFFERENCE = 0.3
"""Difference of the log of the visible area within which two pieces have one shape: pieces of one kind that lie, stand
and hide each other vary by 0.2; chosen by hand."""
_SETTLED_SHARE = 0.06
"""Share of the errors among other pieces of the same shape that an answer about one puts right: of 32 that the doubts
of 89 groups on 156 synthetic boards let expect, two. Nearly all are asked about by themselves."""


def piece_doubts(named: Sequence[Named], unlikely: Sequence[Piece], facts: Facts = NO_FACTS) -> Iterator[Doubt]:
    """Yield the doubts about pieces: one for all doubtful pieces of one shape, asked about the most doubtful of them.

    Stones whose rune is not known are left out: they are asked about by their rune, and so are candidates that are most
    likely stones, where another stone lies on the board.

    Args:
        named: the pieces that were read, each with its (11,) colour probabilities.
        unlikely: candidates that were not read as pieces.
        facts: what a person said: nothing is asked again about a spot where something was named.
    """
    answered = [fact.spot for fact in facts.pieces if fact.kind is not None]
    doubtful = [
        (_sure(piece), piece)
        for piece, _ in named
        if 1 - _sure(piece) > _MIN_DOUBT
        and not near_any(spot_of(piece.foot), answered)
        and not (piece.kind == "stone" and piece.rune is None)
    ]
    for group in _groups(sorted(doubtful, key=lambda one: one[0])):
        sure, piece = group[0]
        candidates = (*likeliest_of(PIECES, piece.kinds), NONE)
        worth = (1 - sure) + _SETTLED_SHARE * sum(1 - other for other, _ in group[1:])
        cell = nearest_cell(piece.foot)
        yield Doubt("piece", cell, spot_of(piece.foot), candidates, sure, worth, covers=len(group))
    taken = {nearest_cell(piece.foot) for piece, _ in named}
    in_play = any(piece.kind == "stone" for piece, _ in named)
    for piece in unlikely:
        cell = nearest_cell(piece.foot)
        if cell not in taken and not near_any(spot_of(piece.foot), answered):
            sure = 1 - min(piece.certainty, 0.5)
            stone = in_play and piece.kind == "stone"
            others = _runes(piece) if stone else likeliest_of(PIECES, piece.kinds)
            yield Doubt("stone" if stone else "piece", cell, spot_of(piece.foot), (NONE, *others), sure, 1 - sure)


def _runes(piece: Piece) -> Sequence[str]:
    """Return the runes, likeliest first."""
    return [rune for rune, _ in likeliest_runes(piece.signs)] or RUNES


def _sure(piece: Piece) -> float:
    return piece.certainty * float(piece.kinds.max())


def _groups(doubtful: Sequence[tuple[float, Piece]]) -> list[list[tuple[float, Piece]]]:
    """Return the pieces by shape and by the kinds between which they are doubtful, the first of each group first."""
    groups: list[list[tuple[float, Piece]]] = []
    for sure, piece in doubtful:
        for group in groups:
            if _alike(group[0][1], piece):
                group.append((sure, piece))
                break
        else:
            groups.append([(sure, piece)])
    return groups


def _alike(one: Piece, other: Piece) -> bool:
    if min(one.area, other.area) <= 0 or set(_kinds(one)) != set(_kinds(other)):
        return False
    return bool(abs(np.log(one.area / other.area)) < _MAX_LOG_AREA_DIFFERENCE)


def _kinds(piece: Piece) -> list[int]:
    """Return the numbers of the two likeliest kinds; the last is that of nothing, where that is likelier."""
    odds = np.append(piece.certainty * piece.kinds, 1 - piece.certainty)
    likeliest: list[int] = np.argsort(-odds)[:2].tolist()
    return likeliest


def possible_pieces(named: Sequence[Named], unlikely: Sequence[Piece]) -> tuple[PossiblePiece, ...]:
    """Return the pieces that may stand on tiles where none was read, likeliest first."""
    taken = {nearest_cell(piece.foot) for piece, _ in named}
    found = [
        PossiblePiece(nearest_cell(p.foot), p.certainty, likeliest_of(PIECES, p.kinds), p.states)
        for p in unlikely
        if p.certainty > _MIN_PIECE_DOUBT and nearest_cell(p.foot) not in taken
    ]
    return tuple(sorted(found, key=lambda piece: -piece.certainty))
