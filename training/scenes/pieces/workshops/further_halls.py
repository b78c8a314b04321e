"""Further kinds of large houses, of unit length along y: halls, barns, churches, farmsteads and keeps.

Every number in them was chosen by hand. Units: the length of the house.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism, turned
from training.scenes.pieces.workshops.bodies import block, joined, loft, rounds
from training.scenes.pieces.workshops.gables import crosswise, gable, mirrored

Rng = np.random.Generator
Make = Callable[[Rng, float, float], Mesh]
"""Makes a house of a half width and of the height of its ridge."""


def _hipped(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a hall whose roof slopes to all four sides, with eaves that stand out, flat on top or sharp."""
    wall, out, top = ridge * rng.uniform(0.35, 0.65), rng.uniform(1.08, 1.3), rng.uniform(0.02, 0.35)
    plan = np.array([(half, 0.5), (-half, 0.5), (-half, -0.5), (half, -0.5)]) / (out, out)
    walls = block(half * 0.92, 0.5 / out * 0.95, 0, wall)
    ends = rng.uniform(0.2, 0.8)
    roof = loft(plan, [(wall * 0.9, out, out), (wall, out, out), (ridge, top, ends)])
    return joined([walls, roof])


def _barn(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a barn whose roof is steep below and flat above, with a door that stands out and a ventilator."""
    wall, knee = ridge * rng.uniform(0.3, 0.5), ridge * rng.uniform(0.72, 0.85)
    out = rng.uniform(0.6, 0.78)
    section = mirrored([(half * 0.92, 0), (half * 0.92, wall), (half, wall * 0.95), (half * out, knee), (0.0, ridge)])
    parts = [Mesh(prism(section, 0.96)), block(half * 0.35, 0.5, 0, wall * rng.uniform(0.9, 1.2))]
    if rng.random() < 0.5:
        top = block(half * 0.22, half * 0.3, ridge * 0.9, ridge * 1.1)
        parts.append(top.at(0, rng.uniform(-0.25, 0.25), 0, 0))
    return joined(parts)


def _tiers(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a stave church: two or three roofs above each other, each smaller, and a spire."""
    count, spire = int(rng.integers(2, 4)), ridge * rng.uniform(0.1, 0.3)
    parts = []
    high = (ridge - spire) / count
    for k in range(count):
        share = 1 - k * rng.uniform(0.25, 0.38)
        low = k * high
        parts.append(block(half * share * 0.8, 0.45 * share, low * 0.8, low + 0.5 * high))
        section = mirrored(
            [(half * share, low + 0.4 * high), (half * share, low + 0.5 * high), (0.0, low + 1.15 * high)]
        )
        parts.append(Mesh(prism(section, share)))
    top = rounds(4, half * 0.2, half * 0.2, np.pi / 4)
    return joined(
        [*parts, loft(top, [(ridge * 0.75 - spire, 1, 1), (ridge - spire, 1, 1), (ridge + spire, 0.05, 0.05)])]
    )


def _church(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a nave with a tower before one of its gables, under a spire, a cap or an onion."""
    side = min(half * rng.uniform(0.5, 0.85), 0.22)
    nave = gable(half, 0.45 * ridge, 0.8 * ridge, 1 - 1.6 * side).at(0, 0.8 * side, 0, 0)
    top = ridge * rng.uniform(0.75, 1.0)
    tower = block(side, side, 0, top).at(0, -0.5 + side, 0, 0)
    tip = ridge * rng.uniform(0.15, 0.6)
    if rng.random() < 0.3:
        onion = turned([(side * 0.7, 0), (side, tip * 0.3), (side * 0.7, tip * 0.6), (0.02, tip * 1.1)], 8)
        cap = Mesh(onion + np.array([0, 0, top]))
    else:
        cap = loft(rounds(4, side * 1.5, side * 1.5, np.pi / 4), [(top, 1, 1), (top + tip, 0.04, 0.04)])
    return joined([nave, tower, cap.at(0, -0.5 + side, 0, 0)])


def _twin_roofs(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return two houses wall to wall, or three, whose ridges run alongside."""
    count = int(rng.integers(2, 4))
    part = half / count
    heights = ridge * rng.uniform(0.75, 1.0, count)
    parts = []
    for k, high in enumerate(heights):
        house = gable(part, ridge * rng.uniform(0.35, 0.6), high, rng.uniform(0.85, 1.0) if k else 1.0)
        parts.append(house.at((2 * k + 1 - count) * part, 0, 0, 0))
    return joined(parts)


def _dormers(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a house with one to three small gables across its roof, on one side or on both."""
    wall = ridge * rng.uniform(0.3, 0.5)
    parts = [gable(half, wall, ridge, 1.0, 0.02)]
    count, high = int(rng.integers(1, 4)), ridge * rng.uniform(0.75, 0.98)
    wide = rng.uniform(0.08, 0.3 / count + 0.05)
    both = rng.random() < 0.5
    for along in (np.arange(count) - (count - 1) / 2) * 0.7 / count:
        reach = half * (2.0 if both else 1.0) * rng.uniform(0.95, 1.1)
        parts.append(crosswise(gable(wide, high * 0.75, high, reach), 0.0 if both else reach / 2, along))
    return joined(parts)


def _swept(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a hall whose ridge rises towards both gables, its eaves flaring and its gables leaning out."""
    wall, rise, flare = ridge * rng.uniform(0.25, 0.45), rng.uniform(0.15, 0.5), rng.uniform(1.05, 1.3)
    right = [(half, wall), (half * flare, wall * 0.95), (half * 0.4, wall + 0.45 * (ridge - wall)), (0.0, ridge)]
    section = mirrored([(half * 0.85, 0), (half * 0.85, wall), *right[1:]])
    rings = []
    for t in (-0.5, -0.3, 0.0, 0.3, 0.5):
        lift = 1 + rise * (4 * t * t - 0.6) * (section[:, 1] / ridge)
        along = t * (0.85 + 0.15 * section[:, 1] / ridge)
        rings.append(np.column_stack([section[:, 0], along, section[:, 1] * lift]))
    return Mesh(np.stack(rings))


def _lean_to(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a house with a low shed along one or both of its walls, like a hall with aisles."""
    nave, low = half * rng.uniform(0.5, 0.7), ridge * rng.uniform(0.2, 0.4)
    parts = [gable(nave, ridge * 0.65, ridge, 1.0)]
    for side in (1, -1) if rng.random() < 0.5 else (1,):
        aisle = np.array([(nave * 0.9, 0), (half, 0), (half, low), (nave * 0.9, low + 0.2 * ridge)]) * (side, 1)
        parts.append(Mesh(prism(aisle, rng.uniform(0.5, 0.98))))
    return joined(parts)


def _farmstead(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a long house with two short wings at its ends, around a yard."""
    deep = half * rng.uniform(0.4, 0.6)
    main = gable(deep, ridge * 0.5, ridge, 1.0).at(deep - half, 0, 0, 0)
    wing = min(deep, 0.16)
    reach = 2 * half - deep
    wings = [
        crosswise(gable(wing, ridge * 0.45, ridge * rng.uniform(0.7, 0.95), reach), half - reach / 2, s * (0.5 - wing))
        for s in (-1, 1)
    ]
    return joined([main, *wings])


def _keep(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a squat tower house, a little longer than wide, with a tent roof or battlements."""
    wide = min(max(half, 0.36), 0.48)
    high = max(ridge, 0.9)
    batter, top = rng.uniform(0.8, 1.0), high * rng.uniform(0.55, 0.75)
    body = loft(np.array([(wide, 0.5), (-wide, 0.5), (-wide, -0.5), (wide, -0.5)]), [(0, 1, 1), (top, batter, batter)])
    if rng.random() < 0.7:
        out = batter * rng.uniform(1.0, 1.15)
        plan = np.array([(wide, 0.5), (-wide, 0.5), (-wide, -0.5), (wide, -0.5)])
        return joined([body, loft(plan, [(top, out, out), (high, 0.03, rng.uniform(0.05, 0.5))])])
    teeth = [block(0.12, 0.12, top, top * 1.15).at(x * (wide * batter - 0.12), y * (0.5 * batter - 0.12), 0, 0)
             for x in (-1, 1) for y in (-1, 0, 1)]  # fmt: skip
    return joined([body, *teeth])


HALLS: tuple[Make, ...] = (
    _hipped,
    _barn,
    _tiers,
    _church,
    _twin_roofs,
    _dormers,
    _swept,
    _lean_to,
    _farmstead,
    _keep,
)
"""The kinds of large houses."""
