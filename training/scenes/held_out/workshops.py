"""Held-out workshops: hooded, crested and round-shouldered figures, and houses of turf, with two roofs or a porch."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.held_out.pieces import OUTLINES, piece_set
from training.scenes.pieces.meshes import Mesh, prism, turned
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.pieces.workshops.bodies import bar, carved

_FIGURES = ("outline", "hooded", "crested", "stout", "oarsman")
_HOUSES = ("turf", "two roofs", "porch", "tent", "hall")


def workshop_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces of a workshop that training never meets."""
    drawn = piece_set(rng, near)
    tall, long = rng.uniform(0.26, 0.5), rng.uniform(0.26, 0.5)
    kind = str(rng.choice(_FIGURES))
    figure = _figure(rng, kind).moved(np.eye(3) * tall, np.zeros(3))
    houses = str(rng.choice(_HOUSES))
    house = _house(houses, rng.uniform(0.55, 0.95), rng.uniform(0.6, 1.2))
    house = house.moved(np.eye(3) * long, np.zeros(3))
    return replace(
        drawn,
        figure=figure,
        house=house,
        viking_form=kind,
        house_form=houses,
        viking_size=float(figure.extent().max()),
        house_size=float(house.extent()[1]),
        lying=float(rng.choice([0.0, 0.1, 0.3])),
    )


def _figure(rng: np.random.Generator, kind: str) -> Mesh:
    """Return a standing figure of unit height."""
    wide = rng.uniform(0.85, 1.15)
    if kind == "outline":
        outline = OUTLINES[str(rng.choice(list(OUTLINES)))]
        return Mesh(prism(np.array(outline) * (0.7 * wide, 1), rng.uniform(0.3, 0.6), 0.04))
    if kind == "hooded":  # one sweep from the hem to the tip of the hood
        profile = [(0.3, 0.0), (0.32, 0.05), (0.22, 0.45), (0.2, 0.6), (0.23, 0.72), (0.16, 0.88), (0.02, 1.0)]
        return Mesh(turned([(r * wide, h) for r, h in profile], 16), smooth=True)
    if kind == "crested":  # a bell with a round helmet and a crest from front to back
        profile = [
            (0.26, 0.0),
            (0.25, 0.1),
            (0.16, 0.35),
            (0.2, 0.55),
            (0.1, 0.6),
            (0.18, 0.68),
            (0.18, 0.8),
            (0.05, 0.9),
        ]
        crest = prism(np.array([(-0.2, 0.78), (0.2, 0.78), (0.14, 0.95), (0, 1.0), (-0.14, 0.95)]), 0.06)
        return Mesh(turned([(r * wide, h) for r, h in profile], 16), smooth=True, parts=(Mesh(crest),))
    if kind == "stout":  # an egg with a small head sunk into it
        levels = np.array([0, 0.1, 0.35, 0.6, 0.72, 0.76, 0.9, 1.0])
        half = np.array([0.2, 0.28, 0.34, 0.28, 0.16, 0.18, 0.18, 0.06]) * wide
        return carved(levels, half, half * 0.85, 0.2)
    body = carved(np.array([0, 0.3, 0.62, 0.68, 0.72, 1.0]), np.array([0.24, 0.2, 0.24, 0.1, 0.15, 0.1]) * wide,
                  np.array([0.18, 0.16, 0.16, 0.1, 0.14, 0.1]), 0.5)  # fmt: skip
    oar = bar(np.array([0.28, 0.02, 0.0]), np.array([0.22, -0.02, 1.05]), 0.035)
    blade = bar(np.array([0.285, 0.02, 0.0]), np.array([0.275, 0.02, 0.3]), 0.09, 4)
    return replace(body, parts=(oar, blade))


def _house(kind: str, width: float, steep: float) -> Mesh:
    """Return a house of unit length along y, of this width, whose ridge is ``steep`` times as high."""
    half, ridge = width / 2, width * steep
    gable = np.array([(half, 0), (half, 0.4 * ridge), (0, ridge), (-half, 0.4 * ridge), (-half, 0)])
    if kind == "turf":  # a mound
        places = np.linspace(-0.5, 0.5, 7)
        arc = np.stack([half * np.cos(a := np.linspace(0, np.pi, 9)), ridge * 0.8 * np.sin(a)], axis=1)
        share = np.sqrt(1.02 - (2 * places) ** 2 * 0.85)
        rings = [
            np.column_stack([arc[:, 0] * s, np.full(9, t), arc[:, 1] * s]) for t, s in zip(places, share, strict=True)
        ]
        return Mesh(np.stack(rings), smooth=True)
    if kind == "two roofs":  # a stave church: a smaller house on the roof of the lower one
        upper = gable * (0.55, 0.6) + np.array([0, 0.55 * ridge])
        return Mesh(prism(gable * (1, 0.8), 1.0), parts=(Mesh(prism(upper, 0.6)),))
    if kind == "porch":
        porch = prism(gable * (0.5, 0.6), 0.4)[..., [1, 0, 2]] + np.array([half * 0.9, 0, 0])
        return Mesh(prism(gable, 1.0, 0.05 * width), parts=(Mesh(porch),))
    if kind == "tent":  # nothing but a roof
        return Mesh(prism(np.array([(half, 0), (0.08 * half, ridge), (-0.08 * half, ridge), (-half, 0)]), 1.0))
    hall = gable * (0.8, 1.0)
    return Mesh(np.stack([np.column_stack([hall[:, 0] * s, np.full(5, t), hall[:, 1] * r]) for t, s, r in
                          ((-0.5, 0.7, 1.1), (-0.2, 1.0, 0.95), (0.2, 1.0, 0.95), (0.5, 0.7, 1.1))]))  # fmt: skip
