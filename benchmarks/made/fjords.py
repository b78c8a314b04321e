"""Synthetic photos of players' fjords in *Vikings* with ground truth: random art, tables, lights and cameras.

A fjord is painted flat, its figures are blocks that cast shadows, and a camera photographs both. Nothing here is taken
from pictures of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from benchmarks.made.fjord_faces import FINE, ROWS, SAILS, Art, home_face, island_face, make_art, ship_face
from benchmarks.made.fjord_figures import CORNER, cast_shadows, paint_figure, standing_figures
from benchmarks.made.surroundings import surrounded, with_gloss
from benchmarks.made.tables import table
from benchmarks.made.view import Camera, View, camera_over, seen, taken

_WIDE, _HIGH = 22, 18
"""Size of the painted table, tiles."""


@dataclass
class Painting:
    """A photo and the document of what lies there; figures stand where ``figures`` says, for teaching by taps."""

    pixels: np.ndarray
    document: dict[str, Any]
    figures: list[dict[str, Any]] = field(default_factory=list)


def make_scene(seed: int) -> View:
    """Return a table, a light and a camera."""
    rng = np.random.default_rng([11, seed])
    webcam = rng.random() < 0.2
    return View(
        size=(1280, 720) if webcam else [(1600, 1200), (1600, 1200), (2016, 1512), (1200, 1600)][rng.integers(4)],
        tilt=float(rng.uniform(2, 38)),
        turn=float(rng.choice([rng.uniform(-30, 30), rng.uniform(-180, 180)], p=[0.75, 0.25])),
        focal=float(rng.uniform(0.75, 1.6)),
        radial=float(rng.uniform(-0.12, 0.02)) if webcam else 0.0,
        fill=float(rng.uniform(0.8, 0.97)),
        table=str(rng.choice(["wood", "felt", "white", "dark", "blue", "cloth", "green"])),
        light=str(rng.choice(["soft", "lamp", "window", "hard"])),
        exposure=float(rng.uniform(0.6, 1.25)),
        noise=float(rng.uniform(1, 6)),
        blur=float(rng.uniform(0.4, 1.1)),
        quality=int(rng.integers(70, 95)),
        askew=float(rng.uniform(0.004, 0.022)),
    )


def make_fjord(seed: int) -> dict[str, Any]:
    """Return the player's part of a document: what lies in a fjord at the end of a game."""
    rng = np.random.default_rng([13, seed])
    tiles = []
    for row in ROWS:
        parts: list[str] = []
        while not parts or (rng.random() < 0.85 and len(parts) < 7):
            middles = int(rng.choice([0, 0, 1, 2, 3]))
            parts += ["left", *["middle"] * middles, "right"]
        parts = parts[: max(1, len(parts) - int(rng.random() < 0.3))][:7]
        for column, part in enumerate(parts):
            figure = row if rng.random() < 0.5 else None
            tiles.append({"row": row, "column": column, "part": part, "figure": figure})
    columns = sorted(rng.choice(7, int(rng.integers(0, 5)), replace=False).tolist())
    ships = [
        {"column": c, "sail": str(rng.choice(SAILS)), "pays": {str(rng.choice(["points", "gold"])): count}}
        for c in columns
        for count in [int(rng.integers(1, 8))]
    ]
    home = {kind: int(rng.choice([0, 0, 1, 2, 3])) for kind in (*ROWS, "boatswain")}
    return {"name": "Ann", "points": 0, "gold": 0, "island_tiles": tiles, "ships": ships, "home": home}


def paint(player: dict[str, Any], art: Art, scene: View, seed: int = 0) -> Painting:
    """Return the photo of a fjord, and its document with ``px``."""
    rng = np.random.default_rng([17, seed])
    flat = table(scene.table, (_HIGH * FINE, _WIDE * FINE), rng, FINE)
    _place(flat, home_face(art, rng), (-2.02, 0.0))
    middles = {}
    for tile in player["island_tiles"]:
        place = (tile["column"] + 0.5, 1.5 + ROWS.index(tile["row"]))
        key = (tile["row"], tile["column"])
        middles[key] = _lay(flat, island_face(art, tile), place, scene, rng)
    for ship in player["ships"]:
        _lay(flat, ship_face(art, ship, rng), (ship["column"] + 0.5, 0.5), scene, rng)
    standing = list(standing_figures(player, rng))
    sun = rng.uniform(0, 2 * np.pi)
    flat = cast_shadows(flat, standing, sun, scene)
    camera = _camera(scene, player)
    photo = seen(flat, camera, -np.array(CORNER), FINE)
    for what in sorted(standing, key=lambda s: camera.depth(s.place), reverse=True):
        paint_figure(photo, what, art, camera, sun)
    photo = _lit(photo, scene, rng)
    document = {
        "format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final",
        "players": [{**player, "island_tiles": [
            {**t, "px": camera.px(middles[t["row"], t["column"]])} for t in player["island_tiles"]
        ]}],
    }  # fmt: skip
    spots = [{"name": s.kind, "px": [float(v) for v in camera.to_photo(np.array([*s.place, 0.15]))]} for s in standing]
    return Painting(photo, document, spots)


