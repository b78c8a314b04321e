"""Houses of a workshop: low and long to small and steep, gabled, hipped, bowed, arched, with overhang or chimney."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism
from training.scenes.pieces.random_pieces import any_section
from training.scenes.pieces.workshops.any_body import any_house
from training.scenes.pieces.workshops.bodies import carved

Rng = np.random.Generator
_KINDS = ("plain", "section", "bowed", "hipped", "arched", "overhang")
_SHARES = (0.42, 0.16, 0.12, 0.1, 0.08, 0.12)
_ANY = 0.3
"""Share of houses of no known kind. Chosen by hand."""


def house(rng: Rng, length: float) -> Mesh:
    """Return a house of this length along y, in pitches, on h = 0 about the origin."""
    if rng.random() < _ANY:
        return any_house(rng, length)
    steep = rng.random() < 0.6
    width = length * (rng.uniform(0.5, 1.0) if steep else rng.uniform(0.32, 0.6))
    ridge = width * (rng.uniform(0.8, 1.5) if steep else rng.uniform(0.45, 0.9))
    wall = ridge * rng.uniform(0.15, 0.75)
    kind = str(rng.choice(_KINDS, p=_SHARES))
    body = _body(rng, kind, length, width, wall, ridge)
    if rng.random() < 0.08:
        return replace(body, parts=(*body.parts, _chimney(rng, length, width, ridge)))
    return body


def _body(rng: Rng, kind: str, length: float, width: float, wall: float, ridge: float) -> Mesh:
    half = width / 2
    section = np.array([(half, 0), (half, wall), (0.0, ridge), (-half, wall), (-half, 0)])
    bevel = float(rng.choice([0.0, rng.uniform(0.03, 0.12)], p=[0.3, 0.7])) * width
    if kind == "section":
        return Mesh(prism(any_section(rng, width, wall, ridge), length, bevel))
    if kind == "arched":
        arc = [(half * np.cos(a), wall + (ridge - wall) * np.sin(a)) for a in np.linspace(0, np.pi, 8)]
        return Mesh(prism(np.array([(half, 0.0), *arc, (-half, 0.0)]), length, bevel))
    if kind == "overhang":
        out, down = half * rng.uniform(1.1, 1.35), wall * rng.uniform(0.05, 0.3)
        low = wall - down
        roof = np.array([(out, low), (out, low + 0.08 * ridge), (0.0, ridge), (-out, low + 0.08 * ridge), (-out, low)])
        top = Mesh(prism(roof, length * rng.uniform(1.0, 1.15)))
        return replace(Mesh(prism(section * (0.95, 0.97), length)), parts=(top,))
    if kind in ("bowed", "hipped"):
        return Mesh(_lofted(rng, section, length, wall, kind))
    return Mesh(prism(section, length, bevel))


def _lofted(rng: Rng, section: np.ndarray, length: float, wall: float, kind: str) -> np.ndarray:
    """Return rings of a cross-section that changes along the house: narrower or lower towards its ends."""
    places = np.array([-0.5, -0.25, 0.0, 0.25, 0.5]) if kind == "bowed" else np.array([-0.5, -0.28, 0.28, 0.5])
    pinch, sag = rng.uniform(0.2, 1.2), rng.uniform(-0.6, 0.5)
    drop = rng.uniform(0.3, 1.0)
    rings = []
    for t in places:
        x, h = section.T
        if kind == "bowed":
            x, h = x * (1 - pinch * t * t), h * (1 + sag * t * t)
        elif abs(t) > 0.4:
            h = np.where(h > wall, h - drop * (h - wall), h)
        rings.append(np.column_stack([x, np.full(len(section), t * length), h]))
    return np.stack(rings)


def _chimney(rng: Rng, length: float, width: float, ridge: float) -> Mesh:
    size = width * rng.uniform(0.08, 0.14)
    made = carved(np.array([0.5, rng.uniform(1.1, 1.35)]) * ridge, np.full(2, size), np.full(2, size), 1.0, 8)
    return made.moved(np.eye(3), np.array([width * rng.uniform(-0.25, 0.25), length * rng.uniform(-0.35, 0.35), 0.0]))
