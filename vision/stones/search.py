"""Rune stones on the table, by their faces: which piece is a stone, and which; and what lies half under a longhouse."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lattice import Cell, Lattice, nearest_cell, position
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.activations import log_odds, sigmoid
from vision.pieces.detect import PRESENT, Piece
from vision.stones.faces import (
    BESIDE,
    EDGE,
    GLYPH,
    GROUND,
    RING,
    THIN_GLYPH,
    Faces,
    faces_of,
    glyph_likeness,
    lab_of,
    places_about,
    relief_of,
)
from vision.stones.occluded import half_hidden
from vision.stones.stone_set import KnownStones
from vision.vocabulary import PIECES

_TILE = 0.97
"""Width of a tile in pitches."""
_HOUSE, _STONE = PIECES.index("longhouse"), PIECES.index("stone")
_WORTH_A_LOOK = 0.1
_HOUSE_SURE = 0.4
_NEAR, _STEP = 0.16, 0.03
"""How far a stone's middle may lie from where a piece's foot was seen, and the steps in which that is searched."""
_AWAY = 3.0
"""What a square pitch between the two takes from a likeness: feet are mostly seen within a tenth of a pitch."""
_SPREAD = 0.015
"""What a ring of uneven colour takes from a likeness, each unit of CIE L*a*b*."""
_MISFIT = 0.006
"""What a ring of another colour takes from a glyph's likeness, each unit of CIE L*a*b*."""
_PRIOR, _USUAL, _SLOPE = 0.9, 0.45, 6.0
"""Log odds that stones which were taught are also in play, a stone's usual likeness, and what more of it is worth."""
_WITHIN_STEP = 0.04
"""Pitches by which places are apart where a stone is looked for all over a cell."""
_GLIMPSES = 10
"""So many of these places are looked about more finely."""
_GLIMPSED, _ALONE, _ALONE_SLOPE = 0.4, 0.48, 20.0
"""Likeness worth a closer look, and from which a face alone tells a stone; what more of it is worth in log odds."""
_BOUNDED = 0.65
"""In so many directions at least a stone's rim shows; signs that are printed on tiles have none."""
_SURELY_ELSE = 0.9
"""So certain a viking or longhouse is not looked at for a face."""
UNNAMED = "stone"
"""What a stone is called of which only that is known."""
_SAME_THING = 0.3
"""A piece that was seen so near to a stone's middle is the stone."""


@dataclass(frozen=True)
class FoundStone:
    """One stone.

    Attributes:
        kind: the rune's name, or ``UNNAMED``.
        colour: its player's, or None.
        foot: (2,) its middle on the table.
        certainty: 0..1, that it is this one.
        piece: number of the piece that it was taken for, or None where it lies under one or was not seen at all.
        beneath: whether it lies half under a longhouse.
        clear: 0..1, that it is this one by its face alone, if it is a stone at all.
    """

    kind: str
    colour: str | None
    foot: np.ndarray
    certainty: float
    piece: int | None
    beneath: bool = False
    clear: float = 1.0


def find_stones(
    pixels: np.ndarray,
    lattice: Lattice,
    view: View,
    pieces: Sequence[Piece],
    known: KnownStones,
    cells: Collection[Cell] = (),
) -> list[FoundStone]:
    """Find the known stones among pieces, where nothing was seen at all, and under longhouses.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        view: it from above.
        pieces: all that may stand there.
        known: the stones that were taught.
        cells: where else stones may lie: on tiles, and in spaces between them, where only Wisdom does.
    """
    faces, radius = faces_of(known), known.radius * _TILE
    relief, lab = relief_of(view.pixels, radius * view.scale), lab_of(view.pixels, 0.5)
    search = _Search(relief, lab, view, radius, faces, known)
    found = []
    for k, piece in enumerate(pieces):
        if piece.kinds[_STONE] >= _WORTH_A_LOOK:
            stone = _face_up(search, piece)
            if stone is not None:
                found.append(replace(stone, piece=k))
    found += _overlooked(search, lattice, pieces, {nearest_cell(stone.foot) for stone in found}, cells)
    homes = [k for k, stone in enumerate(known.stones) if stone.kind == "home" and stone.colour]
    taken = {stone.piece for stone in found}
    houses = [p for k, p in enumerate(pieces) if k not in taken and p.kinds[_HOUSE] >= _HOUSE_SURE]
    if homes:
        halves = [half_hidden(pixels, lattice.plane, house, radius, faces.rings[homes]) for house in houses]
        beneath = [
            FoundStone("home", known.stones[homes[best[0]]].colour, best[1], best[2], None, beneath=True)
            for best in halves
            if best is not None
        ]
        return _joined(found, beneath)
    return found


def _joined(found: Sequence[FoundStone], beneath: Sequence[FoundStone]) -> list[FoundStone]:
    """Put both together: a stone seen beside a longhouse is the one under it, a Home where its face is less clear."""
    homes = {nearest_cell(home.foot): home for home in sorted(beneath, key=lambda home: home.certainty)}
    joined = []
    for stone in found:
        home = homes.pop(nearest_cell(stone.foot), None)
        if home is not None and home.certainty > stone.clear:
            stone = replace(home, piece=stone.piece, beneath=False)
        joined.append(stone)
    return joined + list(homes.values())