def fjord_of(seed: int) -> Painting:
    """Return the synthetic photo of a seed."""
    return paint(make_fjord(seed), make_art(seed), make_scene(seed), seed)


def hard_fjord_of(seed: int, held_out: bool) -> Painting:
    """Return a fjord on a patterned table, often with gloss."""
    return paint(make_fjord(seed), make_art(seed), surrounded(make_scene(seed), seed, held_out), seed)


def _place(flat: np.ndarray, face: np.ndarray, place: tuple[float, float]) -> None:
    """Put a face on the painted table, straight, with its upper left corner at a place in tiles."""
    left, top = (int((at + corner) * FINE) for at, corner in zip(place, CORNER, strict=True))
    flat[top : top + face.shape[0], left : left + face.shape[1]] = face


def _lay(
    flat: np.ndarray, face: np.ndarray, place: tuple[float, float], scene: View, rng: np.random.Generator
) -> tuple[float, float]:
    """Lay a tile with a small random rotation and return its centre, in tiles."""
    x, y = place[0] + rng.normal(0, scene.askew), place[1] + rng.normal(0, scene.askew)
    turn = rng.normal(0, 35 * scene.askew)
    size = 1 - 1.2 * scene.askew
    middle = np.array([(x + CORNER[0]) * FINE, (y + CORNER[1]) * FINE])
    swing = cv2.getRotationMatrix2D((FINE / 2, FINE / 2), turn, size)
    swing[:, 2] += middle - FINE / 2
    shape = (flat.shape[1], flat.shape[0])
    box = slice(int(middle[1]) - FINE, int(middle[1]) + FINE), slice(int(middle[0]) - FINE, int(middle[0]) + FINE)
    swing[:, 2] -= (box[1].start, box[0].start)
    shape = (2 * FINE, 2 * FINE)
    shadow = cv2.warpAffine(np.ones((FINE, FINE), np.float32), swing + np.array([[0, 0, 2], [0, 0, 2]]), shape)
    flat[box] *= 1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 1.5)[..., None]
    mask = cv2.warpAffine(np.ones((FINE, FINE), np.float32), swing, shape)[..., None]
    flat[box] = flat[box] * (1 - mask) + cv2.warpAffine(face, swing, shape) * mask
    return x, y


def _camera(view: View, player: dict[str, Any]) -> Camera:
    columns = 1 + max(t["column"] for t in (*player["island_tiles"], *player["ships"]))
    return camera_over(np.array([-2.1, -0.1]), np.array([columns + 0.1, 6.1]), view)


def _lit(photo: np.ndarray, scene: View, rng: np.random.Generator) -> np.ndarray:
    high, wide = photo.shape[:2]
    y, x = np.mgrid[:high, :wide] / max(high, wide)
    at = rng.uniform(0, 1, 2)
    away = (x - at[0]) ** 2 + (y - at[1]) ** 2
    strong, tint, glare = {
        "soft": (0.25, (1, 1, 1), 0),
        "lamp": (1.2, (0.7, 0.92, 1.15), 22),
        "window": (0.9, (1.12, 1.0, 0.92), 12),
        "hard": (0.35, (0.95, 1, 1.05), 6),
    }[scene.light]
    field_of_light = scene.exposure / (1 + strong * away)
    lit = photo * (field_of_light[..., None] * np.array(tint)).astype(np.float32)
    lit += (glare * scene.exposure * np.exp(-away / 0.05))[..., None].astype(np.float32)
    return taken(with_gloss(lit, scene, rng), scene, rng)
