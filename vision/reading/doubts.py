"""What a person should be asked about a reading, most doubtful first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from vision.geometry.lattice import Cell, nearest_cell
from vision.pieces.detect import Piece
from vision.terrain.edges import EDGES, EdgeEvidence
from vision.terrain.partition import TileRegions
from vision.terrain.regions import Patches
from vision.vocabulary import COLOURS, PIECES

_SURE_TILE = 0.35
_SURE_EDGE = 0.98
_SURE_PIECE = 0.975
_SURE_NONE = 0.97
_SURE_COLOUR = 0.95
"""What is less likely than these is asked."""
_POSSIBLE = 0.01
"""What is less likely than this is no candidate."""
_MOST = 5
RUNES = ("strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret")

Question = dict[str, Any]
Named = tuple[Piece, np.ndarray]


def questions(
    evidence: EdgeEvidence,
    named: Sequence[Named],
    unlikely: Sequence[Piece],
    names: Sequence[str] = COLOURS,
    others: Sequence[Question] = (),
) -> tuple[Question, ...]:
    """List the questions in the form of the board document's ``ask``.

    Args:
        evidence: the edges' probabilities.
        named: the pieces that were read, each with its (11,) colour probabilities.
        unlikely: what may be a piece but was not read as one.
        names: what the colours are called.
        others: questions about anything else.
    """
    asked = [*others, *_edges(evidence), *_pieces(named, unlikely), *_colours(named, names), *_stones(named)]
    return tuple(sorted(asked, key=lambda q: q["confidence"]))


def tile_questions(tiles: Mapping[Cell, tuple[bool, float]], clear: float = _SURE_TILE) -> list[Question]:
    """Ask whether a tile lies in a cell, given whether one was read there and how likely it is to be (0..1).

    What is less likely than ``clear`` is asked.
    """
    return [
        _question("tile", cell, ["tile", "none"] if read else ["none", "tile"], sure if read else 1 - sure)
        for cell, (read, sure) in tiles.items()
        if (sure if read else 1 - sure) < clear
    ]


def region_questions(parted: Mapping[Cell, TileRegions]) -> list[Question]:
    """Ask which patches are one where a neck is too narrow to tell; a candidate is a whole list of regions."""
    return [
        _question("region", cell, [_as_document(p) for p in (tile.likeliest, *tile.others)], tile.sure)
        for cell, tile in parted.items()
        if tile.others
    ]


def _as_document(patches: Patches) -> dict[str, Any]:
    return {"regions": list(patches.regions), "touching": [list(pair) for pair in patches.touching]}


def _question(about: str, cell: tuple[int, int], candidates: Sequence[Any], sure: float, **more: Any) -> Question:
    q, r = cell
    return {"about": about, "q": q, "r": r, **more, "candidates": list(candidates), "confidence": round(sure, 4)}


def _likely(names: Sequence[str], probabilities: np.ndarray) -> list[str]:
    order = np.argsort(-probabilities)[:_MOST]
    return [names[k] for n, k in enumerate(order) if n < 2 or probabilities[k] > _POSSIBLE]


def _edges(evidence: EdgeEvidence) -> list[Question]:
    return [
        _question("edge", cell, _likely(EDGES, p), float(p.max()), edge=i)
        for cell, posterior in zip(evidence.cells, evidence.posterior, strict=True)
        for i, p in enumerate(posterior)
        if p.max() < _SURE_EDGE
    ]


def _pieces(named: Sequence[Named], unlikely: Sequence[Piece]) -> list[Question]:
    asked = []
    for piece, _ in named:
        sure = piece.certainty * float(piece.kinds.max())
        if sure < _SURE_PIECE:
            asked.append(_question("piece", nearest_cell(piece.foot), [*_likely(PIECES, piece.kinds), "none"], sure))
    taken = {nearest_cell(piece.foot) for piece, _ in named}
    for piece in unlikely:
        cell = nearest_cell(piece.foot)
        if cell not in taken and 1 - piece.certainty < _SURE_NONE:
            asked.append(_question("piece", cell, ["none", *_likely(PIECES, piece.kinds)], 1 - piece.certainty))
    return asked


def _colours(named: Sequence[Named], names: Sequence[str]) -> list[Question]:
    return [
        _question("colour", nearest_cell(piece.foot), _likely(names, colour), float(colour.max()))
        for piece, colour in named
        if piece.kind != "stone" and colour.max() < _SURE_COLOUR
    ]


def _stones(named: Sequence[Named]) -> list[Question]:
    """Ask which rune each stone bears: without teaching, a stone is only seen to be one."""
    return [
        _question("stone", nearest_cell(piece.foot), list(RUNES), 1 / len(RUNES))
        for piece, _ in named
        if piece.kind == "stone" and piece.rune is None
    ]
