"""The figures of a fjord of *Vikings*: where they stand, the shadows of their blocks, and how a camera sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from benchmarks.made.fjord_faces import FINE, ROWS, SAILS, Art
from benchmarks.made.view import Camera, View, fill

CORNER = (7.0, 6.0)
"""Where the fjord's corner (column 0, the ships' row) lies on the painted table, tiles."""


@dataclass(frozen=True)
class Standing:
    """A figure.

    Attributes:
        kind: the name of its row, or ``boatswain``.
        place: where it stands, tiles from the fjord's corner.
        turn: radians.
        high: its height, tiles.
    """

    kind: str
    place: tuple[float, float]
    turn: float
    high: float


def standing_figures(player: dict[str, Any], rng: np.random.Generator) -> Iterator[Standing]:
    """Yield the figures of a player's document: on island tiles, then at home."""
    high = float(rng.uniform(0.16, 0.34))
    for tile in player["island_tiles"]:
        if tile["figure"]:
            x = tile["column"] + 0.5 + rng.uniform(-0.2, 0.2)
            yield Standing(tile["figure"], (x, 1.5 + ROWS.index(tile["row"]) + rng.uniform(-0.15, 0.15)),
                            rng.uniform(0, np.pi), high)  # fmt: skip
    together = rng.random() < 0.3
    taken: list[tuple[float, float]] = []
    for level, kind in enumerate(("boatswain", *ROWS)):
        for _ in range(player["home"][kind]):
            for _try in range(60):
                place = (
                    rng.uniform(-1.8, -0.5),
                    (rng.uniform(0.2, 5.8) if together else level + rng.uniform(0.25, 0.75)),
                )
                if all(np.hypot(place[0] - a, place[1] - b) > 0.42 for a, b in taken):
                    break
            taken.append(place)
            yield Standing(kind, place, rng.uniform(0, np.pi), high)


def _blocks(what: Standing) -> list[tuple[np.ndarray, float, float]]:
    """Return the figure's blocks: (4, 2) outline on the table, and its heights from and to."""
    c, s = np.cos(what.turn), np.sin(what.turn)
    spin = np.array([[c, -s], [s, c]])

    def block(half_width: float, half_depth: float) -> np.ndarray:
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return signs * (half_width, half_depth) @ spin.T + what.place

    return [
        (block(0.15, 0.075), 0.0, 0.35 * what.high), (block(0.11, 0.07), 0.35 * what.high, 0.7 * what.high),
        (block(0.07, 0.065), 0.7 * what.high, what.high),
    ]  # fmt: skip


def cast_shadows(flat: np.ndarray, standing: list[Standing], sun: float, scene: View) -> np.ndarray:
    """Return the painted table with the figures' shadows; light goes towards the angle `sun`, radians."""
    length, strong, soft = {"soft": (0.5, 0.25, 6.0), "lamp": (0.9, 0.45, 3.0), "window": (1.4, 0.5, 3.0),
                            "hard": (1.2, 0.6, 1.0)}[scene.light]  # fmt: skip
    dark = np.zeros(flat.shape[:2], np.float32)
    away = np.array([np.cos(sun), np.sin(sun)]) * length
    for what in standing:
        for outline, low, high in _blocks(what):
            cast = np.concatenate([outline + away * low, outline + away * high])
            pixels = np.round((cast + np.array(CORNER)) * FINE).astype(np.int32)
            cv2.fillConvexPoly(dark, cv2.convexHull(pixels), 1.0)
    return np.asarray(flat * (1 - strong * cv2.GaussianBlur(dark, (0, 0), soft))[..., None])


def paint_figure(photo: np.ndarray, what: Standing, art: Art, camera: Camera, sun: float) -> None:
    """Paint a figure into a photo, over what is behind it."""
    colour = art.wooden["grey" if what.kind == "boatswain" else SAILS[ROWS.index(what.kind)]]
    for outline, low, high in _blocks(what):
        sides = []
        for k in range(4):
            a, b = outline[k], outline[(k + 1) % 4]
            face = np.array([[*a, low], [*b, low], [*b, high], [*a, high]])
            normal = np.array([b[1] - a[1], a[0] - b[0]]) / np.linalg.norm(b - a)
            shade = 0.62 - 0.25 * float(normal @ [np.cos(sun), np.sin(sun)])
            sides.append((camera.depth(tuple((a + b) / 2)), face, shade))
        for _, face, shade in sorted(sides, key=lambda s: -s[0]):
            fill(photo, camera.to_photo(face), colour * shade)
        fill(photo, camera.to_photo(np.column_stack([outline, np.full(4, high)])), np.minimum(colour * 1.08, 255))
