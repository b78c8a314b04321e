"""The facts that answers become on a photo's lattice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.hexgrid import SIDES, Cell, neighbours, turned
from vision.facts import (
    EDGE_DISTANCE,
    NONE,
    Facts,
    PieceFact,
    RegionsFact,
    RuneFact,
    Side,
    Spot,
    TerrainFact,
    same_spot,
    turned_regions,
)
from vision.geometry.hexagon import NORMALS
from vision.geometry.lattice import Lattice, nearest_cell, position
from vision.imaging.file_pixels import decoded_pixels
from vision.reading.answers.answer import Answer


@dataclass(frozen=True)
class _Located:
    """An answer with its place: the cell and the edge in the coordinates of the lattice."""

    answer: Answer
    cell: Cell
    edge: int
    spot: Spot


def facts_of(answers: Sequence[Answer], lattice: Lattice, scale: float) -> Facts:
    """Return the facts that answers become; of two answers to one question the later counts.

    Args:
        answers: the answers.
        lattice: the lattice of the photo's board.
        scale: pixels of the file per pixel of the lattice's photo.
    """
    turn = _turn([_located(a, lattice, scale) for a in answers if a.px is not None and a.cell is not None])
    located = _latest([_located(answer, lattice, scale) for answer in answers])
    sides: dict[Side, str] = {}
    tiles: dict[Cell, bool] = {}
    regions: dict[Cell, RegionsFact] = {}
    for item in located:
        about, value = item.answer.about, item.answer.value
        if about in ("tile", "unseen"):
            tiles[item.cell] = value != NONE
        elif about in ("edge", "terrain", "region") and value == NONE:
            tiles[item.cell] = False
        elif isinstance(value, RegionsFact):
            regions[item.cell] = _turned(value, turn)
        elif about == "edge":
            sides[item.cell, item.edge] = value
    return Facts(
        tiles=tiles,
        edges=sides,
        terrains=tuple(_terrain(i) for i in located if i.answer.about == "terrain" and i.answer.value != NONE),
        regions=regions,
        pieces=_pieces(located),
        runes={i.cell: _rune(i) for i in located if i.answer.about == "stone" and i.answer.value != NONE},
        homes={i.cell: None if i.answer.value == NONE else _rune(i) for i in located if i.answer.about == "home"},
    )


def _located(answer: Answer, lattice: Lattice, scale: float) -> _Located:
    if answer.px is None:
        assert answer.cell is not None  # the form of answers requires one of the two
        at = position(answer.cell) + (0 if answer.edge is None else EDGE_DISTANCE) * NORMALS[answer.edge or 0]
    else:
        at = lattice.plane.to_table(decoded_pixels(np.array(answer.px), scale))
    cell = nearest_cell(at)
    edge = int((NORMALS @ (at - lattice.centres.get(cell, position(cell)))).argmax())
    return _Located(answer, cell, edge, (float(at[0]), float(at[1])))


def _latest(located: Sequence[_Located]) -> list[_Located]:
    """Return the answers without those to a question that was answered again later."""
    return [one for k, one in enumerate(located) if not any(_same_question(one, later) for later in located[k + 1 :])]


def _same_question(one: _Located, other: _Located) -> bool:
    about, others_about = ("tile" if i.answer.about == "unseen" else i.answer.about for i in (one, other))
    if about != others_about or one.cell != other.cell:
        return False
    if about in ("edge", "terrain"):
        return one.edge == other.edge
    return about not in ("piece", "colour", "stone") or same_spot(one.spot, other.spot)


def _turn(located: Sequence[_Located]) -> int:
    """Return the sixths by which the lattice is turned against that of the reading that asked.

    The same photo read again has the same lattice, unless another lens or version of the program found another one.
    """
    votes: Counter[tuple[int, Cell]] = Counter()
    for item in located:
        for turn in SIDES:
            q, r = turned(item.answer.cell or item.cell, turn)
            votes[turn, (item.cell[0] - q, item.cell[1] - r)] += 1
    best = max(votes.values(), default=0)
    return min((turn for (turn, _), count in votes.items() if count == best), default=0)


def may_be_about(answers: Sequence[Answer], lattice: Lattice, scale: float) -> bool:
    """Return whether answers may be about the board of a photo: they are not where none lies on it or beside it.

    Args:
        answers: the answers.
        lattice: the lattice of the photo's board.
        scale: pixels of the file per pixel of the lattice's photo.
    """
    cells = [_located(answer, lattice, scale).cell for answer in answers]
    return not cells or any(near in lattice.centres for cell in cells for near in (cell, *neighbours(cell)))


def _turned(fact: RegionsFact, turn: int) -> RegionsFact:
    regions = tuple(turned_regions(fact.regions, turn))
    return RegionsFact(fact.edges[-turn:] + fact.edges[:-turn] if turn else fact.edges, regions, fact.touching)


def _terrain(item: _Located) -> TerrainFact:
    return TerrainFact(item.cell, item.edge, item.spot, str(item.answer.value))


def _rune(item: _Located) -> RuneFact:
    return RuneFact(str(item.answer.value), item.answer.colour)


def _pieces(located: Sequence[_Located]) -> tuple[PieceFact, ...]:
    """Return what was answered about each piece: several answers may be about the same one."""
    pieces: list[PieceFact] = []
    for item in located:
        if item.answer.about not in ("piece", "colour", "stone"):
            continue
        fact = _with_answer(PieceFact(item.cell, item.spot), item)
        known = next((k for k, p in enumerate(pieces) if p.cell == item.cell and same_spot(p.spot, item.spot)), None)
        if known is None:
            pieces.append(fact)
        else:
            pieces[known] = _with_answer(pieces[known], item)
    return tuple(pieces)


def _with_answer(fact: PieceFact, item: _Located) -> PieceFact:
    value = str(item.answer.value)
    if item.answer.about == "piece":
        return replace(fact, kind=value)
    if item.answer.about == "colour":
        return replace(fact, kind=NONE) if value == NONE else replace(fact, colour=value)
    return replace(fact, no_stone=True) if value == NONE else replace(fact, kind="stone")


def added_tiles(lattice: Lattice, facts: Facts) -> Lattice:
    """Return the lattice with the tiles that were said to lie there and were not found, at their ideal places."""
    missing = [cell for cell, lies in facts.tiles.items() if lies and cell not in lattice.centres]
    return Lattice(lattice.plane, {**lattice.centres, **{cell: position(cell) for cell in missing}})
