"""What is doubtful about rune stones: the rune on each, and Home stones hidden by longhouses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from vision.detections import PieceReading
from vision.facts import NONE, Facts, Spot
from vision.geometry.lattice import Cell
from vision.reading.answers.parse import RUNES
from vision.reading.doubts.doubt import Doubt
from vision.reading.stones_beneath import HOME

_MISSED_HOME = 0.3
"""Probability that a player without a Home stone has one under some longhouse, where others have one: 1 of 3 on the
photos of living rooms."""
_FALSE_HOME = 0.2
"""Share of the networks' doubt about a found Home that the rules of Homes leave: of 13 on photos none was false."""

ToTable = Callable[[np.ndarray], np.ndarray]


def stone_doubts(
    pieces: Sequence[PieceReading], facts: Facts, beneath: Mapping[Cell, float], to_table: ToTable
) -> Iterator[Doubt]:
    """Yield the doubts about rune stones.

    Args:
        pieces: all pieces and stones that were read.
        facts: what a person said.
        beneath: 0..1, probability of a stone under the longhouse in a cell.
        to_table: maps (2,) pixels of the upright photo to the table.
    """
    for piece in pieces:
        if piece.kind == "stone" and (piece.rune is None or _is_by_sign(piece, facts)):
            sure = _sure(piece)
            order = [rune for rune, _ in piece.signs] or RUNES
            yield Doubt("stone", piece.cell, _spot(piece, to_table), (*order, NONE), sure, 1 - sure)
    homes = {piece.cell: piece for piece in pieces if piece.rune == HOME}
    houses = [piece for piece in pieces if piece.kind == "longhouse"]
    for house in houses:
        if house.cell in homes and house.cell not in facts.homes:
            doubt = _FALSE_HOME * (1 - homes[house.cell].confidence)
            yield Doubt("home", house.cell, _spot(house, to_table), (HOME, NONE), 1 - doubt, doubt)
    if homes:
        owners = {home.colour for home in homes.values()}
        yield from _missed([h for h in houses if h.colour not in owners], facts, beneath, to_table)


def _sure(piece: PieceReading) -> float:
    """Return the probability that there is a stone, and that it bears its likeliest rune."""
    if piece.rune is not None:
        return piece.confidence
    return piece.confidence * (piece.signs[0][1] if piece.signs else 1 / len(RUNES))


def _is_by_sign(piece: PieceReading, facts: Facts) -> bool:
    """Return whether a stone has its name from the sign that was read on it."""
    return bool(piece.signs) and piece.rune == piece.signs[0][0] and piece.cell not in {*facts.runes, *facts.homes}


def _missed(
    houses: Sequence[PieceReading], facts: Facts, beneath: Mapping[Cell, float], to_table: ToTable
) -> Iterator[Doubt]:
    """Yield a doubt for each player without a Home: about the longhouse that most likely hides one."""
    by_colour: defaultdict[str | None, list[PieceReading]] = defaultdict(list)
    for house in houses:
        by_colour[house.colour].append(house)
    for own in by_colour.values():
        shares = np.array([beneath.get(house.cell, 0.0) + 1e-3 for house in own])
        likelihoods = _MISSED_HOME * shares / shares.sum()
        left = [(float(p), k) for k, p in enumerate(likelihoods) if own[k].cell not in facts.homes]
        if left:
            doubt, k = max(left)
            yield Doubt("home", own[k].cell, _spot(own[k], to_table), (NONE, HOME), 1 - doubt, doubt)


def _spot(piece: PieceReading, to_table: ToTable) -> Spot:
    x, y = to_table(np.array(piece.px)).tolist()
    return x, y
