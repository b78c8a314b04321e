"""The first look at a photo, coarse and whole: where is the board? A board far away is looked for part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import Lattice, find_lattices, position
from vision.geometry.lens import Lens
from vision.geometry.plane import fit_plane
from vision.imaging.downscale import shrunk
from vision.imaging.peaks import find_peaks
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_SIDES = (416, 640, 960, 1408)
"""Longest sides, pixels, at which a photo is looked over; the first suits all but very near and very far boards."""
_PART_SIDES = (416, 640, 960)
"""The same for parts of a photo, which a board fills for the most part."""
_PARTS = 3
"""So many parts of a photo are looked at, where the whole photo shows no board."""
_SMALL = 0.5
"""A part's longer side, at most, to the photo's: what is larger has been seen well enough."""
_AROUND = 0.3
"""What is taken in around a part, to its longer side."""
_LEAST_PART = 6
"""Pixels of the maps, the least length of a part: three tiles cannot be told in less."""
_FILLED, _PART_FILLED = 0.55, 0.3
"""A lattice that accounts for this share of all that looks like tiles is the board; else other sizes are tried. In a
part of the photo less is worth a close look."""
_CENTRE = 0.3
_FEW_POINTS = 16
_CANDIDATES = 12
"""Where so few centres are seen, so many lattices through them are held against the terrain in sight."""


@dataclass(frozen=True)
class Overview:
    """A photo, or a part of it, seen smaller but as the camera saw it.

    Attributes:
        lattice: the tiles that it seems to show, in the photo's own pixels.
        maps: what the network says of it.
        scale: pixels of the picture that the network saw to one of the photo.
        corner: (2,) photo pixel at which that picture begins.
    """

    lattice: Lattice
    maps: SceneMaps
    scale: float
    corner: np.ndarray

    def to_maps(self, photo: np.ndarray) -> np.ndarray:
        """Map (..., 2) photo pixels to pixels of the maps."""
        return np.asarray(((photo - self.corner) * self.scale + 0.5) / STRIDE - 0.5)

    def from_maps(self, pixels: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of the maps to photo pixels."""
        return np.asarray(((pixels + 0.5) * STRIDE - 0.5) / self.scale + self.corner)


@dataclass(frozen=True)
class _Looked:
    """What looking at several sizes came to: the last maps, and the likeliest lattice with its share, if any."""

    last: SceneMaps
    best: Overview | None = None
    share: float = -np.inf


def overviews(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> Iterator[Overview]:
    """Yield where the board seems to lie in (h, w, 3) uint8 BGR pixels, likeliest first.

    The whole photo is looked at first. Whoever can use none of that has the parts that look like tiles looked at, one
    by one and from nearer: of a board that takes a fifth of the photo's width the first look sees too little.
    """
    whole = _look_over(pixels, networks, lens, _SIDES)
    if whole.best is not None:
        yield whole.best
    for left, top, width, height in _parts(whole.last, pixels.shape):
        near = _look_over(pixels[top : top + height, left : left + width], networks, None, _PART_SIDES)
        if near.best is not None and near.share > _PART_FILLED:
            yield _put_back(near.best, np.array([left, top]), pixels.shape, lens)


def _look_over(pixels: np.ndarray, networks: Networks, lens: Lens | None, sides: Sequence[int]) -> _Looked:
    """Try sizes until a lattice accounts for what looks like tiles; keep the one that accounts for most of it."""
    best: Overview | None = None
    best_share = -np.inf
    longest = max(pixels.shape[:2])
    for side in sides:
        if best is not None and side > 1.5 * longest:
            break
        factor = side / longest
        small = shrunk(pixels, factor) if factor < 1 else cv2.resize(pixels, None, fx=factor, fy=factor)
        maps = infer_scene(networks, small)
        lattice = _lattice(maps, (small.shape[1], small.shape[0]), None if lens is None else lens.scaled(factor))
        if lattice is None:
            continue
        share = _filled(maps, lattice)
        if share > best_share:
            in_photo = Lattice(lattice.plane.scaled(1 / factor), lattice.centres)
            best, best_share = Overview(in_photo, maps, factor, np.zeros(2)), share
        if share > _FILLED:
            break
    return _Looked(maps, best, best_share)


def _lattice(maps: SceneMaps, size: tuple[int, int], lens: Lens | None) -> Lattice | None:
    """Return the lattice that accounts for most of the terrain in sight; None where no centres lie on one."""
    points, heights = find_peaks(maps.centre, _CENTRE, 5, blur=1.5)
    points = (points[heights >= _clear(heights)] + 0.5) * STRIDE - 0.5
    lattices = find_lattices(points, size, lens, 1)
    if len(points) <= _FEW_POINTS and not any(_filled(maps, lattice) > _FILLED for lattice in lattices):
        lattices = find_lattices(points, size, lens, _CANDIDATES)
    return max(lattices, key=lambda candidate: _filled(maps, candidate), default=None)


def _clear(heights: np.ndarray) -> float:
    """Return the height from which peaks count: on a speckled table the board's own stand out from many weak ones."""
    return 0.45 * float(np.mean(np.sort(heights)[-max(1, len(heights) // 4) :])) if len(heights) else 0.0


def _filled(maps: SceneMaps, lattice: Lattice) -> float:
    """What of the terrain in sight lies on the lattice's tiles, less what of them shows none: a share of the former."""
    terrain = 1 - maps.terrain[..., 0]
    return float(((2 * terrain - 1) * _tiled(terrain.shape, lattice)).sum() / max(terrain.sum(), 1.0))


def _tiled(shape: tuple[int, ...], lattice: Lattice) -> np.ndarray:
    """(h, w) uint8, 1 where maps of this shape show the lattice's tiles."""
    mask = np.zeros(shape, np.uint8)
    for cell in lattice.centres:
        cv2.fillConvexPoly(mask, np.round(lattice.outline(cell) / STRIDE).astype(np.int32), 1)
    return mask


def _parts(maps: SceneMaps, shape: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Return the left, top, width and height, photo pixels, of small parts that show terrain; most outlines first."""
    land = (maps.terrain[..., 0] < 0.5).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(land)
    outlines = np.bincount(labels.ravel(), maps.rim.ravel(), count)
    longest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    wanted = (longest >= _LEAST_PART) & (longest < _SMALL * max(land.shape))
    wanted[0] = False  # what shows no terrain at all
    ranked = sorted(np.flatnonzero(wanted), key=lambda k: -outlines[k])[:_PARTS]
    finer = max(shape[:2]) / max(land.shape)
    return [_box(stats[k, :4] * finer, shape) for k in ranked]


def _box(found: np.ndarray, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Take in what is around a (left, top, width, height), as far as the photo goes."""
    corner, size = found[:2], found[2:]
    around = _AROUND * size.max()
    low = np.maximum(corner - around, 0).astype(int)
    high = np.minimum(corner + size + around, shape[1::-1]).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _put_back(near: Overview, corner: np.ndarray, shape: tuple[int, ...], lens: Lens | None) -> Overview:
    """Return what a part of the photo that begins at ``corner`` shows, in the whole photo's pixels."""
    cells = list(near.lattice.centres)
    seen = near.lattice.plane.to_photo(np.array([near.lattice.centres[c] for c in cells])) + corner
    plane = fit_plane(np.array([position(c) for c in cells]), seen, (shape[1], shape[0]), lens)
    lattice = Lattice(plane, dict(zip(cells, plane.to_table(seen), strict=True)))
    return Overview(lattice, near.maps, near.scale, corner)
