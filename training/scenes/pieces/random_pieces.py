"""Randomly generated pieces: outlines, bodies of revolution and cross-sections of houses.

Training on a few fixed shapes overfits to them; new shapes in every set make the network generalise.
"""

from __future__ import annotations

import numpy as np

Rng = np.random.Generator
Profile = list[tuple[float, float]]
"""Radii and heights of a turned body, from its foot up."""


def any_outline(rng: Rng) -> np.ndarray:
    """Return the closed outline (N, 2) of a standing figure, across and up, of unit height.

    It has legs, a waist, shoulders or arms, a neck, and a head that is round, flat, pointed or horned. Some hold an
    object on one side, so that the sides differ.
    """
    right = _half(rng)
    left = _half(rng, like=right) if rng.random() < 0.4 else right
    outline = np.concatenate([right, left[::-1] * (-1, 1)])
    if rng.random() < 0.4:
        outline = np.concatenate([outline, [(0.0, rng.uniform(0.1, 0.28))]])
    return outline * (rng.uniform(0.75, 1.3), 1.0)


def _half(rng: Rng, like: np.ndarray | None = None) -> np.ndarray:
    """Return the right side (N, 2) of a figure from foot to head; that of ``like`` with another arm if it is given."""
    if like is None:
        foot, waist, shoulder = rng.uniform(0.22, 0.5), rng.uniform(0.16, 0.42), rng.uniform(0.2, 0.5)
        neck, head, crown = rng.uniform(0.1, 0.3), rng.uniform(0.12, 0.32), rng.uniform(0.02, 0.24)
        levels = np.sort(rng.uniform(0.12, 0.9, 4))
        top = (crown, 1.0) if rng.random() < 0.7 else (head * rng.uniform(1.0, 1.6), 1.0)
        body = [(foot, 0.0), (waist, levels[0]), (shoulder, levels[1]), (neck, levels[2]), (head, levels[3])]
        like = np.array([*body, top])
    half = like.copy()
    reach = rng.uniform(0.3, 0.65)
    if rng.random() < 0.5:
        at, thick = rng.uniform(0.2, 0.75), rng.uniform(0.06, 0.2)
        arm = [(reach, at + rng.uniform(-0.1, 0.25)), (reach, at + thick + rng.uniform(0, 0.25))]
        before = half[half[:, 1] <= at]
        half = np.concatenate([before, np.clip(arm, 0, 1), half[half[:, 1] > at + thick]])
    return _rounded(half) if rng.random() < 0.5 else half


def _rounded(points: np.ndarray) -> np.ndarray:
    """Cut the corners of an open line once (Chaikin 1974), its ends left where they are."""
    quarter, three = 0.75 * points[:-1] + 0.25 * points[1:], 0.25 * points[:-1] + 0.75 * points[1:]
    cut = np.stack([quarter, three], axis=1).reshape(-1, 2)
    return np.concatenate([points[:1], cut[1:-1], points[-1:]])


def any_disc(rng: Rng) -> Profile:
    """Return the profile of a flat body of radius 0.5: plain, domed, stepped, or with a ring around its top."""
    height = rng.uniform(0.14, 0.6)
    rim = rng.uniform(0.005, 0.2) * height
    side: Profile = [(0.5 - rim, 0.0), (0.5, rim), (0.5, height - rim)]
    kind = str(rng.choice(["plain", "domed", "stepped", "ringed"], p=[0.4, 0.2, 0.15, 0.25]))
    inner = rng.uniform(0.2, 0.42)
    if kind == "domed":
        rise = rng.uniform(0.05, 0.35)
        return side + [(0.5 * float(np.cos(a)), height + rise * float(np.sin(a))) for a in (0.3, 0.7, 1.1, 1.4)]
    if kind == "stepped":
        return [*side, (0.5 - rim, height), (inner, height), (inner, height + rng.uniform(0.05, 0.25))]
    if kind == "ringed":
        depth = rng.uniform(0.03, 0.12)
        return [*side, (inner, height), (inner - 0.03, height - depth), (0.08, height - depth)]
    return [*side, (0.5 - rim, height)]


def any_turned(rng: Rng) -> Profile:
    """Return the profile of a slender body of unit height: a pawn, cone, bell, barrel, peg or bottle."""
    foot = rng.uniform(0.2, 0.45)
    count = int(rng.integers(1, 5))
    heights = np.sort(rng.uniform(0.08, 0.85, count))
    radii = foot * rng.uniform(0.3, 1.05, count)
    body: Profile = [(foot, 0.0), *zip(radii.tolist(), heights.tolist(), strict=True)]
    if rng.random() < 0.5:
        ball = foot * rng.uniform(0.45, 0.95)
        around = np.array([-0.8, -0.2, 0.4, 1.0, 1.4])
        return [*body, *zip(ball * np.cos(around), 1 - ball + ball * np.sin(around), strict=True)]
    return [*body, (foot * rng.uniform(0.05, 0.9), 1.0)]


def any_section(rng: Rng, width: float, wall: float, ridge: float) -> np.ndarray:
    """Return the cross-section (N, 2) of a house: straight or leaning walls, eaves, a roof of one to three slopes."""
    half = width / 2
    lean = rng.uniform(0.75, 1.1)
    side = [(half * lean, 0.0), (half, wall)]
    if rng.random() < 0.35:
        side.append((half * rng.uniform(1.08, 1.3), wall * rng.uniform(0.85, 1.0)))
    for share in np.sort(rng.uniform(0.15, 0.85, int(rng.integers(0, 3)))):
        bulge = rng.uniform(0.9, 1.35)
        side.append((half * min(1.0, (1 - share) * bulge), wall + (ridge - wall) * share))
    side.append((half * rng.choice([0.0, rng.uniform(0.1, 0.5)]), ridge))
    right = np.array(side)
    return np.concatenate([right, right[::-1] * (-1, 1)])
