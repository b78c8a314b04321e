"""Ships: the colour of the sail, and what the ship pays."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.networks.activations import softmax
from vision.vikings.digits import read_number
from vision.vikings.shades import hues, shaded

SIDE = 128
"""Pixels of a ship's side as it is looked at."""
_SAIL = ((0.14, 0.86), (0.1, 0.68))
"""Where on a ship its sail is, somewhere: x and y, 0..1."""
_PALE, _BRIGHT, _SPREAD = 0.4, 1.6, 9.0
_FAR = 14.0
"""L*a*b* units from which something is not the sea."""
_ROUND = (0.065, 0.17)
"""Radii of the coin or point, in sides of the ship."""
_GOLDEN = 0.45
"""How far from grey towards yellow a coin is."""
_TEMPER = 6.0


@dataclass(frozen=True)
class SeenShip:
    """What a ship shows.

    Attributes:
        sails: (5,) how likely each sail is, from black down to blue.
        kind: ``points`` or ``gold``.
        kind_sure: how sure that is, 0..1.
        numbers: how many, with how likely each is, the likeliest first; none where it cannot be read.
    """

    sails: np.ndarray
    kind: str
    kind_sure: float
    numbers: tuple[tuple[int, float], ...]

    @property
    def number_sure(self) -> float:
        """How sure it is what number the ship shows, 0..1."""
        return self.numbers[0][1] if self.numbers else 0.0


def see_ship(lab: np.ndarray, sea: np.ndarray, marks: np.ndarray) -> SeenShip:
    """Return what a ship shows.

    Args:
        lab: (SIDE, SIDE, 3) evened L*a*b* of the tile, upright.
        sea: (3,) evened look of its sea.
        marks: (6, 3) what the colours look like in print, grey first, then black, red, green, yellow, blue.
    """
    spot = _coin(lab, sea)
    sails = _sails(lab, sea, marks, spot)
    if spot is None:
        return SeenShip(sails, "points", 0.5, ())
    x, y, radius = spot
    inside = _disc(lab.shape[:2], x, y, 0.8 * radius)
    looks = lab[inside]
    light = looks[looks[:, 0] >= np.percentile(looks[:, 0], 55)]
    grey, yellow = hues(marks[0])[0], hues(marks[4])[0]
    apart = yellow - grey
    golden = float((hues(np.median(light, axis=0))[0] - grey) @ apart / max(float(apart @ apart), 1e-6))
    numbers = tuple(read_number(_cut_out(lab[..., 0], x, y, radius)))
    kind_sure = float(np.interp(abs(golden - _GOLDEN), [0, 0.25], [0.5, 0.97]))
    return SeenShip(sails, "gold" if golden > _GOLDEN else "points", kind_sure, numbers)


def _sails(lab: np.ndarray, sea: np.ndarray, marks: np.ndarray, spot: tuple[float, float, float] | None) -> np.ndarray:
    (x0, x1), (y0, y1) = ([round(v * SIDE) for v in span] for span in _SAIL)
    mask = np.zeros(lab.shape[:2], bool)
    mask[y0:y1, x0:x1] = True
    if spot is not None:
        mask &= ~_disc(lab.shape[:2], spot[0], spot[1], 1.3 * spot[2])
    mask &= np.linalg.norm(lab - sea, axis=-1) > _FAR
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return np.full(5, 0.2)
    sail = lab[labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
    score = np.array([np.mean(np.maximum(shaded(sail, base, _PALE, _BRIGHT, _SPREAD), -30)) for base in marks[1:]])
    return softmax(score * _TEMPER / 4)


def _coin(lab: np.ndarray, sea: np.ndarray) -> tuple[float, float, float] | None:
    """Return middle and radius of the roundest, brightest disc that stands out from the sea."""
    lightness = np.clip(lab[..., 0] * 2.2, 0, 255).astype(np.uint8)
    away = np.clip(np.linalg.norm(lab - sea, axis=-1) * 3, 0, 255).astype(np.uint8)
    found = []
    for picture in (lightness, away):
        circles = cv2.HoughCircles(
            cv2.GaussianBlur(picture, (5, 5), 0), cv2.HOUGH_GRADIENT, 1, SIDE / 6, param1=90, param2=11,
            minRadius=round(_ROUND[0] * SIDE), maxRadius=round(_ROUND[1] * SIDE),
        )  # fmt: skip
        if circles is not None:
            found += [(float(x), float(y), float(r)) for x, y, r in circles.reshape(-1, circles.shape[-1])[:6, :3]]
    scored = [(_coinlike(lab, sea, *circle), circle) for circle in found]
    worth, (x, y, radius) = max(scored, default=(0.0, (0.0, 0.0, 0.0)))
    return (x, y, radius) if worth > 0 else None


def _coinlike(lab: np.ndarray, sea: np.ndarray, x: float, y: float, radius: float) -> float:
    """Return how much a circle looks like a light disc with a dark number on it; 0 and less where it does not."""
    shape = lab.shape[:2]
    if not (radius * 0.7 < x < shape[1] - radius * 0.7 and radius * 0.7 < y < shape[0] - radius * 0.7):
        return 0.0
    inside, outside = (
        _disc(shape, x, y, 0.75 * radius),
        _disc(shape, x, y, 1.5 * radius) & ~_disc(shape, x, y, 1.15 * radius),
    )
    light = lab[..., 0]
    bright, dark = np.percentile(light[inside], 70), np.percentile(light[inside], 6)
    alike = np.median(np.linalg.norm(lab[outside] - sea, axis=1))
    core = light[_disc(shape, x, y, 0.55 * radius)]
    print_in_middle = float((core < (bright + dark) / 2).mean())
    if not 0.08 < print_in_middle < 0.75:
        return 0.0
    return float((bright - dark) + (bright - np.median(light[outside])) - 1.5 * alike)


def _disc(shape: tuple[int, int], x: float, y: float, radius: float) -> np.ndarray:
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    return np.asarray((columns - x) ** 2 + (rows - y) ** 2 <= radius**2)


def _cut_out(light: np.ndarray, x: float, y: float, radius: float) -> np.ndarray:
    """Return (48, 48) lightness of a disc's inside."""
    reach = 0.85 * radius
    line = (np.arange(48) + 0.5) / 48 * 2 - 1
    at = np.meshgrid(line * reach + x, line * reach + y)
    return cv2.remap(light.astype(np.float32), at[0].astype(np.float32), at[1].astype(np.float32), cv2.INTER_CUBIC)
