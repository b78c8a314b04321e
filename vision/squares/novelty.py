"""Measures how unlike the table along the picture's border each part of a photo looks.

A cloth or a carpet repeats itself, so that any patch of it looks like several patches along the border; cards do not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.plane import Plane
from vision.imaging.opponent_colours import opponent_colours

_PICTURE_SIDE = 480
"""Longest side, pixels, of the picture that is compared."""
_PATCH, _STEP = 10, 3
"""Sizes of a patch and of the step between patches, pixels of that picture."""
_SHADING_SIGMA = 48
"""Standard deviation of the blur that estimates the light, pixels of that picture."""
_BLUR_STEP = 4
"""Pixels of that picture to one of the picture in which the light is estimated."""
_WEIGHTS = np.array([0.5, 1.5, 1.5, 0.7, 1.5, 1.5], np.float32)
"""Weights of a patch's mean lightness, relative to the light, and chromas, and of their standard deviations."""
_BORDER = 0.1
"""Width of the border that is taken for table, as a share of the shorter side."""
_SAMPLES = 900
"""Patches of the border are subsampled to about this number."""
_BATCH = 480
"""Number of patches that are compared at once."""
_SECTORS = 12
"""Number of sectors, seen from the middle, of the border."""
_USUAL_QUANTILE, _MIN_USUAL = 0.9, 0.06
"""Quantile of the border's own novelty that counts as 1, and the least value that does. All chosen by hand."""
_SAMPLED, _SAMPLES_ALONG = (0.15, 0.85), 5
"""Part of a square's side that is sampled, and the number of samples along it."""
_NOVEL = (1.5, 4.5)
"""Novelty up to which a patch counts as table, and from which it counts fully as something else, when covers are
compared: nine of ten squares of tables have 1.9 or less, cards 3.8 or more."""


@dataclass(frozen=True, eq=False)
class Novelty:
    """How unlike the table the patches of a photo are.

    Attributes:
        values: (rows, columns) novelty of patches; 1 is usual for the table's own patches.
        scale: steps between patches per pixel of the photo.
    """

    values: np.ndarray
    scale: float

    def at(self, points: np.ndarray) -> np.ndarray:
        """Return the (...) novelty at (..., 2) points, photo pixels; points outside have that of the nearest patch."""
        where = np.round((points + 0.5) * self.scale - 0.5).astype(int)
        rows, columns = self.values.shape
        return np.asarray(self.values[np.clip(where[..., 1], 0, rows - 1), np.clip(where[..., 0], 0, columns - 1)])

    def of_squares(
        self, plane: Plane, corner: tuple[int, int], shape: tuple[int, int], quantile: float = 0.5
    ) -> np.ndarray:
        """Return the (rows, columns) novelty of the squares of a grid.

        Args:
            plane: maps table coordinates, squares, to photo pixels.
            corner: left and top of the first square.
            shape: rows and columns.
            quantile: the share, 0..1, of a square's samples that have at most the returned novelty: usually the median.
        """
        along = np.linspace(*_SAMPLED, _SAMPLES_ALONG)
        within = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
        y, x = np.mgrid[: shape[0], : shape[1]]
        places = np.stack([x + corner[0], y + corner[1]], axis=-1)[:, :, None] + within
        seen = np.clip(np.nan_to_num(plane.to_photo(places), nan=0.0, posinf=0.0, neginf=0.0), -1e6, 1e6)
        return np.asarray(np.quantile(self.at(seen), quantile, axis=-1))

    def covered(self, plane: Plane, places: Collection[tuple[int, int]]) -> float:
        """Return the share, 0..1, of all that is unlike the table that lies in these squares of a grid."""
        rows, columns = self.values.shape
        y, x = np.mgrid[:rows, :columns]
        on = plane.to_table((np.stack([x, y], axis=-1) + 0.5) / self.scale - 0.5)
        unlike = np.interp(self.values, _NOVEL, [0.0, 1.0])
        corner = np.min(list(places), axis=0)
        laid = np.zeros(np.max(list(places), axis=0) - corner + 3, bool)
        laid[tuple(np.array(list(places)).T - corner[:, None] + 1)] = True
        at = np.clip(
            np.floor(np.nan_to_num(on, posinf=1e6, neginf=-1e6)).astype(int) - corner + 1, 0, np.array(laid.shape) - 1
        )
        return float((unlike * laid[at[..., 0], at[..., 1]]).sum() / max(float(unlike.sum()), 1e-9))


