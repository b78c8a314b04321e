"""Detection of rune stones partly hidden by a longhouse, by a visible arc of the ring: Homes, by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lattice import nearest_cell, positions
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.pieces.detect import Piece
from vision.stones.faces import BESIDE, GROUND, MIN_RING_CONTRAST, RING, lab_of, square_grid

_SEARCH_RANGE, _STEP = 0.36, 0.03
"""Range and step, pitches along either axis, of the search for a stone's centre around a longhouse's foot."""
_SIZES = (0.97, 1.0, 1.03)
"""Relative radii that are tried: a stone is nearer to the camera than the tile under it, and tiles have gaps."""
_MIN_RING_CHROMA = 8.0
"""Chroma, CIE, of a ring's contrast below which rock may show the same; chosen by hand."""
_MIN_ARC, _MIN_GREY_ARC = 0.22, 0.5
"""Least visible share of a coloured ring, and of one with less chroma; chosen by hand."""
_ACCEPTED_ARC = 1.12
"""Ratio of the visible share to the least one from which a stone is accepted; chosen by hand."""
_MAX_GROUND_CHROMA = 14.0
"""Largest chroma, CIE, of a stone's ground, under any lamp; chosen by hand."""
_MAX_RING_DEVIATION = 12.0
"""Largest distance, CIE L*a*b*, of a ring's colour from its median; chosen by hand."""
_MAX_PLACES = 20
"""Number of the best positions for each ring that are checked for an even colour; chosen by hand."""
_COARSE_SUBSAMPLING = 2
"""Every second direction is used in the coarse search."""
_MIN_COARSE_ARC = 0.7
"""Ratio of the visible share to the least one from which a position of the coarse search is refined; chosen by hand."""
_FINE_RANGE, _FINE_STEP = 0.03, 0.01
"""Range and step, pitches along either axis, of the search around a position that is refined."""
_MARGIN = 1.25
"""Radii around the search area that are rectified."""
_MIN_CONTRAST_RATIO, _MAX_CONTRAST_RATIO, _MAX_CONTRAST_ERROR = 0.5, 1.8, 0.5
"""Length of a ring's contrast along the expected one, and its largest length across it, as ratios to the length of the
expected one; chosen by hand."""
_LAB_BLUR = 0.6
"""Sigma, pixels of the rectified view, of the blur against noise; chosen by hand."""
_SCALE_RANGE = (40.0, 120.0)
"""Least and largest scale of the rectified view, pixels to a pitch."""


@dataclass(frozen=True, eq=False)
class SoughtStones:
    """The stones of which one may lie beneath a longhouse.

    Attributes:
        radius: of a stone, pitches.
        rings: (m, 3) CIE L*a*b* of each possible ring minus its ground.
        cast: (2,) CIE a* and b* of a grey surface under the lamp, where they are known.
    """

    radius: float
    rings: np.ndarray
    cast: np.ndarray = field(default_factory=lambda: np.zeros(2))

    def least_shares(self) -> np.ndarray:
        """Return the (m,) least shares of each ring, 0..1, that must be visible."""
        colourful = np.hypot(self.rings[:, 1], self.rings[:, 2]) > _MIN_RING_CHROMA
        return np.where(colourful, _MIN_ARC, _MIN_GREY_ARC)


@dataclass(frozen=True)
class Refinement:
    """Which positions of the coarse search are refined.

    Attributes:
        positions: number of the best positions for each ring; the usual one was chosen by hand.
        least: length of their arc, see `VisibleArc`.
    """

    positions: int = 4
    least: float = _MIN_COARSE_ARC


_USUAL_REFINEMENT = Refinement()


class VisibleArc(NamedTuple):
    """The visible arc of a ring.

    Attributes:
        length: the visible share of the ring, as a ratio to the least one of a stone.
        ring: index of the ring.
        centre: (2,) table position of the stone.
    """

    length: float
    ring: int
    centre: np.ndarray


