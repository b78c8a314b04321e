"""Recognition of taught rune stones on the table by their faces, and of those partly hidden by longhouses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.lattice import TILE_WIDTH, Cell, Lattice, nearest_cell, position
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.networks.activations import log_odds, sigmoid
from vision.pieces.detect import PRESENT, Piece
from vision.stones.faces import (
    BESIDE,
    GLYPH,
    GROUND,
    MIN_RING_CONTRAST,
    RING,
    SPARSE_GLYPH,
    FaceDescriptors,
    describe_faces,
    glyph_correlations,
    lab_of,
    relief_of,
    square_grid,
)
from vision.stones.occluded import SoughtStones, find_occluded_stone
from vision.stones.stone_set import KnownStones
from vision.vocabulary import PIECES

_HOUSE, _STONE = PIECES.index("longhouse"), PIECES.index("stone")
_MIN_STONE_PROBABILITY = 0.1
"""Probability of a stone from which a piece's face is compared; chosen by hand."""
_MIN_HOUSE_PROBABILITY = 0.4
"""Probability of a longhouse from which a piece counts as one here; chosen by hand."""
_SEARCH_RANGE, _STEP = 0.16, 0.03
"""Range and step, pitches along either axis, of the search for a stone's centre around a piece's foot."""
_DISTANCE_COST = 3.0
"""Correlation subtracted for a square pitch of that distance: feet are mostly within a tenth of a pitch; by hand."""
_UNEVENNESS_COST = 0.015
"""Correlation subtracted for each unit, CIE L*a*b*, by which a ring's colour is uneven; chosen by hand."""
_RING_COST = 0.006
"""Correlation subtracted for each unit, CIE L*a*b*, between a ring and the known one; chosen by hand."""
_PRIOR, _USUAL_SCORE, _SLOPE = 0.9, 0.45, 6.0
"""Log odds, nats, that taught stones are in play; a stone's usual score; nats for a unit of score above; by hand."""
_CELL_RADIUS, _CELL_STEP = 0.34, 0.04
"""Radius and step, pitches, of the search over a whole cell."""
_MIDDLE_RANGE, _MIDDLE_STEP = 0.03, 0.015
"""Range and step, pitches along either axis, of the search around the best positions of that one."""
_FINE_RANGE, _FINE_STEP = 0.02, 0.01
"""The same of the last search, whose best position is the stone's centre."""
_MAX_REFINED = 10
"""Number of the best positions of that search that are refined; chosen by hand."""
_MIN_SPARSE_CORRELATION = 0.4
"""Correlation of the sparse glyph from which a cell without a detected stone is searched closely; chosen by hand."""
_MIN_SCORE_ALONE, _SLOPE_ALONE = 0.48, 20.0
"""Score from which a face alone is a stone, and nats for a unit of score above; chosen by hand."""
_MIN_BOUNDED_SHARE = 0.65
"""Share of directions in which a stone's rim must be visible: signs printed on tiles have none; chosen by hand."""
_CERTAIN_OTHER = 0.9
"""Probability of a viking or longhouse from which a cell is not searched for a face; chosen by hand."""
_MAX_PIECE_DISTANCE = 0.3
"""Distance, pitches, from a stone's centre within which a piece is the stone; chosen by hand."""


@dataclass(frozen=True)
class FoundStone:
    """One recognised stone.

    Attributes:
        kind: the rune's name.
        colour: its player's, or None.
        foot: (2,) its centre on the table.
        certainty: 0..1, probability that it is this stone.
        piece: index of the candidate that it is, or None where it lies under one or has none.
        beneath: whether it is partly hidden by a longhouse.
        face_probability: 0..1, probability that it is this stone by its face alone, given that it is a stone.
    """

    kind: str
    colour: str | None
    foot: np.ndarray
    certainty: float
    piece: int | None
    beneath: bool = False
    face_probability: float = 1.0


