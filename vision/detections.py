"""What a photo can show, one by one: a tile, a piece, and what speaks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Cell = tuple[int, int]


@dataclass(frozen=True)
class TileReading:
    """One tile as it lies in the photo.

    Attributes:
        cell: axial coordinates ``(q, r)``.
        edges: six edge strings of ``P``, ``M``, ``O``, read clockwise; edge ``i`` faces direction ``i``.
        regions: ``{"terrain": str, "ports": [[edge, part], ...]}`` as in the board document.
        touching: pairs of region indices that share a border inside the tile.
        px: centre in the upright photo, pixels.
        outline: (6, 2) float pixels, the tile's corners; edge ``i`` runs from corner ``i`` to corner ``i + 1``.
        confidence: 0..1, that all of the tile's edges are right.
        edge_confidence: six numbers 0..1.
        marks: what is printed on it besides the land, where a taught set says so.
        name: its name in that set; empty where it is not known.
        set_name: the set's name.
    """

    cell: Cell
    edges: tuple[str, ...]
    regions: tuple[Mapping[str, Any], ...]
    touching: tuple[tuple[int, int], ...]
    px: tuple[float, float]
    outline: np.ndarray
    confidence: float
    edge_confidence: tuple[float, ...]
    marks: tuple[str, ...] = ()
    name: str = ""
    set_name: str = ""


@dataclass(frozen=True)
class PieceOdds:
    """What speaks for each side of a piece.

    Attributes:
        certainty: 0..1, that there is one at all.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colours: (11,) probabilities of `Reading.names`; they mean nothing for a stone.
        clear: 0..1, how clearly it was of one colour before `colours` were weighed by what is played; ``None`` where
            they were not.
    """

    certainty: float
    kinds: np.ndarray
    colours: np.ndarray
    clear: float | None = None


@dataclass(frozen=True)
class PieceReading:
    """One standing (or lying) piece, assigned to the tile that it touches.

    Attributes:
        kind: ``viking``, ``longhouse`` or ``stone``.
        colour: a colour name of the contract; ``None`` for a stone.
        cell: axial coordinates of the tile under its foot.
        px: where it touches the table, pixels in the upright photo.
        hull: (N, 2) float pixels, the outline of its visible shape.
        confidence: 0..1, that kind, colour and tile are right.
        odds: the evidence for it, side by side; ``None`` where it does not come from pixels.
        rune: which rune a stone bears, where the stones were taught.
    """

    kind: str
    colour: str | None
    cell: Cell
    px: tuple[float, float]
    hull: np.ndarray
    confidence: float
    odds: PieceOdds | None = field(default=None, repr=False, compare=False)
    rune: str | None = None
