"""Tiles spread out on a table, each by itself: a photo of a copy's tiles to where each of them lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View, rectify
from vision.imaging.peaks import find_peaks
from vision.loose_tiles.fit_pose import fit_pose
from vision.loose_tiles.hexagons import Blob, find_blobs
from vision.loose_tiles.pose import Loose, lay_down, pose_of
from vision.loose_tiles.refine_outline import find_outline
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_SIDES = (1408, 832)
"""Longest sides, pixels, at which the photo is looked over."""
_SCALE = 108.0
"""View pixels to a tile's width: borders are found more exactly than in the view of a board."""
_OTHER_SCALES = (88.0, 128.0)
_CENTRE = 0.12
_CLEAR = 0.75
"""How clearly a lone tile must show; see ``fit_pose``."""
_APART = 0.85
"""Two tiles do not lie nearer than this, in widths."""
_MOST_LOST = 0.8
"""The closer look must find this share of what was found before, or the plane of before stands."""
_MOVED = 0.06
_HAIR = 0.96


@dataclass(frozen=True)
class Spread:
    """What lies spread out in one photo.

    Attributes:
        plane: table to photo, in widths of a tile.
        view: the tiles from above.
        maps: what the network says of the view.
        tiles: where each lies.
        others: the same from above at other sizes, with what the network says of them: more witnesses.
    """

    plane: Plane
    view: View
    maps: SceneMaps
    tiles: tuple[Loose, ...]
    others: tuple[tuple[View, SceneMaps], ...] = ()

    @property
    def looks(self) -> tuple[tuple[View, SceneMaps], ...]:
        """All views from above with their maps."""
        return ((self.view, self.maps), *self.others)


def find_spread(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> Spread | None:
    """Find the lone tiles in (h, w, 3) uint8 BGR pixels, taken before this lens if it is known; None without any."""
    blobs = max((overview(pixels, networks, side) for side in _SIDES), key=lambda found: sum(b.likeness for b in found))
    if not blobs:
        return None
    size = (pixels.shape[1], pixels.shape[0])
    plane, poses = lay_down(blobs, size, lens)
    view, maps = _look_closely(pixels, networks, plane, poses)
    closer = [Blob(plane.to_photo(view.from_maps(b.corners)), b.likeness) for b in find_blobs(1 - maps.terrain[..., 0])]
    if len(closer) >= _MOST_LOST * len(blobs):
        plane, poses = lay_down(closer, size, lens)
        view, maps = _look_closely(pixels, networks, plane, poses)
    found = [pose for pose in _poses(maps, view) if _whole(plane, pose, size)]
    if not found:
        return None
    tiles = tuple(_exact(pixels, plane, pose) for pose in found)
    others = tuple(_look_closely(pixels, networks, plane, poses, scale) for scale in _OTHER_SCALES)
    return Spread(plane, view, maps, tiles, others)


def _whole(plane: Plane, pose: Loose, size: tuple[int, int]) -> bool:
    """Say whether the photo shows all of a tile, but for a hair."""
    corners = plane.to_photo(pose.centre + _HAIR * (pose.corners() - pose.centre))
    return bool(((corners >= 0) & (corners < size)).all())


def overview(pixels: np.ndarray, networks: Networks, side: int = _SIDES[-1]) -> list[Blob]:
    """Find hexagons in the whole of a photo's (h, w, 3) uint8 BGR pixels, seen at one size: a glance, not yet a look.

    Args:
        pixels: the photo.
        networks: the loaded networks.
        side: the longer side, pixels, at which it is seen.
    """
    factor = side / max(pixels.shape[:2])
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    maps = infer_scene(networks, cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=way))
    return [Blob((b.corners + 0.5) * STRIDE / factor - 0.5, b.likeness) for b in find_blobs(1 - maps.terrain[..., 0])]


def _look_closely(
    pixels: np.ndarray, networks: Networks, plane: Plane, poses: list[Loose], scale: float = _SCALE
) -> tuple[View, SceneMaps]:
    view = rectify(pixels, plane, np.array([p.centre for p in poses]), scale)
    return view, infer_scene(networks, view.pixels)


def _exact(pixels: np.ndarray, plane: Plane, pose: Loose) -> Loose:
    """Place a tile by the photo itself, unless that would move it farther than the network errs."""
    exact = pose_of(find_outline(pixels, plane, pose))
    moved = np.linalg.norm(exact.centre - pose.centre) + abs(exact.size - pose.size)
    return exact if moved < _MOVED else pose


def _poses(maps: SceneMaps, view: View) -> list[Loose]:
    """Return the tiles of the view in reading order, clearest first where two would overlap."""
    fine = view.scale / STRIDE
    peaks, _ = find_peaks(maps.centre, _CENTRE, round(0.3 * fine), 0.08 * fine)
    fits = sorted((fit_pose(maps, view, spot) for spot in view.from_maps(peaks)), key=lambda fit: -fit[1])
    kept: list[Loose] = []
    for pose, clear in fits:
        near = any(np.linalg.norm(pose.centre - other.centre) < _APART for other in kept)
        if clear >= _CLEAR and not near:
            kept.append(pose)
    return sorted(kept, key=lambda pose: (round(float(pose.centre[1]) * 2), pose.centre[0]))