def find_stones(
    pixels: np.ndarray,
    lattice: Lattice,
    view: View,
    pieces: Sequence[Piece],
    known: KnownStones,
    cells: Collection[Cell] = (),
) -> list[FoundStone]:
    """Return the known stones among pieces, where no stone was detected, and under longhouses.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        view: its rectified view.
        pieces: all candidates for pieces.
        known: the taught stones.
        cells: other cells where stones may lie: tiles, and spaces between them for Wisdom.
    """
    faces, radius = describe_faces(known), known.radius * TILE_WIDTH
    relief, lab = relief_of(view.pixels, radius * view.scale), lab_of(view.pixels, 0.5)
    search = _Search(relief, lab, view, radius, faces, known)
    found = []
    for k, piece in enumerate(pieces):
        if piece.kinds[_STONE] >= _MIN_STONE_PROBABILITY:
            stone = _face_up(search, piece)
            if stone is not None:
                found.append(replace(stone, piece=k))
    found += _undetected(search, lattice, pieces, {nearest_cell(stone.foot) for stone in found}, cells)
    taken = {stone.piece for stone in found}
    houses = [p for k, p in enumerate(pieces) if k not in taken and p.kinds[_HOUSE] >= _MIN_HOUSE_PROBABILITY]
    return _joined(found, _homes_beneath(pixels, lattice, houses, search))


def _homes_beneath(pixels: np.ndarray, lattice: Lattice, houses: Sequence[Piece], search: _Search) -> list[FoundStone]:
    """Return the taught Homes of which a ring shows beside longhouses.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        lattice: the board.
        houses: the longhouses.
        search: for the taught stones.
    """
    homes = [k for k, stone in enumerate(search.known.stones) if stone.kind == "home" and stone.colour]
    if not homes:
        return []
    sought = SoughtStones(search.radius, search.faces.rings[homes])
    arcs = [find_occluded_stone(pixels, lattice.plane, house, sought) for house in houses]
    return [
        FoundStone("home", search.known.stones[homes[k]].colour, foot, certainty, None, beneath=True)
        for k, foot, certainty in (arc for arc in arcs if arc is not None)
    ]


def _joined(found: Sequence[FoundStone], beneath: Sequence[FoundStone]) -> list[FoundStone]:
    """Return the stones of both searches, each stone once.

    A stone that was found beside a longhouse is the one beneath it: a Home, unless its face is more certain than the
    ring.
    """
    homes = {nearest_cell(home.foot): home for home in sorted(beneath, key=lambda home: home.certainty)}
    joined = []
    for stone in found:
        home = homes.pop(nearest_cell(stone.foot), None)
        if home is not None and home.certainty > stone.face_probability:
            stone = replace(home, piece=stone.piece, beneath=False)
        joined.append(stone)
    return joined + list(homes.values())


