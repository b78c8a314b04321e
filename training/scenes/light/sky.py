"""Light from all around (Debevec 1998), split into one dominant lamp, which casts shadows, and the rest.

An environment is a map (ROWS, COLUMNS, 3) of linear BGR radiance over all directions: rows from straight up to
straight down, columns around the vertical. World directions are ``(x, y, h)`` as in ``camera``. The light of the rest
on a surface is computed by spherical harmonics of nine terms (Ramamoorthi and Hanrahan 2001), exact to about 1 %.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

ROWS, COLUMNS = 32, 64
GAMMA = 2.2
_LUMINANCE = np.array([0.0722, 0.7152, 0.2126])
"""Weights of linear BGR (ITU-R BT.709)."""
_COSINE_LOBE = np.pi * np.array([1, *[2 / 3] * 3, *[1 / 4] * 5])
"""Factors by which a Lambertian surface blurs the harmonics."""
_REACH = np.cos(np.deg2rad(14))
"""Cosine of the angle about the brightest direction within which light counts as the lamp's. Chosen by hand."""
_LAMP_LEVEL = 0.1
"""Share of the brightest radiance from which a direction belongs to the lamp. Chosen by hand."""


@dataclass(frozen=True, eq=False)
class Sky:
    """Light from all around, in units of the light on the table.

    Attributes:
        rest: (9, 3) harmonics of the light that the rest throws on a surface.
        lamp: (3,) light of the lamp on a surface that faces it.
        mirror: (ROWS, COLUMNS, 3) radiance in which a surface that lights the table evenly has 1, lamp included.
    """

    rest: np.ndarray
    lamp: np.ndarray
    mirror: np.ndarray

    def irradiance(self, normals: np.ndarray) -> np.ndarray:
        """Return the rest's light (N, 3) on surfaces with unit normals (N, 3)."""
        return np.maximum(harmonics(normals) @ self.rest, 0.02)

    def reflected(self, directions: np.ndarray) -> np.ndarray:
        """Return the radiance (..., 3) that comes from unit directions (..., 3)."""
        flat = directions.reshape(-1, 3)
        column = (np.arctan2(flat[:, 1], flat[:, 0]) / (2 * np.pi) % 1) * COLUMNS
        row = np.clip(np.arccos(np.clip(flat[:, 2], -1, 1)) / np.pi * ROWS - 0.5, 0, ROWS - 1)
        wide = np.concatenate([self.mirror, self.mirror[:, :1]], axis=1)
        found = cv2.remap(wide, column.astype(np.float32)[None], row.astype(np.float32)[None], cv2.INTER_LINEAR)
        return found[0].reshape(directions.shape)


@dataclass(frozen=True)
class Light:
    """The light of a picture.

    Attributes:
        towards: (3,) unit vector from the table to the lamp.
        ambient: share of the light that comes from everywhere.
        softness: of shadows, share of the height of what casts them.
        colour: (3,) BGR gain.
        sky: the light from all around of which this is a summary, if there is one.
        kind: what the light comes from, for reports.
    """

    towards: np.ndarray
    ambient: float
    softness: float
    colour: np.ndarray
    sky: Sky | None = None
    kind: str = "lamp"


@lru_cache(maxsize=1)
def directions() -> np.ndarray:
    """Return the unit directions (ROWS, COLUMNS, 3) of a map's places."""
    down = (np.arange(ROWS) + 0.5) / ROWS * np.pi
    around = np.arange(COLUMNS) / COLUMNS * 2 * np.pi
    flat = np.sin(down)[:, None]
    return np.stack(
        [flat * np.cos(around), flat * np.sin(around), np.broadcast_to(np.cos(down)[:, None], (ROWS, COLUMNS))], axis=-1
    )


@lru_cache(maxsize=1)
def solid_angles() -> np.ndarray:
    """Return the solid angles (ROWS, 1) of a map's places, steradians."""
    down = (np.arange(ROWS) + 0.5) / ROWS * np.pi
    return (np.sin(down) * (np.pi / ROWS) * (2 * np.pi / COLUMNS))[:, None]


def harmonics(unit: np.ndarray) -> np.ndarray:
    """Return the nine real spherical harmonics (N, 9) of unit directions (N, 3)."""
    x, y, z = unit.T
    one = np.full_like(x, 0.282095)
    first = [0.488603 * y, 0.488603 * z, 0.488603 * x]
    second = [1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3 * z * z - 1), 1.092548 * x * z]
    return np.stack([one, *first, *second, 0.546274 * (x * x - y * y)], axis=1)


def split(environment: np.ndarray, white_balance: float) -> tuple[Sky, np.ndarray, float]:
    """Return the sky of an environment, the lamp's direction (3,), and the softness of its shadows.

    Args:
        environment: (ROWS, COLUMNS, 3) radiance in any unit; what lies below the table is ignored.
        white_balance: share 0..1 of the light's colour that the camera takes out.
    """
    lit = environment.astype(np.float64).copy()
    ways, angles = directions(), solid_angles()
    falling = lit * (np.maximum(ways[..., 2], 0) * angles)[..., None]
    whole = falling.sum((0, 1)) + 1e-9
    lit[ROWS // 2 :] = 0.25 * whole / np.pi  # the table throws some light back
    bright = cv2.GaussianBlur((lit[: ROWS // 2] @ _LUMINANCE).astype(np.float32), (3, 3), 0.6)
    row, column = np.unravel_index(int(bright.argmax()), bright.shape)
    near = ways @ ways[row, column] > _REACH
    lamp = near & (lit @ _LUMINANCE > _LAMP_LEVEL * lit[row, column] @ _LUMINANCE) & (ways[..., 2] > 0)
    lamp[row, column] = True
    flux = (lit * angles[..., None])[lamp]
    weight = flux @ _LUMINANCE
    towards = (ways[lamp] * weight[:, None]).sum(0)
    towards /= np.linalg.norm(towards)
    spread = np.sqrt(np.average(1 - np.clip(ways[lamp] @ towards, -1, 1) ** 2, weights=weight))
    around = np.minimum(np.median(lit[: ROWS // 2].reshape(-1, 3), axis=0), lit[lamp].min(axis=0))
    light = flux.sum(0) - around * np.broadcast_to(angles, lamp.shape)[lamp].sum()
    rest = np.where(lamp[..., None], around, lit)
    terms = np.einsum("nk,nc->kc", harmonics(ways.reshape(-1, 3)), (rest * angles[..., None]).reshape(-1, 3))
    sky = Sky(terms * _COSINE_LOBE[:, None], light, lit.astype(np.float32))
    return _normalised(sky, towards, white_balance), towards, float(2 * spread)


def _normalised(sky: Sky, towards: np.ndarray, white_balance: float) -> Sky:
    """Return the sky with the light on the table's luminance set to 1 and its colour partly taken out."""
    level = sky.irradiance(np.array([[0.0, 0.0, 1.0]]))[0] + sky.lamp * towards[2]
    bright = float(level @ _LUMINANCE)
    gain = (1 / bright) * (bright / level) ** white_balance
    gain /= float((level * gain) @ _LUMINANCE)
    return Sky(sky.rest * gain, sky.lamp * gain, (sky.mirror * gain * np.pi).astype(np.float32))
