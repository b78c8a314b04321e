"""Reads ships: the colour of the sail, and the payment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.networks.activations import softmax
from vision.vikings.digits import DISC_SIDE, read_number
from vision.vikings.shades import hue_and_lightness

SIDE = 128
"""Pixels along the rectified picture of a ship."""
_SAIL_AREA = ((0.14, 0.86), (0.1, 0.68))
"""Ranges of x and y that contain the sail, 0..1 of the tile."""
_MIN_SEA_DISTANCE = 14.0
"""Smallest distance of a pixel of the sail from the sea, L*a*b* units."""
_COIN_RADII = (0.065, 0.17)
"""Range of the radius of the coin or point, in sides of the ship."""
_GOLD_THRESHOLD = 0.45
"""Hue from which the disc is a coin: 0 is grey (points), 1 the yellow of the printed marks."""
_KIND_PROBABILITIES = ((0.0, 0.25), (0.5, 0.97))
"""Distances of a disc's hue from that threshold, and the probabilities of its kind at them."""
_PAINTED_RADIUS, _PAINTED_PERCENTILE = 0.8, 55
"""Radius within which a disc's paint is looked at, in radii, and percentile of the lightness from which it is paint and
not print."""
_NUMBER_RADIUS, _COVERED_RADIUS = 0.85, 1.3
"""Radii of the part of a disc that is read, and of the one that covers the sail, in radii."""
_SAIL_WEIGHTS, _SAIL_SCALE = np.array([0.8, 1.0, 1.0]), 8.0
"""Weights of L*a*b* between a sail and the printed marks, and the distance by which the logits fall by one."""
_GLARE_COLOUR, _GLARE_SHARES, _GLARE_PENALTY = np.array([100.0, 0.0, 0.0]), np.linspace(0, 0.5, 11), 15.0
"""L*a*b* of glare, its shares that are tried, and the distance that one of 1 adds.

Of 153 ships in synthetic fjords two sails are wrong, both are asked about, and five right ones.
"""
_RIM = 0.1
"""Width of a tile's corners, in sides of the ship."""
_LIGHTNESS_GAIN, _CONTRAST_GAIN = 2.2, 3.0
"""Grey levels per L*a*b* unit of lightness, and of distance from the sea, in the pictures in which discs are found."""
_HOUGH_EDGE, _HOUGH_VOTES = 90, 11
"""Thresholds of the Hough transform: of the gradient at an edge, grey levels, and of the votes for a circle."""
_MAX_CIRCLES = 6
"""Most circles of each picture that are compared."""
_MIN_IN_VIEW = 0.7
"""Least distance of a disc's middle from the picture's border, in radii."""
_DISC_RADIUS, _CORE_RADIUS, _AROUND_RADII = 0.75, 0.55, (1.15, 1.5)
"""Radii of a disc without its rim, of the part in which its number is printed, and of the ring around it, in radii."""
_LIGHT_PERCENTILE, _PRINT_PERCENTILE = 70, 6
"""Percentiles of a disc's lightness that are its light ground and its dark print."""
_PRINT_SHARES = (0.08, 0.75)
"""Range of the share of a disc's core that is print."""
_AROUND_WEIGHT = 1.5
"""Weight of the distance of the ring around a disc from the sea against the disc's contrasts. All others chosen by
hand."""


class _Disc(NamedTuple):
    """A coin or point on a ship: its middle and its radius, pixels."""

    x: float
    y: float
    radius: float

    def mask(self, shape: tuple[int, ...], radii: float = 1.0) -> np.ndarray:
        """Return (h, w) bool, the pixels within so many radii of its middle, of a picture of this shape."""
        rows, columns = np.mgrid[: shape[0], : shape[1]]
        return np.asarray((columns - self.x) ** 2 + (rows - self.y) ** 2 <= (radii * self.radius) ** 2)


@dataclass(frozen=True)
class ShipReading:
    """The reading of a ship.

    Attributes:
        sails: (5,) probabilities of the sails, from black to blue.
        kind: ``points`` or ``gold``.
        kind_probability: probability of this kind, 0..1.
        numbers: the possible numbers with their probabilities, most probable first; empty if unreadable.
    """

    sails: np.ndarray
    kind: str
    kind_probability: float
    numbers: tuple[tuple[int, float], ...]

    @property
    def number_probability(self) -> float:
        """The probability of the most probable number, 0..1."""
        return self.numbers[0][1] if self.numbers else 0.0


def read_ship(lab: np.ndarray, sea: np.ndarray, marks: np.ndarray) -> ShipReading:
    """Return the reading of a ship.

    Args:
        lab: (SIDE, SIDE, 3) L*a*b* of the upright tile under even illumination.
        sea: (3,) L*a*b* of its sea under even illumination.
        marks: (6, 3) L*a*b* of the printed colours: grey, black, red, green, yellow, blue.
    """
    disc = _find_disc(lab, sea)
    sails = _sails(lab, marks, disc)
    if disc is None:
        return ShipReading(sails, "points", 0.5, ())
    golden = _goldenness(lab, marks, disc)
    kind_probability = float(np.interp(abs(golden - _GOLD_THRESHOLD), *_KIND_PROBABILITIES))
    numbers = tuple(read_number(_cut_out(lab[..., 0], disc)))
    return ShipReading(sails, "gold" if golden > _GOLD_THRESHOLD else "points", kind_probability, numbers)


