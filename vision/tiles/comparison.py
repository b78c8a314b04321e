"""Compares the tiles of a table with known ones: coarsely with all, and finely with the likeliest of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.tiles.colour_layout import ColourGrid, colour_residuals
from vision.tiles.shifted_descriptors import DescriptorTable, ShiftedDescriptor
from vision.tiles.tile_set import KnownSet, KnownTile, are_complete

_FINE_CANDIDATES = 12
"""Number of tiles and turns compared finely with each tile, by descriptor and edges; chosen by hand."""
_FINE_CANDIDATES_BY_ART = 8
"""Number of further ones by the descriptor alone, since an edge may have been taught or read wrong. Chosen by
hand."""
_NOT_COMPARED = -1.0
"""Similarity of candidates that were not compared finely."""


@dataclass(frozen=True, eq=False)
class KnownTiles:
    """The m tiles of all sets, prepared for comparison in 6 turns, clockwise by 0..5 sixths.

    Attributes:
        tiles: the tiles, each with the name of its set.
        descriptors: of m * 6 turned tiles.
        colours: (m * 6, p, 3) their colour layouts, see `colour_layout.rotated_colour_grids`.
        edges: (m, 6, 6) their edges as numbers of ``edges.EDGES``.
        complete: whether the sets are all tiles of their copies.
    """

    tiles: Sequence[tuple[KnownTile, str]]
    descriptors: DescriptorTable
    colours: np.ndarray
    edges: np.ndarray
    complete: bool

    @classmethod
    def of(cls, sets: Sequence[KnownSet]) -> KnownTiles:
        """Prepare the tiles of some sets, one tile at least."""
        tiles = [(tile, known.name) for known in sets for tile in known.tiles]
        return cls(
            tiles,
            DescriptorTable.joined([tile.descriptors for tile, _ in tiles]),
            np.concatenate([tile.colour_grids for tile, _ in tiles]),
            np.array([tile.edge_numbers for tile, _ in tiles]),
            are_complete(sets),
        )


@dataclass(frozen=True, eq=False)
class Comparison:
    """Fine comparison of n tiles with m known ones in 6 turns, (n, m * 6); ``_NOT_COMPARED`` where it was left out.

    Attributes:
        similarity: of the descriptors.
        residual: of the colour layout.
        displacement: (n, m * 6, 2) cells, down and across, by which a tile is off its pose.
    """

    similarity: np.ndarray
    residual: np.ndarray
    displacement: np.ndarray

    @classmethod
    def none(cls, shape: tuple[int, ...]) -> Comparison:
        """Return one in which nothing has been compared yet."""
        return cls(np.full(shape, _NOT_COMPARED), np.zeros(shape), np.zeros((*shape, 2), int))

    def with_candidates(
        self,
        queries: Sequence[tuple[ShiftedDescriptor, ColourGrid]],
        coarse: np.ndarray,
        edge_scores: np.ndarray,
        known: KnownTiles,
    ) -> Comparison:
        """Return the comparison with each tile's likeliest candidates, beside those that were compared before.

        Args:
            queries: the n tiles.
            coarse: (n, m * 6) their similarities by the coarse comparison.
            edge_scores: (n, m * 6) evidence of their edges, in units of similarity.
            known: the m known tiles.
        """
        similarity, residual, displacement = self.similarity.copy(), self.residual.copy(), self.displacement.copy()
        for n, (query, grid) in enumerate(queries):
            candidates = _candidates(coarse[n], edge_scores[n])
            new = candidates[similarity[n, candidates] == _NOT_COMPARED]
            if len(new):
                similarity[n, new], displacement[n, new] = known.descriptors.fine_similarity(query, new)
                residual[n, new] = colour_residuals(grid, known.colours[new])
        return Comparison(similarity, residual, displacement)


def _candidates(coarse: np.ndarray, edge_scores: np.ndarray) -> np.ndarray:
    """Return the numbers of the known tiles and turns, of (m * 6,) scores, that are worth a fine comparison."""
    by_art = highest(coarse, _FINE_CANDIDATES_BY_ART)
    return np.union1d(likely_candidates(coarse + edge_scores), by_art)


def likely_candidates(scores: np.ndarray) -> np.ndarray:
    """Return the numbers of the known tiles and turns that (m * 6,) scores make likeliest, in no order."""
    return highest(scores, _FINE_CANDIDATES)


def highest(scores: np.ndarray, count: int) -> np.ndarray:
    """Return the indices of up to ``count`` highest of (m,) scores, in no order."""
    return np.argpartition(-scores, min(count, len(scores)) - 1)[:count]
