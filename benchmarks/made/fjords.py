"""Synthetic photos of players' fjords in *Vikings* with ground truth: random art, tables, lights and cameras.

A fjord is painted flat, its figures are blocks that cast shadows, and a camera photographs both. Nothing here is taken
from pictures of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from io import BytesIO
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.made.surroundings import surrounded, with_gloss
from benchmarks.made.tables import table
from benchmarks.made.view import Camera, View, camera_over, fill, seen, taken
from training.hokkaido.painting import clouds, hsv

FINE = 90
"""Pixels of a tile's side before a camera sees it."""
ROWS = ("warrior", "jarl", "scout", "goldsmith", "fisherman")
SAILS = ("black", "red", "green", "yellow", "blue")
_LETTERS = files("vision.drawing") / "fonts" / "DejaVuSans-Bold.ttf"
_WIDE, _HIGH = 22, 18
_LEFT, _TOP = 7.0, 6.0
"""Where the fjord's corner (column 0, the ships' row) lies on the painted table."""
PRINTED = {
    "grey": (150, 150, 155), "black": (32, 30, 30), "red": (40, 40, 190), "green": (60, 140, 50),
    "yellow": (40, 180, 230), "blue": (180, 80, 40),
}  # fmt: skip


@dataclass(frozen=True)
class Art:
    """One printing: colours are BGR 0..255, and what is drawn and how."""

    sea: np.ndarray
    land: np.ndarray
    beach: np.ndarray | None
    home: np.ndarray
    printed: dict[str, np.ndarray]
    wooden: dict[str, np.ndarray]
    grain: float
    waves: bool
    trees: bool
    wobble: float
    bars: str
    font: int
    seed: int


@dataclass
class Painting:
    """A photo and the document of what lies there; figures stand where ``figures`` says, for teaching by taps."""

    pixels: np.ndarray
    document: dict[str, Any]
    figures: list[dict[str, Any]] = field(default_factory=list)


def make_art(seed: int) -> Art:
    """Return a random printing."""
    rng = np.random.default_rng([7, seed])
    sea = hsv(rng.choice([205, 190, 215, 225, 180]) + rng.normal(0, 5), rng.uniform(0.35, 0.85), rng.uniform(0.3, 0.8))
    land = hsv(*[(105, 0.6, 0.4), (85, 0.5, 0.55), (40, 0.45, 0.6), (70, 0.4, 0.7), (25, 0.45, 0.45), (120, 0.5, 0.3)][
        rng.integers(6)
    ])  # fmt: skip
    beach = None if rng.random() < 0.25 else hsv(rng.uniform(30, 50), rng.uniform(0.2, 0.5), rng.uniform(0.7, 0.95))
    home = hsv(rng.uniform(25, 110), rng.uniform(0.08, 0.35), rng.uniform(0.5, 0.85))
    shift = lambda c, s: np.clip(np.array(c, float) * rng.uniform(0.85, 1.12) + rng.normal(0, s, 3), 12, 245)  # noqa: E731
    return Art(
        sea, land, beach, home,
        {k: shift(v, 7) for k, v in PRINTED.items()},
        {k: shift(v, 7) for k, v in PRINTED.items()} | {"grey": shift((165, 165, 170), 5)},
        rng.uniform(0.05, 0.25), bool(rng.random() < 0.4), bool(rng.random() < 0.3), rng.uniform(0.3, 1.2),
        str(rng.choice(["bars", "bars", "bars", "patches", "discs"])), int(rng.integers(4)), seed,
    )  # fmt: skip


