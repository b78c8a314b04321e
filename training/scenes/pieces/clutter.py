"""Clutter: cards, papers, coins, parts of other games, cups, boxes, dice, phones, and hands."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.camera import Camera
from training.scenes.hexes import centre_of, rounded_outline
from training.scenes.light.sky import Light
from training.scenes.pieces.meshes import Mesh, box, turned
from training.scenes.pieces.standing import Solid
from training.scenes.prints.noise import NoisePool, cut, pick
from training.scenes.prints.palettes import any_colour, bgr, draw, ramp
from training.scenes.prints.signs.icons import NUMBERS, random_sign
from training.scenes.prints.textures import blend
from training.scenes.prints.tiles import Canvas, fixed, paste

FLAT = ("card", "card", "paper", "coin", "hexagon", "token", "board", "back")
BIOMES = (  # hue, saturation, value of other games' tiles
    ((36, 50), (0.3, 0.8), (0.6, 0.95)),
    ((5, 22), (0.5, 0.85), (0.35, 0.75)),
    ((95, 150), (0.4, 0.8), (0.15, 0.4)),
    ((280, 330), (0.2, 0.6), (0.4, 0.8)),
    ((80, 110), (0.4, 0.8), (0.5, 0.8)),
    ((20, 34), (0.2, 0.5), (0.3, 0.6)),
    ((200, 230), (0.3, 0.8), (0.3, 0.8)),
)
UPRIGHT = ("cup", "box", "die", "phone", "bowl", "book", "bottle")


def _shape(rng: np.random.Generator, kind: str) -> np.ndarray:
    """Return the outline (N, 2) of a flat object about its centre, units of the pitch."""
    if kind in ("hexagon", "back"):
        return rounded_outline(0.02) * rng.uniform(0.5, 1.5) if kind == "hexagon" else rounded_outline(0.02)
    if kind in ("coin", "token"):
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        return np.stack([np.cos(angle), np.sin(angle)], 1) * rng.uniform(0.12, 0.4)
    size = {"card": (1.0, 1.5), "paper": (2.5, 3.5), "board": (4, 3)}[kind]
    half = np.array(size) * rng.uniform(0.6, 1.2) / 2
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half


def _art(rng: np.random.Generator, pool: NoisePool, top: np.ndarray, kind: str, pitch: float) -> None:
    """Print a pattern onto the bounding box of a flat object, in place."""
    h, w = top.shape[:2]
    if rng.random() < 0.5:
        grey = cut(
            rng,
            pick(rng, pool.fractal + pool.relief + pool.strokes + pool.hatch + pool.waves),
            h,
            w,
            pitch * rng.uniform(1, 4) / 512,
        )
        blend(top, any_colour(rng), cv2.convertScaleAbs(grey, alpha=float(rng.uniform(0.2, 1))))
    for _ in range(int(rng.integers(0, 5))):
        size = rng.uniform(0.2, 0.8) * min(w, h)
        if size < 3:
            continue
        c, s = np.cos(t := rng.uniform(0, 6.3)) * size / 64, np.sin(t) * size / 64
        at = rng.uniform(0.2, 0.8, 2) * (w, h)
        matrix = np.array([[c, -s, at[0] - 32 * (c - s)], [s, c, at[1] - 32 * (s + c)]])
        blend(top, any_colour(rng), cv2.warpAffine(random_sign(rng), matrix, (w, h)))
    if kind == "card" and rng.random() < 0.45:
        _landscape(rng, pool, top, pitch)
    if kind == "card" and rng.random() < 0.6:
        for k in range(int(rng.integers(2, 8))):
            y = int(h * (0.55 + 0.05 * k))
            cv2.line(top, (int(0.3 * w), y), (int(0.7 * w), y), tuple(map(float, any_colour(rng) * 0.4)), 1)


def _landscape(rng: np.random.Generator, pool: NoisePool, top: np.ndarray, pitch: float) -> None:
    """Print a landscape with a sky onto the bounding box of a card, in place."""
    h, w = top.shape[:2]
    x = np.arange(w)
    horizon = rng.uniform(0.1, 0.4) * h
    for k, family in enumerate(rng.permutation(len(BIOMES))[: int(rng.integers(2, 5))]):
        grey = cut(rng, pick(rng, pool.fractal + pool.relief + pool.waves), h, w, pitch * rng.uniform(0.5, 2) / 512)
        ridge = (
            horizon + k * 0.2 * h + 0.06 * h * np.sin(x * 2 * np.pi / (w * rng.uniform(0.3, 1.2)) + rng.uniform(0, 6))
        )
        below = (np.arange(h)[:, None] > ridge[None]).astype(np.uint8)
        colour = draw(rng, BIOMES[family])
        surface = cv2.LUT(cv2.merge([grey] * 3), ramp(np.stack([colour * 0.5, colour * 1.4]), np.array([0.0, 255.0])))
        cv2.copyTo(surface, below, top)


def lay_foreign_tiles(
    rng: np.random.Generator, pool: NoisePool, canvas: Canvas, camera: Camera, at: np.ndarray, clear: np.ndarray
) -> None:
    """Lay another game's hexagons, one biome and often a number each, near ``at`` (2,), away from ``clear``."""
    turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.5)
    c, s = np.cos(turn) * size, np.sin(turn) * size
    count = int(rng.integers(1, 20))
    cells = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    cells.sort(key=lambda cell: float(np.hypot(*centre_of(np.array([cell]))[0])) + rng.uniform(0, 1))
    for cell in cells[:count]:
        spot = at + centre_of(np.array([cell]))[0] @ np.array([[c, s], [-s, c]])
        if len(clear) and np.hypot(*(clear - spot).T).min() < 0.62 + 0.6 * size:
            continue
        shape = rounded_outline(0.02) * size * 0.97
        lay_flat(rng, pool, canvas, camera, "biome", spot, 0.0, (shape, turn))


