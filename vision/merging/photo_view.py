"""One photo among several of one table: its evidence for each edge and piece, and the cells that it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.detections import PieceProbabilities, PieceReading, PossiblePiece, TileReading
from vision.geometry.lattice import CORNERS, Cell, position
from vision.geometry.plane import Plane, fit_plane
from vision.reading.reading import Reading
from vision.terrain.edges import EDGES, LOG_PRIOR
from vision.vocabulary import COLOURS, PIECES

_VISIBLE_SHARE = 0.9
"""Share of a cell, outward from its centre, that must be in the picture for the photo to show it; chosen by hand."""
_MAX_CONFIDENCE = 0.995
"""Cap of a single photo's confidence; chosen by hand."""
_OTHER_KIND, _LIKELIEST_KIND, _UNLIKELIEST_KIND = 0.02, 1.0, 0.3
"""Weights of the kinds of a possible piece: of one that is no candidate, and of the first and last candidate."""
_CANDIDATES_SHARE = 0.8
"""Share of an edge's remaining probability that goes to its alternatives; chosen by hand."""


@dataclass(frozen=True, eq=False)
class PhotoView:
    """A photo's reading, in coordinates that all photos of the table share.

    Attributes:
        reading: the reading.
    """

    reading: Reading

    @cached_property
    def plane(self) -> Plane:
        """Table to photo, fitted to the tiles' outlines."""
        table = [position(t.cell) + shape for t in self.reading.tiles for shape in (np.zeros((1, 2)), CORNERS)]
        photo = [np.reshape(v, (-1, 2)) for t in self.reading.tiles for v in (t.px, t.outline)]
        return fit_plane(np.concatenate(table), np.concatenate(photo), (self.reading.width, self.reading.height))

    @cached_property
    def tiles(self) -> Mapping[Cell, TileReading]:
        """The tiles by cell."""
        return {tile.cell: tile for tile in self.reading.tiles}

    @cached_property
    def possible(self) -> Mapping[Cell, PieceProbabilities]:
        """The possible but unlikely pieces by cell."""
        return {piece.cell: _probabilities_of_possible(piece) for piece in self.reading.possible}

    @cached_property
    def edges(self) -> Mapping[Cell, np.ndarray]:
        """(6, 21) probabilities of ``edges.EDGES`` for each tile."""
        others = self.reading.alternatives
        return {
            cell: np.array([_edge(tile, i, others.get((cell, i), ())) for i in range(6)])
            for cell, tile in self.tiles.items()
        }

    @cached_property
    def edge_logs(self) -> Mapping[Cell, np.ndarray]:
        """(6, 21) log likelihoods of ``edges.EDGES`` for each tile, by its confidences if it was not read in pixels."""
        return {
            cell: np.log(self.edges[cell]) - LOG_PRIOR if tile.edge_logs is None else tile.edge_logs.astype(float)
            for cell, tile in self.tiles.items()
        }

    def shows(self, cell: Cell) -> bool:
        """Return whether the whole cell lies within the picture."""
        corners = self.plane.to_photo(position(cell) + _VISIBLE_SHARE * CORNERS)
        return bool((corners >= 0).all() and (corners <= [self.reading.width, self.reading.height]).all())


def _edge(tile: TileReading, side: int, candidates: Sequence[str]) -> np.ndarray:
    """Return (21,) probabilities: what the read edge leaves goes mostly to the candidates, the rest to all others."""
    read = tile.edges[side]
    sure = min(tile.edge_confidence[side], _MAX_CONFIDENCE)
    named = [EDGES.index(edge) for edge in candidates if edge != read]
    found = np.full(len(EDGES), (1 - sure) * (1 - _CANDIDATES_SHARE if named else 1) / (len(EDGES) - 1))
    found[named] += (1 - sure) * _CANDIDATES_SHARE / max(1, len(named))
    found[EDGES.index(read)] = sure
    summed: np.ndarray = found / found.sum()
    return summed


def probabilities_of(piece: PieceReading, names: Sequence[str] = COLOURS) -> PieceProbabilities:
    """Return the evidence for a piece, made from its confidence where the reading holds none.

    Args:
        piece: the piece.
        names: of the eleven colours.
    """
    if piece.probabilities is not None:
        return piece.probabilities
    sure = min(piece.confidence, _MAX_CONFIDENCE)
    kinds, colours = _peaked(PIECES, piece.kind, sure), _peaked(names, piece.colour, sure)
    return PieceProbabilities(sure, kinds, colours)


def _probabilities_of_possible(piece: PossiblePiece) -> PieceProbabilities:
    """Return the evidence for a piece that was not read: its kinds by their order, and no particular colour."""
    kinds = [PIECES.index(kind) for kind in piece.kinds]
    weights = np.full(len(PIECES), _OTHER_KIND)
    weights[kinds] = np.linspace(_LIKELIEST_KIND, _UNLIKELIEST_KIND, len(kinds))
    flat = np.full(len(COLOURS), 1 / len(COLOURS))
    return PieceProbabilities(piece.certainty, weights / weights.sum(), flat, states=piece.states)


def states_of(found: PieceProbabilities) -> np.ndarray:
    """Return (24,) likelihoods of the joint model's states, by pixels alone where those are known.

    Of a colour of which nothing is known each is as likely as the piece.
    """
    if found.states is not None:
        return np.asarray(np.exp(found.states))
    viking, house, stone = found.certainty * found.kinds
    colours = found.colours / found.colours.max()
    return np.concatenate([[1 - found.certainty], viking * colours, house * colours, [stone]])


def _peaked(names: Sequence[str], name: str | None, sure: float) -> np.ndarray:
    """Return the probabilities of names: ``sure`` for one of them, the rest shared equally; flat without it."""
    if name not in names:
        return np.full(len(names), 1 / len(names))
    found = np.full(len(names), (1 - sure) / (len(names) - 1))
    found[names.index(name)] = sure
    return found
