"""Further kinds of people, of about unit height: dolls, robed, striding or seated, of bricks, with capes or skirts.

Every number in them was chosen by hand. Units: the height of the figure; they look along -y.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism, turned
from training.scenes.pieces.workshops.bodies import ball, bar, block, horn, joined, loft, place, rounds

Rng = np.random.Generator
Make = Callable[[Rng], Mesh]


def _peg(rng: Rng) -> Mesh:
    """Return a peg doll: one turned body whose large head is set off by a groove only."""
    foot, groove = rng.uniform(0.2, 0.36), rng.uniform(0.5, 0.68)
    head = min(foot * rng.uniform(0.75, 1.15), 0.3)
    belly = foot * rng.uniform(0.85, 1.15)
    neck = min(belly, head) * rng.uniform(0.55, 0.85)
    round_head = [
        (head * float(np.cos(a)), (groove + 1) / 2 + (1 - groove) / 2 * float(np.sin(a))) for a in (-0.8, 0, 0.6, 1.2)
    ]
    profile = [(foot * 0.92, 0.0), (foot, 0.05), (belly, groove * 0.5), (belly * 0.85, groove * 0.85), (neck, groove)]
    body = Mesh(turned([*profile, *round_head], 14), smooth=True)
    if rng.random() < 0.4:  # a cap with a knob
        cap = turned([(head * 1.1, 0.84), (head, 0.92), (head * 0.5, 1.02), (0.03, 1.06)], 12)
        return joined([body, Mesh(cap, smooth=True)])
    return body


def _draped(rng: Rng) -> Mesh:
    """Return a figure in a long robe with folds, hooded or bare-headed, as 3D printers make them."""
    folds, deep = int(rng.integers(4, 8)), rng.uniform(0.04, 0.18)
    count = 3 * folds
    angle = 2 * np.pi * np.arange(count) / count
    foot, shoulder, top = rng.uniform(0.24, 0.4), rng.uniform(0.14, 0.24), rng.uniform(0.6, 0.76)
    rings = []
    for h, wide, fold in ((0, foot, 1), (0.3 * top, foot * 0.75, 0.8), (0.75 * top, shoulder, 0.3), (top, 0.08, 0)):
        radius = wide * (1 + deep * fold * np.cos(folds * angle + 1.5 * h))
        rings.append(np.column_stack([radius * np.cos(angle), 0.85 * radius * np.sin(angle), np.full(count, h)]))
    head = rng.uniform(0.11, 0.17)
    parts = [Mesh(np.stack(rings)), ball(place(0, 0, 0.97 - head), head, rng.uniform(0.9, 1.2))]
    if rng.random() < 0.5:
        parts.append(horn(place(0, -0.04, top + 0.05), place(0, -0.15, 1.0), place(0, -0.5, 0), 0.42, head * 1.2))
    return joined(parts)


def _whittled(rng: Rng) -> Mesh:
    """Return a person cut with few, uneven facets: a body, a chin, a brow and a flat crown."""
    sides = int(rng.integers(5, 8))
    levels = [0, 0.1, rng.uniform(0.3, 0.4), rng.uniform(0.52, 0.6), 0.66, rng.uniform(0.74, 0.8), 0.93, 1.0]
    foot, hip, chest = rng.uniform(0.22, 0.34), rng.uniform(0.18, 0.32), rng.uniform(0.2, 0.36)
    wide = np.array([foot, foot, hip, chest, 0.12, rng.uniform(0.15, 0.22), rng.uniform(0.14, 0.2), 0.08])
    flat = rng.uniform(0.55, 1.0)
    rings = []
    for h, w in zip(levels, wide, strict=True):
        uneven = 1 + rng.normal(0, 0.06, (sides, 1))
        rings.append(np.column_stack([rounds(sides, w, w * flat, rng.normal(0, 0.12)) * uneven, np.full(sides, h)]))
    return Mesh(np.stack(rings))


def _bust(rng: Rng) -> Mesh:
    """Return head and shoulders without a foot, with a beard, a nose or braids."""
    shoulder, deep = rng.uniform(0.4, 0.58), rng.uniform(0.22, 0.38)
    rise = rng.uniform(0.25, 0.42)
    trunk = [(0.0, 0.85, 0.9), (rise * 0.4, 1.0, 1.0), (rise * 0.8, 0.8, 0.8), (rise * 1.1, 0.3, 0.5)]
    head, middle = rng.uniform(0.22, 0.32), rng.uniform(0.66, 0.72)
    parts = [
        loft(rounds(14, shoulder, deep), trunk, smooth=True),
        ball(place(0, 0, middle), head, rng.uniform(0.95, 1.25)),
    ]
    if rng.random() < 0.7:
        beard = horn(
            place(0, -0.6 * head, middle - 0.3 * head), place(0, -0.35, -1), place(0, 0.2, 0), head * 1.5, head * 0.55
        )
        parts.append(beard)
    if rng.random() < 0.5:
        parts.append(block(0.05, 0.07, 0, 0.16, 0.6).at(0, -head, middle - 0.08, 0.0))
    if rng.random() < 0.5:
        parts += [bar(place(s * head, 0, middle), place(s * head * 1.3, 0, 0.15), 0.06) for s in (-1, 1)]
    return joined(parts)


def _clothes_pin(rng: Rng) -> Mesh:
    """Return a wooden clothes pin: two long legs, a round body, a ball on a short neck."""
    wide, crotch = rng.uniform(0.15, 0.26), rng.uniform(0.3, 0.55)
    legs = [block(wide * 0.36, wide * 0.8, 0, crotch + 0.03, 1.1).at(s * wide * 0.6, 0, 0, 0) for s in (-1, 1)]
    upper = [(wide, crotch), (wide, 0.66), (wide * 0.45, 0.72), (wide * 0.45, 0.76)]
    head = rng.uniform(0.12, min(0.2, 1.2 * wide))
    return joined([*legs, Mesh(turned(upper, 14), smooth=True), ball(place(0, 0, 0.98 - head), head)])


def _gnome(rng: Rng) -> Mesh:
    """Return a gnome: a round belly, a face, and a pointed hat, upright or drooping, that takes half the height."""
    belly, brim = rng.uniform(0.24, 0.38), rng.uniform(0.18, 0.36)
    body = ball(place(0, 0, 0.22), 0.23, 1.0).moved(
        np.diag([belly / 0.23, belly / 0.23 * rng.uniform(0.8, 1), 1.0]), np.zeros(3)
    )
    rings = body.rings.copy()
    rings[..., 2] = np.maximum(rings[..., 2], 0.0)
    droop = place(rng.uniform(-0.4, 0.4), rng.uniform(-0.3, 0.3), 0)
    hat = horn(place(0, 0, 0.44), place(0, 0, 1), droop, rng.uniform(0.5, 0.58), brim)
    nose = ball(place(0, -0.2, 0.42), rng.uniform(0.05, 0.09), 1.0, 6)
    head = ball(place(0, 0, 0.42), rng.uniform(0.17, 0.22))
    return joined([Mesh(rings, smooth=True), head, hat, nose])


def _sideways(rng: Rng) -> Mesh:
    """Return a person sawn in side view, seated, striding or kneeling, about as thick as wide, with a head."""
    outlines = (
        [(-0.3, 0), (-0.1, 0), (-0.1, 0.3), (0.15, 0.33), (0.3, 0.0), (0.42, 0.0), (0.3, 0.42), (0.02, 0.5),
         (0.0, 0.74), (-0.26, 0.72)],
        [(-0.4, 0), (-0.2, 0), (0.02, 0.3), (0.16, 0), (0.4, 0), (0.2, 0.42), (0.16, 0.7), (-0.12, 0.7), (-0.14, 0.4)],
        [(-0.4, 0), (0.1, 0), (0.1, 0.22), (0.2, 0.0), (0.36, 0.0), (0.34, 0.4), (0.12, 0.46), (0.14, 0.72),
         (-0.16, 0.7), (-0.2, 0.3)],
    )  # fmt: skip
    outline = np.array(outlines[int(rng.integers(len(outlines)))]) * (rng.uniform(0.8, 1.1), 1)
    body = Mesh(prism(outline, rng.uniform(0.24, 0.44), 0.03))
    head = rng.uniform(0.13, 0.19)
    parts = [body, ball(place(rng.uniform(-0.06, 0.08), 0, 0.98 - head), head)]
    if rng.random() < 0.4:
        parts.append(bar(place(0, -0.2, 0.6), place(0.4, -0.2, rng.uniform(0.4, 0.9)), 0.05))
    return joined(parts)


def _bricks(rng: Rng) -> Mesh:
    """Return a person of a few bricks on a grid, alike on both sides: legs, trunk, arms, head, hat."""
    unit = rng.uniform(0.14, 0.2)
    deep = unit * rng.uniform(0.6, 1.1)
    low, high = 0.34 * rng.uniform(0.6, 1.1), 0.68 * rng.uniform(0.95, 1.05)
    parts = [block(unit * rng.uniform(0.9, 1.3), deep, low, high, rng.uniform(0.75, 1.0))]
    legs = rng.random() < 0.6
    parts += (
        [block(unit * 0.42, deep * 0.9, 0, low).at(s * unit * 0.55, 0, 0, 0) for s in (-1, 1)]
        if legs
        else [block(unit * rng.uniform(1.1, 1.6), deep * 1.2, 0, low)]
    )
    if rng.random() < 0.7:
        parts += [block(unit * 0.3, deep * 0.6, high - 0.3, high - 0.03).at(s * unit * 1.5, 0, 0, 0) for s in (-1, 1)]
    parts.append(block(unit * rng.uniform(0.6, 1.0), deep * 0.9, high, rng.uniform(0.86, 0.95)))
    parts.append(block(unit * rng.uniform(0.4, 1.2), deep, 0.9, 1.0, rng.uniform(0.4, 1.0)))
    return joined(parts)


def _caped(rng: Rng) -> Mesh:
    """Return a person with a wide stiff cape behind, which reaches the ground."""
    wide, top = rng.uniform(0.14, 0.22), rng.uniform(0.66, 0.74)
    arc = np.linspace(0.05, np.pi - 0.05, 6)
    outer = np.column_stack([np.cos(arc), np.sin(arc)]) * (rng.uniform(0.3, 0.46), rng.uniform(0.24, 0.38))
    plan = np.concatenate([outer, outer[::-1] * 0.75])
    cape = loft(plan, [(0, 1, 1), (top * 0.6, 0.75, 0.75), (top, 0.5, 0.5)])
    body = loft(rounds(8, wide, wide * 0.7), [(0, 1.2, 1), (top * 0.5, 0.9, 1), (top * 0.9, 1.15, 1), (top, 0.4, 0.5)])
    head = rng.uniform(0.11, 0.17)
    return joined([body, cape, ball(place(0, 0, 1 - head), head, 1.1)])


def _skirted(rng: Rng) -> Mesh:
    """Return a woman in a bell-shaped skirt, her hands on her hips, with a bun or a basket on her head."""
    skirt, waist, chest = rng.uniform(0.26, 0.42), rng.uniform(0.09, 0.14), rng.uniform(0.13, 0.19)
    bulge = rng.uniform(0.75, 1.0)
    profile = [
        (skirt, 0),
        (skirt * bulge, 0.15),
        (skirt * 0.6, 0.33),
        (waist, 0.44),
        (chest, 0.58),
        (chest * 0.9, 0.64),
        (0.06, 0.68),
    ]
    head = rng.uniform(0.1, 0.14)
    parts = [Mesh(turned(profile, 14), smooth=True), ball(place(0, 0, 0.7 + head), head)]
    if rng.random() < 0.6:
        elbow = chest + rng.uniform(0.1, 0.18)
        for s in (-1, 1):
            parts += [
                bar(place(s * chest * 0.8, 0, 0.61), place(s * elbow, 0, 0.5), 0.04),
                bar(place(s * elbow, 0, 0.5), place(s * waist, 0, 0.42), 0.04),
            ]
    crown = ball(place(0, 0.06, 0.95), 0.07) if rng.random() < 0.5 else Mesh(turned([(0.1, 0.88), (0.17, 0.98)], 12))
    return joined([*parts, crown])


def _warrior(rng: Rng) -> Mesh:
    """Return a broad-shouldered fighter with legs apart and a weapon across the body or over the head."""
    hip, shoulder = rng.uniform(0.14, 0.2), rng.uniform(0.24, 0.36)
    spread = rng.uniform(1.0, 1.7)
    legs = [
        bar(place(s * hip * spread, 0, 0.0), place(s * hip * 0.6, 0, 0.4), rng.uniform(0.07, 0.1), 6) for s in (-1, 1)
    ]
    legs = [Mesh(np.maximum(leg.rings, (-9, -9, 0)), smooth=True) for leg in legs]
    deep = rng.uniform(0.12, 0.2)
    trunk = loft(
        rounds(8, 1, 1, np.pi / 8),
        [(0.32, hip, deep), (0.55, (hip + shoulder) / 2, deep), (0.68, shoulder, deep), (0.73, 0.1, 0.1)],
    )
    parts = [trunk, *legs, ball(place(0, 0, 0.82), rng.uniform(0.1, 0.14), 1.1)]
    way = rng.uniform(0, 2 * np.pi)
    along = place(np.cos(way), 0, np.sin(way)) * rng.uniform(0.25, 0.4)
    grip = place(rng.choice([-1, 1]) * shoulder * 0.8, -deep - 0.05, rng.uniform(0.45, 0.65))
    parts.append(bar(grip - along, grip + along, 0.035))
    if rng.random() < 0.6:
        parts.append(
            bar(grip + along + place(0, -0.03, 0), grip + along + place(0, 0.03, 0), rng.uniform(0.08, 0.15), 6)
        )
    return joined(parts)


def _chief(rng: Rng) -> Mesh:
    """Return a stout figure as broad as deep: a block with a cloak like a roof, and a head; hardly taller than wide."""
    wide, deep = rng.uniform(0.34, 0.5), rng.uniform(0.3, 0.46)
    plan = rounds(int(rng.choice([4, 8, 12])), wide, deep, np.pi / 4)
    top = rng.uniform(0.55, 0.68)
    cloak = loft(plan, [(0, 1, 1), (top * rng.uniform(0.2, 0.6), 0.95, 0.95), (top * 0.85, 0.6, 0.6), (top, 0.3, 0.3)])
    head = rng.uniform(0.16, 0.24)
    parts = [cloak, ball(place(0, 0, 1 - head), head)]
    if rng.random() < 0.5:
        parts += [
            horn(place(s * head * 0.8, 0, 1 - head), place(s, 0, 0.8), place(0, 0, 0.4), head * 1.3, head * 0.4)
            for s in (-1, 1)
        ]
    return joined(parts)


PEOPLE: tuple[Make, ...] = (
    _peg,
    _draped,
    _whittled,
    _bust,
    _clothes_pin,
    _gnome,
    _sideways,
    _bricks,
    _caped,
    _skirted,
    _warrior,
    _chief,
)
"""The kinds of people."""
