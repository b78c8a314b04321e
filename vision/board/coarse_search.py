"""Coarse search for the board in a downscaled photo; for a distant board also in parts of the photo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.lattice_basis import true_cells
from vision.board.small_boards import find_small_boards
from vision.geometry.lattice import Lattice, find_lattices, in_other_cells, positions
from vision.geometry.lens import Lens
from vision.geometry.plane import fit_plane
from vision.imaging.downscale import shrunk
from vision.imaging.peaks import find_peaks
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene

_SIDES = (416, 640, 960, 1408)
"""Longest sides, pixels, to which a photo is scaled in turn; the first suits all but very near and very far boards."""
_SMALLEST_SIDE = 240
"""The same for the last search, for tiles that fill the photo; chosen by hand."""
_PART_SIDES = (416, 640, 960)
"""The same for parts of a photo, which a board fills for the most part."""
_MAX_UPSCALING = 1.5
"""Sides larger than this times the photo's own are tried only while no lattice is found; chosen by hand."""
_MAX_PARTS = 3
"""Parts of a photo that are searched if the whole photo shows no board; chosen by hand."""
_MAX_PART_SIDE = 0.5
"""Longer side of a part, to the photo's: larger parts were resolved well enough in the whole photo."""
_PART_MARGIN = 0.3
"""Margin around a part, to its longer side; chosen by hand."""
_MIN_PART_SIDE = 6
"""Pixels of the maps: three tiles cannot be resolved in a smaller part."""
_RESOLVED_PITCH, _MIN_RESOLVED_CENTRES = 64.0, 6
"""Pixels to a pitch, and centres, from which tiles that lie on no lattice are loose: no larger size is tried. Of 313
photos and synthetic boards, each board that is found at a larger size than the first has less than 42 at the size
before."""
_UNRESOLVED_PITCH = 24.0
"""Pixels to a pitch below which no lattice is looked for, but the next size is tried. Of 300 exam boards (seeds 8011,
8021, 8121) 32 were not found at the first size, 23 of them with less; that search took 12 to 54 ms, and 9 to 15 at the
next size. On 26 boards that were found with less it missed up to three tenths of the tiles."""
_MIN_PART_PITCHES = 2.0
"""Shortest part, in pitches of loose tiles, that is searched: a shorter one shows a single tile."""
_BOARD_SHARE, _PART_BOARD_SHARE = 0.55, 0.3
"""A lattice that explains this share of the visible terrain is the board; else other sizes are tried. In a part of the
photo a smaller share suffices for the close survey. Chosen by hand."""
_MIN_CENTRE = 0.3
"""Probability of a tile's centre from which peaks count; chosen by hand."""
_MIN_CENTRE_TO_CLEAREST = 0.45
"""The same relative to the mean of the highest quarter of the peaks; chosen by hand."""
CENTRE_RADIUS, CENTRE_BLUR = 5, 1.5
"""Pixels of the maps: half the least distance between two centres, and the sigma of the smoothing before. Chosen by
hand."""
_TILE_AREA = np.sqrt(3) / 2
"""Square pitches of a tile."""
_MAX_AMBIGUOUS_CENTRES, _MAX_CANDIDATES = 16, 12
"""With this few centres, this many lattices through them are compared by the terrain that they explain; chosen by
hand."""


@dataclass(frozen=True)
class Overview:
    """The board as found in a downscaled photo or part of a photo.

    Attributes:
        lattice: the detected tiles, in pixels of the whole photo.
        maps: the scene network's output.
        scale: pixels of the network's input to one of the photo.
        corner: (2,) photo pixel of the input's top left corner.
    """

    lattice: Lattice
    maps: SceneMaps
    scale: float
    corner: np.ndarray

    def to_maps(self, photo: np.ndarray) -> np.ndarray:
        """Map (..., 2) photo pixels to pixels of the maps."""
        return np.asarray((photo - self.corner + 0.5) * self.scale / STRIDE - 0.5)

    def from_maps(self, pixels: np.ndarray) -> np.ndarray:
        """Map (..., 2) pixels of the maps to photo pixels."""
        return np.asarray((pixels + 0.5) * STRIDE / self.scale - 0.5 + self.corner)


@dataclass(frozen=True)
class _ScaleSearch:
    """Result of searching at several scales.

    Attributes:
        seen: the pixels of the network's input to one of the photo, and its maps, at each scale.
        best: the overview whose lattice explains most of the terrain, if any.
        share: the share of the terrain that it explains, at most 1.
        pitch: photo pixels to a pitch of the tiles, if they are resolved but lie on no lattice; else 0.
    """

    seen: Sequence[tuple[float, SceneMaps]]
    best: Overview | None = None
    share: float = -np.inf
    pitch: float = 0.0