def find_occluded_stone(
    pixels: np.ndarray, plane: Plane, house: Piece, sought: SoughtStones
) -> tuple[int, np.ndarray, float] | None:
    """Return the index of the ring, its (2,) centre and a probability where a ring is partly visible at a longhouse.

    For the arguments see `largest_arc`.
    """
    arc = largest_arc(pixels, plane, house, sought)
    return (arc.ring, arc.centre, 1 - 0.5 / arc.length) if arc.length >= _ACCEPTED_ARC else None


def largest_arc(
    pixels: np.ndarray, plane: Plane, house: Piece, sought: SoughtStones, refinement: Refinement = _USUAL_REFINEMENT
) -> VisibleArc:
    """Return the largest visible arc of a ring at a longhouse; its length is 0.0 where no position was refined.

    Each direction from a centre is judged by itself: ring, ground within and surroundings must differ as on the stone.
    The longhouse hides the other directions, whatever it looks like.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        plane: of the table.
        house: the longhouse.
        sought: the stones that may lie beneath it.
        refinement: which positions are looked at more closely.
    """
    view = _view_around(pixels, plane, house.foot, _SEARCH_RANGE + _MARGIN * sought.radius)
    surface = _Surface(lab_of(view.pixels, _LAB_BLUR) - np.array([0, *sought.cast], np.float32), view)
    rings = _Rings(sought.rings, sought.least_shares())
    around = house.foot + square_grid(_SEARCH_RANGE, _STEP)
    around = around[_on_same_cell(house, around)]
    found: list[VisibleArc] = []
    for coarse in _best_arcs(surface, around, sought.radius, rings, _COARSE_SUBSAMPLING, refinement.positions):
        if coarse.length < refinement.least:
            continue
        near = coarse.centre + square_grid(_FINE_RANGE, _FINE_STEP)
        near = near[_on_same_cell(house, near)]
        for size in _SIZES:
            arcs = _best_arcs(surface, near, sought.radius * size, rings.only(coarse.ring))
            found += [arc._replace(ring=coarse.ring) for arc in arcs]
    return max(found, key=lambda arc: arc.length, default=VisibleArc(0.0, 0, house.foot))


@dataclass(frozen=True, eq=False)
class _Surface:
    """The table around a longhouse.

    Attributes:
        lab: (h, w, 3) CIE L*a*b* of the view's pixels.
        view: the rectified view.
    """

    lab: np.ndarray
    view: View

    def mean_around(self, places: np.ndarray, radius: float, shape: np.ndarray) -> np.ndarray:
        """Return the (n, d, 3) means of the samples of a (2, d, 2) shape on its two circles, around (n, 2) places."""
        inner, outer = (sample(self.lab, self.view.to_view(places[:, None] + radius * circle)) for circle in shape)
        return np.asarray((inner + outer) / 2)


class _Rings(NamedTuple):
    """The (m, 3) contrasts of rings to their grounds, CIE L*a*b*, and the (m,) least visible shares of each, 0..1."""

    contrasts: np.ndarray
    least_shares: np.ndarray

    def only(self, k: int) -> _Rings:
        return _Rings(self.contrasts[[k]], self.least_shares[[k]])


def _on_same_cell(house: Piece, places: np.ndarray) -> np.ndarray:
    """Return (n,) bool, whether each of (n, 2) positions lies on the same cell as the house."""
    own = nearest_cell(house.foot)
    middles = positions((own, *hexgrid.neighbours(own)))
    return np.asarray(np.linalg.norm(places[:, None] - middles, axis=2).argmin(axis=1) == 0)


