"""Rectified views of a grid's squares, and colour features of each: rim, centre, edges."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import Plane

SIDE = 48
"""Pixels along a rectified square."""
_MAX_SAMPLING = 1.6
"""Pixels of the photo to one of the view above which the photo is made smaller first, which averages noise. By hand."""
_WHOLE_SHARE = 0.9
"""Share of a square's pixels in the photo above which it counts as seen. By hand."""
_CORNER_SPAN, _MIDDLE_SPAN, _EDGE_SPAN, _ALONG_SPAN = (0.06, 0.2), (0.3, 0.7), (0.05, 0.14), (0.36, 0.64)
"""Spans of the zones of a square, 0..1 from its border: of a corner, of the centre, and across and along an edge."""
_TARGET_BRIGHTNESS, _BRIGHT_PERCENTILE, _DARKEST = 225.0, 97, 20.0
"""Grey level to which this percentile of a picture is scaled, and the least that it counts as."""
_SAMPLE_STEP = 2
"""Step between the pixels from which a median is taken."""
_RIM_PENALTY = 2.0
"""Weight of the rim's unevenness against the contrast between rim and centre."""
_MIN_TILE_SCORE = 0.4
"""Score from which a square counts as a tile when rims are clustered."""
_MIN_CLUSTER_SAMPLES = 12
_MIN_CLUSTER_DISTANCE = 18.0
"""Smallest distance of two clusters of rims of different materials, L*a*b* units."""
_CONTRAST_OFFSET = 8.0
"""Contrast of art and noise by themselves, L*a*b* units."""
_NOVELTY_RANGE = (1.0, 1.8)
"""Novelty of a square of table, and from which a square may be a tile with full score. All chosen by hand."""


