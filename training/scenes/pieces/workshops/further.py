"""Figures and houses of further workshops, toy makers and printers: every piece may be small and chunky or tall."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.meshes import Mesh
from training.scenes.pieces.workshops.further_cabins import CABINS
from training.scenes.pieces.workshops.further_counters import COUNTERS
from training.scenes.pieces.workshops.further_halls import HALLS
from training.scenes.pieces.workshops.further_people import PEOPLE

Rng = np.random.Generator

FIGURES = (*PEOPLE, *COUNTERS)
"""The kinds of figures, each as likely as any other."""
HOUSES = (*CABINS, *HALLS)
"""The kinds of houses, each as likely as any other."""
_STOUT = (0.75, 1.45)
"""How much wider than drawn a figure is, least and most. Chosen by hand."""
_HALF_WIDTHS, _STEEPNESS = (0.2, 0.5), (0.45, 1.7)
"""A house's half width as a share of its length, and its height as a share of its width. Chosen by hand."""
_WIDEST, _HIGHEST = 1.1, 0.62
"""Greatest width of a house with its eaves as a share of its length, and its greatest height, pitches. By hand."""
_BY_HAND = 0.3
"""Share of pieces that are cut or cast unevenly. Chosen by hand."""


def further_figure(rng: Rng, size: float) -> Mesh:
    """Return a figure whose greatest extent is ``size``, in pitches, on h = 0 about the origin."""
    made = FIGURES[int(rng.integers(len(FIGURES)))](rng)
    wide = float(np.exp(rng.uniform(*np.log(_STOUT))))
    made = made.moved(np.diag([wide, wide * rng.uniform(0.85, 1.15), 1.0]), np.zeros(3))
    made = _uneven(rng, made)
    return _set_down(made, size / float(made.extent().max()))


def further_house(rng: Rng, length: float) -> Mesh:
    """Return a house of this length along y, in pitches, or a little shorter, on h = 0 about the origin."""
    half = rng.uniform(*_HALF_WIDTHS)
    steep = float(np.exp(rng.uniform(*np.log(_STEEPNESS))))
    made = HOUSES[int(rng.integers(len(HOUSES)))](rng, half, 2 * half * steep)
    made = _uneven(rng, made)
    wide, long, high = made.extent()
    return _set_down(made, min(length / long, _WIDEST * length / wide, _HIGHEST / high))


def _uneven(rng: Rng, made: Mesh) -> Mesh:
    """Return the piece as it is, or with its points and its uprightness a little off, as cut by hand."""
    if rng.random() > _BY_HAND:
        return made
    lean = np.eye(3)
    lean[2, :2] = rng.normal(0, 0.04, 2)
    lean[:2, :2] += rng.normal(0, 0.03, (2, 2))
    made = made.moved(lean, np.zeros(3))
    rough = rng.uniform(0.0, 0.018)
    bodies = [replace(body, rings=body.rings + rng.normal(0, rough, body.rings.shape)) for body in made.bodies]
    return replace(bodies[0], parts=tuple(replace(body, parts=()) for body in bodies[1:]))


def _set_down(made: Mesh, scale: float) -> Mesh:
    """Return the piece ``scale`` times as large, its middle over the origin and its lowest points on h = 0."""
    bodies = made.bodies
    points = np.concatenate([body.rings.reshape(-1, 3) for body in bodies])
    middle = (points.min(0) + points.max(0)) / 2
    return made.moved(np.eye(3) * scale, -scale * np.array([middle[0], middle[1], points[:, 2].min()]))
