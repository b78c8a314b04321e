"""Figures and houses of no known kind: lumps, stacks and unions of bodies drawn at random. Units of the pitch.

A workshop that nobody has met makes what no list holds. All that is kept is what tells the kinds apart in any set: a
figure stands upright on a foot about as deep as it is wide, a house is longer than it is wide.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.meshes import Mesh
from training.scenes.pieces.workshops.bodies import ball, bar, carved

Rng = np.random.Generator


def any_figure(rng: Rng) -> Mesh:
    """Return a standing figure of about unit height: a stack of rounded rectangles whose widths are drawn at random."""
    count = int(rng.integers(3, 7))
    levels = np.concatenate([[0.0], np.sort(rng.uniform(0.06, 0.94, count)), [1.0]])
    wide = rng.uniform(0.1, 0.36, count + 2)
    wide[0] = max(wide[0], rng.uniform(0.16, 0.32))  # it must stand
    wide[-1] *= rng.uniform(0.1, 1.0)
    if rng.random() < 0.5:  # a smooth body instead of a stack with steps
        wide[1:-1] = (wide[:-2] + wide[1:-1] + wide[2:]) / 3
    deep = wide * rng.uniform(0.5, 1.0)
    body = carved(levels, wide, deep, float(rng.choice([0.0, rng.uniform(0, 1)])), 12)
    parts = []
    if rng.random() < 0.3:
        radius = rng.uniform(0.1, 0.22)
        parts.append(ball(np.array([0.0, 0.0, 1.0 - radius * rng.uniform(0.0, 0.6)]), radius))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15]))):  # what it carries or wears
        start = np.array([rng.uniform(-0.2, 0.2), rng.uniform(-0.15, 0.15), rng.uniform(0.2, 0.95)])
        parts.append(bar(start, start + rng.normal(0, 0.2, 3), rng.uniform(0.03, 0.1), int(rng.integers(4, 9))))
    return replace(body, parts=tuple(parts))


def any_house(rng: Rng, length: float) -> Mesh:
    """Return a house of this length along y: a lump with a ridge or without, perhaps with a smaller one beside it."""
    width = length * rng.uniform(0.42, 0.85)
    body = _lump(rng, length, width, width * rng.uniform(0.4, 1.3))
    if rng.random() < 0.7:
        return body
    long, wide = length * rng.uniform(0.3, 0.7), width * rng.uniform(0.3, 0.8)
    added = _lump(rng, long, wide, body.extent()[2] * rng.uniform(0.5, 1.25))
    angle = float(rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)]))
    aside, along = width * rng.uniform(-0.5, 0.5), length * rng.uniform(-0.4, 0.4)
    return replace(body, parts=(added.at(aside, along, 0.0, angle),))


def _lump(rng: Rng, length: float, width: float, height: float) -> Mesh:
    """Return a body whose cross-section and outline run from round to square and from full to pinched."""
    angle = np.linspace(0, np.pi, 11)
    square, ridge = rng.uniform(0.25, 1.3), rng.uniform(0.25, 1.6)  # powers: below 1 is full, above 1 is pinched
    across = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** square * width / 2
    section = np.column_stack([across, np.abs(np.sin(angle)) ** ridge * height])
    ends, drop = rng.uniform(0.0, 1.0), rng.uniform(-0.3, 1.0)
    places = np.array([-1.0, -0.8, -0.45, 0.0, 0.45, 0.8, 1.0])
    power = rng.uniform(1.2, 6.0)
    lean = rng.uniform(-0.3, 0.3)
    rings = []
    for t in places:
        narrow = 1 - ends * abs(t) ** power * (1 + lean * t) / 1.3
        low = 1 - drop * ends * abs(t) ** power / 1.1
        rings.append(
            np.column_stack([section[:, 0] * narrow, np.full(len(section), t * length / 2), section[:, 1] * low])
        )
    return Mesh(np.stack(rings), smooth=bool(rng.random() < 0.7))
