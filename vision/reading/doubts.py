"""The questions for the user about a reading, least confident first."""

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

_ASK_TILE_BELOW = 0.35
_ASK_EDGE_BELOW = 0.98
_ASK_PIECE_BELOW = 0.975
_ASK_EMPTY_BELOW = 0.97
_ASK_COLOUR_BELOW = 0.95
"""Probabilities of what was read below which the user is asked; chosen by hand."""
_MIN_CANDIDATE_PROBABILITY = 0.01
"""Probability from which a third or later alternative is offered; chosen by hand."""
_MAX_CANDIDATES = 5
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
    """Return the questions in the form of the board document's ``ask``.

    Args:
        evidence: the edges' probabilities.
        named: the pieces that were read, each with its (11,) colour probabilities.
        unlikely: candidates that were not read as pieces.
        names: of the colours.
        others: further questions.
    """
    asked = [*others, *_edges(evidence), *_pieces(named, unlikely), *_colours(named, names), *_stones(named)]
    return tuple(sorted(asked, key=lambda q: q["confidence"]))


def tile_questions(tiles: Mapping[Cell, tuple[bool, float]], clear: float = _ASK_TILE_BELOW) -> list[Question]:
    """Return questions about whether a tile lies in a cell.

    Args:
        tiles: for each cell whether a tile was read there, and its probability (0..1).
        clear: probability of what was read below which the user is asked.
    """
    return [
        _question("tile", cell, ["tile", "none"] if read else ["none", "tile"], sure if read else 1 - sure)
        for cell, (read, sure) in tiles.items()
        if (sure if read else 1 - sure) < clear
    ]


def region_questions(parted: Mapping[Cell, TileRegions]) -> list[Question]:
    """Return questions about regions joined or separated by a narrow neck; a candidate is a whole list of regions."""
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


def _likeliest(names: Sequence[str], probabilities: np.ndarray) -> list[str]:
    order = np.argsort(-probabilities)[:_MAX_CANDIDATES]
    return [names[k] for n, k in enumerate(order) if n < 2 or probabilities[k] > _MIN_CANDIDATE_PROBABILITY]


def _edges(evidence: EdgeEvidence) -> list[Question]:
    return [
        _question("edge", cell, _likeliest(EDGES, p), float(p.max()), edge=i)
        for cell, posterior in zip(evidence.cells, evidence.posterior, strict=True)
        for i, p in enumerate(posterior)
        if p.max() < _ASK_EDGE_BELOW
    ]


def _pieces(named: Sequence[Named], unlikely: Sequence[Piece]) -> list[Question]:
    asked = []
    for piece, _ in named:
        sure = piece.certainty * float(piece.kinds.max())
        if sure < _ASK_PIECE_BELOW:
            asked.append(_question("piece", nearest_cell(piece.foot), [*_likeliest(PIECES, piece.kinds), "none"], sure))
    taken = {nearest_cell(piece.foot) for piece, _ in named}
    for piece in unlikely:
        cell = nearest_cell(piece.foot)
        if cell not in taken and 1 - piece.certainty < _ASK_EMPTY_BELOW:
            asked.append(_question("piece", cell, ["none", *_likeliest(PIECES, piece.kinds)], 1 - piece.certainty))
    return asked


def _colours(named: Sequence[Named], names: Sequence[str]) -> list[Question]:
    return [
        _question("colour", nearest_cell(piece.foot), _likeliest(names, colour), float(colour.max()))
        for piece, colour in named
        if piece.kind != "stone" and colour.max() < _ASK_COLOUR_BELOW
    ]


def _stones(named: Sequence[Named]) -> list[Question]:
    """Return questions about the rune on each stone that was not recognised: without teaching none is."""
    return [
        _question("stone", nearest_cell(piece.foot), list(RUNES), 1 / len(RUNES))
        for piece, _ in named
        if piece.kind == "stone" and piece.rune is None
    ]