@dataclass(frozen=True, eq=False)
class _Search:
    """The data of a search for stones of one size: the rectified board's relief and colours, and the stones' faces."""

    relief: np.ndarray
    lab: np.ndarray
    view: View
    radius: float
    faces: FaceDescriptors
    known: KnownStones

    def sparse_correlations(self, places: np.ndarray) -> np.ndarray:
        """Return (n,) highest correlations of the sparse glyph at (n, 2) positions with any stone."""
        spots = self.view.to_view(places[:, None, None] + self.radius * SPARSE_GLYPH)
        return np.asarray(glyph_correlations(sample(self.relief, spots), self.faces).max(axis=1))

    def best_stone(self, places: np.ndarray, foot: np.ndarray | None = None) -> tuple[FoundStone, float]:
        """Return the stone most similar to the face at any of (n, 2) positions, and its score.

        With a foot given, positions far from it are penalised.
        """
        correlations, rings = self._at(places)
        away = 0.0 if foot is None else ((places - foot) ** 2).sum(axis=1)
        best = int((correlations.max(axis=1) - _UNEVENNESS_COST * _unevenness(rings) - _DISTANCE_COST * away).argmax())
        places = places[best] + square_grid(_FINE_RANGE, _FINE_STEP)
        correlations, rings = self._at(places)
        grounds = sample(self.lab, self.view.to_view(places[:, None, None] + self.radius * GROUND))
        shown = np.median(rings, axis=1) - np.median(grounds.reshape(len(places), -1, 3), axis=1)
        scores = correlations - _UNEVENNESS_COST * _unevenness(rings)[:, None]
        fits = scores - _RING_COST * np.linalg.norm(shown[:, None] - self.faces.rings, axis=2)
        place, which = np.unravel_index(int(fits.argmax()), fits.shape)
        stone = self.known.stones[int(which)]
        return FoundStone(stone.kind, stone.colour, places[place], 0.0, None), float(scores[place].max())

    def _at(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return (n, stones) correlations of the glyphs at (n, 2) positions, and the (n, 72, 3) rings there."""
        spots = places[:, None, None]
        correlations = glyph_correlations(
            sample(self.relief, self.view.to_view(spots + self.radius * GLYPH)), self.faces
        )
        return correlations, sample(self.lab, self.view.to_view(spots + self.radius * RING)).mean(axis=1)

    def bounded_share(self, foot: np.ndarray) -> float:
        """Return the share of directions in which a stone here differs from its surroundings."""
        spots = [self.view.to_view(foot + self.radius * shape) for shape in (RING, BESIDE)]
        ring, beside = (sample(self.lab, at).mean(axis=0) for at in spots)
        return float((np.linalg.norm(ring - beside, axis=1) > MIN_RING_CONTRAST).mean())


def _face_up(search: _Search, piece: Piece) -> FoundStone | None:
    """Return the stone that a piece is, or None."""
    stone, score = search.best_stone(piece.foot + square_grid(_SEARCH_RANGE, _STEP), piece.foot)
    face = _PRIOR + _SLOPE * (score - _USUAL_SCORE)
    odds = float(log_odds(piece.certainty * piece.kinds[_STONE], 0.01) + face)
    return replace(stone, certainty=float(sigmoid(odds)), face_probability=float(sigmoid(face))) if odds > 0 else None


def _undetected(
    search: _Search, lattice: Lattice, pieces: Sequence[Piece], taken: set[Cell], cells: Collection[Cell]
) -> list[FoundStone]:
    """Return the stones with a clear face where none was detected: in spaces, on tiles, and taken for another piece."""
    found = []
    elsewhere = {nearest_cell(piece.foot) for piece in pieces if _is_certain_other(piece)}
    for cell in sorted(set(cells) - taken - elsewhere):
        spot = _most_similar_place(search, position(cell) + _CELL_DISC)
        if spot is None:
            continue
        stone, score = search.best_stone(spot + square_grid(_FINE_RANGE, _FINE_STEP))
        may_lie = cell in lattice.centres or stone.kind == "wisdom"
        if may_lie and score >= _MIN_SCORE_ALONE and search.bounded_share(stone.foot) >= _MIN_BOUNDED_SHARE:
            near = [k for k, p in enumerate(pieces) if np.linalg.norm(p.foot - stone.foot) < _MAX_PIECE_DISTANCE]
            sure = float(sigmoid(_SLOPE_ALONE * (score - _MIN_SCORE_ALONE)))
            found.append(replace(stone, certainty=sure, face_probability=sure, piece=near[0] if near else None))
    return found


def _is_certain_other(piece: Piece) -> bool:
    likely_house = piece.kinds[_HOUSE] >= _MIN_HOUSE_PROBABILITY and piece.certainty >= PRESENT
    return bool(likely_house or piece.certainty * (1 - piece.kinds[_STONE]) >= _CERTAIN_OTHER)


def _most_similar_place(search: _Search, places: np.ndarray) -> np.ndarray | None:
    """Return the (2,) position near these with the most glyph-like relief, if any is similar enough."""
    similarity = search.sparse_correlations(places)
    if similarity.max() < _MIN_SPARSE_CORRELATION:
        return None
    near = (places[np.argsort(-similarity)[:_MAX_REFINED], None] + square_grid(_MIDDLE_RANGE, _MIDDLE_STEP)).reshape(
        -1, 2
    )
    return np.asarray(near[int(search.sparse_correlations(near).argmax())])


def _unevenness(rings: np.ndarray) -> np.ndarray:
    """Return (n,) 80th percentiles of the deviation of (n, 72, 3) rings from their median, lightness at half weight."""
    away = rings - np.median(rings, axis=1, keepdims=True)
    return np.asarray(np.percentile(np.sqrt((away**2 * [0.5, 1, 1]).sum(axis=2)), 80, axis=1))


def _disc(reach: float, step: float) -> np.ndarray:
    """Return (n, 2) points of a square grid within ``reach`` of the origin."""
    places = square_grid(reach, step)
    return np.asarray(places[np.linalg.norm(places, axis=1) <= reach])


_CELL_DISC = _disc(_CELL_RADIUS, _CELL_STEP)
"""(n, 2) positions of a stone's centre on a cell, relative to the cell's."""