def _biome(rng: np.random.Generator, pool: NoisePool, top: np.ndarray, pitch: float) -> None:
    h, w = top.shape[:2]
    colour = draw(rng, BIOMES[int(rng.integers(len(BIOMES)))])
    grey = cut(rng, pick(rng, pool.fractal + pool.crowns + pool.quilt), h, w, pitch * rng.uniform(1, 3) / 512)
    top[:] = cv2.LUT(cv2.merge([grey] * 3), ramp(np.stack([colour * 0.6, colour * 1.3]), np.array([0.0, 255.0])))
    if rng.random() < 0.65:
        middle, r = (w // 2, h // 2), max(2, int(0.17 * min(w, h)))
        cv2.circle(
            top, middle, r, tuple(map(float, rng.uniform(170, 245) * np.array([0.8, 0.95, 1.0]))), -1, cv2.LINE_AA
        )
        sign = cv2.resize(random_sign(rng, NUMBERS), (2 * r, 2 * r), interpolation=cv2.INTER_AREA)
        area = top[middle[1] - r : middle[1] + r, middle[0] - r : middle[0] + r]
        if area.shape[:2] == sign.shape:
            blend(area, np.array([20.0, 20.0, rng.choice([20.0, 180.0])]), sign)


def lay_flat(
    rng: np.random.Generator,
    pool: NoisePool,
    canvas: Canvas,
    camera: Camera,
    kind: str,
    at: np.ndarray,
    height: float,
    given: tuple[np.ndarray, float] | None = None,
) -> None:
    """Lay a flat object on the canvas with its centre at the table point ``at`` (2,); it hides tiles under it.

    ``given`` is its outline and turn where they are not drawn at random.
    """
    shape, turn = given or (_shape(rng, kind), rng.uniform(0, 2 * np.pi))
    c, s = np.cos(turn), np.sin(turn)
    world = np.column_stack([at + shape @ np.array([[c, s], [-s, c]]), np.full(len(shape), height)])
    outline = canvas.points(camera, world)
    rows, columns = canvas.label.shape
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (columns, rows))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    area = np.s_[y0:y1, x0:x1]
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, fixed(outline - (x0, y0)), 255, cv2.LINE_AA, 4)
    top = _top(rng, pool, kind, mask.shape, outline - (x0, y0), canvas.pitch)
    shade = cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.03 * canvas.pitch))
    blend(canvas.colour[area], np.zeros(3), cv2.convertScaleAbs(shade, alpha=0.35))
    paste(canvas.colour[area], top, mask)
    hidden = mask > 127
    label = canvas.label[area]
    label[hidden & (label > 0)] = 255
    canvas.index[area][hidden] = 0


def _top(
    rng: np.random.Generator, pool: NoisePool, kind: str, shape: tuple[int, ...], outline: np.ndarray, pitch: float
) -> np.ndarray:
    """Return (H, W, 3) uint8 BGR: how the bounding box of a flat object looks, often with a line along its outline."""
    top = np.empty((*shape, 3), np.uint8)
    top[:] = any_colour(rng) if kind != "paper" else rng.uniform(190, 250)
    if kind == "biome":
        _biome(rng, pool, top, pitch)
    else:
        _art(rng, pool, top, kind, pitch)
    if rng.random() < (0.5 if kind != "biome" else 0.1):
        line = tuple(map(float, any_colour(rng)))
        cv2.polylines(top, [fixed(outline)], True, line, max(1, int(0.08 * pitch)), cv2.LINE_AA, 4)
    return top


