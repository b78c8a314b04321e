"""The reading of one photo: tiles, pieces, stones and questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.hexgrid import Cell
from vision.detections import PieceReading, PossiblePiece, TileReading
from vision.facts import NO_FACTS, Facts, Side
from vision.imaging.file_pixels import rounded_px
from vision.reading.observation import Observation
from vision.tiles.open_tiles import OpenTile
from vision.vocabulary import COLOURS


@dataclass(frozen=True)
class Reading:
    """Everything read from one photo; ``to_document`` gives the public form.

    Attributes:
        width: width of the upright photo, pixels.
        height: its height.
        tiles: the tiles of the board.
        pieces: what stands or lies on them.
        ask: questions for the user, the one that is worth most first.
        unseen: cells out of view where a tile may lie.
        names: the name of each of ``vocabulary.COLOURS`` at this table.
        draft: tiles face up beside the board, searched where tiles were taught.
        possible: pieces that may stand where none was read, likeliest first.
        caveats: codes of `vision.reading.caveats`: what makes it doubtful as a whole.
        alternatives: the candidates for each edge (its tile's cell and its number) that is in doubt, likeliest first.
        exchanges: (3, 3, 3) `Naming.exchanges` of the grounds; ``None`` where they were not named.
        observation: the evidence, in the reader's own coordinates, from which some cells can be read again.
        facts: a person's answers, in the reader's own coordinates.
    """

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    pieces: tuple[PieceReading, ...]
    ask: tuple[Mapping[str, Any], ...] = field(default=())
    unseen: tuple[Cell, ...] = field(default=())
    names: tuple[str, ...] = COLOURS
    draft: tuple[OpenTile, ...] = ()
    possible: tuple[PossiblePiece, ...] = ()
    caveats: tuple[str, ...] = ()
    alternatives: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    exchanges: np.ndarray | None = field(default=None, repr=False, compare=False)
    observation: Observation | None = field(default=None, repr=False, compare=False)
    facts: Facts = field(default=NO_FACTS, repr=False, compare=False)

    def to_document(self) -> dict[str, Any]:
        """Return the board document (contract form), with ``ask`` and ``unseen`` beside the tiles."""
        standing = [p for p in self.pieces if p.kind != "stone"]
        return {
            "format": "longhouse-board",
            "version": 1,
            "game": "fjords",
            "tiles": [_tile_document(t) for t in self.tiles],
            "pieces": [_piece_document(p) for p in standing],
            "runes": [_piece_document(p) for p in self.pieces if p.kind == "stone"],
            "ask": [dict(a) for a in self.ask],
            "unseen": [list(c) for c in self.unseen],
            **({"caveats": list(self.caveats)} if self.caveats else {}),
            **({"draft": [tile.to_document() for tile in self.draft]} if self.draft else {}),
        }


def _tile_document(tile: TileReading) -> dict[str, Any]:
    """Return a tile as the board document has it."""
    known = {"id": tile.name, "set": tile.set_name} if tile.name else {}
    return {
        **known,
        "q": tile.cell[0],
        "r": tile.cell[1],
        "edges": list(tile.edges),
        "regions": [{"terrain": g["terrain"], "ports": [list(p) for p in g["ports"]]} for g in tile.regions],
        "touching": [list(pair) for pair in tile.touching],
        "marks": list(tile.marks),
        "px": rounded_px(tile.px),
        "confidence": round(tile.confidence, 4),
        "edge_confidence": [round(v, 4) for v in tile.edge_confidence],
    }


def _piece_document(piece: PieceReading) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": piece.rune or piece.kind, "q": piece.cell[0], "r": piece.cell[1]}
    if piece.colour is not None:
        document["colour"] = piece.colour
    return document | {"px": rounded_px(piece.px), "confidence": round(piece.confidence, 4)}
