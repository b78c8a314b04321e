"""Figures of a workshop: turned, sawn, carved or stacked, bare-headed, helmeted or horned, cloaked, with a shield."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from training.scenes.pieces.meshes import MEEPLES, Mesh, prism, silhouette, turned
from training.scenes.pieces.random_pieces import any_outline, any_turned
from training.scenes.pieces.workshops.any_body import any_figure
from training.scenes.pieces.workshops.bodies import ball, bar, carved, horn

Rng = np.random.Generator


def figure(rng: Rng, height: float) -> Mesh:
    """Return a standing figure of about this height, in pitches, on h = 0 about the origin."""
    made: Mesh = _METHODS[int(rng.choice(len(_METHODS), p=_SHARES))](rng)
    return made.moved(np.eye(3) * height, np.zeros(3))


def _turned(rng: Rng) -> Mesh:
    """Return a body from the lathe with a ball for a head."""
    foot, neck = rng.uniform(0.16, 0.34), rng.uniform(0.5, 0.75)
    count = int(rng.integers(1, 4))
    heights = np.sort(rng.uniform(0.08, 0.9, count)) * neck
    radii = foot * rng.uniform(0.55, 1.15, count)
    top = foot * rng.uniform(0.35, 0.9)
    lip = [(foot * rng.uniform(1.0, 1.3), 0.0), (foot, rng.uniform(0.02, 0.1))] if rng.random() < 0.4 else [(foot, 0.0)]
    profile = [*lip, *((float(r), float(h) + 0.1) for r, h in zip(radii, heights * 0.85, strict=True)), (top, neck)]
    head = min(rng.uniform(0.13, 0.24), (1 - neck) * rng.uniform(0.5, 0.75) + 0.02)
    centre = np.array([0.0, 0.0, neck + head * rng.uniform(0.5, 0.9)])
    body = Mesh(turned(sorted(profile, key=lambda part: part[1]), 16), smooth=True)
    round_head = ball(centre, head, rng.uniform(0.8, 1.15))
    return replace(body, parts=(round_head, *_headgear(rng, centre, head), *_gear(rng, foot, neck)))


def _headgear(rng: Rng, centre: np.ndarray, head: float) -> list[Mesh]:
    """Return nothing, horns, a helmet, a hood or a brim, for a head about ``centre`` (3,)."""
    kind = str(rng.choice(["none", "horns", "helmet", "brim", "horned helmet"], p=[0.25, 0.3, 0.15, 0.1, 0.2]))
    gear: list[Mesh] = []
    x, y, h = centre
    if "helmet" in kind:
        tip = rng.uniform(0.6, 1.6) * head
        wide = head * rng.uniform(1.0, 1.2)
        profile = [(wide, 0.0), (wide, 0.25 * head), (0.7 * wide, 0.7 * head), (0.1 * head, 0.5 * head + tip)]
        cap = turned(profile, 12) + np.array([x, y, h + head * rng.uniform(-0.1, 0.25)])
        gear.append(Mesh(cap, smooth=True))
    if kind == "brim":
        wide = head * rng.uniform(1.3, 1.9)
        brim = turned([(wide, 0.0), (wide, 0.2 * head), (0.6 * head, 0.35 * head), (0.5 * head, 0.9 * head)], 12)
        gear.append(Mesh(brim + np.array([x, y, h + 0.3 * head]), smooth=True))
    if "horn" in kind:
        gear += _horns(rng, centre, head)
    return gear


def _horns(rng: Rng, centre: np.ndarray, head: float) -> list[Mesh]:
    length, thick = head * rng.uniform(0.7, 2.0), head * rng.uniform(0.22, 0.45)
    out, up = rng.uniform(0.3, 1.0), rng.uniform(0.1, 1.0)
    bend, at = rng.uniform(-0.2, 0.6), rng.uniform(0.0, 0.8)
    horns = []
    for side in (-1.0, 1.0):
        along = np.array([side * out, 0.0, up])
        along /= np.linalg.norm(along)
        root = centre + head * 0.75 * np.array([side * np.cos(at), 0.0, np.sin(at)])
        horns.append(horn(root, along, bend * np.array([-0.3 * side, 0.0, 1.0]), length, thick))
    return horns


def _gear(rng: Rng, foot: float, neck: float) -> list[Mesh]:
    """Return nothing, a round shield, arms, a spear or an axe."""
    gear: list[Mesh] = []
    if rng.random() < 0.22:  # a shield before or beside the body
        radius, way = rng.uniform(0.1, 0.24), rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(way), np.sin(way), 0.0])
        middle = out * foot * rng.uniform(0.8, 1.1) + np.array([0, 0, neck * rng.uniform(0.4, 0.7)])
        gear.append(bar(middle, middle + out * 0.06, radius, 12))
    if rng.random() < 0.2:  # arms
        reach, level = foot + rng.uniform(0.05, 0.2), neck * rng.uniform(0.6, 0.95)
        drop = rng.uniform(-0.15, 0.2)
        for side in (-1.0, 1.0):
            start, end = np.array([side * foot * 0.4, 0, level]), np.array([side * reach, 0, level - drop])
            gear.append(bar(start, end, rng.uniform(0.05, 0.1)))
    if rng.random() < 0.12:  # a spear or an axe
        x = foot * rng.uniform(0.9, 1.5)
        top = rng.uniform(0.7, 1.15)
        gear.append(bar(np.array([x, 0, 0.02]), np.array([x, 0, top]), rng.uniform(0.025, 0.05)))
        if rng.random() < 0.5:
            gear.append(bar(np.array([x, 0, top - 0.08]), np.array([x + 0.14, 0, top - 0.1]), 0.07, 4))
    return gear


def _sawn(rng: Rng) -> Mesh:
    """Return a figure sawn out of a board, its rims rounded or not."""
    outline = any_outline(rng) if rng.random() < 0.65 else silhouette(rng, str(rng.choice(list(MEEPLES))))
    depth = rng.uniform(0.25, 0.65)
    bevel = rng.choice([0.0, rng.uniform(0.02, 0.09)], p=[0.25, 0.75])
    return Mesh(prism(outline, depth, min(bevel, 0.3 * depth)))


def _carved(rng: Rng) -> Mesh:
    """Return a carved figure: rounded rectangles from feet to head, perhaps with a cloak wide at the foot."""
    neck = rng.uniform(0.56, 0.74)
    cloak = rng.random() < 0.5
    foot, shoulder = rng.uniform(0.2, 0.42), rng.uniform(0.2, 0.36)
    waist = (foot + shoulder) / 2 if cloak else min(foot, shoulder) * rng.uniform(0.7, 1.0)
    throat, head = rng.uniform(0.08, 0.18), rng.uniform(0.12, 0.24)
    levels = np.array([0, 0.08, neck * 0.5, neck * 0.9, neck, neck + 0.08, (1 + neck) / 2 + 0.05, 0.95, 1.0])
    crown = head * rng.uniform(0.2, 0.9)
    low = foot * rng.uniform(0.9, 1.05)
    wide = np.array([low, foot, waist, shoulder, throat, head, head * 1.05, crown, crown * 0.6])
    thick = rng.uniform(0.55, 1.0)
    deep = np.minimum(wide * thick, rng.uniform(0.16, 0.34))
    body = carved(levels, wide, deep, float(rng.choice([0.0, rng.uniform(0, 1)])))
    centre = np.array([0.0, 0.0, (neck + 1.05) / 2])
    gear = _horns(rng, centre, head) if rng.random() < 0.4 else []
    return replace(body, parts=(*gear, *_gear(rng, foot, neck)))


def _stacked(rng: Rng) -> Mesh:
    """Return a figure of blocks: a trunk, a head, perhaps shoulders or legs."""
    trunk, head = rng.uniform(0.16, 0.32), rng.uniform(0.12, 0.22)
    deep = rng.uniform(0.12, 0.28)
    neck = rng.uniform(0.55, 0.72)
    square = rng.uniform(0.6, 1.0)
    low = 0.0
    parts = []
    if rng.random() < 0.4:
        low = rng.uniform(0.15, 0.3)
        for side in (-1, 1):
            leg = carved(np.array([0, low]), np.full(2, trunk * 0.4), np.full(2, deep), square)
            parts.append(leg.moved(np.eye(3), np.array([side * trunk * 0.55, 0, 0])))
    taper = np.array([head, head * rng.uniform(0.6, 1)])
    parts.append(carved(np.array([neck, 1.0]), taper, np.full(2, deep * 0.9), square))
    if rng.random() < 0.5:
        wide = trunk * rng.uniform(1.2, 1.7)
        parts.append(carved(neck - np.array([0.2, 0.04]), np.full(2, wide), np.full(2, deep * 0.8), square))
    if rng.random() < 0.4:
        parts += _horns(rng, np.array([0, 0, (1 + neck) / 2]), head)
    trunk_wide = trunk * np.array([rng.uniform(0.9, 1.3), 1.0])
    return replace(carved(np.array([low, neck]), trunk_wide, np.full(2, deep), square), parts=tuple(parts))


def _pawn(rng: Rng) -> Mesh:
    """Return a slender body from the lathe with no head of its own, perhaps horned."""
    body = Mesh(turned(any_turned(rng), 16), smooth=True)
    centre = np.array([0.0, 0.0, rng.uniform(0.75, 0.9)])
    return replace(body, parts=tuple(_horns(rng, centre, rng.uniform(0.1, 0.18)))) if rng.random() < 0.35 else body


_METHODS: tuple[Callable[[Rng], Mesh], ...] = (_turned, _sawn, _carved, _stacked, _pawn, any_figure)
_SHARES = (0.25, 0.3, 0.17, 0.06, 0.06, 0.16)