def table_novelty(pixels: np.ndarray, sectors: int) -> Novelty:
    """Return how unlike the table the patches of a photo are.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        sectors: of the border that have to have patches like those of the table. A card that touches the border lies in
            two at most; a rug's blossoms may each lie in few.
    """
    looks, scale = _looks(pixels)
    rows, columns = looks.shape[:2]
    wide = max(2, round(_BORDER * min(rows, columns)))
    border = np.ones((rows, columns), bool)
    border[wide:-wide, wide:-wide] = False
    y, x = np.nonzero(border)
    sector = np.floor((np.arctan2(y / rows - 0.5, x / columns - 0.5) / (2 * np.pi) + 0.5) * _SECTORS).astype(int)
    step = max(1, len(x) // _SAMPLES)
    flat = looks.reshape(-1, looks.shape[-1])
    away = _nearest(flat, [looks[border][sector % _SECTORS == k][::step] for k in range(_SECTORS)])
    values = np.partition(away, sectors - 1, axis=0)[sectors - 1].reshape(rows, columns)
    return Novelty(values / max(float(np.quantile(values[border], _USUAL_QUANTILE)), _MIN_USUAL), scale)


def _nearest(looks: np.ndarray, groups: Sequence[np.ndarray]) -> np.ndarray:
    """Return the (groups, n) distances of (n, d) patches from the nearest of each group of (m, d) ones, m >= 1."""
    # Products of matrices take a tenth of the time of ``cv2.batchDistance``; larger ones would wait for other threads.
    extended = np.ascontiguousarray(np.concatenate([looks, np.ones_like(looks[:, :1])], axis=1).T)
    halves = [np.concatenate([group, -(group**2).sum(axis=1, keepdims=True) / 2], axis=1) for group in groups]
    alike = np.empty((len(groups), len(looks)), np.float32)
    for start in range(0, len(looks), _BATCH):
        part = extended[:, start : start + _BATCH]
        for found, half in zip(alike[:, start : start + _BATCH], halves, strict=True):
            np.max(half @ part, axis=0, out=found)
    return np.asarray(np.sqrt(np.maximum((looks**2).sum(axis=1) - 2 * alike, 0)))


def _looks(pixels: np.ndarray) -> tuple[np.ndarray, float]:
    """Return (rows, columns, 6) weighted features of patches, and the steps per pixel of the photo."""
    factor = _PICTURE_SIDE / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    colours = opponent_colours(small)
    mean = cv2.blur(colours, (_PATCH, _PATCH))
    spread = np.sqrt(np.maximum(cv2.blur(colours * colours, (_PATCH, _PATCH)) - mean * mean, 0))
    light = _blurred(colours[..., 0])
    looks = np.concatenate([mean[..., :1] - light[..., None], mean[..., 1:], spread], axis=-1) * _WEIGHTS
    return np.ascontiguousarray(looks[_STEP // 2 :: _STEP, _STEP // 2 :: _STEP]), factor / _STEP


def _blurred(lightness: np.ndarray) -> np.ndarray:
    """Return the (h, w) light: a Gaussian blur that is wide enough to be made of a small picture."""
    small = cv2.resize(lightness, None, fx=1 / _BLUR_STEP, fy=1 / _BLUR_STEP, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), _SHADING_SIGMA / _BLUR_STEP)
    return cv2.resize(blurred, lightness.shape[::-1], interpolation=cv2.INTER_LINEAR)
