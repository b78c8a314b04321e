"""Held-out pieces: warriors, bells, ringed discs; gambrel, overhanging and hull-roofed houses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.held_out.prints import paint
from training.scenes.pieces.meshes import Mesh, lay_down, prism, turned
from training.scenes.pieces.piece_sets import PieceSet

PAINTS = {  # as sold for wooden game pieces, RGB
    "white": (240, 236, 226),
    "yellow": (240, 194, 40),
    "orange": (236, 122, 26),
    "red": (196, 40, 44),
    "purple": (108, 62, 158),
    "pink": (240, 148, 182),
    "blue": (34, 94, 178),
    "green": (46, 136, 64),
    "brown": (100, 64, 36),
    "black": (30, 30, 32),
    "grey": (132, 134, 136),
}
OUTLINES = {  # closed outlines, across and up, unit height
    "axeman": [
        (-0.3, 0),
        (-0.1, 0),
        (0, 0.2),
        (0.1, 0),
        (0.3, 0),
        (0.26, 0.45),
        (0.5, 0.6),
        (0.62, 0.95),
        (0.4, 0.9),
        (0.36, 0.68),
        (0.2, 0.7),
        (0.18, 0.95),
        (-0.02, 1.0),
        (-0.2, 0.92),
        (-0.18, 0.7),
        (-0.4, 0.62),
        (-0.28, 0.4),
    ],
    "block": [
        (-0.34, 0),
        (0.34, 0),
        (0.34, 0.28),
        (0.48, 0.28),
        (0.48, 0.66),
        (0.2, 0.66),
        (0.2, 0.8),
        (0.34, 0.8),
        (0.34, 1),
        (-0.34, 1),
        (-0.34, 0.8),
        (-0.2, 0.8),
        (-0.2, 0.66),
        (-0.48, 0.66),
        (-0.48, 0.28),
        (-0.34, 0.28),
    ],
    "cloak": [
        (-0.46, 0),
        (0.46, 0),
        (0.3, 0.35),
        (0.24, 0.6),
        (0.14, 0.66),
        (0.2, 0.82),
        (0.34, 1.0),
        (0.1, 0.92),
        (-0.1, 0.92),
        (-0.34, 1.0),
        (-0.2, 0.82),
        (-0.14, 0.66),
        (-0.24, 0.6),
        (-0.3, 0.35),
    ],
    "rower": [
        (-0.5, 0),
        (-0.2, 0.06),
        (0.2, 0.06),
        (0.5, 0),
        (0.36, 0.24),
        (0.54, 0.5),
        (0.4, 0.58),
        (0.24, 0.44),
        (0.22, 0.7),
        (0.1, 0.98),
        (-0.1, 0.98),
        (-0.22, 0.7),
        (-0.24, 0.44),
        (-0.4, 0.58),
        (-0.54, 0.5),
        (-0.36, 0.24),
    ],
}
PLAYERS = ("white", "yellow", "purple", "black", "red", "blue", "green", "orange", "brown", "pink", "grey")
SHARES = np.array([4, 3, 3, 4, 2, 2.5, 2, 1, 1, 1, 1])


def piece_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set of pieces and its players' colours."""
    names = rng.choice(PLAYERS, int(rng.choice([2, 3, 4])), replace=False, p=SHARES / SHARES.sum())
    tones = [np.array(PAINTS[str(n)][::-1], float) * rng.uniform(0.9, 1.06) + rng.normal(0, 7, 3) for n in names]
    form = str(rng.choice(["meeple", "disc", "pawn"], p=[0.75, 0.17, 0.08]))
    return PieceSet(
        viking_form=form,
        shape=np.array(OUTLINES[str(rng.choice(list(OUTLINES)))]),
        viking_size=float(rng.uniform(0.2, 0.28)),
        depth=float(rng.uniform(0.32, 0.6)),
        lying=float(rng.uniform(0, 0.35)),
        house_form=str(rng.choice(["overhang", "gambrel", "hull"])) if form != "disc" else "cottage",
        house_size=float(rng.uniform(0.4, 0.54)),
        stone_form=str(rng.choice(["disc", "pebble"])),
        stone_size=float(rng.uniform(0.24, 0.38)),
        stone_colour=None,
        glyph=paint(rng.uniform(0, 360), 10, rng.choice([12.0, 90.0])),
        gloss=float(rng.beta(1, 3)),
        grain=bool(rng.random() < 0.3),
        colours=tuple((str(n), np.clip(t, 4, 255)) for n, t in zip(names, tones, strict=True)),
    )


def compact_set(rng: np.random.Generator, near: np.ndarray) -> PieceSet:
    """Draw a set as `piece_set` does, with tall vikings and longhouses no longer than these."""
    drawn = piece_set(rng, near)
    form = str(rng.choice(["overhang", "gambrel", "hull", "cottage"], p=[0.2, 0.2, 0.2, 0.4]))
    house = rng.uniform(0.42, 0.6) if form == "cottage" else rng.uniform(0.28, 0.36)
    size = drawn.viking_size if drawn.viking_form == "disc" else float(rng.uniform(0.28, 0.42))
    return replace(drawn, viking_size=size, house_form=form, house_size=float(house))


def warrior(rng: np.random.Generator, form: str, size: float, shape: np.ndarray, depth: float) -> Mesh:
    """Return a viking: an upright or lying warrior, a ringed disc or a bell."""
    if form in ("upright", "lying"):
        rings = prism(shape * size, depth * size, 0.04 * size)
        return Mesh(rings if form == "upright" else lay_down(rings, 0))
    if form == "disc":
        r, h = 0.56 * size, 0.28 * size
        return Mesh(turned([(r, 0), (r, h), (0.8 * r, h), (0.76 * r, 0.85 * h), (0.3 * r, 0.85 * h)], 20), smooth=True)
    bell = [(0.34, 0), (0.33, 0.12), (0.2, 0.4), (0.14, 0.7), (0.2, 0.78), (0.2, 0.9), (0.1, 1.0)]
    return Mesh(turned([(r * size, h * size) for r, h in bell], 14), smooth=True)


def house(rng: np.random.Generator, form: str, size: float) -> Mesh:
    """Return a house of length ``size``: ``overhang``, ``gambrel``, ``hull`` or ``cottage``."""
    if form == "cottage":
        size *= 0.6
    w = size * (0.4 if form == "cottage" else 0.24)
    sections = {
        "overhang": [(0.8, 0), (0.8, 0.5), (1.25, 0.45), (0, 1.5), (-1.25, 0.45), (-0.8, 0.5), (-0.8, 0)],
        "gambrel": [(1, 0), (1, 0.6), (0.7, 1.15), (0, 1.4), (-0.7, 1.15), (-1, 0.6), (-1, 0)],
        "hull": [(0.9, 0), (1, 0.5), (0.5, 1.1), (0, 1.3), (-0.5, 1.1), (-1, 0.5), (-0.9, 0)],
        "cottage": [(1, 0), (1, 0.9), (0, 1.8), (-1, 0.9), (-1, 0)],
    }
    outline = np.array(sections[form]) * w
    places = np.linspace(-0.5, 0.5, 5 if form == "hull" else 2)
    rings = []
    for t in places:
        share = 1 - 1.6 * t * t if form == "hull" else 1.0
        rise = 1 + 0.9 * t * t if form == "hull" else 1.0
        rings.append(np.column_stack([outline[:, 0] * share, np.full(len(outline), t * size), outline[:, 1] * rise]))
    return Mesh(np.stack(rings))
