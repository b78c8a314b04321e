"""Pieces of further workshops, which neither training nor the held-out families have.

So those of the held-out families still show how well pieces of an unknown workshop are read.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from training.scenes.held_out.pieces import PAINTS, PLAYERS
from training.scenes.pieces.meshes import Mesh, prism, turned
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.pieces.workshops.bodies import ball, bar, carved
from training.scenes.pieces.workshops.sets import any_set

_FURTHER = 0.75
"""Share of the sets from the further workshops; the others are of any workshop of training. Chosen by hand."""
_LYING = ((0.0, 0.1, 0.4), (0.4, 0.4, 0.2))
"""Shares of vikings that lie, and how often each is drawn."""
_SKITTLES = (
    ((0.24, 0.0), (0.32, 0.25), (0.32, 0.55), (0.22, 0.75), (0.1, 0.78), (0.14, 0.88), (0.08, 1.0)),
    ((0.18, 0.0), (0.28, 0.25), (0.24, 0.5), (0.09, 0.7), (0.15, 0.85), (0.08, 1.0)),
    ((0.34, 0.0), (0.34, 0.12), (0.18, 0.16), (0.16, 0.6), (0.24, 0.66), (0.24, 1.0)),
    ((0.3, 0.0), (0.24, 0.5), (0.36, 0.62), (0.36, 0.7), (0.16, 0.74), (0.14, 0.98)),
)
"""Profiles (radius, height) of turned figures: barrel, skittle, hammer, hat with a brim."""
_SILHOUETTES = (
    ((-0.3, 0), (0.3, 0), (0.2, 0.5), (0.52, 0.86), (0.42, 0.94), (0.14, 0.7), (0.12, 1), (-0.12, 1), (-0.14, 0.7),
     (-0.42, 0.94), (-0.52, 0.86), (-0.2, 0.5)),
    ((-0.22, 0), (0.22, 0), (0.16, 0.3), (0.4, 0.4), (0.4, 0.5), (0.16, 0.56), (0.22, 0.8), (0, 1), (-0.22, 0.8),
     (-0.16, 0.56), (-0.4, 0.5), (-0.4, 0.4), (-0.16, 0.3)),
    ((-0.4, 0), (0.4, 0), (0.36, 0.14), (0.12, 0.2), (0.3, 0.6), (0.24, 0.92), (-0.24, 0.92), (-0.3, 0.6), (-0.12, 0.2),
     (-0.36, 0.14)),
)  # fmt: skip
"""Outlines (across, up) of sawn figures: arms raised, arms out, a bust on a foot."""


def piece_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces and its players' colours, some of them close to one of ``near`` (N, 3) BGR."""
    drawn = any_set(rng, near)
    if rng.random() > _FURTHER:
        return drawn
    figure = _figure(rng).moved(np.eye(3) * rng.uniform(0.26, 0.5), np.zeros(3))
    house = _house(rng, rng.uniform(0.4, 0.95), rng.uniform(0.5, 1.2))
    house = house.moved(np.eye(3) * rng.uniform(0.26, 0.55), np.zeros(3))
    shares, chances = _LYING
    return replace(
        drawn,
        figure=figure,
        house=house,
        viking_form="workshop",
        house_form="workshop",
        viking_size=float(figure.extent().max()),
        house_size=float(house.extent()[1]),
        lying=float(rng.choice(shares, p=chances)),
        colours=_colours(rng) if rng.random() < 1 / 2 else drawn.colours,
    )


def _colours(rng: np.random.Generator) -> tuple[tuple[str, np.ndarray], ...]:
    """Draw two to four players' colours, each name as often as any other."""
    names = rng.choice(PLAYERS, int(rng.integers(2, 5)), replace=False)
    tones = [np.array(PAINTS[str(n)][::-1], float) * rng.uniform(0.85, 1.1) + rng.normal(0, 9, 3) for n in names]
    return tuple((str(n), np.clip(tone, 4, 255)) for n, tone in zip(names, tones, strict=True))


