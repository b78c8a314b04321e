"""Grading of a reading by a photo's truth, independent of the rotation and origin of either board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import Any, NamedTuple

from games import hexgrid

Document = Mapping[str, Any]
Cell = tuple[int, int]
_MAX_OFFSET = 0.45
"""Largest distance of a read tile's centre from the true one, in distances to the nearest neighbour: less than half, so
that a tile is never taken for its neighbour."""
_LONE_TILE_PX = 60.0
"""Distance to the neighbour, pixels, that is taken for a tile without one."""
_Thing = tuple[str, str | None, int, int]
"""Kind, colour and the two coordinates of a piece or stone."""


class WrongEdge(NamedTuple):
    """An edge of a found tile that was read wrongly.

    Attributes:
        cell: of the tile, as the truth counts cells.
        side: 0..5, likewise.
        true: its terrains, clockwise.
        read: what was read.
    """

    cell: Cell
    side: int
    true: str
    read: str


class WrongPiece(NamedTuple):
    """A piece or stone that is in only one of the reading and the truth.

    Attributes:
        fault: ``missed`` for one of the truth, ``read`` for one of the reading.
        kind: such as ``viking``.
        colour: None for a stone of nobody.
        cell: as the truth counts cells.
    """

    fault: str
    kind: str
    colour: str | None
    cell: Cell


@dataclass(frozen=True)
class Grade:
    """Counts for one photo; a tile is found if its centre and its cell are right."""

    tiles: int
    tiles_found: int
    tiles_extra: int
    edges: int
    edges_right: int
    regions_right: int
    pieces: int
    pieces_read: int
    pieces_right: int
    tally_right: bool
    wrong_edges: tuple[WrongEdge, ...]
    wrong_pieces: tuple[WrongPiece, ...]

    @property
    def pieces_f1(self) -> float:
        """F1 score 0..1 of pieces and stones; tile, kind and colour must be right."""
        total = self.pieces + self.pieces_read
        return 2 * self.pieces_right / total if total else 1.0

    @property
    def board_right(self) -> bool:
        """Whether the whole reading is right."""
        whole = self.tiles == self.tiles_found and not self.tiles_extra and self.edges == self.edges_right
        return whole and self.pieces == self.pieces_right == self.pieces_read

    @property
    def wrong_facts(self) -> int:
        """The number of wrong facts: tiles missed or invented, edges and regions of found tiles, pieces and stones."""
        tiles = self.tiles - self.tiles_found + self.tiles_extra
        edges = self.edges - 6 * (self.tiles - self.tiles_found) - self.edges_right
        pieces = self.pieces + self.pieces_read - 2 * self.pieces_right
        return tiles + edges + self.tiles_found - self.regions_right + pieces


class Alignment(NamedTuple):
    """How the cells of a reading lie among those of the truth.

    Attributes:
        turn: clockwise sixths by which the reading is turned to lie as the truth does.
        shift: by which it is then shifted.
        pairs: the cell in the reading of each true tile that was found, by its true cell.
    """

    turn: int
    shift: Cell
    pairs: dict[Cell, Cell]

    def to_truth(self, cell: Cell) -> Cell:
        """Return a cell of the reading as the truth counts cells."""
        return hexgrid.shifted(hexgrid.turned(cell, self.turn), self.shift)

    def side_read(self, side: int) -> int:
        """Return the side, 0..5, of a reading's tile that is this side of the true one."""
        return (side - self.turn) % 6


def grade(read: Document, true: Document) -> Grade:
    """Compare two board documents whose tiles carry ``px``.

    Where the truth does not say which rune a stone bears (kind ``stone``), as on made boards, no stone's name counts.
    """
    found = aligned(read, true)
    read_tiles = {(t["q"], t["r"]): t for t in read["tiles"]}
    matched = [(t, read_tiles[found.pairs[t["q"], t["r"]]]) for t in true["tiles"] if (t["q"], t["r"]) in found.pairs]
    wrong = [
        WrongEdge((t["q"], t["r"]), side, edge, seen)
        for t, other in matched
        for side, edge in enumerate(t["edges"])
        if (seen := other["edges"][found.side_read(side)]) != edge
    ]
    named = all(stone["kind"] != "stone" for stone in true.get("runes", []))
    want = _pieces(true, Alignment(0, (0, 0), {}), named)
    have = _pieces(read, found, named)
    return Grade(
        tiles=len(true["tiles"]),
        tiles_found=len(matched),
        tiles_extra=len(read_tiles) - len(matched),
        edges=6 * len(true["tiles"]),
        edges_right=6 * len(matched) - len(wrong),
        regions_right=sum(regions_of(t, 0) == regions_of(other, found.turn) for t, other in matched),
        pieces=want.total(),
        pieces_read=have.total(),
        pieces_right=(want & have).total(),
        tally_right=_tally(want) == _tally(have),
        wrong_edges=tuple(wrong),
        wrong_pieces=(*_wrong("missed", want - have), *_wrong("read", have - want)),
    )


def aligned(read: Document, true: Document) -> Alignment:
    """Pair tiles by ``px``, vote for rotation and shift, and keep the pairs that agree with it."""
    place = {(t["q"], t["r"]): t["px"] for t in true["tiles"]}
    pairs: dict[Cell, Cell] = {}
    for cell, px in place.items():
        beside = [dist(px, place[n]) for n in hexgrid.neighbours(cell) if n in place]
        near = [(dist(t["px"], px), (t["q"], t["r"])) for t in read["tiles"]]
        if near and min(near)[0] < _MAX_OFFSET * min(beside, default=_LONE_TILE_PX):
            pairs[cell] = min(near)[1]
    votes = Counter(
        (k, (c[0] - t[0], c[1] - t[1])) for c, m in pairs.items() for k in range(6) for t in [hexgrid.turned(m, k)]
    )
    if not votes:
        return Alignment(0, (0, 0), {})
    chosen = Alignment(*votes.most_common(1)[0][0], pairs)
    return chosen._replace(pairs={c: m for c, m in pairs.items() if chosen.to_truth(m) == c})


def regions_of(tile: Document, turn: int) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return a tile's regions that reach an edge in a form to compare, turned by this number of sixths."""
    return sorted(
        (g["terrain"], sorted(((e + turn) % 6, part) for e, part in g["ports"])) for g in tile["regions"] if g["ports"]
    )


def _pieces(document: Document, found: Alignment, named: bool) -> Counter[_Thing]:
    """Return pieces and stones by kind, colour and true cell; stones by cell only unless they are ``named``."""

    def at(piece: Document) -> Cell:
        return found.to_truth((piece["q"], piece["r"]))

    pieces = Counter((p["kind"], p.get("colour"), *at(p)) for p in document["pieces"])
    stones = document.get("runes", [])
    return pieces + Counter(
        (p["kind"] if named else "stone", p.get("colour") if named else None, *at(p)) for p in stones
    )


def _wrong(fault: str, pieces: Counter[_Thing]) -> list[WrongPiece]:
    return [WrongPiece(fault, kind, colour, (q, r)) for kind, colour, q, r in pieces.elements()]


def _tally(pieces: Counter[_Thing]) -> Counter[str | None]:
    return Counter(colour for kind, colour, *_ in pieces.elements() if kind == "viking")
