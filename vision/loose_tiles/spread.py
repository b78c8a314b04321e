"""Detection of tiles spread out singly on a table, with their poses."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lens import Lens
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View, rectify
from vision.imaging.peaks import find_peaks
from vision.loose_tiles.fit_pose import fit_pose
from vision.loose_tiles.hexagons import Hexagon, find_hexagons
from vision.loose_tiles.pose import TilePose, fit_table, pose_of
from vision.loose_tiles.refine_outline import refine_outline
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_OVERVIEW_SIDES = (1408, 832)
"""Longer sides, pixels, of the downscaled photos that are searched."""
_SCALE = 108.0
"""View pixels to a tile's width: finer than the view of a board, for more exact borders."""
_OTHER_SCALES = (88.0, 128.0)
"""The same of further views, for more evidence."""
_MIN_CENTRE = 0.12
"""Probability of a tile's centre from which a peak is a candidate; chosen by hand."""
_MIN_OUTLINE_SCORE = 0.75
"""Score of a tile's outline, see `fit_pose`, from which it counts; chosen by hand."""
_MIN_DISTANCE = 0.85
"""Tile widths between the centres of two tiles; chosen by hand."""
_MIN_FOUND_AGAIN = 0.8
"""Share of the hexagons that must be found again in the view for the plane to be refined; chosen by hand."""
_MAX_REFINEMENT = 0.06
"""Largest change, tile widths, of a pose by the photo itself: the network does not err by more; chosen by hand."""
_VISIBLE_SHARE = 0.96
"""Share of a tile, outward from its centre, that must be in the picture; chosen by hand."""


@dataclass(frozen=True)
class SpreadTiles:
    """The tiles spread out in one photo.

    Attributes:
        plane: table to photo, in widths of a tile.
        view: the rectified view.
        maps: the scene network's maps of the view.
        tiles: their poses.
        others: rectified views at other scales with their maps, for more evidence.
    """

    plane: Plane
    view: View
    maps: SceneMaps
    tiles: tuple[TilePose, ...]
    others: tuple[tuple[View, SceneMaps], ...] = ()

    @property
    def views(self) -> tuple[tuple[View, SceneMaps], ...]:
        """All rectified views with their maps."""
        return ((self.view, self.maps), *self.others)


def find_spread(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> SpreadTiles | None:
    """Return the single tiles in (h, w, 3) uint8 BGR pixels, by a calibrated lens if given; None without any."""
    hexagons = max(
        (find_photo_hexagons(pixels, networks, side) for side in _OVERVIEW_SIDES),
        key=lambda found: sum(h.overlap for h in found),
    )
    if not hexagons:
        return None
    size = (pixels.shape[1], pixels.shape[0])
    plane, poses = fit_table(hexagons, size, lens)
    view, maps = _rectified(pixels, networks, plane, poses)
    closer = [
        Hexagon(plane.to_photo(view.from_maps(b.corners)), b.overlap) for b in find_hexagons(1 - maps.terrain[..., 0])
    ]
    if len(closer) >= _MIN_FOUND_AGAIN * len(hexagons):
        plane, poses = fit_table(closer, size, lens)
        view, maps = _rectified(pixels, networks, plane, poses)
    found = [pose for pose in _poses(maps, view) if _whole(plane, pose, size)]
    if not found:
        return None
    tiles = tuple(_refined(pixels, plane, pose) for pose in found)
    others = tuple(_rectified(pixels, networks, plane, poses, scale) for scale in _OTHER_SCALES)
    return SpreadTiles(plane, view, maps, tiles, others)


def _whole(plane: Plane, pose: TilePose, size: tuple[int, int]) -> bool:
    """Return whether the photo shows all of a tile but a narrow rim."""
    corners = plane.to_photo(pose.centre + _VISIBLE_SHARE * (pose.corners() - pose.centre))
    return bool(((corners >= 0) & (corners < size)).all())


def find_photo_hexagons(pixels: np.ndarray, networks: Networks, side: int = _OVERVIEW_SIDES[-1]) -> list[Hexagon]:
    """Return the hexagons in a whole photo, downscaled to one size; their corners are approximate.

    Args:
        pixels: (h, w, 3) uint8 BGR of the photo.
        networks: the loaded networks.
        side: its longer side after scaling, pixels.
    """
    factor = side / max(pixels.shape[:2])
    interpolation = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    maps = infer_scene(networks, cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=interpolation))
    return [
        Hexagon((b.corners + 0.5) * STRIDE / factor - 0.5, b.overlap) for b in find_hexagons(1 - maps.terrain[..., 0])
    ]


def _rectified(
    pixels: np.ndarray, networks: Networks, plane: Plane, poses: list[TilePose], scale: float = _SCALE
) -> tuple[View, SceneMaps]:
    view = rectify(pixels, plane, np.array([p.centre for p in poses]), scale)
    return view, infer_scene(networks, view.pixels)


def _refined(pixels: np.ndarray, plane: Plane, pose: TilePose) -> TilePose:
    """Return the pose by the photo itself, unless that differs more than the network errs."""
    refined = pose_of(refine_outline(pixels, plane, pose))
    moved = np.linalg.norm(refined.centre - pose.centre) + abs(refined.size - pose.size)
    return refined if moved < _MAX_REFINEMENT else pose


def _poses(maps: SceneMaps, view: View) -> list[TilePose]:
    """Return the tiles of the view in reading order; of two that overlap the one with the clearer outline."""
    fine = view.scale / STRIDE
    peaks, _ = find_peaks(maps.centre, _MIN_CENTRE, round(0.3 * fine), 0.08 * fine)
    fits = sorted((fit_pose(maps, view, spot) for spot in view.from_maps(peaks)), key=lambda fit: -fit[1])
    kept: list[TilePose] = []
    for pose, score in fits:
        near = any(np.linalg.norm(pose.centre - other.centre) < _MIN_DISTANCE for other in kept)
        if score >= _MIN_OUTLINE_SCORE and not near:
            kept.append(pose)
    return sorted(kept, key=lambda pose: (round(float(pose.centre[1]) * 2), pose.centre[0]))