@dataclass(frozen=True, eq=False)
class _Search:
    """What is looked at for stones of one size: the board's relief and colours from above, and the stones' faces."""

    relief: np.ndarray
    lab: np.ndarray
    view: View
    radius: float
    faces: Faces
    known: KnownStones

    def glimpse(self, places: np.ndarray) -> np.ndarray:
        """(n,) how much about each of (n, 2) places looks like any stone's glyph, at a glance."""
        spots = self.view.to_view(places[:, None, None] + self.radius * THIN_GLYPH)
        return np.asarray(glyph_likeness(sample(self.relief, spots), self.faces).max(axis=1))

    def look(self, places: np.ndarray, foot: np.ndarray | None = None) -> tuple[FoundStone, float]:
        """Return the stone that is likest to what lies about any of these places, and how like.

        Where a foot was seen, places count for less the farther they lie from it.
        """
        likeness, rings = self._about(places)
        away = 0.0 if foot is None else ((places - foot) ** 2).sum(axis=1)
        best = int((likeness.max(axis=1) - _SPREAD * _unevenness(rings) - _AWAY * away).argmax())
        places = places[best] + places_about(0.02, 0.01)
        likeness, rings = self._about(places)
        grounds = sample(self.lab, self.view.to_view(places[:, None, None] + self.radius * GROUND))
        shown = np.median(rings, axis=1) - np.median(grounds.reshape(len(places), -1, 3), axis=1)
        worth = likeness - _SPREAD * _unevenness(rings)[:, None]
        fits = worth - _MISFIT * np.linalg.norm(shown[:, None] - self.faces.rings, axis=2)
        place, which = np.unravel_index(int(fits.argmax()), fits.shape)
        stone = self.known.stones[int(which)]
        return FoundStone(stone.kind, stone.colour, places[place], 0.0, None), float(worth[place].max())

    def _about(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the (n, stones) likeness of the glyphs about each of (n, 2) places, and its (n, 72, 3) ring."""
        spots = places[:, None, None]
        likeness = glyph_likeness(sample(self.relief, self.view.to_view(spots + self.radius * GLYPH)), self.faces)
        return likeness, sample(self.lab, self.view.to_view(spots + self.radius * RING)).mean(axis=1)

    def bounded(self, foot: np.ndarray) -> float:
        """Return the share of directions in which a stone here would differ from what lies beside it."""
        spots = [self.view.to_view(foot + self.radius * shape) for shape in (RING, BESIDE)]
        ring, beside = (sample(self.lab, at).mean(axis=0) for at in spots)
        return float((np.linalg.norm(ring - beside, axis=1) > EDGE).mean())


def _face_up(search: _Search, piece: Piece) -> FoundStone | None:
    """Return the stone that a piece is, or None."""
    stone, worth = search.look(piece.foot + places_about(_NEAR, _STEP), piece.foot)
    clear = _PRIOR + _SLOPE * (worth - _USUAL)
    odds = float(log_odds(piece.certainty * piece.kinds[_STONE], 0.01) + clear)
    return replace(stone, certainty=float(sigmoid(odds)), clear=float(sigmoid(clear))) if odds > 0 else None


def _overlooked(
    search: _Search, lattice: Lattice, pieces: Sequence[Piece], taken: set[Cell], cells: Collection[Cell]
) -> list[FoundStone]:
    """Return the stones where none was seen, but the face is clear: in spaces, on tiles, and taken for a piece."""
    found = []
    elsewhere = {nearest_cell(piece.foot) for piece in pieces if _is_something_else(piece)}
    for cell in sorted(set(cells) - taken - elsewhere):
        spot = _worth_a_look(search, position(cell) + _WITHIN)
        if spot is None:
            continue
        stone, worth = search.look(spot + places_about(0.02, 0.01))
        may_lie = cell in lattice.centres or stone.kind == "wisdom"
        if may_lie and worth >= _ALONE and search.bounded(stone.foot) >= _BOUNDED:
            near = [k for k, p in enumerate(pieces) if np.linalg.norm(p.foot - stone.foot) < _SAME_THING]
            sure = float(sigmoid(_ALONE_SLOPE * (worth - _ALONE)))
            found.append(replace(stone, certainty=sure, clear=sure, piece=near[0] if near else None))
    return found


def _is_something_else(piece: Piece) -> bool:
    likely_house = piece.kinds[_HOUSE] >= _HOUSE_SURE and piece.certainty >= PRESENT
    return bool(likely_house or piece.certainty * (1 - piece.kinds[_STONE]) >= _SURELY_ELSE)


def _worth_a_look(search: _Search, places: np.ndarray) -> np.ndarray | None:
    """Return where near these places something looks most like a glyph, if anything does."""
    alike = search.glimpse(places)
    if alike.max() < _GLIMPSED:
        return None
    near = (places[np.argsort(-alike)[:_GLIMPSES], None] + places_about(0.03, 0.015)).reshape(-1, 2)
    return np.asarray(near[int(search.glimpse(near).argmax())])


def _unevenness(rings: np.ndarray) -> np.ndarray:
    """(n,) how much most of each of (n, 72, 3) rings strays from its own median colour, lightness counting half."""
    away = rings - np.median(rings, axis=1, keepdims=True)
    return np.asarray(np.percentile(np.sqrt((away**2 * [0.5, 1, 1]).sum(axis=2)), 80, axis=1))


def _disc(reach: float, step: float) -> np.ndarray:
    places = places_about(reach, step)
    return np.asarray(places[np.linalg.norm(places, axis=1) <= reach])


_WITHIN = _disc(0.34, _WITHIN_STEP)
"""Where a stone's middle may lie on a cell, about its middle."""
