"""What is doubtful about rune stones: the rune on each, and Home stones hidden by longhouses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from vision.detections import PieceReading
from vision.facts import NONE, Facts, Spot
from vision.geometry.lattice import Cell
from vision.reading.doubts.doubt import Doubt
from vision.reading.stones_beneath import HOME
from vision.vocabulary import RUNES

ToTable = Callable[[np.ndarray], np.ndarray]


def stone_doubts(
    pieces: Sequence[PieceReading], facts: Facts, likely: Mapping[Cell, float], to_table: ToTable
) -> Iterator[Doubt]:
    """Yield the doubts about rune stones.

    Args:
        pieces: all pieces and stones that were read.
        facts: what a person said.
        likely: `homes.home_probabilities` of the longhouses. Homes under others are not asked about unless found.
        to_table: maps (2,) pixels of the upright photo to the table.
    """
    for piece in pieces:
        if piece.kind == "stone" and (piece.rune is None or _is_by_sign(piece, facts)):
            sure = _sure(piece)
            order = [rune for rune, _ in piece.signs] or RUNES
            yield Doubt("stone", piece.cell, _spot(piece, to_table), (*order, NONE), sure, 1 - sure)
    yield from _home_doubts(pieces, facts, likely, to_table)


def _sure(piece: PieceReading) -> float:
    """Return the probability that there is a stone, and that it bears its likeliest rune."""
    if piece.rune is not None:
        return piece.confidence
    return piece.confidence * (piece.signs[0][1] if piece.signs else 1 / len(RUNES))


def _is_by_sign(piece: PieceReading, facts: Facts) -> bool:
    """Return whether a stone has its name from the sign that was read on it."""
    return bool(piece.signs) and piece.rune == piece.signs[0][0] and piece.cell not in {*facts.runes, *facts.homes}


def _home_doubts(
    pieces: Sequence[PieceReading], facts: Facts, likely: Mapping[Cell, float], to_table: ToTable
) -> Iterator[Doubt]:
    """Yield the doubts about Homes, if any was read: about each, and about the likeliest of a player without one."""
    homes = {piece.cell: piece for piece in pieces if piece.rune == HOME}
    houses = {piece.cell: piece for piece in pieces if piece.kind == "longhouse"}
    missed: dict[str | None, tuple[float, Cell]] = {}
    owners = {home.colour for home in homes.values()}
    for cell, house in houses.items():
        if cell in facts.homes:
            continue
        if cell in homes:
            doubt = 1 - homes[cell].confidence
            yield Doubt("home", cell, _spot(house, to_table), (HOME, NONE), 1 - doubt, doubt)
        elif homes and house.colour not in owners and cell in likely:
            missed[house.colour] = max(missed.get(house.colour, (0.0, cell)), (likely[cell], cell))
    for doubt, cell in missed.values():
        yield Doubt("home", cell, _spot(houses[cell], to_table), (NONE, HOME), 1 - doubt, doubt)


def _spot(piece: PieceReading, to_table: ToTable) -> Spot:
    x, y = to_table(np.array(piece.px)).tolist()
    return x, y
