"""Renders the picture: the table through the lens, the solids on it, and the ground truth of every pixel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.scenes.arrangement.scatter import Piece
from training.scenes.arrangement.shadows import cast_shadows
from training.scenes.board import Laid
from training.scenes.camera import Camera
from training.scenes.hexes import rounded_outline
from training.scenes.light.reflection import reflect
from training.scenes.photo import develop
from training.scenes.picture import Conditions, Picture, PlacedPiece, PlacedTile
from training.scenes.pieces.clutter import UPRIGHT, paint_hand, upright
from training.scenes.pieces.standing import Solid, draw, put
from training.scenes.prints.designs import Design
from training.scenes.prints.tiles import outline_on_table
from training.scenes.stage import Stage
from vision.vocabulary import COLOURS

OCCLUDER = 9
"""Role of a pixel where something other than a piece hides the table."""


Expose = Callable[[Stage, list[Solid]], np.ndarray]
"""Makes the picture (H, W, 3) uint8 of a stage, whose ground is painted and unlit, and of what stands on it."""


@dataclass(frozen=True)
class Layers:
    """The drawn solids: picture (H, W, 3), role and piece number of each pixel (H, W), whole area of each piece."""

    picture: np.ndarray
    roles: np.ndarray
    numbers: np.ndarray
    areas: dict[int, int]


def take_picture(
    stage: Stage,
    designs: list[Design],
    pieces: list[Piece],
    expose: Expose | None = None,
    clutter: list[Solid] | None = None,
) -> Picture:
    """Photograph the stage, whose ground is painted, with its pieces.

    Args:
        stage: the stage.
        designs: prints of its tiles.
        pieces: what stands on it.
        expose: replaces the built-in shading, as a path tracer does; the ground truth is the same.
        clutter: what else stands on it, and then no hand is in the picture; drawn at random if None.
    """
    rng, canvas = stage.rng, stage.canvas
    solids = [p.solid for p in pieces] + (standing_clutter(stage) if clutter is None else clutter)
    exposed = expose(stage, solids) if expose else None
    room = cast_shadows(stage, solids)
    x, y = _warp(stage)
    picture = cv2.remap(canvas.colour, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    # a pixel of the truth covers four pixels of the picture
    x, y = (cv2.resize(v, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for v in (x, y))
    terrain = cv2.remap(canvas.label, x, y, cv2.INTER_NEAREST)
    index = cv2.remap(canvas.index, x, y, cv2.INTER_NEAREST)
    if stage.light.sky is not None and exposed is None:
        board = ((terrain > 0) & (terrain < 255)).view(np.uint8)
        reflect(rng, picture, stage.camera, stage.light, board, stage.printing.gloss)
    layers = _draw(stage, solids, room, picture)
    if exposed is None and clutter is None and stage.options.clutter and rng.random() < 0.08:
        _hand(stage, layers)
    hidden = layers.roles[::2, ::2] == OCCLUDER
    terrain[hidden & (terrain > 0)] = 255
    index[hidden] = 0
    board = ((terrain > 0) & (terrain < 255)).view(np.uint8)
    image = develop(rng, stage.pool, picture if exposed is None else exposed, board, stage.printing.gloss)
    piece = np.where(layers.roles == OCCLUDER, 0, layers.roles)[::2, ::2].copy()
    colour = _colours(pieces)[layers.numbers[::2, ::2]]
    colour[(piece != 1) & (piece != 2)] = 255
    tiles, standing = _tiles(stage, designs, index), _pieces(stage, pieces, layers)
    numbers = layers.numbers[::2, ::2].copy()
    plane = stage.camera.plane(stage.printing.thickness)
    return Picture(image, terrain, piece, colour, numbers, plane, tiles, standing, _conditions(stage))


def _conditions(stage: Stage) -> Conditions:
    tilt = float(np.degrees(np.arccos(np.clip(-stage.camera.axes[2, 2], -1, 1))))
    light = "hard" if stage.light.softness < 0.08 and stage.light.ambient < 0.6 else "soft"
    textures = "-".join(ink.base for ink in stage.printing.inks)
    return Conditions(tilt, textures, stage.printing.palette, stage.table, light, stage.light.kind)


def standing_clutter(stage: Stage) -> list[Solid]:
    """Draw what else stands on the table and on the board: cups, boxes, dice, phones."""
    rng = stage.rng
    if not stage.options.clutter:
        return []
    solids = []
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.5, 0.25, 0.15, 0.1]))):
        over = rng.random() < 0.2
        spot = stage.somewhere(0.0 if over else 1.4)
        if spot is not None:
            solids.append(upright(rng, str(rng.choice(UPRIGHT)), spot, stage.printing.thickness if over else 0.0))
    return solids


def _warp(stage: Stage) -> tuple[np.ndarray, np.ndarray]:
    """Return the canvas places of the picture's pixels, two (H, W) float32 maps."""
    camera, canvas = stage.camera, stage.canvas
    x = np.arange(camera.width, dtype=np.float32) - np.float32(camera.centre[0])
    y = np.arange(camera.height, dtype=np.float32) - np.float32(camera.centre[1])
    r2 = (x * x)[None] + (y * y)[:, None]
    max_r2 = camera.half_diagonal**2
    true = np.linspace(0, 1.45, 600)
    shown2 = (true * (1 + camera.k1 * true**2)) ** 2 * max_r2
    table = np.interp(np.linspace(0, max_r2 * 1.02, 2048), shown2, 1 / (1 + camera.k1 * true**2)).astype(np.float32)
    factor = table[(r2 * np.float32(2047 / (max_r2 * 1.02))).astype(np.int32)]
    m = (canvas.affine @ camera.to_plane(canvas.level)).astype(np.float32)
    u, v = factor * x[None], factor * y[:, None]
    below = 1 / (m[2, 0] * u + m[2, 1] * v + m[2, 2])
    return (m[0, 0] * u + m[0, 1] * v + m[0, 2]) * below, (m[1, 0] * u + m[1, 1] * v + m[1, 2]) * below