def _view_around(pixels: np.ndarray, plane: Plane, middle: np.ndarray, reach: float) -> View:
    """Return a rectified view of a small square of the table, at about the photo's resolution."""
    scale = float(np.clip(plane.pitch_at(middle), *_SCALE_RANGE))
    line = np.arange(round(2 * reach * scale)) / scale - reach
    where = plane.to_photo(middle + np.stack(np.meshgrid(line, line), axis=-1)).astype(np.float32)
    seen = cv2.remap(pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.asarray(((where >= 0) & (where < [pixels.shape[1], pixels.shape[0]])).all(axis=-1))
    return View(seen, inside, middle - reach, scale)


def _best_arcs(
    surface: _Surface, places: np.ndarray, radius: float, rings: _Rings, step: int = 1, best: int = 1
) -> list[VisibleArc]:
    """Return the longest arcs of each ring; rings with hardly any visible arc are left out.

    Args:
        surface: the table.
        places: (n, 2) table positions that a stone may have.
        radius: of a stone, pitches.
        rings: that the stone may have.
        step: 1 to sample all directions, 2 to sample every second one, and so on.
        best: number of arcs of each ring.
    """
    # Few places have a grey ground, and fewer a ring around it, so that most are sampled once instead of three times.
    ground = surface.mean_around(places, radius, GROUND[:, ::step])
    grey = np.hypot(ground[..., 1], ground[..., 2]) < _MAX_GROUND_CHROMA
    kept = grey.mean(axis=1) >= _MIN_COARSE_ARC * rings.least_shares.min()
    if not kept.any():
        return []
    places, ground, grey = places[kept], ground[kept], grey[kept]
    ring = surface.mean_around(places, radius, RING[:, ::step])
    matching = grey & np.array([_matches_contrast(ring - ground, expected) for expected in rings.contrasts])
    kept = (matching.mean(axis=2) >= _MIN_COARSE_ARC * rings.least_shares[:, None]).any(axis=0)
    if not kept.any():
        return []
    places, ring = places[kept], ring[kept]
    beside = surface.mean_around(places, radius, BESIDE[:, ::step])
    shown = matching[:, kept] & (np.linalg.norm(ring - beside, axis=2) > MIN_RING_CONTRAST)
    return [
        VisibleArc(share / least, k, places[n])
        for k, least in enumerate(rings.least_shares.tolist())
        for share, n in _evenest(ring, shown[k], _MIN_COARSE_ARC * least, best)
    ]


def _evenest(ring: np.ndarray, shown: np.ndarray, least: float, best: int) -> list[tuple[float, int]]:
    """Return the ``best`` largest shares of a ring that are visible in one colour, and the indices of their positions.

    Args:
        ring: (n, d, 3) colours of the ring in each direction.
        shown: (n, d) bool, where a ring is visible.
        least: visible share from which a position is considered.
        best: number of positions.
    """
    shares = shown.mean(axis=1)
    found: list[tuple[float, int]] = []
    for n in np.argsort(-shares)[:_MAX_PLACES].tolist():
        if shares[n] < least or (len(found) == best and shares[n] <= found[-1][0]):
            break  # in one colour no more is visible than in all
        found = sorted([*found, (_even_share(ring[n], shown[n]), n)], reverse=True)[:best]
    return found


def _matches_contrast(contrast: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Return (...) bool, whether (..., 3) contrasts have about the length and direction of the (3,) expected one."""
    size = float(expected @ expected) + 1e-6
    along = contrast @ expected / size
    across = np.linalg.norm(contrast - along[..., None] * expected, axis=-1)
    in_length = (along > _MIN_CONTRAST_RATIO) & (along < _MAX_CONTRAST_RATIO)
    return np.asarray(in_length & (across < _MAX_CONTRAST_ERROR * np.sqrt(size)))


def _even_share(ring: np.ndarray, shown: np.ndarray) -> float:
    """Return the share of directions in which a ring is visible in one colour."""
    if not shown.any():
        return 0.0
    even = np.linalg.norm(ring - np.median(ring[shown], axis=0), axis=1) < _MAX_RING_DEVIATION
    return float((shown & even).mean())
