"""Photos of one board to the same spots of its tiles in all of them, each to a part of a pixel."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera.views import View, sensor_size, to_sensor
from calibration.sharpness import edge_width
from vision.geometry.lattice import Cell, position
from vision.imaging.photo import Photo
from vision.merging.photo_view import Witness

_SIDE = 64
"""Pixels of the patch that is compared."""
_REACH = 0.7
"""Half the patch, in pitches: with the seams around it no tile is so plain that it could slide along itself."""
_FARTHEST = 0.12
"""How far from where a photo's own lattice says, in pitches, a tile is believed to be found."""
_LIKE = 0.65
"""How alike two patches must be once they are laid over each other (normalised correlation)."""
_FEWEST = 8
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)


def track_tiles(photos: Sequence[tuple[str, Photo]], witnesses: Sequence[Witness]) -> list[View]:
    """Find each tile of one photo in the others by its print; the spot is the same however the tile lies.

    The eyes see a tile's middle to about a hundredth of a pitch; two pictures of one print are laid over each other
    ten times better (enhanced correlation, Evangelidis and Psarakis 2008).
    Photos that share too few tiles are left out.
    """
    reference = max(range(len(photos)), key=lambda k: _finest(witnesses[k]))
    cells = sorted(witnesses[reference].tiles)
    known = {c: _patch(photos[reference][1], witnesses[reference], position(c)) for c in cells}
    views = []
    for (name, photo), witness in zip(photos, witnesses, strict=True):
        spots = {c: _find(photo, witness, c, known[c]) for c in cells if c in witness.tiles}
        found = {c: spot for c, spot in spots.items() if spot is not None}
        if len(found) >= _FEWEST:
            views.append(_view(name, photo, witness, cells, found))
    return views


def _finest(witness: Witness) -> float:
    return witness.plane.pitch_at(np.mean([position(c) for c in witness.tiles], axis=0)) * len(witness.tiles)


def _patch(photo: Photo, witness: Witness, middle: np.ndarray) -> np.ndarray:
    """Look straight down on one tile: (64, 64) float32 grey."""
    along = np.linspace(-_REACH, _REACH, _SIDE)
    table = middle + np.stack(np.meshgrid(along, along), axis=-1)
    where = (witness.plane.to_photo(table) / photo.scale).astype(np.float32)
    seen = cv2.remap(photo.pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _find(photo: Photo, witness: Witness, cell: Cell, known: np.ndarray) -> np.ndarray | None:
    """Return the (2,) table point, by this photo's plane, where the reference shows the cell's middle."""
    spot = position(cell)
    try:
        alike, warp = cv2.findTransformECC(
            known, _patch(photo, witness, spot), np.eye(2, 3, dtype=np.float32), cv2.MOTION_TRANSLATION, _STEPS
        )
    except cv2.error:  # nothing in the two that could be laid over each other
        return None
    spot = spot + warp[:, 2] * 2 * _REACH / (_SIDE - 1)
    return spot if alike > _LIKE and np.linalg.norm(spot - position(cell)) < _FARTHEST else None


def _view(name: str, photo: Photo, witness: Witness, cells: list[Cell], found: dict[Cell, np.ndarray]) -> View:
    shown = sorted(found)
    own = witness.plane.to_photo(np.array([found[c] for c in shown])) / photo.scale
    pitch = float(min(witness.plane.pitch_at(found[c]) for c in shown))
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    return View(
        name=name,
        camera=photo.camera,
        size=sensor_size(photo),
        labels=np.array([cells.index(c) for c in shown]),
        target=np.array([position(c) for c in shown]),
        seen=to_sensor(own, photo),
        blur=edge_width(grey, own, 0.4 * pitch / photo.scale) * photo.scale,
        finest=pitch,
    )
