"""Further kinds of small houses, of unit length along y: cabins, huts, tents, storehouses, hulls and plain blocks.

Every number in them was chosen by hand. Units: the length of the house.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism
from training.scenes.pieces.workshops.bodies import bar, block, joined, loft, rounds
from training.scenes.pieces.workshops.gables import gable, mirrored, roof

Rng = np.random.Generator
Make = Callable[[Rng, float, float], Mesh]
"""Makes a house of a half width and of the height of its ridge."""


def _porch(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a cabin whose roof reaches over a porch on posts at one gable."""
    wall, open_part = ridge * rng.uniform(0.35, 0.6), rng.uniform(0.15, 0.35)
    body = gable(half * 0.88, wall, ridge * 0.95, 1 - open_part).at(0, open_part / 2, 0, 0)
    posts = [block(0.1 * half, 0.1 * half, 0, wall).at(s * half * 0.78, -0.44, 0, 0) for s in (-1, 1)]
    floor = block(half * 0.9, open_part / 2, 0, 0.06 * ridge).at(0, -0.5 + open_part / 2, 0, 0)
    return joined([body, floor, *posts, roof(half * 1.1, wall * 0.85, ridge, 1.0, 0.08 * ridge)])


def _logs(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a cabin of round logs, whose ends stand out at the corners."""
    count, wall = int(rng.integers(3, 6)), ridge * rng.uniform(0.45, 0.65)
    step = wall / count
    right = [(half * bulge, step * (k + part)) for k in range(count) for bulge, part in ((0.9, 0.02), (1.0, 0.5))]
    body = Mesh(prism(mirrored([*right, (half * 0.9, wall), (0.0, ridge * 0.95)]), 0.92))
    ends = [
        bar(np.array([-half * 1.12, t, h]), np.array([half * 1.12, t, h]), step * 0.4, 5)
        for t in (-0.4, 0.4)
        for h in (0.3 * wall, 0.75 * wall)
    ]
    return joined([body, *ends, roof(half * rng.uniform(1.1, 1.3), wall * 0.9, ridge, 1.0, 0.07 * ridge)])


def _sod(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a wooden gable set back between thick walls under a heavy roof with rounded edges."""
    low = ridge * rng.uniform(0.1, 0.3)
    outer = mirrored([(half, low), (half, low + 0.16 * ridge), (half * 0.55, ridge * 0.8), (half * 0.12, ridge)])
    roof = Mesh(prism(outer, 1.0, min(0.08, 0.2 * half)))
    walls = block(half * 0.85, rng.uniform(0.42, 0.47), 0, low + 0.1 * ridge)
    return joined([walls, roof, block(half * 0.2, 0.49, 0, low + 0.35 * ridge)])


def _a_frame(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a roof that reaches the ground, sharp or cut off above, with gables set back."""
    cut, thick = rng.uniform(0.0, 0.25), rng.uniform(0.12, 0.3)
    inner = mirrored([(half * (1 - thick), 0), (half * cut * 0.6, ridge * (1 - thick * 0.8))])
    outer = np.array([(half, 0), (half * cut, ridge), (-half * cut, ridge), (-half, 0)])
    hollow = np.array([(-half * (1 - thick), 0), (0, ridge * (1 - thick)), (half * (1 - thick), 0)])
    parts = [Mesh(prism(np.concatenate([outer, hollow]), 1.0)), Mesh(prism(inner, rng.uniform(0.75, 0.95)))]
    if rng.random() < 0.3:
        parts.append(block(half * 0.14, half * 0.14, ridge * 0.4, ridge * 1.12).at(half * 0.35, 0.2, 0, 0))
    return joined(parts)


def _round_ended(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a house with half-round ends, upright walls, and a thatched roof that follows them."""
    ends = min(half, 0.45)
    arc = np.linspace(-np.pi / 2, np.pi / 2, 6)
    far = np.column_stack([half * np.sin(arc)[::-1], 0.5 - ends + ends * np.cos(arc)])
    plan = np.concatenate([far, -far])
    wall, out = ridge * rng.uniform(0.3, 0.6), rng.uniform(1.05, 1.25)
    walls = loft(plan, [(0, 0.9, 0.92), (wall, 0.9, 0.92)])
    dome = rng.uniform(0.55, 0.8)
    roof = loft(
        plan,
        [
            (wall * 0.85, out, 1.0),
            (wall + 0.08 * ridge, out, 1.0),
            ((wall + ridge) / 2, dome, 0.85),
            (ridge, 0.06, 1 - ends),
        ],
    )
    return joined([walls, roof])


def _tent(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a tent whose cloth sags between its poles and along its ridge, its mouth open or not."""
    belly, sag, spread = rng.uniform(0.3, 0.45), rng.uniform(0.0, 0.25), rng.uniform(0.0, 0.2)
    section = mirrored([(half, 0), (half * belly, ridge * 0.45), (0.03 * half, ridge)])
    rings = []
    for t in np.linspace(-0.5, 0.5, 5):
        low, wide = 1 - sag * (1 - 4 * t * t), 1 + spread * (4 * t * t - 0.5)
        rings.append(np.column_stack([section[:, 0] * wide, np.full(len(section), t), section[:, 1] * low]))
    parts = [Mesh(np.stack(rings))]
    if rng.random() < 0.6:
        parts += [bar(np.array([0, t, 0]), np.array([0, t, ridge * 1.12]), 0.05 * half, 5) for t in (-0.5, 0.5)]
    return joined(parts)


def _oval_hut(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return an oval hut with a wide roof like a hat, and a doorway that stands out."""
    wall, out = ridge * rng.uniform(0.3, 0.5), rng.uniform(1.0, 1.15)
    plan = rounds(12, half, 0.5 / out)
    walls = loft(plan, [(0, 0.85, 0.85), (wall, 0.85, 0.85)], smooth=True)
    top = rng.uniform(0.05, 0.4)
    roof = loft(
        plan,
        [(wall * 0.8, out, out), (wall, out, out), (0.45 * wall + 0.55 * ridge, 0.75, 0.75), (ridge, top * 0.6, top)],
    )
    door = block(half * 0.25, 0.1, 0, wall * 0.95).at(half * 0.8, 0, 0, 0)
    return joined([walls, roof, door])


def _storehouse(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a storehouse on posts, on a stone foot or on a narrower storey, which its upper one stands out from."""
    low, wall = ridge * rng.uniform(0.15, 0.35), ridge * rng.uniform(0.5, 0.7)
    upper = mirrored([(half, low), (half, wall), (0.0, ridge)])
    parts = [Mesh(prism(upper, 1.0))]
    if rng.random() < 0.5:
        thick = half * rng.uniform(0.15, 0.25)
        parts += [
            block(thick, thick, 0, low * 1.05, 0.8).at(x * half * 0.75, y, 0, 0) for x in (-1, 1) for y in (-0.38, 0.38)
        ]
    else:
        parts.append(block(half * 0.75, 0.4, 0, low * 1.05))
    if rng.random() < 0.5:
        parts.append(roof(half * 1.2, wall * 0.9, ridge, 1.08, 0.06 * ridge))
    return joined(parts)


def _hull(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a rowing boat that lies upside down: one pointed end, one cut off, planks that step, a flat bottom."""
    section = np.array([(1.0, 0.0), (0.98, 0.3), (0.86, 0.34), (0.8, 0.65), (0.6, 0.7), (0.45, 0.97), (0.0, 1.0)])
    section = np.concatenate([section, section[-2::-1] * (-1, 1)]) * (half, ridge)
    stem, deck = rng.uniform(0.05, 0.15), rng.uniform(0.6, 0.85)
    rings = []
    for t, wide, high in ((-0.5, stem, 0.55), (-0.35, 0.55, 0.8), (-0.1, 0.92, 0.98), (0.15, 1, 1), (0.5, deck, 0.85)):
        rings.append(np.column_stack([section[:, 0] * wide, np.full(len(section), t), section[:, 1] * high]))
    return Mesh(np.stack(rings))


def _saltbox(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a house with one short and one long slope, perhaps with a chimney through the ridge."""
    at, back = half * rng.uniform(0.1, 0.55), ridge * rng.uniform(0.1, 0.35)
    front = ridge * rng.uniform(0.5, 0.75)
    section = np.array([(half, 0), (half, front), (at, ridge), (-half, back), (-half, 0)])
    parts = [Mesh(prism(section, 1.0, float(rng.choice([0.0, 0.04]))))]
    if rng.random() < 0.5:
        size = half * rng.uniform(0.14, 0.24)
        parts.append(block(size, size, ridge * 0.6, ridge * 1.2).at(at, rng.uniform(-0.3, 0.3), 0, 0))
    return joined(parts)


def _counter(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a plain block with a low roof and rounded or cut corners, as moulded for board games."""
    corner = rng.uniform(0.1, 0.4)
    x, y = half, 0.5
    c = corner * min(half, 0.5)
    plan = np.array(
        [(x, y - c), (x - c, y), (c - x, y), (-x, y - c), (-x, c - y), (c - x, -y), (x - c, -y), (x, c - y)]
    )
    wall, top = ridge * rng.uniform(0.55, 0.85), rng.uniform(0.03, 0.5)
    draft = rng.uniform(0.88, 1.0)
    return loft(plan, [(0, 1, 1), (wall, draft, draft), (ridge, top, rng.uniform(0.7, draft))])


def _vaulted(rng: Rng, half: float, ridge: float) -> Mesh:
    """Return a barrel-shaped house with ribs across it, as of bent timber, its gables flat."""
    arc = np.linspace(0, np.pi, 9)
    pointed = rng.uniform(0.7, 1.3)
    across = np.sign(np.cos(arc)) * np.abs(np.cos(arc)) ** pointed
    section = np.column_stack([half * across, ridge * np.sin(arc) ** rng.uniform(0.6, 1.0)])
    ribs = [
        Mesh(prism(section * 1.07, 0.07)).at(0, t, 0, 0) for t in np.linspace(-0.465, 0.465, int(rng.integers(2, 5)))
    ]
    return joined([Mesh(prism(section, 0.98)), *ribs])


CABINS: tuple[Make, ...] = (
    _porch,
    _logs,
    _sod,
    _a_frame,
    _round_ended,
    _tent,
    _oval_hut,
    _storehouse,
    _hull,
    _saltbox,
    _counter,
    _vaulted,
)
"""The kinds of small houses."""