def make_scene(seed: int) -> View:
    """Return a table, a light and a camera."""
    rng = np.random.default_rng([11, seed])
    webcam = rng.random() < 0.2
    return View(
        size=(1280, 720) if webcam else [(1600, 1200), (1600, 1200), (2016, 1512), (1200, 1600)][rng.integers(4)],
        tilt=float(rng.uniform(2, 38)),
        turn=float(rng.choice([rng.uniform(-30, 30), rng.uniform(-180, 180)], p=[0.75, 0.25])),
        view=float(rng.uniform(0.75, 1.6)),
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


def make_fjord(seed: int, points: bool = True) -> dict[str, Any]:
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
    _paint_home(flat, art, rng)
    middles = {}
    for tile in player["island_tiles"]:
        place = (tile["column"] + 0.5, 1.5 + ROWS.index(tile["row"]))
        key = (tile["row"], tile["column"])
        middles[key] = _lay(flat, _island(art, tile, player["island_tiles"]), place, scene, rng)
    for ship in player["ships"]:
        _lay(flat, _ship(art, ship, rng), (ship["column"] + 0.5, 0.5), scene, rng)
    standing = list(_standing(player, rng))
    sun = rng.uniform(0, 2 * np.pi)
    flat = _shadows(flat, standing, sun, scene)
    camera = _camera(scene, player)
    photo = seen(flat, camera, -np.array([_LEFT, _TOP]), FINE)
    for what in sorted(standing, key=lambda s: camera.depth(s.place), reverse=True):
        _stand(photo, what, art, camera, sun)
    photo = _lit(photo, scene, rng)
    document = {
        "format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final",
        "players": [{**player, "island_tiles": [
            {**t, "px": camera.px(middles[t["row"], t["column"]])} for t in player["island_tiles"]
        ]}],
    }  # fmt: skip
    spots = [{"name": s.kind, "px": [float(v) for v in camera.to_photo(np.array([*s.place, 0.15]))]} for s in standing]
    return Painting(photo, document, spots)


def paintings(count: int, start: int = 0) -> Iterator[tuple[str, Painting]]:
    """Yield synthetic photos, each of a random printing, table, light and camera."""
    for seed in range(start, start + count):
        yield f"made_{seed:03}", fjord_of(seed)


def fjord_of(seed: int) -> Painting:
    """Return the synthetic photo of a seed."""
    return paint(make_fjord(seed), make_art(seed), make_scene(seed), seed)


def hard_fjord_of(seed: int, held_out: bool) -> Painting:
    """Return a fjord on a patterned table, often with gloss."""
    return paint(make_fjord(seed), make_art(seed), surrounded(make_scene(seed), seed, held_out), seed)


def _paint_home(flat: np.ndarray, art: Art, rng: np.random.Generator) -> None:
    x0, y0 = int((_LEFT - 2.02) * FINE), int(_TOP * FINE)
    wide, high = 2 * FINE, 6 * FINE
    board = art.home * (1 + art.grain * clouds(rng, (high, wide), 40)[..., None] * 0.6)
    for row, name in enumerate(PRINTED):
        top = row * FINE
        colour = art.printed[name]
        if art.bars == "bars":
            board[top + 6 : top + FINE - 6, wide - 16 : wide - 4] = colour
        elif art.bars == "patches":
            board[top + 4 : top + FINE - 4, wide - 30 :] = 0.6 * colour + 0.4 * art.home
        else:
            cv2.circle(board, (wide - 18, top + FINE // 2), 13, colour.tolist(), -1, cv2.LINE_AA)
    flat[y0 : y0 + high, x0 : x0 + wide] = np.clip(board, 0, 255)


def _sea(art: Art, rng: np.random.Generator) -> np.ndarray:
    tile = art.sea * (1 + 0.5 * art.grain * clouds(rng, (FINE, FINE), 14)[..., None])
    if art.waves:
        for _ in range(14):
            x, y = rng.integers(4, FINE - 12, 2)
            cv2.ellipse(tile, (int(x), int(y)), (5, 2), 0, 180, 360, (art.sea * 1.35).tolist(), 1, cv2.LINE_AA)
    return tile


def _island(art: Art, tile: dict[str, Any], tiles: list[dict[str, Any]]) -> np.ndarray:
    rng = np.random.default_rng([19, art.seed, ROWS.index(tile["row"]), tile["column"]])
    outline = _outline(art, tile, rng)
    face = _sea(art, rng)
    mask = np.zeros((FINE, FINE), np.uint8)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
    land = art.land * (1 + art.grain * clouds(rng, (FINE, FINE), 12)[..., None])
    if art.trees:
        for _ in range(10):
            x, y = rng.integers(20, FINE - 20, 2)
            cv2.circle(land, (int(x), int(y)), 4, (art.land * 0.6).tolist(), -1, cv2.LINE_AA)
    if art.beach is not None:
        wide = cv2.dilate(mask, np.ones((5, 5), np.uint8))[..., None] / 255.0
        face = face * (1 - wide) + art.beach * wide
    share = mask[..., None] / 255.0
    return np.asarray(face * (1 - share) + land * share)


def _outline(art: Art, tile: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    """Return the land of a tile: it runs out at the edges where the island goes on, at heights that fit there."""
    x = np.linspace(0, 1, 40)
    bend = np.cumsum(rng.normal(0, 1, (2, 40)), axis=1)
    bend = (bend - np.linspace(bend[:, 0], bend[:, -1], 40).T) * 0.012 * art.wobble
    up, down = 0.5 - 0.24 + bend[0], 0.5 + 0.24 + bend[1]
    ends = {"left": (0.18, 1.02), "middle": (-0.02, 1.02), "right": (-0.02, 0.82)}[tile["part"]]
    swell = np.sqrt(np.clip((x - 0) * 9, 0, 1)) if tile["part"] == "left" else np.ones(40)
    swell = swell * (np.sqrt(np.clip((1 - x) * 9, 0, 1)) if tile["part"] == "right" else 1)
    up, down = 0.5 + (up - 0.5) * swell, 0.5 + (down - 0.5) * swell
    across = ends[0] + x * (ends[1] - ends[0])
    ring = np.concatenate([np.stack([across, up], 1), np.stack([across, down], 1)[::-1]])
    return np.round(ring * FINE).astype(np.int32)


def _ship(art: Art, ship: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    face = _sea(art, rng)
    at = lambda *points: np.round(np.array(points) * FINE).astype(np.int32)  # noqa: E731
    cv2.line(face, *(tuple(p) for p in at((0.48, 0.2), (0.48, 0.75)).tolist()), (30, 50, 80), 4, cv2.LINE_AA)
    cv2.fillPoly(face, [at((0.2, 0.72), (0.35, 0.8), (0.6, 0.8), (0.75, 0.7), (0.6, 0.74), (0.35, 0.74))], (35, 55, 90),
                 cv2.LINE_AA)  # fmt: skip
    sail = at((0.25, 0.25), (0.75, 0.25), (0.7, 0.62), (0.28, 0.62))
    cv2.fillPoly(face, [sail], art.printed[ship["sail"]].tolist(), cv2.LINE_AA)
    ((kind, count),) = ship["pays"].items()
    rim, inside = ((60, 130, 50), (235, 235, 235)) if kind == "points" else ((20, 90, 120), (60, 175, 225))
    spot = tuple(at((0.8, 0.8))[0].tolist())
    cv2.circle(face, spot, 15, rim, -1, cv2.LINE_AA)
    cv2.circle(face, spot, 12, inside, -1, cv2.LINE_AA)
    return _written(face, spot, str(count), art.font)


def _written(face: np.ndarray, spot: tuple[int, int], text: str, font: int) -> np.ndarray:
    whole = np.clip(face, 0, 255).astype(np.uint8)
    if font:
        style = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[font - 1]
        (wide, high), _ = cv2.getTextSize(text, style, 0.6, 2)
        cv2.putText(whole, text, (spot[0] - wide // 2, spot[1] + high // 2), style, 0.6, (30, 30, 30), 2, cv2.LINE_AA)
        return whole.astype(float)
    picture = Image.fromarray(whole[..., ::-1].copy())
    ImageDraw.Draw(picture).text(spot, text, (25, 25, 25), ImageFont.truetype(BytesIO(_LETTERS.read_bytes()), 17), "mm")
    return np.asarray(picture)[..., ::-1].astype(float)


def _lay(
    flat: np.ndarray, face: np.ndarray, place: tuple[float, float], scene: View, rng: np.random.Generator
) -> tuple[float, float]:
    """Lay a tile with a small random rotation and return its centre, in tiles."""
    x, y = place[0] + rng.normal(0, scene.askew), place[1] + rng.normal(0, scene.askew)
    turn = rng.normal(0, 35 * scene.askew)
    size = 1 - 1.2 * scene.askew
    middle = np.array([(x + _LEFT) * FINE, (y + _TOP) * FINE])
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


@dataclass(frozen=True)
class _Standing:
    """A figure: its kind, where it stands (tiles), its turn, and its height."""

    kind: str
    place: tuple[float, float]
    turn: float
    high: float


def _standing(player: dict[str, Any], rng: np.random.Generator) -> Iterator[_Standing]:
    high = float(rng.uniform(0.16, 0.34))
    for tile in player["island_tiles"]:
        if tile["figure"]:
            x = tile["column"] + 0.5 + rng.uniform(-0.2, 0.2)
            yield _Standing(tile["figure"], (x, 1.5 + ROWS.index(tile["row"]) + rng.uniform(-0.15, 0.15)),
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
            yield _Standing(kind, place, rng.uniform(0, np.pi), high)


def _blocks(what: _Standing) -> list[tuple[np.ndarray, float, float]]:
    """Return the figure's blocks: (4, 2) outline on the table, and its heights from and to."""
    c, s = np.cos(what.turn), np.sin(what.turn)
    spin = np.array([[c, -s], [s, c]])
    block = lambda w, d: np.array([[-w, -d], [w, -d], [w, d], [-w, d]]) @ spin.T + what.place  # noqa: E731
    return [
        (block(0.15, 0.075), 0.0, 0.35 * what.high), (block(0.11, 0.07), 0.35 * what.high, 0.7 * what.high),
        (block(0.07, 0.065), 0.7 * what.high, what.high),
    ]  # fmt: skip


def _shadows(flat: np.ndarray, standing: list[_Standing], sun: float, scene: View) -> np.ndarray:
    length, strong, soft = {"soft": (0.5, 0.25, 6.0), "lamp": (0.9, 0.45, 3.0), "window": (1.4, 0.5, 3.0),
                            "hard": (1.2, 0.6, 1.0)}[scene.light]  # fmt: skip
    dark = np.zeros(flat.shape[:2], np.float32)
    away = np.array([np.cos(sun), np.sin(sun)]) * length
    for what in standing:
        for outline, low, high in _blocks(what):
            cast = np.concatenate([outline + away * low, outline + away * high])
            pixels = np.round((cast + np.array([_LEFT, _TOP])) * FINE).astype(np.int32)
            cv2.fillConvexPoly(dark, cv2.convexHull(pixels), 1.0)
    return np.asarray(flat * (1 - strong * cv2.GaussianBlur(dark, (0, 0), soft))[..., None])


def _camera(view: View, player: dict[str, Any]) -> Camera:
    columns = 1 + max(t["column"] for t in (*player["island_tiles"], *player["ships"]))
    return camera_over(np.array([-2.1, -0.1]), np.array([columns + 0.1, 6.1]), view)


def _stand(photo: np.ndarray, what: _Standing, art: Art, camera: Camera, sun: float) -> None:
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
