"""The pieces of a table by several photos."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import PieceProbabilities, PieceReading
from vision.geometry.lattice import CORNERS, Cell, position
from vision.merging.correlation import weight_of_each
from vision.merging.photo_view import PhotoView, probabilities_of
from vision.networks.activations import log_odds, sigmoid, softmax
from vision.pieces.detect import PRESENT, Piece
from vision.vocabulary import COLOURS, PIECES

_MAX_DISTANCE = 0.3
"""Pitches within which pieces of two photos may be one, even if assigned to different cells; chosen by hand."""
_UNREAD_PROBABILITY = 0.06
"""Probability of a piece by a photo that shows its tile and did not read it: another may hide it; chosen by hand."""
_MIN_CERTAINTY = 0.01
"""Probabilities of a piece by one photo are clipped to this distance from 0 and 1; chosen by hand."""
_MAX_UNREAD = PRESENT - 0.02
"""Cap of the probability of a piece that no photo read: it becomes a question, not a piece."""
_MIN_PROBABILITY = 1e-3
"""Least probability of a kind or colour by one photo; chosen by hand."""
_OTHER_KIND_COST = 9.0
"""Added to the distance of pieces of different kinds, so that they are matched last."""
_MIN_SHARE = 1e-6
"""Least merged probability."""


@dataclass(frozen=True, eq=False)
class MergedPiece:
    """One piece.

    Attributes:
        cell: the tile that it stands on.
        foot: (2,) where it stands, table coordinates.
        certainty: 0..1, probability that it is there at all.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colours: (11,) probabilities of ``vocabulary.COLOURS``.
        members: its readings by the photos.
    """

    cell: Cell
    foot: np.ndarray
    certainty: float
    kinds: np.ndarray
    colours: np.ndarray
    members: tuple[PieceReading, ...]

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]

    @property
    def rune(self) -> tuple[str, str | None] | None:
        """The rune on a stone and its player's colour, by the most confident photo that recognised it."""
        known = [piece for piece in self.members if piece.rune is not None]
        surest = max(known, key=lambda piece: piece.confidence, default=None)
        return None if surest is None or surest.rune is None else (surest.rune, surest.colour)

    def as_piece(self) -> Piece:
        """Return it as a piece of one photo at the centre of its tile."""
        at = position(self.cell)
        piece = Piece(self.kinds, self.certainty, at, at + CORNERS, at + CORNERS, np.log(self.colours), np.zeros(3))
        return replace(piece, rune=self.rune)


_Group = dict[int, tuple[PieceReading, np.ndarray]]
"""The reading of one piece by each photo, by the photo's index, with its table position."""


def merge_pieces(views: Sequence[PhotoView]) -> list[MergedPiece]:
    """Return all pieces that any photo read or holds possible."""
    merged = [_merged(group, views) for group in _grouped(views)]
    taken = {piece.cell for piece in merged}
    merged += [_possible(cell, views) for cell in sorted({c for w in views for c in w.possible} - taken)]
    return merged


def _grouped(views: Sequence[PhotoView]) -> list[_Group]:
    """Return the photos' readings grouped by piece: near each other, or in the same cell."""
    groups: list[_Group] = []
    for number, view in enumerate(views):
        found = [(piece, view.plane.to_table(np.array(piece.px))) for piece in view.reading.pieces]
        pairs = [(_apart(one, group), i, j) for i, one in enumerate(found) for j, group in enumerate(groups)]
        paired: dict[int, int] = {}
        for away, i, j in sorted(pairs):
            if away < np.inf and i not in paired and j not in paired.values():
                paired[i] = j
        for i, one in enumerate(found):
            if i in paired:
                groups[paired[i]][number] = one
            else:
                groups.append({number: one})
    return groups


def _apart(one: tuple[PieceReading, np.ndarray], group: _Group) -> float:
    """Return the distance, pitches, of a piece from a group; infinite if they cannot be the same.

    Pieces of different kinds are matched last: a stone lies under its longhouse.
    """
    away = float(np.linalg.norm(one[1] - np.mean([where for _, where in group.values()], axis=0)))
    if away >= _MAX_DISTANCE and all(piece.cell != one[0].cell for piece, _ in group.values()):
        return np.inf
    return away + _OTHER_KIND_COST * all(piece.kind != one[0].kind for piece, _ in group.values())


def _merged(group: _Group, views: Sequence[PhotoView]) -> MergedPiece:
    """Return the piece of a group of readings."""
    names = views[0].reading.names
    probabilities = {number: probabilities_of(piece, names) for number, (piece, _) in group.items()}
    cells: defaultdict[Cell, float] = defaultdict(float)
    for number, (piece, _) in group.items():
        cells[piece.cell] += probabilities[number].certainty
    cell = max(cells, key=lambda c: cells[c])
    foot: np.ndarray = np.mean([where for _, where in group.values()], axis=0)
    kinds = _together([one.kinds for one in probabilities.values()])
    colours = _together([one.colours for one in probabilities.values()])
    certainty = _certainty(cell, probabilities, views)
    return MergedPiece(cell, foot, certainty, kinds, colours, tuple(piece for piece, _ in group.values()))


def _possible(cell: Cell, views: Sequence[PhotoView]) -> MergedPiece:
    """Return a piece that some photos hold possible and none read, with a flat colour; it becomes a question."""
    certainty = min(_certainty(cell, {}, views), _MAX_UNREAD)
    kinds = _together([view.possible[cell].kinds for view in views if cell in view.possible])
    flat = np.full(len(COLOURS), 1 / len(COLOURS))
    return MergedPiece(cell, position(cell), certainty, kinds, flat, ())


def _certainty(cell: Cell, probabilities: Mapping[int, PieceProbabilities], views: Sequence[PhotoView]) -> float:
    """Return the probability of a piece by all photos that show its tile."""
    odds = []
    for number, view in enumerate(views):
        if number in probabilities:
            sure = probabilities[number].certainty
        elif cell in view.tiles:
            sure = view.possible[cell].certainty if cell in view.possible else _UNREAD_PROBABILITY
        else:
            continue
        odds.append(float(log_odds(sure, _MIN_CERTAINTY)))
    return float(sigmoid(sum(odds) * weight_of_each(max(len(odds), 1))))


def _together(probabilities: Sequence[np.ndarray]) -> np.ndarray:
    """Return (n,) probabilities of one piece by those of several photos."""
    logs = np.log(np.maximum(probabilities, _MIN_PROBABILITY)).sum(axis=0)
    return np.asarray(np.maximum(softmax(logs * weight_of_each(len(probabilities))), _MIN_SHARE))
