"""Registration of each tile of a board across photos at subpixel precision."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera.views import View, sensor_size, to_sensor
from calibration.sharpness import edge_width
from vision.geometry.lattice import Cell, position
from vision.imaging.file_pixels import decoded_pixels
from vision.imaging.photo import Photo
from vision.merging.photo_view import PhotoView

_PATCH_SIDE = 64
"""Pixels along the square patch that is registered."""
_PATCH_RADIUS = 0.7
"""Half the patch, in pitches: it includes the seams around the tile, without which a plain tile has no texture."""
_MAX_SHIFT = 0.12
"""Largest accepted distance from the photo's own lattice, in pitches; chosen by hand."""
_MIN_CORRELATION = 0.65
"""Smallest accepted normalised correlation of two registered patches; chosen by hand."""
_MIN_TILES = 8
"""Photos with fewer registered tiles are left out; chosen by hand."""
_EDGE_REACH = 0.4
"""Half the side of the patch around a tile's centre in which edges are measured, in pitches; chosen by hand."""
_STOP_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-4)


def track_tiles(photos: Sequence[tuple[str, Photo]], photo_views: Sequence[PhotoView]) -> list[View]:
    """Return the views of the tiles of one reference photo, registered in all photos by their print.

    The networks find a tile's centre to about a hundredth of a pitch; registration of two pictures of one print is
    ten times more precise (enhanced correlation, Evangelidis and Psarakis 2008). Photos that share too few tiles are
    left out.

    Args:
        photos: (name, photo) of each.
        photo_views: the plane and the tiles of each photo, as it was read.
    """
    reference = max(range(len(photos)), key=lambda k: _resolution(photo_views[k]))
    cells = sorted(photo_views[reference].tiles)
    known = {c: _patch(photos[reference][1], photo_views[reference], position(c)) for c in cells}
    views = []
    for (name, photo), view in zip(photos, photo_views, strict=True):
        spots = {c: _find(photo, view, c, known[c]) for c in cells if c in view.tiles}
        found = {c: spot for c, spot in spots.items() if spot is not None}
        if len(found) >= _MIN_TILES:
            views.append(_view(name, photo, view, cells, found))
    return views


def _resolution(view: PhotoView) -> float:
    return view.plane.pitch_at(np.mean([position(c) for c in view.tiles], axis=0)) * len(view.tiles)


def _patch(photo: Photo, view: PhotoView, middle: np.ndarray) -> np.ndarray:
    """Return the rectified view of one tile, (64, 64) float32 grey."""
    along = np.linspace(-_PATCH_RADIUS, _PATCH_RADIUS, _PATCH_SIDE)
    table = middle + np.stack(np.meshgrid(along, along), axis=-1)
    where = decoded_pixels(view.plane.to_photo(table), photo.scale).astype(np.float32)
    seen = cv2.remap(photo.pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _find(photo: Photo, view: PhotoView, cell: Cell, known: np.ndarray) -> np.ndarray | None:
    """Return the (2,) table point in this photo's plane that corresponds to the centre of the cell in the reference."""
    spot = position(cell)
    try:
        correlation, warp = cv2.findTransformECC(
            known, _patch(photo, view, spot), np.eye(2, 3, dtype=np.float32), cv2.MOTION_TRANSLATION, _STOP_CRITERIA
        )
    except cv2.error:  # the registration did not converge
        return None
    spot = spot + warp[:, 2] * 2 * _PATCH_RADIUS / (_PATCH_SIDE - 1)
    return spot if correlation > _MIN_CORRELATION and np.linalg.norm(spot - position(cell)) < _MAX_SHIFT else None


def _view(name: str, photo: Photo, view: PhotoView, cells: list[Cell], found: dict[Cell, np.ndarray]) -> View:
    shown = sorted(found)
    own = decoded_pixels(view.plane.to_photo(np.array([found[c] for c in shown])), photo.scale)
    pitch = float(min(view.plane.pitch_at(found[c]) for c in shown))
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    return View(
        name=name,
        camera=photo.camera,
        size=sensor_size(photo),
        labels=np.array([cells.index(c) for c in shown]),
        target_points=np.array([position(c) for c in shown]),
        image_points=to_sensor(own, photo),
        blur=edge_width(grey, own, _EDGE_REACH * pitch / photo.scale) * photo.scale,
        spacing=pitch,
    )