def overviews(pixels: np.ndarray, networks: Networks, lens: Lens | None = None) -> Iterator[Overview]:
    """Yield candidates for the board in a photo, likeliest first.

    The first is found in the whole photo. Only if the caller asks for more are parts of the photo searched at a higher
    resolution: a board that takes a fifth of the photo's width is not resolved in the whole photo. Last come boards of
    one to four tiles by the shape of their area.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        networks: the loaded networks.
        lens: the photo's lens, if known.
    """
    whole = _search_scales(pixels, networks, lens, _SIDES)
    if whole.best is not None:
        yield whole.best
    for left, top, width, height in _parts(whole.seen[-1][1], pixels.shape, _MIN_PART_PITCHES * whole.pitch):
        found = _search_scales(pixels[top : top + height, left : left + width], networks, None, _PART_SIDES)
        if found.best is not None and found.share > _PART_BOARD_SHARE:
            yield _in_whole_photo(found.best, np.array([left, top]), pixels.shape, lens)
    yield from _small_boards(pixels, networks, whole.seen)


def _small_boards(
    pixels: np.ndarray, networks: Networks, seen: Sequence[tuple[float, SceneMaps]]
) -> Iterator[Overview]:
    """Yield the boards of one to four tiles by their shape, at all scales of the whole photo and at a smaller one.

    Args:
        pixels: (h, w, 3) uint8 BGR, the photo.
        networks: the loaded networks.
        seen: see `_ScaleSearch`.
    """
    factor = _SMALLEST_SIDE / max(pixels.shape[:2])
    smaller = [(factor, infer_scene(networks, shrunk(pixels, factor)))] if factor < 1 else []
    found = []
    for scale, maps in (*smaller, *seen):
        boards = find_small_boards(maps)
        if len(boards) > 1:
            return  # Tiles that lie apart: nothing tells which of them is the board.
        found += [(scale, maps, board) for board in boards]
    for scale, maps, board in sorted(found, key=lambda fit: -fit[2].overlap):
        grow, offset = STRIDE / scale, 0.5 * STRIDE / scale - 0.5
        to_photo = np.array([[grow, 0, offset], [0, grow, offset], [0, 0, 1.0]])
        yield Overview(board.lattice(to_photo, (pixels.shape[1], pixels.shape[0])), maps, scale, np.zeros(2))


def _search_scales(pixels: np.ndarray, networks: Networks, lens: Lens | None, sides: Sequence[int]) -> _ScaleSearch:
    """Try scales until a lattice explains most of the visible terrain; keep the lattice that explains most."""
    best: Overview | None = None
    best_share, pitch = -np.inf, 0.0
    seen: list[tuple[float, SceneMaps]] = []
    longest = max(pixels.shape[:2])
    for side in sides:
        if best is not None and side > _MAX_UPSCALING * longest:
            break
        factor = side / longest
        small = shrunk(pixels, factor) if factor < 1 else cv2.resize(pixels, None, fx=factor, fy=factor)
        maps = infer_scene(networks, small)
        seen.append((factor, maps))
        centres = _tile_centres(maps)
        apart = _usual_pitch(maps, centres) if len(centres) >= _MIN_RESOLVED_CENTRES else None
        if apart is not None and apart < _UNRESOLVED_PITCH and side < sides[-1]:
            continue
        scaled = None if lens is None else lens.scaled(factor)
        lattice = _lattice(maps, centres, (small.shape[1], small.shape[0]), scaled, networks.executor)
        share = -np.inf if lattice is None else _explained_share(maps, lattice)
        if lattice is not None and share > best_share:
            in_photo = Lattice(lattice.plane.scaled(1 / factor), lattice.centres)
            best, best_share = Overview(in_photo, maps, factor, np.zeros(2)), share
        if share > _BOARD_SHARE:
            break
        if apart is not None and apart >= _RESOLVED_PITCH:
            pitch = apart / factor
            break
    return _ScaleSearch(seen, best, best_share, pitch)


def _tile_centres(maps: SceneMaps) -> np.ndarray:
    """Return the (n, 2) centres of tiles, pixels of the network's input."""
    points, heights = find_peaks(maps.centre, _MIN_CENTRE, CENTRE_RADIUS, CENTRE_BLUR)
    return (points[heights >= _peak_threshold(heights)] + 0.5) * STRIDE - 0.5


