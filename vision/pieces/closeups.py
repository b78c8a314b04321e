"""Close-ups: crops of the photo around each cell, rotated so that pieces stand upright, at one scale.

A view rectified to the table stretches tall pieces and lets them lean. A close-up is a similarity transform of the
photo, so a piece keeps its shape; the foreshortening of the table is given by a fourth channel, the distance to the
cell's outline.
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
"""Position of the cell's centre, close-up pixels: below the middle, since pieces rise above their feet."""
CHANNELS = 4
"""Blue, green, red, and the signed distance to the cell's outline."""
_INRADIUS = 0.5
"""Pitches from a cell's centre to the middle of an edge; distances are clipped at this."""
_FOCAL_LENGTH = 1.7
"""Assumed focal length in half diagonals of the picture: phones have 1.2 to 1.9, and the direction changes little."""
_DIFFERENCE_POINTS = 0.25 * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
"""Table offsets, pitches, for the finite differences of the map from table to photo."""
_COORDINATES = np.arange(SIZE, dtype=np.float32)
_NORMALS = np.array([hexgrid.centre(d, 1 / np.sqrt(3)) for d in hexgrid.DIRECTIONS[:3]])
"""(3, 2) unit normals of a cell's edges; the other three edges lie opposite."""


@dataclass(frozen=True)
class Frame:
    """The place of one close-up in the photo.

    Attributes:
        matrix: (2, 3) photo pixels to close-up pixels.
        to_table: (2, 3) close-up pixels to table coordinates, a linear approximation around the cell.
    """

    matrix: np.ndarray
    to_table: np.ndarray

    def on_table(self, points: np.ndarray) -> np.ndarray:
        """Map (..., 2) close-up pixels to table coordinates."""
        mapped: np.ndarray = np.asarray(points) @ self.to_table[:, :2].T + self.to_table[:, 2]
        return mapped


def frame_cells(plane: Plane, centres: Sequence[np.ndarray]) -> list[Frame]:
    """Return the frames of the cells whose (2,) table centres are given."""
    middles = np.array(centres, float).reshape(-1, 2)
    projected = plane.to_photo(middles[:, None] + _DIFFERENCE_POINTS)
    differences = [projected[:, 1] - projected[:, 2], projected[:, 3] - projected[:, 4]]
    at, jacobians = projected[:, 0], np.stack(differences, axis=-1) * 2
    scales = SCALE / np.linalg.norm(jacobians, 2, axis=(1, 2))
    x, y = up_directions(plane, middles).T * scales
    rotations = np.moveaxis(np.array([[-y, x], [-x, -y]]), -1, 0)  # turn the up direction straight up
    inverses = np.linalg.inv(rotations @ jacobians)
    shifts, origins = MIDDLE - np.einsum("nij,nj->ni", rotations, at), middles - inverses @ MIDDLE
    return [
        Frame(np.column_stack([rotation, shift]), np.column_stack([inverse, origin]))
        for rotation, shift, inverse, origin in zip(rotations, shifts, inverses, origins, strict=True)
    ]


def up_directions(plane: Plane, points: np.ndarray) -> np.ndarray:
    """Return the (n, 2) unit vectors in the photo of the direction straight up from (n, 2) table points."""
    intrinsics = np.diag([1.0, 1.0, _FOCAL_LENGTH * plane.half_diagonal])
    shift = np.array([[1, 0, -plane.distortion_centre[0]], [0, 1, -plane.distortion_centre[1]], [0, 0, 1]])
    columns = intrinsics @ shift @ plane.homography
    across, down = columns[:, 0], columns[:, 1]
    normal = np.cross(across, down) / np.sqrt(np.linalg.norm(across) * np.linalg.norm(down))
    feet = points @ columns[:, :2].T + columns[:, 2]
    heads = feet - 0.2 * np.sign(feet @ normal)[:, None] * normal
    directions = heads[:, :2] / heads[:, 2:] - feet[:, :2] / feet[:, 2:]
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    return np.where(lengths > 1e-9, directions / np.maximum(lengths, 1e-9), [0.0, -1.0])


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
    offset = (1 / factor - 1) / 2
    unshrunk = np.array([[1 / factor, 0, offset], [0, 1 / factor, offset], [0, 0, 1]])
    cut = np.empty((len(frames), SIZE, SIZE, CHANNELS), np.uint8)
    # With four channels OpenCV takes half of the time that it takes with three, for the same pixels.
    photo = cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA)
    for one, frame, centre in zip(cut, frames, centres, strict=True):
        matrix = frame.matrix @ unshrunk
        cv2.warpAffine(photo, matrix, (SIZE, SIZE), one, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
        one[..., 3] = outline_distance(frame, centre)
    return cut, frames


def outline_distance(frame: Frame, centre: np.ndarray) -> np.ndarray:
    """Return the (SIZE, SIZE) uint8 signed distance to the cell's outline: 255 at the centre, 128 on it, 0 outside."""
    axes = _NORMALS @ frame.to_table[:, :2]
    offset = _NORMALS @ (frame.to_table[:, 2] - np.asarray(centre))
    across, down = axes.T[..., None].astype(np.float32) * _COORDINATES
    spread = np.abs(across[:, None] + (down + offset[:, None].astype(np.float32))[..., None])
    inside = (_INRADIUS - spread.max(axis=0)) / _INRADIUS
    field: np.ndarray = np.clip(128 + 127 * inside, 0, 255).astype(np.uint8)
    return field


def _shrunk(pixels: np.ndarray, frames: Sequence[Frame]) -> tuple[np.ndarray, float]:
    """Downscale a photo that is much finer than the close-ups, since sparse sampling would alias its detail."""
    finest = max(float(np.hypot(*f.matrix[:, 0])) for f in frames)
    return halved(pixels, finest)