def _goldenness(lab: np.ndarray, marks: np.ndarray, disc: _Disc) -> float:
    """Return how golden a disc is: 0 has the hue of the grey mark, 1 that of the yellow one."""
    looks = lab[disc.mask(lab.shape, _PAINTED_RADIUS)]
    paint = looks[looks[:, 0] >= np.percentile(looks[:, 0], _PAINTED_PERCENTILE)]
    grey, yellow = hue_and_lightness(marks[0])[0], hue_and_lightness(marks[4])[0]
    apart = yellow - grey
    return float((hue_and_lightness(np.median(paint, axis=0))[0] - grey) @ apart / max(float(apart @ apart), 1e-6))


def _sails(lab: np.ndarray, marks: np.ndarray, disc: _Disc | None) -> np.ndarray:
    """Return the (5,) probabilities of the sail's colours.

    Args:
        lab: (SIDE, SIDE, 3) L*a*b* of the ship under even illumination.
        marks: (6, 3) L*a*b* of the printed colours, grey first.
        disc: the coin or point on it; None where none is seen.
    """
    (x0, x1), (y0, y1) = ([round(v * SIDE) for v in span] for span in _SAIL_AREA)
    mask = np.zeros(lab.shape[:2], bool)
    mask[y0:y1, x0:x1] = True
    if disc is not None:
        mask &= ~disc.mask(lab.shape, _COVERED_RADIUS)
    mask &= np.linalg.norm(lab - _own_sea(lab), axis=-1) > _MIN_SEA_DISTANCE
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return np.full(5, 0.2)
    sail = np.median(lab[labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())], axis=0)
    share = _GLARE_SHARES[:, None, None]
    away = np.linalg.norm((marks[1:] + share * (_GLARE_COLOUR - marks[1:]) - sail) * _SAIL_WEIGHTS, axis=-1)
    return softmax(-(away + _GLARE_PENALTY * share[..., 0]).min(axis=0) / _SAIL_SCALE)


def _own_sea(lab: np.ndarray) -> np.ndarray:
    """Return the (3,) colour of the sea at the tile's corners: light may fall on this tile alone."""
    width = round(_RIM * SIDE)
    ends = slice(None, width), slice(-width, None)
    return np.asarray(np.median([np.median(lab[y, x].reshape(-1, 3), axis=0) for y in ends for x in ends], axis=0))


def _find_disc(lab: np.ndarray, sea: np.ndarray) -> _Disc | None:
    """Return the roundest, brightest disc that differs from the sea; None without one."""
    lightness = np.clip(lab[..., 0] * _LIGHTNESS_GAIN, 0, 255).astype(np.uint8)
    away = np.clip(np.linalg.norm(lab - sea, axis=-1) * _CONTRAST_GAIN, 0, 255).astype(np.uint8)
    found = []
    for picture in (lightness, away):
        circles = cv2.HoughCircles(
            cv2.GaussianBlur(picture, (5, 5), 0), cv2.HOUGH_GRADIENT, 1, SIDE / 6, param1=_HOUGH_EDGE,
            param2=_HOUGH_VOTES, minRadius=round(_COIN_RADII[0] * SIDE), maxRadius=round(_COIN_RADII[1] * SIDE),
        )  # fmt: skip
        if circles is not None:
            rows = circles.reshape(-1, circles.shape[-1])[:_MAX_CIRCLES, :3]
            found += [_Disc(float(x), float(y), float(radius)) for x, y, radius in rows]
    scored = [(_disc_score(lab, sea, disc), disc) for disc in found]
    score, best = max(scored, default=(0.0, None))
    return best if score > 0 else None


def _disc_score(lab: np.ndarray, sea: np.ndarray, disc: _Disc) -> float:
    """Return the score of a circle as a light disc with a dark number; 0 or less if it is none."""
    height, width = lab.shape[:2]
    least = disc.radius * _MIN_IN_VIEW
    if not (least < disc.x < width - least and least < disc.y < height - least):
        return 0.0
    nearest, farthest = _AROUND_RADII
    inside, outside = (
        disc.mask(lab.shape, _DISC_RADIUS),
        disc.mask(lab.shape, farthest) & ~disc.mask(lab.shape, nearest),
    )
    light = lab[..., 0]
    bright, dark = np.percentile(light[inside], _LIGHT_PERCENTILE), np.percentile(light[inside], _PRINT_PERCENTILE)
    alike = np.median(np.linalg.norm(lab[outside] - sea, axis=1))
    core = light[disc.mask(lab.shape, _CORE_RADIUS)]
    print_in_middle = float((core < (bright + dark) / 2).mean())
    if not _PRINT_SHARES[0] < print_in_middle < _PRINT_SHARES[1]:
        return 0.0
    return float((bright - dark) + (bright - np.median(light[outside])) - _AROUND_WEIGHT * alike)


def _cut_out(light: np.ndarray, disc: _Disc) -> np.ndarray:
    """Return the (DISC_SIDE, DISC_SIDE) lightness of the inside of a disc."""
    line = ((np.arange(DISC_SIDE) + 0.5) / DISC_SIDE * 2 - 1) * (_NUMBER_RADIUS * disc.radius)
    at = np.meshgrid(line + disc.x, line + disc.y)
    return cv2.remap(light.astype(np.float32), at[0].astype(np.float32), at[1].astype(np.float32), cv2.INTER_CUBIC)
