"""Synthetic photos of cards and cities of *Hokkaido* with ground truth: random art, tables, lights and cameras.

Cards are painted flat and laid over each other with small rotations, cubes are blocks that cast shadows, and a camera
photographs both. Nothing here is taken from pictures of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from benchmarks.made.surroundings import surrounded, with_gloss
from benchmarks.made.tables import table
from benchmarks.made.view import Camera, View, camera_over, fill, seen, taken
from training.hokkaido.art import COLOURS, Art, make_art
from training.hokkaido.painting import FINE, write
from training.hokkaido.squares import Kind, square

_PLAIN = ("mountain", "forest", "desert", "lake", "district")
_SHARES = (0.08, 0.2, 0.1, 0.2, 0.24, 0.09, 0.09)
_PALE_EVERY = 3
"""Every third of the harder cities has pale grey works."""
_WIDE = 26
"""Squares along the painted table."""
Place = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Scene(View):
    """A view, how warm its light is, and the side of a cube, in squares."""

    fill: float = 0.85
    warmth: float = 0.0
    cube: float = 0.27


@dataclass(frozen=True)
class Painting:
    """A photo with its document: a board, or spread out cards in the form of ``longhouse-cards``."""

    pixels: np.ndarray
    document: dict[str, Any]


@dataclass(frozen=True)
class Laid:
    """A card, or a terraforming tile, on the table: its squares row by row, its middle, turn (radians), and size."""

    squares: tuple[tuple[Kind, ...], ...]
    middle: np.ndarray
    turn: float
    number: int
    size: float = 1.0


def make_scene(seed: int) -> Scene:
    """Return a table, a light and a camera."""
    rng = np.random.default_rng([5, seed])
    webcam = rng.random() < 0.15
    sizes = [(1600, 1200), (1600, 1200), (2016, 1512), (1200, 1600)]
    return Scene(
        size=(1280, 720) if webcam else sizes[rng.integers(4)],
        tilt=float(rng.uniform(2, 36)),
        turn=float(rng.uniform(-180, 180)),
        focal=float(rng.uniform(0.75, 1.6)),
        radial=float(rng.uniform(-0.1, 0.02)) if webcam else 0.0,
        fill=float(rng.uniform(0.72, 0.95)),
        table=str(rng.choice(["wood", "felt", "white", "dark", "blue", "cloth", "green", "checks"])),
        light=str(rng.choice(["soft", "lamp", "window", "glare"])),
        exposure=float(rng.uniform(0.45, 1.15)),
        warmth=float(rng.normal(0, 0.1)),
        noise=float(rng.uniform(1, 6)),
        blur=float(rng.uniform(0.4, 1.1)),
        quality=int(rng.integers(70, 95)),
        askew=float(rng.uniform(0.004, 0.02)),
        cube=float(rng.uniform(0.2, 0.34)),
    )


def random_cards(rng: np.random.Generator, count: int) -> list[tuple[tuple[Kind, ...], ...]]:
    """Return cards of three rows of two squares."""
    kinds = [*((name, None) for name in _PLAIN), ("production", ""), ("factory", "")]
    cards = []
    for _ in range(count):
        drawn = [kinds[k] for k in rng.choice(len(kinds), 6, p=np.array(_SHARES) / sum(_SHARES))]
        six = [(name, str(rng.choice(COLOURS)) if colour == "" else None) for name, colour in drawn]
        cards.append((tuple(six[:2]), tuple(six[2:4]), tuple(six[4:])))
    return cards


def paint_city(cards: list[tuple[tuple[Kind, ...], ...]], art: Art, scene: Scene, seed: int = 0) -> Painting:
    """Return the photo of a city made of these cards, with cubes and terraforming tiles, and its document."""
    rng = np.random.default_rng([11, seed])
    city: dict[Place, Kind] = {}
    laid: list[Laid] = []
    for n, squares in enumerate(cards):
        card = _placed(city, squares, n + 1, scene, rng)
        if card is not None:
            laid.append(card)
    for place, (terrain, _) in list(city.items()):
        if terrain == "desert" and rng.random() < 0.35:
            city[place] = (str(rng.choice(["lake", "forest", "district", "mountain"])), None)
            middle = np.array(place) + 0.5 + rng.normal(0, 0.04, 2)
            laid.append(Laid(((city[place],),), middle, rng.normal(0, 0.05), 0, 1 - 1.5 * art.rim))
    cubes = [
        (place, colour, np.array(place) + 0.5 + rng.normal(0, 0.07, 2))
        for place, (terrain, colour) in city.items()
        if terrain == "production" and rng.random() < 0.6
    ]
    photo, camera = _photograph(laid, [(colour, middle) for _, colour, middle in cubes], art, scene, rng)
    squares = [
        {"x": x, "y": y, **_kind(kind), "px": camera.px((x + 0.5, y + 0.5))} for (x, y), kind in sorted(city.items())
    ]
    player = {
        "name": "Ann",
        "squares": squares,
        "cubes": [{"x": x, "y": y, "colour": colour} for (x, y), colour, _ in cubes],
        "goals": [],
    }
    return Painting(photo, {"format": "longhouse-board", "version": 1, "game": "hokkaido", "players": [player]})


def city_of(seed: int) -> Painting:
    """Return the city of a seed; every other one is of a printing in held-out styles."""
    art, cards, count = _dealt(seed)
    return paint_city(cards[6 : 6 + count], art, make_scene(seed), seed)


def hard_city_of(seed: int, held_out: bool) -> Painting:
    """Return a city on a patterned table, often with gloss and pale grey works; if held out, of held-out art too."""
    _, cards, count = _dealt(seed)
    art = make_art(seed, other=held_out, pale=seed % _PALE_EVERY == 0)
    return paint_city(cards[6 : 6 + count], art, surrounded(make_scene(seed), seed, held_out), seed)


def _dealt(seed: int) -> tuple[Art, list[tuple[tuple[Kind, ...], ...]], int]:
    """Return a printing, 18 of its cards, and how many the city is made of."""
    rng, art = np.random.default_rng([13, seed]), make_art(seed, other=bool(seed % 2))
    cards = random_cards(rng, 18)
    rng.random(2)  # two numbers once had another use; without them all cities that were measured would be others
    return art, cards, int(rng.integers(5, 13))


def _kind(kind: Kind) -> dict[str, str]:
    return {"terrain": kind[0]} | ({"colour": kind[1]} if kind[1] else {})


def _placed(
    city: dict[Place, Kind], squares: tuple[tuple[Kind, ...], ...], number: int, scene: Scene, rng: np.random.Generator
) -> Laid | None:
    """Lay a card over a part of the city where it hides no mountain and no lake, and return how it lies."""
    for _ in range(300):
        turn = int(rng.integers(4))
        rows = np.empty((3, 2), object)
        for y, row in enumerate(squares):
            for x, kind in enumerate(row):
                rows[y, x] = kind
        turned = np.rot90(rows, -turn)
        high, wide = turned.shape
        x0, y0 = (int(v) for v in rng.integers(-7, 7, 2))
        places = {(x0 + x, y0 + y): turned[y, x] for y in range(high) for x in range(wide)}
        over = [city[p] for p in places if p in city]
        hides = any(kind[0] in ("mountain", "lake") for kind in over)
        if hides or (city and not 1 <= len(over) <= 3) or max(abs(x0), abs(y0)) > 5:
            continue
        city.update(places)
        middle = np.array([x0 + wide / 2, y0 + high / 2]) + rng.normal(0, scene.askew, 2)
        return Laid(squares, middle, turn * np.pi / 2 + rng.normal(0, scene.askew / 2), number)
    return None


def _photograph(
    laid: list[Laid], cubes: list[tuple[str | None, np.ndarray]], art: Art, scene: Scene, rng: np.random.Generator
) -> tuple[np.ndarray, Camera]:
    corners = np.concatenate([card.middle + 1.1 * np.array([[-1, -1], [1, 1]]) for card in laid])
    low, high = corners.min(axis=0), corners.max(axis=0)
    origin = (low + high) / 2 - _WIDE / 2
    flat = table(scene.table, (_WIDE * FINE, _WIDE * FINE), rng, FINE)
    for card in laid:
        _lay(flat, card, art, origin, rng)
    sun = rng.uniform(0, 2 * np.pi)
    blocks = [(colour, middle, rng.uniform(0, np.pi / 2)) for colour, middle in cubes]
    _shadow(flat, blocks, origin, sun, scene)
    camera = camera_over(low, high, scene)
    photo = seen(flat, camera, origin, FINE)
    for colour, middle, turn in sorted(blocks, key=lambda b: -camera.depth(b[1])):
        _stand(photo, art.wood[colour or "grey"], middle, turn, camera, sun, scene)
    return _lit(photo, scene, rng), camera


def _lay(flat: np.ndarray, card: Laid, art: Art, origin: np.ndarray, rng: np.random.Generator) -> None:
    """Print a card onto the table, with its edge and the shade beside it."""
    face = _face(card, art, rng)
    high, wide = face.shape[:2]
    c, s = np.cos(card.turn) * card.size, np.sin(card.turn) * card.size
    at = (card.middle - origin) * FINE
    way = np.array([[c, -s, 0], [s, c, 0.0]])
    way[:, 2] = at - way[:, :2] @ (np.array([wide, high]) / 2)
    low = np.floor(at - 2.2 * FINE).astype(int)
    way[:, 2] -= low
    side = int(4.4 * FINE)
    mask = cv2.warpAffine(np.ones((high, wide), np.float32), way, (side, side))
    area = flat[low[1] : low[1] + side, low[0] : low[0] + side]
    shade = cv2.GaussianBlur(np.roll(mask, (2, 1), (0, 1)), (0, 0), 3)[..., None]
    area *= 1 - 0.5 * shade
    area *= 1 - mask[..., None]
    area += cv2.warpAffine(face, way, (side, side)) * mask[..., None]


def _face(card: Laid, art: Art, rng: np.random.Generator) -> np.ndarray:
    rows = [np.concatenate([square(kind, art, rng) for kind in row], axis=1) for row in card.squares]
    face = np.concatenate(rows, axis=0)
    high, wide = face.shape[:2]
    for x in range(0, wide + 1, FINE):
        face[:, max(0, x - 1) : x + 1] *= 1 - art.seam
    for y in range(0, high + 1, FINE):
        face[max(0, y - 1) : y + 1] *= 1 - art.seam
    if card.number and art.badge:
        cv2.circle(face, (13, 13), 10, (225, 230, 230), -1, cv2.LINE_AA)
        write(face, str(card.number), (13 / FINE, 13 / FINE), 0.4)
    if card.number and art.border:
        cv2.rectangle(face, (0, 0), (wide - 1, high - 1), (35, 35, 38), 3)
    if not card.number and art.rim:
        cv2.rectangle(face, (0, 0), (wide - 1, high - 1), (225, 228, 230), int(1.6 * art.rim * FINE))
    return face


def _cube(middle: np.ndarray, turn: float, side: float) -> np.ndarray:
    """Return the (4, 2) outline of a cube's foot."""
    angles = turn + np.pi / 4 + np.pi / 2 * np.arange(4)
    return middle + side / np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _shadow(flat: np.ndarray, blocks: list[Any], origin: np.ndarray, sun: float, scene: Scene) -> None:
    length, strong, soft = {"soft": (0.5, 0.25, 6), "lamp": (0.9, 0.45, 3), "window": (1.3, 0.5, 3),
                            "glare": (0.7, 0.4, 3)}[scene.light]  # fmt: skip
    dark = np.zeros(flat.shape[:2], np.float32)
    away = np.array([np.cos(sun), np.sin(sun)]) * length * scene.cube
    for _, middle, turn in blocks:
        foot = _cube(middle, turn, scene.cube)
        hull = cv2.convexHull(np.round((np.concatenate([foot, foot + away]) - origin) * FINE).astype(np.int32))
        cv2.fillConvexPoly(dark, hull, 1.0)
    flat *= 1 - strong * cv2.GaussianBlur(dark, (0, 0), soft)[..., None]


