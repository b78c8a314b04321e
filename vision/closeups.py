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
from vision.plane import Plane

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


def frame_cell(plane: Plane, centre: np.ndarray) -> Frame:
    """Return how to cut the cell whose (2,) table centre is given."""
    jacobian = _jacobian(plane, centre)
    scale = SCALE / float(np.linalg.norm(jacobian, 2))
    x, y = rise(plane, centre)
    turn = scale * np.array([[-y, x], [-x, -y]])  # what rises, rises straight up
    at = plane.to_photo(centre)
    matrix = np.column_stack([turn, MIDDLE - turn @ at])
    back = np.linalg.inv(turn @ jacobian)
    return Frame(matrix, np.column_stack([back, np.asarray(centre) - back @ MIDDLE]))


def rise(plane: Plane, spot: np.ndarray) -> np.ndarray:
    """Return the direction (2,), of length 1, in which something upright at a table point rises in the photo."""
    undo = np.diag([1.0, 1.0, _FOCAL * plane.norm])
    shift = np.array([[1, 0, -plane.middle[0]], [0, 1, -plane.middle[1]], [0, 0, 1]])
    columns = undo @ shift @ plane.homography
    across, down = columns[:, 0], columns[:, 1]
    into = np.cross(across, down) / np.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    foot = columns @ np.append(spot, 1.0)
    into = into * np.sign(into @ foot)
    low, high = foot[:2] / foot[2], (foot - 0.2 * into)[:2] / (foot - 0.2 * into)[2]
    way = high - low
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-9 else np.array([0.0, -1.0])


def _jacobian(plane: Plane, spot: np.ndarray) -> np.ndarray:
    """(2, 2) photo pixels to a pitch along the table's two axes."""
    ends = plane.to_photo(np.asarray(spot) + 0.25 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]))
    return np.column_stack([ends[0] - ends[1], ends[2] - ends[3]]) * 2


def cut_closeups(pixels: np.ndarray, plane: Plane, centres: Sequence[np.ndarray]) -> tuple[np.ndarray, list[Frame]]:
    """Cut a close-up of every cell.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        plane: table to photo.
        centres: (2,) table centres of the cells.

    Returns:
        (n, SIZE, SIZE, 4) uint8, and the frames; channel 3 holds 255 at the cell's centre, 128 on its outline.
    """
    frames = [frame_cell(plane, c) for c in centres]
    pixels, factor = _shrunk(pixels, frames)
    cut = np.empty((len(frames), SIZE, SIZE, CHANNELS), np.uint8)
    for k, (frame, centre) in enumerate(zip(frames, centres, strict=True)):
        matrix = frame.matrix @ np.diag([1 / factor, 1 / factor, 1.0])
        cut[k, ..., :3] = cv2.warpAffine(
            pixels, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        cut[k, ..., 3] = depth(frame, centre)
    return cut, frames


def depth(frame: Frame, centre: np.ndarray) -> np.ndarray:
    """Return the (SIZE, SIZE) uint8 signed distance to the cell's outline: 255 inmost, 128 on it, 0 far outside."""
    axes = _NORMALS @ frame.to_table[:, :2]
    offset = _NORMALS @ (frame.to_table[:, 2] - np.asarray(centre))
    along = np.arange(SIZE)
    spread = np.abs(axes[:, 0, None, None] * along + axes[:, 1, None, None] * along[:, None] + offset[:, None, None])
    inside = (_DEEP - spread.max(axis=0)) / _DEEP
    field: np.ndarray = np.clip(128 + 127 * inside, 0, 255).astype(np.uint8)
    return field


def _shrunk(pixels: np.ndarray, frames: Sequence[Frame]) -> tuple[np.ndarray, float]:
    """Shrink a photo that is much finer than the close-ups, since sampling it sparsely would make noise of detail."""
    finest = max(float(np.hypot(*f.matrix[:, 0])) for f in frames)
    factor = 1.3 * finest
    if factor > 0.75:
        return pixels, 1.0
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor
