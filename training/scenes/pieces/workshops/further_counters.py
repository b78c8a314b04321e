"""Further kinds of counters for figures, of about unit height: chessmen, helmets, shields, standees, idols, tokens.

Every number in them was chosen by hand. Units: the height of the figure, or the width of a token that lies.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from training.scenes.pieces.meshes import Mesh, prism, turned
from training.scenes.pieces.workshops.bodies import ball, block, horn, joined, loft, place, rounds

Rng = np.random.Generator
Make = Callable[[Rng], Mesh]


def _twisted(rng: Rng) -> Mesh:
    """Return a column of three to six sides that turns on its way up, with a knob or a point."""
    sides, turn = int(rng.integers(3, 7)), rng.uniform(-1.5, 1.5)
    heights = np.linspace(0, rng.uniform(0.7, 0.9), 6)
    foot, waist, top = rng.uniform(0.22, 0.38), rng.uniform(0.12, 0.28), rng.uniform(0.14, 0.3)
    wide = np.interp(heights, [0, heights[-1] * rng.uniform(0.3, 0.7), heights[-1]], [foot, waist, top])
    rings = [
        np.column_stack([rounds(sides, w, w, turn * h), np.full(sides, h)]) for w, h in zip(wide, heights, strict=True)
    ]
    if rng.random() < 0.5:
        return Mesh(np.stack([*rings, rings[-1] * (0.05, 0.05, 0) + place(0, 0, 1)]))
    return joined([Mesh(np.stack(rings)), ball(place(0, 0, 0.85), 0.16, 1.0, 8)])


def _kite_shield(rng: Rng) -> Mesh:
    """Return a tall shield on a base, straight or leaning, the head of its bearer behind its upper rim or none."""
    wide, top = rng.uniform(0.24, 0.42), rng.uniform(0.74, 0.98)
    half = [(0.05, 0.06), (wide * 0.6, 0.3 * top), (wide, 0.65 * top), (wide * 0.85, 0.92 * top), (0.0, top)]
    right = np.array(half[: None if rng.random() < 0.6 else -1])
    outline = np.concatenate([right, right[::-1] * (-1, 1)])
    lean, thick = rng.uniform(0, 0.25), rng.uniform(0.08, 0.2)
    shield = Mesh(prism(outline, thick, 0.02)).moved(np.array([[1, 0, 0], [0, 1, 0], [0, lean, 1]]), place(0, -0.1, 0))
    parts = [block(rng.uniform(0.2, 0.34), rng.uniform(0.16, 0.3), 0.0, rng.uniform(0.06, 0.14), 0.85), shield]
    if top < 0.88:
        parts += [ball(place(0, 0.12, 0.86), 0.14), block(0.16, 0.1, 0.06, 0.75, 0.7).at(0, 0.12, 0, 0)]
    elif rng.random() < 0.6:
        parts.append(ball(place(0, -0.1 - thick / 2 + 0.5 * lean, 0.55 * top), rng.uniform(0.06, 0.12)))
    return joined(parts)


def _token(rng: Rng) -> Mesh:
    """Return a lying token of unit width with a raised rim, a boss, a cross or a face: no more than a third as high."""
    sides, high = int(rng.choice([5, 6, 8, 14, 14])), rng.uniform(0.1, 0.3)
    flat = rng.uniform(0.7, 1.0)
    plan = rounds(sides, 0.5, 0.5 * flat, rng.uniform(0, 1))
    if rng.random() < 0.35:  # the outline of a shield
        plan = np.array(
            [(0.4, -0.3), (0.42, 0.2), (0, 0.34), (-0.42, 0.2), (-0.4, -0.3), (-0.22, -0.48), (0, -0.55), (0.22, -0.48)]
        )
    body = loft(plan, [(0, 0.94, 0.94), (0.2 * high, 1, 1), (0.8 * high, 1, 1), (high, 0.9, 0.9)], smooth=sides > 8)
    kind = int(rng.integers(4))
    if kind == 0:
        return joined([body, ball(place(0, 0, high), rng.uniform(0.1, 0.24), 0.6)])
    if kind == 1:
        beams = [block(0.34, 0.06, high, high + 0.06), block(0.06, 0.34 * flat, high, high + 0.06)]
        return joined([body, *beams])
    if kind == 2:
        return joined([body, loft(plan, [(high, 0.6, 0.6), (high * 1.35, 0.55, 0.55)])])
    return body


def _helmet(rng: Rng) -> Mesh:
    """Return a helmet that stands on the table: a dome with a rim, a nose guard, a crest or horns."""
    wide, tip = rng.uniform(0.36, 0.5), rng.uniform(0.0, 0.3)
    profile = [
        (wide, 0),
        (wide, 0.12),
        (wide * 0.94, 0.14),
        (wide * 0.9, 0.4),
        (wide * 0.62, 0.68),
        (0.08, 0.8 + tip * 0.6),
    ]
    parts = [Mesh(turned(profile, 14), smooth=True), block(0.07, 0.05, 0, 0.42).at(0, -wide * 0.95, 0, 0)]
    kind = rng.random()
    if kind < 0.5:
        reach, out = rng.uniform(0.3, 0.55), rng.uniform(0.4, 1.2)
        parts += [
            horn(place(s * wide * 0.8, 0, 0.45), place(s * out, 0, 0.7), place(-0.3 * s, 0, 0.8), reach, 0.12)
            for s in (-1, 1)
        ]
    elif kind < 0.75:  # a crest from front to back
        parts.append(Mesh(prism(np.array([(0.05, 0.3), (0.05, 0.95), (-0.05, 0.95), (-0.05, 0.3)]), 1.1 * wide)))
    return joined(parts)


def _chessman(rng: Rng) -> Mesh:
    """Return a chessman: a moulded foot, a waisted stem, one or two collars, and a head of some rank."""
    foot, stem, collar = rng.uniform(0.24, 0.36), rng.uniform(0.09, 0.17), rng.uniform(0.15, 0.26)
    profile = [(foot, 0), (foot, 0.07), (foot * 0.82, 0.1), (foot * 0.86, 0.15), (stem * 1.3, 0.27), (stem, 0.5)]
    profile += [(collar, 0.54), (collar, 0.58), (stem, 0.61)]
    kind = str(rng.choice(["ball", "mitre", "crown", "battlement"]))
    if kind == "crown":
        profile += [(0.24, 0.92), (0.1, 0.93)]
    elif kind == "battlement":
        profile += [(0.21, 0.68), (0.23, 0.9), (0.15, 0.9), (0.15, 0.82)]
    elif kind == "mitre":
        profile += [(0.17, 0.7), (0.14, 0.85), (0.03, 1.0)]
    body = Mesh(turned(profile, 14), smooth=True)
    if kind == "battlement":
        return joined([body, *(block(0.06, 0.05, 0.88, 1.0).at(0.19 * c, 0.19 * s, 0, 0) for c, s in rounds(4))])
    return (
        body
        if kind == "mitre"
        else joined([body, ball(place(0, 0, 0.94 if kind == "crown" else 0.8), 0.09 if kind == "crown" else 0.19)])
    )


def _standee(rng: Rng) -> Mesh:
    """Return a thin upright card, rounded, pointed or shouldered, in a foot of plastic."""
    wide, thick = rng.uniform(0.22, 0.4), rng.uniform(0.04, 0.1)
    kind = int(rng.integers(3))
    if kind == 0:
        top = [(wide * float(np.cos(a)), 1 - wide + wide * float(np.sin(a))) for a in np.linspace(0.0, np.pi / 2, 5)]
    elif kind == 1:
        top = [(wide, 0.75), (0.02, 1.0)]
    else:
        top = [(wide, 0.5), (wide * 0.85, 0.62), (0.12, 0.66), (0.16, 0.86), (0.06, 1.0)]
    right = np.array([(wide * rng.uniform(0.7, 1.0), 0.04), *top])
    card = Mesh(prism(np.concatenate([right, right[::-1] * (-1, 1)]), thick))
    foot = rounds(int(rng.choice([4, 6, 14])), rng.uniform(0.26, 0.4), rng.uniform(0.16, 0.34), 0.5)
    return joined([loft(foot, [(0, 1, 1), (0.06, 1, 1), (rng.uniform(0.09, 0.16), 0.6, 0.5)]), card])


def _egg(rng: Rng) -> Mesh:
    """Return an egg or a drop on its blunt end, smooth or with flat sides, perhaps with a band around it."""
    wide, high = rng.uniform(0.28, 0.5), rng.uniform(0.25, 0.5)
    sharp = rng.uniform(0.5, 1.2)
    profile = [(wide * 0.6, 0.0), (wide * 0.9, high * 0.4), (wide, high)]
    profile += [(wide * float(1 - t**1.7) ** sharp + 0.01, high + (1 - high) * t) for t in (0.3, 0.6, 0.85, 1.0)]
    body = Mesh(turned(profile, int(rng.choice([6, 8, 14]))), smooth=True)
    if rng.random() < 0.4:
        return joined(
            [body, Mesh(turned([(wide * 1.06, high - 0.06), (wide * 1.08, high), (wide * 1.04, high + 0.07)], 14))]
        )
    return body


def _spool(rng: Rng) -> Mesh:
    """Return an hourglass, a spool or two cones tip to tip, of any number of sides."""
    foot, waist, top = rng.uniform(0.26, 0.42), rng.uniform(0.06, 0.2), rng.uniform(0.18, 0.4)
    low, high, rim = rng.uniform(0.35, 0.6), rng.uniform(0.0, 0.15), rng.uniform(0.03, 0.1)
    profile = [(foot, 0), (foot, rim), (waist, low), (waist, low + high), (top, 1 - rim), (top, 1.0)]
    return Mesh(turned(profile, int(rng.choice([4, 6, 8, 16]))), smooth=bool(rng.random() < 0.5))


def _menhir(rng: Rng) -> Mesh:
    """Return an upright slab or post with a brow, a nose and a mouth cut out, as idols have them."""
    wide, deep = rng.uniform(0.2, 0.36), rng.uniform(0.16, 0.28)
    plan = rounds(8, wide, deep, np.pi / 8)
    levels = [
        (0.0, 1.05, 1.05),
        (0.55, rng.uniform(0.85, 1.1), 1.0),
        (0.58, 0.9, 0.75),
        (0.8, 0.9, 0.75),
        (0.83, 1.0, 1.1),
        (1.0, rng.uniform(0.4, 0.95), 0.8),
    ]
    nose = block(0.06, 0.06, 0.58, 0.82, 0.6).at(0, -deep * 0.75, 0, 0)
    return joined([loft(plan, levels), nose])


def _roundel(rng: Rng) -> Mesh:
    """Return a thick disc, ring-edged or domed, or a polygon, that stands on its edge, flattened there."""
    sides, thick = int(rng.choice([5, 7, 8, 16])), rng.uniform(0.2, 0.5)
    outline = rounds(sides, 0.5 * rng.uniform(0.75, 1.0), 0.5, np.pi / 2)
    outline[:, 1] = np.maximum(outline[:, 1], rng.uniform(0.04, 0.14))
    outline[:, 1] = (outline[:, 1] - outline[:, 1].min()) / np.ptp(outline[:, 1])
    body = Mesh(prism(outline, thick, 0.04))
    if rng.random() < 0.5:
        middle = outline.mean(0)
        boss = prism(middle + (outline - middle) * rng.uniform(0.35, 0.7), thick * 1.25)
        return joined([body, Mesh(boss)])
    return body


COUNTERS: tuple[Make, ...] = (
    _twisted,
    _kite_shield,
    _token,
    _helmet,
    _chessman,
    _standee,
    _egg,
    _spool,
    _menhir,
    _roundel,
)
"""The kinds of counters."""