def upright(rng: np.random.Generator, kind: str, at: np.ndarray, height: float) -> Solid:
    """Return an object that stands on the table at ``at`` (2,)."""
    turn = rng.uniform(0, 2 * np.pi)
    colour, side = any_colour(rng), None
    if kind == "cup":
        r, h = rng.uniform(0.3, 0.7), rng.uniform(0.5, 1.6)
        low = r * rng.uniform(0.65, 1.0)
        inside = [(r * 0.92, h), (r * 0.88, h * 0.8)] if rng.random() < 0.6 else [(r * 0.95, h)]
        mesh = Mesh(turned([(low, 0), (r, h), *inside], 32), smooth=True)
        side = colour
        colour = any_colour(rng) if rng.random() < 0.6 else colour
    elif kind == "bowl":
        r = rng.uniform(0.5, 1.0)
        mesh = Mesh(turned([(0.5 * r, 0), (0.85 * r, 0.25 * r), (r, 0.5 * r), (0.94 * r, 0.5 * r)], 28), smooth=True)
    elif kind == "bottle":
        r = rng.uniform(0.25, 0.45)
        mesh = Mesh(turned([(r, 0), (r, 2.2 * r), (0.4 * r, 3.2 * r), (0.35 * r, 4 * r)], 24), smooth=True)
    elif kind == "die":
        a = rng.uniform(0.1, 0.2)
        mesh = box(a, a, a)
    elif kind == "phone":
        mesh = box(rng.uniform(1.6, 2.4), rng.uniform(0.8, 1.1), 0.1)
        colour, side = bgr(220, 0.3, rng.uniform(0.03, 0.2)), any_colour(rng)
    elif kind == "book":
        mesh = box(rng.uniform(1.5, 3), rng.uniform(1, 2.2), rng.uniform(0.1, 0.4))
        side = np.full(3, rng.uniform(150, 240))
    else:
        mesh = box(rng.uniform(0.5, 2), rng.uniform(0.5, 2), rng.uniform(0.2, 1.2))
    return Solid(
        mesh.at(float(at[0]), float(at[1]), height, turn), colour, 0, 0, float(rng.beta(1, 2)), np.zeros(3), side=side
    )


def hand(rng: np.random.Generator, width: int, height: int, size: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a hand with its arm: cover (H, W) uint8, which part is sleeve (H, W) uint8, skin colour (3,)."""
    cover = np.zeros((height, width), np.uint8)
    sleeve = np.zeros((height, width), np.uint8)
    tip = rng.uniform(0.1, 0.9, 2) * (width, height)
    way = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    across = np.array([-along[1], along[0]])
    palm = tip + along * size * 1.1
    wrist = palm + along * size * 0.8

    spread = rng.uniform(0.0, 0.3)
    for k in range(4):
        root = palm + across * size * 0.26 * (k - 1.5)
        reach = size * (1.0 - 0.12 * abs(k - 1.3)) * rng.uniform(0.45, 1.1)
        _stroke(cover, root, root - along * reach + across * (k - 1.5) * spread * size, 0.24 * size)
    side = rng.choice([-1, 1])
    _stroke(
        cover,
        palm + across * side * size * 0.3,
        palm - along * size * rng.uniform(0, 0.5) + across * side * size * rng.uniform(0.5, 0.9),
        0.27 * size,
    )
    middle, half = tuple(map(int, palm + along * 0.2 * size)), (int(0.62 * size), int(0.52 * size))
    cv2.ellipse(cover, middle, half, float(np.degrees(way)), 0, 360, 255, -1, cv2.LINE_AA)
    elbow = wrist + (along + across * rng.uniform(-0.5, 0.5)) * 4 * (width + height)
    _stroke(cover, wrist, elbow, 0.75 * size)
    start = wrist + along * size * rng.uniform(0.1, 3)
    _stroke(sleeve, start + (elbow - wrist) * 0.02, elbow, rng.uniform(0.9, 1.3) * size)
    return cv2.max(cover, sleeve), sleeve, bgr(rng.uniform(10, 28), rng.uniform(0.12, 0.6), rng.uniform(0.3, 0.95))


def _stroke(picture: np.ndarray, a: np.ndarray, b: np.ndarray, thick: float) -> None:
    """Draw a thick line between two points (2,), pixels, in place."""
    cv2.line(picture, tuple(map(int, a)), tuple(map(int, b)), 255, max(1, int(thick)), cv2.LINE_AA)


def paint_hand(rng: np.random.Generator, picture: np.ndarray, light: Light, size: float) -> np.ndarray:
    """Paint a hand over the picture in place and return its cover (H, W) uint8."""
    h, w = picture.shape[:2]
    cover, sleeve, skin = hand(rng, w, h, size)
    shift = np.array([[1, 0, -light.towards[0] * size * 0.7], [0, 1, -light.towards[1] * size * 0.7]])
    shade = cv2.GaussianBlur(cv2.warpAffine(cover, shift, (w, h)), (0, 0), max(1.0, 0.25 * size))
    blend(picture, np.zeros(3), cv2.convertScaleAbs(shade, alpha=float(rng.uniform(0.2, 0.6))))
    small = cv2.resize(cover, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    relief = cv2.GaussianBlur(small, (0, 0), max(1.0, 0.09 * size)).astype(np.float32)
    gx, gy = cv2.Sobel(relief, cv2.CV_32F, 1, 0), cv2.Sobel(relief, cv2.CV_32F, 0, 1)
    level = 0.85 - (gx * light.towards[0] + gy * light.towards[1]) * 0.0012 * size / 10 - 0.3 * (1 - relief / 255)
    level = cv2.resize(np.clip(level, 0.25, 1.3), (w, h))
    top = np.empty((h, w, 3), np.float32)
    top[:] = skin
    top[sleeve > 127] = any_colour(rng)
    top *= level[..., None] * light.colour.astype(np.float32)
    paste(picture, np.clip(top, 0, 255).astype(np.uint8), cover)
    return cover
