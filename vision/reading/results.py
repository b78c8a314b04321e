"""Tiles and pieces of a reading, made from probabilities of one photo or of several photos together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.hexgrid import Cell
from vision.detections import PieceProbabilities, PieceReading, TileReading
from vision.pieces.colours.naming import likeliest
from vision.terrain.regions import RegionLayout
from vision.vocabulary import PIECES


def tile_reading(
    cell: Cell,
    edges: tuple[str, ...],
    patches: RegionLayout,
    px: np.ndarray,
    outline: np.ndarray,
    probabilities: np.ndarray,
    certainty: float = 1.0,
) -> TileReading:
    """Return a tile's reading.

    Args:
        cell: where it lies.
        edges: its six edges.
        patches: its regions.
        px: (2,) its centre, pixels of the photo.
        outline: (6, 2) its corners, likewise.
        probabilities: (6, 21) of ``edges.EDGES``.
        certainty: 0..1, probability that there is a tile at all.
    """
    likeliest_edges = probabilities.max(axis=1)
    return TileReading(
        cell=cell,
        edges=edges,
        regions=patches.regions,
        touching=patches.touching,
        px=(float(px[0]), float(px[1])),
        outline=outline,
        confidence=float(likeliest_edges.prod() * certainty),
        edge_confidence=tuple(float(v) for v in likeliest_edges),
    )


def piece_reading(
    cell: Cell,
    px: np.ndarray,
    hull: np.ndarray,
    probabilities: PieceProbabilities,
    names: Sequence[str],
    rune: tuple[str, str | None] | None,
) -> PieceReading:
    """Return a piece's reading with its likeliest kind and colour; a stone has the colour of its rune.

    Args:
        cell: the tile that it stands on.
        px: (2,) where it touches the table, pixels of the photo.
        hull: (N, 2) its outline, likewise.
        probabilities: the probabilities of its presence, kinds and colours.
        names: of the colours.
        rune: the rune on a stone and its player's colour, where they are known.
    """
    kind = PIECES[int(probabilities.kinds.argmax())]
    stone = kind == "stone"
    known = rune if stone else None
    colour = None if known is None else known[1]
    return PieceReading(
        kind=kind,
        colour=colour if stone else likeliest(probabilities.colours, names),
        cell=cell,
        px=(float(px[0]), float(px[1])),
        hull=hull,
        confidence=probabilities.certainty
        * float(probabilities.kinds.max())
        * (1.0 if stone else float(probabilities.colours.max())),
        probabilities=probabilities,
        rune=None if known is None else known[0],
    )