def _figure(rng: np.random.Generator) -> Mesh:
    """Return a standing figure of unit height."""
    wide, kind = rng.uniform(0.8, 1.2), int(rng.integers(5))
    if kind == 0:
        profile = _SKITTLES[int(rng.integers(len(_SKITTLES)))]
        return Mesh(turned([(r * wide, h) for r, h in profile], 16), smooth=True)
    if kind == 1:
        outline = _SILHOUETTES[int(rng.integers(len(_SILHOUETTES)))]
        return Mesh(prism(np.array(outline) * (0.8 * wide, 1), rng.uniform(0.25, 0.6), 0.04))
    if kind == 2:  # a tapering post, perhaps with a ball on it
        half = np.array([0.26, 0.24, 0.12]) * wide
        post = carved(np.array([0, 0.1, 0.8]), half, half, rng.uniform(0, 1), 8)
        return replace(post, parts=(ball(np.array([0, 0, 0.84]), 0.17 * wide),))
    if kind == 3:  # a body behind a round shield
        half = np.array([0.22, 0.24, 0.1, 0.13, 0.12]) * wide
        body = carved(np.array([0, 0.6, 0.68, 0.75, 1.0]), half, half * 0.8, 0.4)
        shield = bar(np.array([0, 0.2 * wide, 0.4]), np.array([0, 0.27 * wide, 0.4]), 0.26 * wide, 14)
        return replace(body, parts=(shield,))
    half = np.array([0.34, 0.3, 0.12, 0.14, 0.02]) * wide  # a cape that opens towards the ground, and a pointed helmet
    return carved(np.array([0, 0.35, 0.62, 0.72, 1.0]), half, half * rng.uniform(0.5, 0.9), 0.3)


def _house(rng: np.random.Generator, width: float, steep: float) -> Mesh:
    """Return a house of unit length along y, of this width, whose ridge is ``steep`` times as high."""
    half, ridge, kind = width / 2, width * steep, int(rng.integers(6))
    gable = np.array([(half, 0), (half, 0.45 * ridge), (0, ridge), (-half, 0.45 * ridge), (-half, 0)])
    if kind == 0:  # stepped gables
        steps = [(1, 0), (1, 0.5), (0.66, 0.5), (0.66, 0.75), (0.33, 0.75), (0.33, 1)]
        right = np.array(steps) * (half, ridge)
        return Mesh(prism(np.concatenate([right, right[::-1] * (-1, 1)]), 1.0))
    if kind == 1:  # two wings at a right angle
        wing = prism(gable, 0.8)[..., [1, 0, 2]] + np.array([0.25, -0.35, 0])
        return Mesh(prism(gable, 1.0), parts=(Mesh(wing),))
    if kind == 2:  # one slope
        return Mesh(prism(np.array([(half, 0), (half, ridge), (-half, 0.5 * ridge), (-half, 0)]), 1.0, 0.05 * width))
    if kind == 3:  # a boat turned over: pointed ends, a keel along its back
        places = np.array([-0.5, -0.3, 0.0, 0.3, 0.5])
        shares = np.array([0.12, 0.75, 1.0, 0.75, 0.12])
        outline = np.array([(half, 0), (0.8 * half, 0.5 * ridge), (0, ridge), (-0.8 * half, 0.5 * ridge), (-half, 0)])
        rings = [np.column_stack([outline[:, 0] * s, np.full(5, t), outline[:, 1] * (0.4 + 0.6 * s)])
                 for t, s in zip(places, shares, strict=True)]  # fmt: skip
        return Mesh(np.stack(rings))
    if kind == 4:  # beams that cross above both gables
        beams = [
            bar(np.array([-x * half, t, 0.45 * ridge]), np.array([0.3 * x * half, t, 1.25 * ridge]), 0.05 * width, 4)
            for t, x in product((-0.5, 0.5), (1, -1))
        ]
        return Mesh(prism(gable, 1.0), parts=tuple(beams))
    tower = prism(gable * (0.5, 1.0) + np.array([0, 0.5 * ridge]), 0.35) + np.array([0, rng.uniform(-0.3, 0.3), 0])
    return Mesh(prism(gable * (1, 0.8), 1.0), parts=(Mesh(tower),))