@dataclass(frozen=True)
class SquareGridView:
    """A rectified view of a rectangle of a grid's squares.

    Attributes:
        lab: (rows * SIDE, columns * SIDE, 3) float32 CIE L*a*b*.
        seen: (rows * SIDE, columns * SIDE) bool, whether the pixel lies in the photo.
        left, top: table coordinates of its corner, whole squares.
        side: pixels along a square.
    """

    lab: np.ndarray
    seen: np.ndarray
    left: int
    top: int
    side: int = SIDE

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns of squares."""
        return self.lab.shape[0] // self.side, self.lab.shape[1] // self.side

    def part(self, x: tuple[float, float], y: tuple[float, float]) -> np.ndarray:
        """Return the (h, w, 3) L*a*b* of a rectangle in table coordinates, clipped to the view."""
        (x0, x1), (y0, y1) = (
            [max(0, round((v - at) * self.side)) for v in span] for span, at in ((x, self.left), (y, self.top))
        )
        return self.lab[y0:y1, x0:x1]

    def between(self, columns: tuple[int, int], rows: tuple[int, int]) -> tuple[tuple[slice, slice], tuple[int, int]]:
        """Return where the squares between these columns and rows are in `lab`, and (x, y) of their corner.

        Args:
            columns: the first column and the one after the last, whole squares; as far as the view has them.
            rows: likewise.
        """
        rows_seen, columns_seen = self.shape
        x0, y0 = max(self.left, columns[0]), max(self.top, rows[0])
        x1, y1 = min(self.left + columns_seen, columns[1]), min(self.top + rows_seen, rows[1])
        down = slice((y0 - self.top) * self.side, (y1 - self.top) * self.side)
        return (down, slice((x0 - self.left) * self.side, (x1 - self.left) * self.side)), (x0, y0)

    def squares(self) -> np.ndarray:
        """Return the (rows, columns, self.side, self.side, 3) squares."""
        rows, columns = self.shape
        return self.lab.reshape(rows, self.side, columns, self.side, 3).swapaxes(1, 2)

    def whole(self) -> np.ndarray:
        """Return (rows, columns) bool, whether nearly all of a square lies in the photo."""
        rows, columns = self.shape
        share = self.seen.reshape(rows, self.side, columns, self.side).mean(axis=(1, 3))
        return np.asarray(share > _WHOLE_SHARE)


def rectify_squares(
    pixels: np.ndarray, plane: Plane, corner: tuple[int, int], shape: tuple[int, int], side: int = SIDE
) -> SquareGridView:
    """Return a rectified rectangle of the table.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: the plane of the squares.
        corner: left and top of the rectangle, table coordinates.
        shape: rows and columns of squares in it.
        side: pixels along a square.
    """
    rows, columns = shape
    table = np.empty((rows * side, columns * side, 2))
    table[..., 0] = (np.arange(columns * side) + 0.5) / side + corner[0]
    table[..., 1] = ((np.arange(rows * side) + 0.5) / side + corner[1])[:, None]
    at = plane.to_photo(table)
    if not np.isfinite(at).all():
        at = np.nan_to_num(at, nan=-1e6, posinf=-1e6, neginf=-1e6)
    high, wide = pixels.shape[:2]
    # Separate coordinates: OpenCV and NumPy take several times as long for two interleaved ones.
    across, down = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    seen = (across >= 0) & (down >= 0) & (across <= wide - 1) & (down <= high - 1)
    shrink = max(1.0, plane.pitch_at(np.array(corner) + np.array(shape[::-1]) / 2) / (_MAX_SAMPLING * side))
    # Areas of whole pixels take a tenth of the time of others, and up to two pixels lines do as well.
    how = cv2.INTER_LINEAR if shrink < 2 else cv2.INTER_AREA
    small = cv2.resize(pixels, None, fx=1 / shrink, fy=1 / shrink, interpolation=how)
    factors = np.float32(small.shape[1] / wide), np.float32(small.shape[0] / high)
    across, down = (
        (places + np.float32(0.5)) * factor - np.float32(0.5)
        for places, factor in zip((across, down), factors, strict=True)
    )
    view = cv2.remap(small, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) / np.float32(255)
    # Dim pictures are brightened; values above white are kept.
    return SquareGridView(cv2.cvtColor(view * _exposure(small), cv2.COLOR_BGR2LAB), seen, *corner, side)


def _exposure(pixels: np.ndarray) -> np.float32:
    """Return the factor that makes the brightest part of a picture as bright as in a well lit one."""
    return np.float32(_TARGET_BRIGHTNESS / max(float(np.percentile(pixels[::4, ::4], _BRIGHT_PERCENTILE)), _DARKEST))


def zone(squares: np.ndarray, x: tuple[float, float], y: tuple[float, float]) -> np.ndarray:
    """Return the (..., 3) median colours of one zone of (..., SIDE, SIDE, 3) squares; x and y in 0..1."""
    (x0, x1), (y0, y1) = ([round(v * SIDE) for v in span] for span in (x, y))
    part = squares[..., y0:y1:_SAMPLE_STEP, x0:x1:_SAMPLE_STEP, :]
    return np.asarray(np.median(part.reshape(*part.shape[:-3], -1, 3), axis=-2))


def corners(squares: np.ndarray) -> np.ndarray:
    """Return the (..., 4, 3) colours of the corners, clockwise from the upper left."""
    near, far = _CORNER_SPAN, (1 - _CORNER_SPAN[1], 1 - _CORNER_SPAN[0])
    return np.stack([zone(squares, x, y) for x, y in ((near, near), (far, near), (far, far), (near, far))], axis=-2)


def middles(squares: np.ndarray) -> np.ndarray:
    """Return the (..., 3) colours of the centres."""
    return zone(squares, _MIDDLE_SPAN, _MIDDLE_SPAN)


def sides(squares: np.ndarray) -> np.ndarray:
    """Return the (..., 4, 3) colours at the middle of the edges: left, upper, right, lower."""
    near, far, half = _EDGE_SPAN, (1 - _EDGE_SPAN[1], 1 - _EDGE_SPAN[0]), _ALONG_SPAN
    return np.stack([zone(squares, x, y) for x, y in ((near, half), (half, near), (far, half), (half, far))], axis=-2)


@dataclass(frozen=True)
class SquareFeatures:
    """Features of the squares, each relative to the colour of its own corners, which are sea on a tile.

    Attributes:
        sea: (rows, columns, 3) median colour of the four corners.
        tile: (rows, columns) score of a tile, 0..1: similar corners and a different centre.
        land: (rows, columns, 4) similarity of the left, upper, right and lower edge to the centre, 0..1.
    """

    sea: np.ndarray
    tile: np.ndarray
    land: np.ndarray

    def turned(self, quarters: int) -> SquareFeatures:
        """Return the features after a rotation of the table's axes by quarter turns."""
        turned = [np.rot90(part, quarters) for part in (self.sea, self.tile, self.land)]
        return SquareFeatures(turned[0], turned[1], np.roll(turned[2], -quarters, axis=-1))

    def clusters(self) -> list[SquareFeatures]:
        """Return these features and, if rims form two colour clusters, those of each: checked cloths have squares."""
        likely = self.tile > _MIN_TILE_SCORE
        looks = self.sea[likely].astype(np.float32)
        if len(looks) < _MIN_CLUSTER_SAMPLES:
            return [self]
        cv2.setRNGSeed(0)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
        _, which, centres = cv2.kmeans(looks, 2, None, stop, 3, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
        if np.linalg.norm(centres[0] - centres[1]) < _MIN_CLUSTER_DISTANCE:
            return [self]
        parts = [np.array(self.tile) for _ in centres]
        for kind, part in enumerate(parts):
            part[likely] *= which.ravel() == kind
        return [self, *(SquareFeatures(self.sea, part, self.land) for part in parts)]


def features_of(view: SquareGridView) -> SquareFeatures:
    """Return the features of the squares of a view."""
    squares = view.squares()
    rim = corners(squares)
    sea = np.median(rim, axis=-2)
    # One corner may be occluded by a figure.
    uneven = np.sort(np.linalg.norm(rim - sea[..., None, :], axis=-1), axis=-1)[..., 2]
    apart = middles(squares) - sea
    contrast = np.linalg.norm(apart, axis=-1)
    tile = np.clip((contrast - _RIM_PENALTY * uneven) / (contrast + _CONTRAST_OFFSET), 0, 1) * view.whole()
    along = (sides(squares) - sea[..., None, :]) * apart[..., None, :]
    land = np.clip(along.sum(axis=-1) / np.maximum(contrast**2, 1e-6)[..., None], 0, 1)
    return SquareFeatures(sea, np.asarray(tile), np.asarray(land))


def unlike_table(novelty: np.ndarray) -> np.ndarray:
    """Return how surely squares with these (...) values of `squares.novelty` are no bare table, 0..1."""
    return np.asarray(np.interp(novelty, _NOVELTY_RANGE, [0.0, 1.0]))
