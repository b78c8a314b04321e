"""Detections in a photo: a tile, a piece, and a piece's probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.hexgrid import Cell


@dataclass(frozen=True)
class TileReading:
    """One detected tile.

    Attributes:
        cell: axial coordinates ``(q, r)``.
        edges: six edge strings of ``P``, ``M``, ``O``, read clockwise; edge ``i`` faces direction ``i``.
        regions: ``{"terrain": str, "ports": [[edge, part], ...]}`` as in the board document.
        touching: pairs of region indices that share a border inside the tile.
        px: centre in the upright photo, pixels.
        outline: (6, 2) float pixels, the tile's corners; edge ``i`` runs from corner ``i`` to corner ``i + 1``.
        confidence: 0..1, probability that all of the tile's edges are right.
        edge_confidence: the same for each edge.
        marks: marks printed on it, if it was recognised as a tile of a known set.
        name: its name in that set, or empty.
        set_name: the set's name, or empty.
        region_confidence: 0..1, probability that the regions are right, and with them all edges.
        recognised: whether it was recognised as a tile of a taught set or of an earlier photo of the copy.
        edge_logs: (6, 21) float16 log likelihoods of ``edges.EDGES`` by the tile alone, without its neighbours and the
            prior; ``None`` where it was not read from pixels.
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
    region_confidence: float = 1.0
    recognised: bool = False
    edge_logs: np.ndarray | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class PieceProbabilities:
    """Probabilities of a piece's existence, kind and colour.

    Attributes:
        certainty: 0..1, probability that there is a piece.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colours: (11,) probabilities of `Reading.names`; undefined for a stone.
        clear: 0..1, probability of the likeliest colour before `colours` were combined with the colours in play;
            ``None`` where they were not.
        states: (24,) log probabilities of the states in `vision.pieces.evidence.states` by pixels alone, without the
            rules; ``None`` where the joint model was not asked.
    """

    certainty: float
    kinds: np.ndarray
    colours: np.ndarray
    clear: float | None = None
    states: np.ndarray | None = None


@dataclass(frozen=True)
class PossiblePiece:
    """A piece that may stand on a tile where none was read.

    Attributes:
        cell: axial coordinates of the tile.
        certainty: 0..1, probability that there is a piece.
        kinds: names of ``vocabulary.PIECES``, likeliest first.
        states: as in `PieceProbabilities`.
    """

    cell: Cell
    certainty: float
    kinds: tuple[str, ...]
    states: np.ndarray | None = None


@dataclass(frozen=True)
class PieceReading:
    """One standing (or lying) piece, assigned to the tile that it touches.

    Attributes:
        kind: ``viking``, ``longhouse`` or ``stone``.
        colour: a colour name as in the board document; ``None`` for a stone without an owner.
        cell: axial coordinates of the tile under its foot.
        px: where it touches the table, pixels of the upright photo.
        hull: (N, 2) float pixels, the outline of its visible shape.
        confidence: 0..1, probability that it exists and that its kind and colour are right.
        probabilities: of existence, kind and colour; ``None`` where it was not detected in pixels.
        rune: the rune on a stone, where it is known.
        signs: runes that may be on a stone that was not taught, likeliest first, with their probabilities 0..1.
    """

    kind: str
    colour: str | None
    cell: Cell
    px: tuple[float, float]
    hull: np.ndarray
    confidence: float
    probabilities: PieceProbabilities | None = field(default=None, repr=False, compare=False)
    rune: str | None = None
    signs: tuple[tuple[str, float], ...] = field(default=(), repr=False, compare=False)