def _stand(
    photo: np.ndarray, wood: np.ndarray, middle: np.ndarray, turn: float, camera: Camera, sun: float, scene: Scene
) -> None:
    foot = _cube(middle, turn, scene.cube)
    low = np.column_stack([foot, np.zeros(4)])
    top = low + np.array([0, 0, scene.cube])
    faces = []
    for k in range(4):
        quad = np.stack([low[k], low[(k + 1) % 4], top[(k + 1) % 4], top[k]])
        normal = (foot[k] + foot[(k + 1) % 4]) / 2 - middle
        lit = 0.62 + 0.25 * float(normal @ -np.array([np.cos(sun), np.sin(sun)])) / np.linalg.norm(normal)
        faces.append((camera.to_photo(quad), lit))
    faces.append((camera.to_photo(top), 1.05))
    for at, lit in faces:
        if lit <= 1 and cv2.contourArea(at.astype(np.float32), oriented=True) < 0:
            continue  # seen from behind
        fill(photo, at, np.clip(wood * lit, 0, 255))


def _lit(photo: np.ndarray, scene: Scene, rng: np.random.Generator) -> np.ndarray:
    height, width = photo.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    angle, spot = rng.uniform(0, 2 * np.pi), rng.uniform(-0.5, 0.5, 2)
    slope = x * np.cos(angle) + y * np.sin(angle)
    near = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / 0.25)
    level = {"soft": 1 + 0.2 * slope, "lamp": 0.55 + 0.6 * near, "window": 0.85 + 0.8 * slope, "glare": 1 + 0.3 * slope}
    cast = np.array([1 - scene.warmth, 1.0, 1 + scene.warmth])
    lit = photo * (scene.exposure * level[scene.light])[..., None] * cast
    if scene.light == "glare":
        lit += 90 * np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / 0.03)[..., None]
    return taken(with_gloss(lit, scene, rng), scene, rng)