def _usual_pitch(maps: SceneMaps, points: np.ndarray) -> float:
    """Return the pixels to a pitch of tiles with these (n, 2) centres, n at least 2.

    It is the less of what the terrain's area and the distances between neighbours say: the former is too large where
    the table is taken for terrain, the latter where tiles lie apart.
    """
    area = STRIDE**2 * float((1 - maps.terrain[..., 0]).sum()) / len(points)
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    np.fill_diagonal(apart, np.inf)
    return min(float(np.sqrt(area / _TILE_AREA)), float(np.median(apart.min(axis=1))))


def _lattice(
    maps: SceneMaps, points: np.ndarray, size: tuple[int, int], lens: Lens | None, helper: Executor
) -> Lattice | None:
    """Return the lattice that explains most of the visible terrain; None where no centres lie on one.

    Args:
        maps: the scene network's output.
        points: (n, 2) `_tile_centres`.
        size: width and height of the network's input.
        lens: its lens, if known.
        helper: runs a part of the work in a thread that is idle meanwhile.
    """
    lattices = find_lattices(points, size, lens, 1, helper)
    clear = any(_explained_share(maps, lattice) > _BOARD_SHARE for lattice in lattices)
    if len(points) <= _MAX_AMBIGUOUS_CENTRES and not clear:
        lattices = find_lattices(points, size, lens, _MAX_CANDIDATES, helper)
    best = max(lattices, key=lambda candidate: _explained_share(maps, candidate), default=None)
    return None if best is None else _in_true_basis(best, maps, size, lens, helper)


def _in_true_basis(
    lattice: Lattice, maps: SceneMaps, size: tuple[int, int], lens: Lens | None, helper: Executor
) -> Lattice:
    cells = true_cells(lattice, maps.rim, STRIDE)
    if all(cell == before for before, cell in cells.items()):
        return lattice
    return in_other_cells(lattice, cells, size, lens, helper)


def _peak_threshold(heights: np.ndarray) -> float:
    """Return the height from which peaks count: on a speckled table many weak ones are no tiles."""
    clearest = np.sort(heights)[-max(1, len(heights) // 4) :]
    return _MIN_CENTRE_TO_CLEAREST * float(np.mean(clearest)) if len(heights) else 0.0


def _explained_share(maps: SceneMaps, lattice: Lattice) -> float:
    """Return the area of terrain on the lattice's tiles, less their area without, as a share of all visible terrain."""
    terrain = 1 - maps.terrain[..., 0]
    return float(((2 * terrain - 1) * _tile_mask(terrain.shape, lattice)).sum() / max(terrain.sum(), 1.0))


def _tile_mask(shape: tuple[int, ...], lattice: Lattice) -> np.ndarray:
    """Return an (h, w) uint8 mask of the lattice's tiles in maps of this shape."""
    mask = np.zeros(shape, np.uint8)
    for outline in np.round(lattice.outlines(lattice.centres) / STRIDE).astype(np.int32):
        cv2.fillConvexPoly(mask, outline, 1)
    return mask


def _parts(maps: SceneMaps, shape: tuple[int, ...], shortest: float) -> list[tuple[int, int, int, int]]:
    """Return the (left, top, width, height), photo pixels, of small parts that show terrain, most outlines first.

    Args:
        maps: of the whole photo.
        shape: height and width of the photo.
        shortest: photo pixels below which the longer side of a part is too short.
    """
    land = (maps.terrain[..., 0] < 0.5).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(land)
    outlines = np.bincount(labels.ravel(), maps.rim.ravel(), count)
    longest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    photo_pixels = max(shape[:2]) / max(land.shape)
    wanted = (longest >= max(_MIN_PART_SIDE, shortest / photo_pixels)) & (longest < _MAX_PART_SIDE * max(land.shape))
    wanted[0] = False  # the background
    ranked = sorted(np.flatnonzero(wanted), key=lambda k: -outlines[k])[:_MAX_PARTS]
    return [_with_margin(stats[k, :4] * photo_pixels, shape) for k in ranked]


def _with_margin(found: np.ndarray, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a (left, top, width, height) with a margin, clipped to the photo."""
    corner, size = found[:2], found[2:]
    margin = _PART_MARGIN * size.max()
    low = np.maximum(corner - margin, 0).astype(int)
    high = np.minimum(corner + size + margin, shape[1::-1]).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _in_whole_photo(found: Overview, corner: np.ndarray, shape: tuple[int, ...], lens: Lens | None) -> Overview:
    """Convert the overview of a part of the photo with this top left corner to pixels of the whole photo."""
    cells = list(found.lattice.centres)
    seen = found.lattice.plane.to_photo(np.array([found.lattice.centres[c] for c in cells])) + corner
    plane = fit_plane(positions(cells), seen, (shape[1], shape[0]), lens)
    lattice = Lattice(plane, dict(zip(cells, plane.to_table(seen), strict=True)))
    return Overview(lattice, found.maps, found.scale, corner)
