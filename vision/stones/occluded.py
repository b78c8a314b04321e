"""Rune stones half under a longhouse, of which an arc of the ring shows: a Home, by the rules."""

from __future__ import annotations

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.lattice import nearest_cell, position
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View
from vision.imaging.sampling import sample
from vision.pieces.detect import Piece
from vision.stones.faces import BESIDE, EDGE, GROUND, RING, lab_of, places_about

_REACH, _STEP = 0.36, 0.03
"""How far a stone's middle may lie from a longhouse's foot, and the steps in which that is searched."""
_SIZES = (0.97, 1.0, 1.03)
"""A stone lies nearer to the camera than the tile under it, and tiles have gaps."""
_PLAIN_RING, _ARC, _CLEAR_ARC = 8.0, 0.22, 0.5
"""A ring of less chroma shows on rock, too; so much of a ring must be seen, of a plain one the second."""
_SURELY = 1.12
"""How far the clearest arc must exceed that."""
_TINT = 14.0
"""Most chroma of a stone's ground, under any lamp."""
_NO_CAST = np.zeros(2)
_SAME = 12.0
"""CIE L*a*b*: a ring differs from itself by less."""
_PLACES = 20
_COARSELY = 2
_WORTH_A_SECOND_LOOK = 0.7
"""An arc seen in every second direction about places that lie apart must reach this share of what is needed."""
_REFINED = 4
"""So many of the places where a ring shows best, at a glance, are looked about more finely."""
_MARGIN = 1.25
"""Radii about a middle that are looked at."""
_FINENESS = (40.0, 120.0)
"""Pixels to a pitch at least and at most."""


def half_hidden(
    pixels: np.ndarray, plane: Plane, house: Piece, radius: float, rings: np.ndarray, cast: np.ndarray = _NO_CAST
) -> tuple[int, np.ndarray, float] | None:
    """Return the number of the ring, its middle and a certainty where an arc of one of (m, 3) rings shows at a house.

    ``cast`` (2,) is the lamp's, CIE a* and b* of what is grey by daylight, where that is known.

    Each direction from a middle speaks for itself: ring, ground within and what lies beside must differ as they do
    on the stone. The house hides the other directions, whatever it looks like.
    """
    needed = np.where(np.hypot(rings[:, 1], rings[:, 2]) > _PLAIN_RING, _ARC, _CLEAR_ARC)
    view = _around(pixels, plane, house.foot, _REACH + _MARGIN * radius)
    lab = lab_of(view.pixels, 0.6) - np.array([0, *cast], np.float32)
    around = house.foot + places_about(_REACH, _STEP)
    found: list[tuple[float, int, np.ndarray]] = []
    for glimpsed, k, middle in _clearest(
        lab, view, around[_on_cell_of(house, around)], radius, rings, needed, _COARSELY, _REFINED
    ):
        if glimpsed < _WORTH_A_SECOND_LOOK:
            continue
        near = middle + places_about(0.03, 0.01)
        near = near[_on_cell_of(house, near)]
        for size in _SIZES:
            arcs = _clearest(lab, view, near, radius * size, rings[[k]], needed[[k]], 1)
            found += [(clear, k, place) for clear, _, place in arcs]
    clear, k, place = max(found, key=lambda arc: arc[0], default=(0.0, 0, house.foot))
    return (k, place, 1 - 0.5 / clear) if clear >= _SURELY else None


def _on_cell_of(house: Piece, places: np.ndarray) -> np.ndarray:
    """Say of (n, 2) places whether they lie on the same cell as the house."""
    own = nearest_cell(house.foot)
    middles = np.array([position(cell) for cell in (own, *hexgrid.neighbours(own))])
    return np.asarray(np.linalg.norm(places[:, None] - middles, axis=2).argmin(axis=1) == 0)


def _around(pixels: np.ndarray, plane: Plane, middle: np.ndarray, reach: float) -> View:
    """Look straight down on a small square of the table, about as finely as the photo shows it."""
    scale = float(np.clip(plane.pitch_at(middle), *_FINENESS))
    line = np.arange(round(2 * reach * scale)) / scale - reach
    where = plane.to_photo(middle + np.stack(np.meshgrid(line, line), axis=-1)).astype(np.float32)
    seen = cv2.remap(pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.asarray(((where >= 0) & (where < [pixels.shape[1], pixels.shape[0]])).all(axis=-1))
    return View(seen, inside, middle - reach, scale)


def _clearest(
    lab: np.ndarray, view: View, places: np.ndarray, radius: float, rings: np.ndarray, needed: np.ndarray, step: int,
    best: int = 1,
) -> list[tuple[float, int, np.ndarray]]:  # fmt: skip
    """Return of each ring how far its ``best`` clearest arcs about (n, 2) places exceed what is needed, and where.

    A ring of which hardly anything shows is left out. Of the directions only each ``step``-th is looked in.
    """
    ring, ground, beside = (
        sample(lab, view.to_view(places[:, None, None] + radius * shape[:, ::step])).mean(axis=1)
        for shape in (RING, GROUND, BESIDE)
    )
    bounded = (np.hypot(ground[..., 1], ground[..., 2]) < _TINT) & (np.linalg.norm(ring - beside, axis=2) > EDGE)
    arcs = []
    for k, wanted in enumerate(rings):
        shown = bounded & _like(ring - ground, wanted)
        share = shown.mean(axis=1)
        worth = [n for n in np.argsort(-share)[:_PLACES].tolist() if share[n] >= _WORTH_A_SECOND_LOOK * needed[k]]
        if worth:
            clear = sorted(((_even_arc(ring[n], shown[n]) / float(needed[k]), n) for n in worth), reverse=True)
            arcs += [(excess, k, places[n]) for excess, n in clear[:best]]
    return arcs


def _like(contrast: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Say of (..., 3) contrasts whether they go the wanted way, about as far."""
    size = float(wanted @ wanted) + 1e-6
    along = contrast @ wanted / size
    across = np.linalg.norm(contrast - along[..., None] * wanted, axis=-1)
    return np.asarray((along > 0.5) & (along < 1.8) & (across < 0.5 * np.sqrt(size)))


def _even_arc(ring: np.ndarray, shown: np.ndarray) -> float:
    """Return the share of directions in which a ring is shown in one colour."""
    if not shown.any():
        return 0.0
    even = np.linalg.norm(ring - np.median(ring[shown], axis=0), axis=1) < _SAME
    return float((shown & even).mean())