def _draw(stage: Stage, solids: list[Solid], room: np.ndarray, picture: np.ndarray) -> Layers:
    """Draw the solids into the picture from far to near, dimmed where the room's shadow falls."""
    camera, canvas = stage.camera, stage.canvas
    layers = Layers(picture, np.zeros(picture.shape[:2], np.uint8), np.zeros(picture.shape[:2], np.int16), {})
    feet = [s.mesh.rings.reshape(-1, 3).mean(0) for s in solids]
    rank = sorted(
        range(len(solids)),
        key=lambda n: -float(np.linalg.norm(camera.eye - feet[n])) - 0.01 * (solids[n].role != 3),
    )
    scale = room.shape[1] / canvas.label.shape[1]
    for n in rank:
        solid = solids[n]
        if camera.depth(feet[n]) < 0.5:
            continue
        spot = (canvas.points(camera, feet[n][None])[0] * scale).astype(int).clip(0, np.array(room.shape[::-1]) - 1)
        sprite = draw(_dimmed(solid, 1 - room[spot[1], spot[0]] / 255), camera, stage.light)
        if sprite is None:
            continue
        put(picture, sprite)
        area = np.s_[sprite.y : sprite.y + sprite.cover.shape[0], sprite.x : sprite.x + sprite.cover.shape[1]]
        over = sprite.cover > 127
        layers.roles[area][over] = solid.role or OCCLUDER
        layers.numbers[area][over] = solid.number
        layers.areas[solid.number] = int(over.sum())
    return layers


def _dimmed(solid: Solid, dim: float) -> Solid:
    if dim > 0.98:
        return solid
    return replace(solid, colour=solid.colour * dim, side=None if solid.side is None else solid.side * dim)


def pixels_of_pitch(camera: Camera) -> float:
    """Return how many pixels one pitch on the table is long in the middle of the picture; a hand is about as wide."""
    below = np.array([*camera.on_plane(camera.centre[None], 0)[0], 0.0])
    return float(camera.focal / camera.depth(below))


def _hand(stage: Stage, layers: Layers) -> None:
    size = pixels_of_pitch(stage.camera) * float(stage.rng.uniform(0.8, 1.4))
    over = paint_hand(stage.rng, layers.picture, stage.light, size) > 127
    layers.roles[over], layers.numbers[over] = OCCLUDER, 0


def _colours(pieces: list[Piece]) -> np.ndarray:
    """Return the index in ``COLOURS`` for each piece number, 255 without a colour."""
    names = np.full(len(pieces) + 1, 255, np.uint8)
    for piece in pieces:
        if piece.colour in COLOURS:
            names[piece.solid.number] = COLOURS.index(piece.colour)
    return names


def _tiles(stage: Stage, designs: list[Design], index: np.ndarray) -> tuple[PlacedTile, ...]:
    seen = np.bincount(index.ravel(), minlength=len(stage.tiles) + 1) * 4.0
    return tuple(
        _tile(stage, tile, design, seen[n + 1])
        for n, (tile, design) in enumerate(zip(stage.tiles, designs, strict=True))
    )


def _tile(stage: Stage, tile: Laid, design: Design, seen: float) -> PlacedTile:
    camera, rounding = stage.camera, stage.printing.rounding
    top = tile.level + stage.printing.thickness
    points = np.concatenate([[tile.centre], outline_on_table(tile, 0.0)])
    shown = camera.project(np.column_stack([points, np.full(7, top)]))
    outline = outline_on_table(tile, rounding)
    rounded = camera.project(np.column_stack([outline, np.full(len(rounded_outline(rounding)), top)]))
    area = max(float(cv2.contourArea(rounded.astype(np.float32))), 1.0)
    cut = bool((shown < -0.5).any() or (shown > (camera.width - 0.5, camera.height - 0.5)).any())
    centre = (float(shown[0, 0]), float(shown[0, 1]))
    visible = float(min(seen / area, 1.0))
    return PlacedTile(tile.cell is not None, centre, shown[1:], tile.cell, tile.edges, visible, cut, design)


def _pieces(stage: Stage, pieces: list[Piece], layers: Layers) -> tuple[PlacedPiece, ...]:
    seen = np.bincount(layers.numbers.ravel(), minlength=len(pieces) + 1)
    size = np.array([stage.camera.width, stage.camera.height])
    placed = []
    for piece in pieces:
        number = piece.solid.number
        foot = stage.camera.project(piece.foot)
        whole = layers.areas.get(number, 0)
        if whole == 0 or not ((foot >= -40) & (foot < size + 40)).all():
            continue
        at = (float(foot[0]), float(foot[1]))
        visible = float(seen[number] / whole)
        placed.append(PlacedPiece(piece.kind, piece.form, piece.colour, at, piece.cell, visible, number))
    return tuple(placed)
