"""Grading of a reading by a photo's truth, independent of the rotation and origin of either board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import Any

from games import hexgrid

Document = Mapping[str, Any]
Cell = tuple[int, int]


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
    wrong_edges: tuple[tuple[Cell, int, str, str], ...]
    wrong_pieces: tuple[tuple[str, ...], ...]

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


def grade(read: Document, true: Document) -> Grade:
    """Compare two board documents whose tiles carry ``px``.

    Where the truth does not say which rune a stone bears (kind ``stone``), as on made boards, no stone's name counts.
    """
    turn, shift, found = aligned(read, true)
    read_tiles = {(t["q"], t["r"]): t for t in read["tiles"]}
    wrong = [
        ((t["q"], t["r"]), i, t["edges"][i], read_tiles[found[t["q"], t["r"]]]["edges"][(i - turn) % 6])
        for t in true["tiles"]
        if (t["q"], t["r"]) in found
        for i in range(6)
        if t["edges"][i] != read_tiles[found[t["q"], t["r"]]]["edges"][(i - turn) % 6]
    ]
    regions = sum(
        regions_of(t, 0) == regions_of(read_tiles[found[t["q"], t["r"]]], turn)
        for t in true["tiles"]
        if (t["q"], t["r"]) in found
    )
    named = all(stone["kind"] != "stone" for stone in true.get("runes", []))
    want = _pieces(true, 0, (0, 0), named)
    have = _pieces(read, turn, shift, named)
    edges = 6 * len(true["tiles"])
    return Grade(
        tiles=len(true["tiles"]),
        tiles_found=len(found),
        tiles_extra=len(read_tiles) - len(found),
        edges=edges,
        edges_right=6 * len(found) - len(wrong),
        regions_right=regions,
        pieces=want.total(),
        pieces_read=have.total(),
        pieces_right=(want & have).total(),
        tally_right=_tally(want) == _tally(have),
        wrong_edges=tuple(wrong),
        wrong_pieces=tuple(("missed", *map(str, p)) for p in (want - have).elements())
        + tuple(("read", *map(str, p)) for p in (have - want).elements()),
    )


def aligned(read: Document, true: Document) -> tuple[int, Cell, dict[Cell, Cell]]:
    """Pair tiles by ``px``, vote for rotation (sixths) and shift (cells), and keep the pairs that agree with it."""
    place = {(t["q"], t["r"]): t["px"] for t in true["tiles"]}
    pairs: dict[Cell, Cell] = {}
    for cell, px in place.items():
        beside = [dist(px, place[n]) for n in hexgrid.neighbours(cell) if n in place]
        near = [(dist(t["px"], px), (t["q"], t["r"])) for t in read["tiles"]]
        if near and min(near)[0] < 0.45 * min(beside, default=60.0):
            pairs[cell] = min(near)[1]
    votes = Counter(
        (k, (c[0] - t[0], c[1] - t[1])) for c, m in pairs.items() for k in range(6) for t in [hexgrid.turned(m, k)]
    )
    if not votes:
        return 0, (0, 0), {}
    turn, shift = votes.most_common(1)[0][0]
    agreed = {c: m for c, m in pairs.items() if hexgrid.shifted(hexgrid.turned(m, turn), shift) == c}
    return turn, shift, agreed


def regions_of(tile: Document, turn: int) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return a tile's regions that reach an edge in a form to compare, turned by this number of sixths."""
    return sorted(
        (g["terrain"], sorted(((e + turn) % 6, part) for e, part in g["ports"])) for g in tile["regions"] if g["ports"]
    )


def _pieces(document: Document, turn: int, shift: Cell, named: bool) -> Counter[tuple[Any, ...]]:
    """Return pieces and stones by kind, colour and cell; stones by cell only unless they are ``named``."""

    def at(piece: Document) -> Cell:
        return hexgrid.shifted(hexgrid.turned((piece["q"], piece["r"]), turn), shift)

    pieces = Counter((p["kind"], p.get("colour"), *at(p)) for p in document["pieces"])
    stones = document.get("runes", [])
    return pieces + Counter(
        (p["kind"] if named else "stone", p.get("colour") if named else None, *at(p)) for p in stones
    )


def _tally(pieces: Counter[tuple[Any, ...]]) -> Counter[str]:
    return Counter(p[1] for p in pieces.elements() if p[0] == "viking")
