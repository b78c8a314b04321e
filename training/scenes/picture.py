"""A synthetic picture with its ground truth, and the truth's board document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from training.scenes.board import Cell
from training.scenes.document import SIZE as MAP_SIZE
from training.scenes.document import regions
from training.scenes.prints.designs import Design
from vision.geometry.plane import Plane


@dataclass(frozen=True)
class PlacedTile:
    """A tile as it lies in the picture; ``corners`` (6, 2) px, edge i from corner i to corner i + 1."""

    on_board: bool
    centre: tuple[float, float]
    corners: np.ndarray
    cell: Cell | None
    edges: tuple[str, ...]
    visible: float
    cut: bool
    design: Design


@dataclass(frozen=True)
class PlacedPiece:
    """A piece as it stands in the picture; ``foot`` px is the middle of its contact with the table.

    ``number`` is its own in ``Picture.numbers``.
    """

    kind: str
    form: str
    colour: str
    foot: tuple[float, float]
    cell: Cell | None
    visible: float
    number: int


@dataclass(frozen=True)
class Conditions:
    """How a picture was taken: degrees from overhead, textures and palette of the tiles, table, shadows, lamp."""

    tilt_deg: float
    printing: str
    palette: str
    table: str
    light: str
    lamp: str


@dataclass(frozen=True)
class Picture:
    """A picture (H, W, 3) uint8 BGR with its truth maps (H/2, W/2) uint8 and lists.

    ``terrain`` is 0 table, 1 plains, 2 mountain, 3 ocean, 255 unknown; ``piece`` is 0 none, 1 viking, 2 longhouse,
    3 stone; ``colour`` indexes ``vocabulary.COLOURS`` where a viking or longhouse is seen and is 255 elsewhere;
    ``numbers`` (int16) tells one piece from another, 0 where there is none. ``plane`` is the tiles' upper side.
    """

    image: np.ndarray
    terrain: np.ndarray
    piece: np.ndarray
    colour: np.ndarray
    numbers: np.ndarray
    plane: Plane
    tiles: tuple[PlacedTile, ...]
    pieces: tuple[PlacedPiece, ...]
    conditions: Conditions

    def document(self) -> dict[str, Any]:
        """Return the board document of the tiles that lie on the board and can be seen."""
        shown = [t for t in self.tiles if t.on_board and t.visible >= 0.25]
        tiles = [_tile_document(t) for t in shown]
        cells = {t.cell for t in shown}
        lying = [p for p in self.pieces if p.cell in cells]
        pieces = [_piece_document(p) for p in lying if p.kind != "stone"]
        runes = [_piece_document(p) for p in lying if p.kind == "stone"]
        head = {"format": "longhouse-board", "version": 1, "game": "fjords"}
        return {**head, "tiles": tiles, "pieces": pieces, "runes": runes}


def _tile_document(tile: PlacedTile) -> dict[str, Any]:
    assert tile.cell is not None
    found, touching = regions(tile.design.labels(MAP_SIZE), tile.edges)
    q, r = tile.cell
    px = [round(v, 2) for v in tile.centre]
    return {"q": q, "r": r, "edges": list(tile.edges), "regions": found, "touching": touching, "marks": [], "px": px}


def _piece_document(piece: PlacedPiece) -> dict[str, Any]:
    assert piece.cell is not None
    q, r = piece.cell
    if piece.kind == "stone":
        return {"kind": "stone", "q": q, "r": r}
    return {"kind": piece.kind, "colour": piece.colour, "q": q, "r": r}
