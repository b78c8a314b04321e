"""Close-ups: each cell cut out of the photo as the camera saw it, what stands there upright and always at one scale.

The view from above draws tall pieces out and lets them lean. A close-up is only turned, moved and scaled, so that a
piece keeps its shape; how the table is foreshortened is told by a fourth channel, the distance to the cell's outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from games import hexgrid
from vision.geometry.plane import Plane
from vision.imaging.downscale import halved

SIZE = 96
"""Pixels of a close-up's side."""
SCALE = 76.0
"""Close-up pixels to a pitch that lies across the view."""
MIDDLE = np.array([(SIZE - 1) / 2, 58.0])
"""Where the cell's centre comes to lie: below the middle, since pieces rise above their feet."""
CHANNELS = 4
"""Blue, green, red, and the signed distance to the cell's outline."""
_DEEP = 0.5
"""Pitches from a cell's centre to the middle of an edge; distances are cut off at this."""
_FOCAL = 1.7
"""Supposed focal length in half diagonals of the picture: phones have 1.2 to 1.9, and the direction changes little."""
_AROUND = 0.25 * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
_ALONG = np.arange(SIZE, dtype=np.float32)
_NORMALS = np.array([hexgrid.centre(d, 1 / np.sqrt(3)) for d in hexgrid.DIRECTIONS[:3]])


@dataclass(frozen=True)
class Frame:
    """Where one close-up was cut.

    Attributes:
        matrix: (2, 3) photo pixels to close-up pixels.
        to_table: (2, 3) close-up pixels to table coordinates, good around the cell.
    """

    matrix: np.ndarray
    to_table: np.ndarray

    def on_table(self, spots: np.ndarray) -> np.ndarray:
        """Map (..., 2) close-up pixels to table coordinates."""
        placed: np.ndarray = np.asarray(spots) @ self.to_table[:, :2].T + self.to_table[:, 2]
        return placed


def frame_cells(plane: Plane, centres: Sequence[np.ndarray]) -> list[Frame]:
    """Return how to cut each of the cells whose (2,) table centres are given."""
    middles = np.array(centres, float).reshape(-1, 2)
    seen = plane.to_photo(middles[:, None] + _AROUND)
    at, jacobians = seen[:, 0], np.stack([seen[:, 1] - seen[:, 2], seen[:, 3] - seen[:, 4]], axis=-1) * 2
    scales = SCALE / np.linalg.norm(jacobians, 2, axis=(1, 2))
    x, y = rise(plane, middles).T * scales
    turns = np.moveaxis(np.array([[-y, x], [-x, -y]]), -1, 0)  # what rises, rises straight up
    backs = np.linalg.inv(turns @ jacobians)
    moves, origins = MIDDLE - np.einsum("nij,nj->ni", turns, at), middles - backs @ MIDDLE
    return [
        Frame(np.column_stack([turn, move]), np.column_stack([back, origin]))
        for turn, move, back, origin in zip(turns, moves, backs, origins, strict=True)
    ]


def rise(plane: Plane, spots: np.ndarray) -> np.ndarray:
    """Return the directions (n, 2), of length 1, in which upright things at (n, 2) table points rise in the photo."""
    undo = np.diag([1.0, 1.0, _FOCAL * plane.norm])
    shift = np.array([[1, 0, -plane.middle[0]], [0, 1, -plane.middle[1]], [0, 0, 1]])
    columns = undo @ shift @ plane.homography
    across, down = columns[:, 0], columns[:, 1]
    into = np.cross(across, down) / np.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    feet = spots @ columns[:, :2].T + columns[:, 2]
    heads = feet - 0.2 * np.sign(feet @ into)[:, None] * into
    ways = heads[:, :2] / heads[:, 2:] - feet[:, :2] / feet[:, 2:]
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    return np.where(lengths > 1e-9, ways / np.maximum(lengths, 1e-9), [0.0, -1.0])


def cut_closeups(pixels: np.ndarray, plane: Plane, centres: Sequence[np.ndarray]) -> tuple[np.ndarray, list[Frame]]:
    """Cut a close-up of every cell.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: table to photo.
        centres: (2,) table centres of the cells.

    Returns:
        (n, SIZE, SIZE, 4) uint8, and the frames; channel 3 holds 255 at the cell's centre, 128 on its outline.
    """
    frames = frame_cells(plane, centres)
    pixels, factor = _shrunk(pixels, frames)
    cut = np.empty((len(frames), SIZE, SIZE, CHANNELS), np.uint8)
    for k, (frame, centre) in enumerate(zip(frames, centres, strict=True)):
        matrix = frame.matrix / [factor, factor, 1.0]
        cut[k, ..., :3] = cv2.warpAffine(
            pixels, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        cut[k, ..., 3] = depth(frame, centre)
    return cut, frames


def depth(frame: Frame, centre: np.ndarray) -> np.ndarray:
    """Return the (SIZE, SIZE) uint8 signed distance to the cell's outline: 255 inmost, 128 on it, 0 far outside."""
    axes = _NORMALS @ frame.to_table[:, :2]
    offset = _NORMALS @ (frame.to_table[:, 2] - np.asarray(centre))
    across, down = axes.T[..., None].astype(np.float32) * _ALONG
    spread = np.abs(across[:, None] + (down + offset[:, None].astype(np.float32))[..., None])
    inside = (_DEEP - spread.max(axis=0)) / _DEEP
    field: np.ndarray = np.clip(128 + 127 * inside, 0, 255).astype(np.uint8)
    return field


def _shrunk(pixels: np.ndarray, frames: Sequence[Frame]) -> tuple[np.ndarray, float]:
    """Shrink a photo that is much finer than the close-ups, since sampling it sparsely would make noise of detail."""
    finest = max(float(np.hypot(*f.matrix[:, 0])) for f in frames)
    return halved(pixels, finest)
