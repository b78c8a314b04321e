"""The stage of one picture: tiles, camera, light, and the bare table from above."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.scenes import board as boards
from training.scenes.art import TRAINING, Art
from training.scenes.board import Laid
from training.scenes.camera import Camera, look_at
from training.scenes.held_out import HELD_OUT
from training.scenes.held_out import pieces as held_out_pieces
from training.scenes.held_out.rooms import room as held_out_room
from training.scenes.held_out.wide import wide_printing
from training.scenes.held_out.workshops import workshop_set
from training.scenes.light.lights import environment_light
from training.scenes.light.materials import Materials, load_materials
from training.scenes.light.rooms import random_room
from training.scenes.light.sky import Light
from training.scenes.photographed_tops import photographed_top
from training.scenes.pieces.compact_sets import compact_house, compact_set
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.pieces.workshops.sets import any_set
from training.scenes.prints.any_printing import any_printing
from training.scenes.prints.designs import Design
from training.scenes.prints.noise import NoisePool, noise_pool
from training.scenes.prints.printing import Printing
from training.scenes.prints.tiles import Canvas, outline_on_table
from training.scenes.second_stage.pieces import piece_set as second_stage_set
from training.scenes.second_stage.prints import crafted_printing, crafted_sheets

ARTS = {
    "training": TRAINING,
    "held-out": HELD_OUT,
    "compact": replace(TRAINING, piece_set=compact_set, longhouse=compact_house),
    "held-out-compact": replace(HELD_OUT, piece_set=held_out_pieces.compact_set),
    "held-out-wide": replace(
        HELD_OUT, printing=wide_printing, piece_set=workshop_set, room=held_out_room, held_out=True
    ),
    "second-stage": replace(
        TRAINING,
        printing=wide_printing,
        fields=HELD_OUT.fields,
        sheets=HELD_OUT.sheets,
        piece_set=second_stage_set,
        room=random_room,
    ),
    "crafted": replace(
        TRAINING,
        printing=crafted_printing,
        sheets=crafted_sheets,
        piece_set=second_stage_set,
        room=random_room,
    ),
    "wide": replace(TRAINING, printing=any_printing, piece_set=any_set, room=random_room),
}
"""Families of looks. The compact ones have longhouses no longer than vikings, small and steep; the wide ones are lit by
environments, and have pieces of any workshop and printings of any palette. For ``second-stage``,
whose prints are the held-out ones, and ``crafted``, which has prints of its own, see `training.scenes.second_stage`."""
_PHOTOGRAPHED_TOPS = 0.5
"""Share of photographed table tops, where there are any. Chosen by hand."""
MAX_CANVAS = 640_000  # pixels, for a picture of 512 x 512


@dataclass(frozen=True)
class SceneOptions:
    """Options of a picture; those that are None are drawn at random.

    Attributes:
        tiles: number of tiles on the board (least, most); (0, 0) for none.
        tilt: degrees from overhead (least, most).
        pitch: pixels between neighbours in the middle of a 512-pixel picture (least, most); grows with the picture.
        printing: the tiles' printing.
        pieces: share of the tiles with a piece.
        pairs: share of the tiles with two pieces, though the rules forbid it.
        homes: share of the rune stones on the board with a longhouse over them, but in a game, where a player has one
            Home stone at most.
        stones: share of the tiles with a rune stone, of those without a piece in a game; drawn at random if None, and
            then there are none in two of three pictures.
        clutter: whether there are other objects.
        matching: share of the seams that match.
        empty: share of pictures with no tile at all.
        whole: keep the whole board inside the picture.
        pool: seed of the noise pool that textures are cut from.
        art: the family of looks, one of ``ARTS``.
        game: whether the pieces on the board are as many of each kind as the rules allow each player.
        played: whether they also stand where a game by the rules puts them, see ``pieces.played_game``, and the land is
            one mass, see ``arrangement.one_landmass``.
        materials: folder of photographed environments and table tops, see ``light.materials``; not needed.
        piece_set: what all pieces have in common; drawn at random, as the printing, if None.
        focal: length of the lens (least, most), in diagonals of the picture; telephones have 0.55 to 0.65.
    """

    tiles: tuple[int, int] = (1, 70)
    tilt: tuple[float, float] = (0.0, 55.0)
    pitch: tuple[float, float] = (26.0, 130.0)
    printing: Printing | None = None
    pieces: float | None = None
    pairs: float = 0.02
    homes: float = 0.25
    stones: float | None = None
    clutter: bool = True
    matching: float | None = None
    empty: float = 0.08
    whole: bool = False
    pool: int = 0
    art: str = "training"
    game: bool = False
    played: bool = False
    materials: Path | None = None
    piece_set: PieceSet | None = None
    focal: tuple[float, float] = (0.7, 2.0)


@dataclass(frozen=True)
class Stage:
    """Everything in a picture, with only the bare table painted.

    Attributes:
        rng: the picture's generator.
        options: as the caller gave them.
        pool: noise that textures are cut from.
        art: the family of looks.
        printing: of the tiles.
        camera: that sees it.
        light: that falls on it.
        tiles: that are in view, on the board and beside it.
        canvas: the table from above; it is painted on.
        table: the table's kind.
        designs: the tiles' prints; None until they are painted, unless the board was laid by them.
    """

    rng: np.random.Generator
    options: SceneOptions
    pool: NoisePool
    art: Art
    printing: Printing
    camera: Camera
    light: Light
    tiles: list[Laid]
    canvas: Canvas
    table: str
    designs: list[Design] | None = None

    def somewhere(self, clear: float) -> np.ndarray | None:
        """Return a table point (2,) in view, at least ``clear`` from every tile's centre, or None."""
        at = self.tile_centres()
        size = np.array([self.camera.width, self.camera.height])
        for _ in range(8):
            spot = self.camera.on_plane(self.rng.uniform(-20, size + 20, (1, 2)), 0.0)[0]
            if not len(at) or np.hypot(*(at - spot).T).min() > clear:
                return spot
        return None

    def tile_centres(self) -> np.ndarray:
        """Return where the tiles lie (N, 2) on the table."""
        return np.array([t.centre for t in self.tiles]).reshape(-1, 2)


def set_stage(rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> Stage:
    """Draw the tiles, the camera and the light, and paint the bare table."""
    pool = noise_pool(options.pool)
    art = ARTS[options.art]
    printing = options.printing or art.printing(rng)
    empty = options.tiles[1] == 0 or rng.random() < options.empty
    board = [] if empty else _board(rng, options, printing)
    camera = _camera(rng, options, board, width, height)
    beside = boards.lay_beside(rng, board, printing.edges, boards.random_looseness(rng), printing.thickness)
    materials = load_materials(options.materials, art.held_out) if art.room else Materials()
    light = _any_light(rng, art, materials)
    tiles = [t for t in board + beside if _in_view(camera, t)]
    like = np.stack([ink.colour for ink in printing.inks])
    rows, columns, affine = canvas_shape(camera, printing.thickness)
    scale = float(np.hypot(*affine[0, :2]))
    if materials.tops and rng.random() < _PHOTOGRAPHED_TOPS:
        colour, table = photographed_top(rng, materials.tops, rows, columns, scale), "photographed"
    else:
        colour, table = art.table_top(rng, pool, like, rows, columns, scale)
    label, index = np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), np.int16)
    canvas = Canvas(colour, label, index, affine, printing.thickness)
    return Stage(rng, options, pool, art, printing, camera, light, tiles, canvas, table)


def with_other_light(stage: Stage) -> Stage:
    """Return the stage with a canvas of its own, so that it may be photographed again, in another light."""
    materials = load_materials(stage.options.materials, stage.art.held_out) if stage.art.room else Materials()
    canvas = stage.canvas
    copied = replace(canvas, colour=canvas.colour.copy(), label=canvas.label.copy(), index=canvas.index.copy())
    return replace(stage, light=_any_light(stage.rng, stage.art, materials), canvas=copied)


def _any_light(rng: np.random.Generator, art: Art, materials: Materials) -> Light:
    return environment_light(rng, materials.environments, art.room) if art.room else _light(rng)


def _board(rng: np.random.Generator, options: SceneOptions, printing: Printing) -> list[Laid]:
    low, high = options.tiles
    usual = rng.uniform(8, 60) if rng.random() < 0.8 else low + (high - low + 1) * rng.random() - 0.5
    count = int(np.clip(round(usual), low, high))
    cells = boards.grow(rng, count)
    matching = options.matching
    if matching is None:
        matching = 1.0 if rng.random() < 0.88 else rng.uniform(0, 0.9)
    edges = boards.lay_edges(rng, cells, printing.edges, matching)
    return boards.lay(rng, cells, edges, boards.random_looseness(rng))


def _camera(rng: np.random.Generator, options: SceneOptions, board: list[Laid], width: int, height: int) -> Camera:
    diagonal = np.hypot(width, height)
    tilt = np.deg2rad(options.tilt[0] + (options.tilt[1] - options.tilt[0]) * rng.beta(1.15, 2.0))
    focal = float(np.exp(rng.uniform(*np.log(options.focal)))) * diagonal
    focal = max(focal, diagonal / 2 / np.tan(np.deg2rad(74) - tilt))  # the horizon stays out of the picture
    pitch, target = _framing(rng, options, board, width, height)
    k1 = float(rng.choice([0.0, rng.uniform(-0.15, 0.05)], p=[0.3, 0.7]))
    roll = float(rng.normal(0, 0.06)) if rng.random() < 0.85 else float(rng.uniform(-np.pi, np.pi))
    yaw = float(rng.uniform(0, 2 * np.pi))
    return look_at(target, pitch, float(tilt), yaw, roll, focal, k1, (width, height))


def _framing(
    rng: np.random.Generator, options: SceneOptions, board: list[Laid], width: int, height: int
) -> tuple[float, np.ndarray]:
    """Return pixels a pitch in the picture's middle, and the table point (2,) there."""
    low, high = options.pitch
    grown = np.sqrt(width * height) / 512
    pitch = float(low * (high / low) ** rng.beta(1.9, 1.6))
    if not board:
        return pitch * grown, rng.normal(0, 2, 2)
    at = np.array([t.centre for t in board])
    middle, span = (at.min(0) + at.max(0)) / 2, np.ptp(at, axis=0).max() + 1
    if rng.random() < 0.8:  # most people let the board fill the picture
        pitch = float(np.clip(512 / span * np.exp(rng.normal(0.05, 0.3)), low, high))
    pitch *= grown
    room = min(width, height) / pitch
    if options.whole:
        pitch = min(pitch, 0.8 * min(width, height) / (span + 0.5))
        return pitch, middle + rng.normal(0, 0.02, 2) * room
    if span > room:
        return pitch, at[int(rng.integers(len(at)))] + rng.normal(0, 0.1, 2) * room
    return pitch, middle + rng.uniform(-0.5, 0.5, 2) * (room - (0.9 if rng.random() < 0.8 else 0.4) * span)


def _light(rng: np.random.Generator) -> Light:
    rise, way = np.deg2rad(rng.uniform(28, 85)), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(way) * np.cos(rise), np.sin(way) * np.cos(rise), np.sin(rise)])
    softness = float(rng.choice([rng.uniform(0.01, 0.06), rng.uniform(0.1, 0.5)]))
    return Light(towards, float(rng.uniform(0.35, 0.85)), softness, np.clip(rng.normal(1, 0.04, 3), 0.85, 1.12))


def _in_view(camera: Camera, tile: Laid) -> bool:
    points = camera.project(np.column_stack([outline_on_table(tile, 0.0), np.full(6, tile.level)]))
    if camera.depth(np.array([*tile.centre, 0.0])) < 0.5 or not np.isfinite(points).all():
        return False
    return bool((points.max(0) > 0).all() and (points.min(0) < (camera.width, camera.height)).all())


def canvas_shape(camera: Camera, level: float) -> tuple[int, int, np.ndarray]:
    """Return rows, columns and affine (3, 3) of a canvas over all that is in view, the far side of the table up."""
    width, height = camera.width, camera.height
    x, y = np.linspace(-3, width + 2, 9), np.linspace(-3, height + 2, 9)
    border = np.concatenate(
        [np.column_stack([x, np.full(9, v)]) for v in (-3, height + 2)]
        + [np.column_stack([np.full(9, v), y]) for v in (-3, width + 2)]
    )
    plane = camera.on_plane(border, level)
    heading = camera.axes[2][:2] if np.hypot(*camera.axes[2][:2]) > 0.05 else -camera.axes[1][:2]
    angle = np.arctan2(heading[0], -heading[1])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    flat = plane @ turn.T
    low, span = flat.min(0), np.ptp(flat, axis=0)
    across = camera.focal / np.linalg.norm(camera.eye - np.array([*plane.mean(0), level]))
    scale = float(min(1.12 * across, np.sqrt(MAX_CANVAS * width * height / 512**2 / span.prod())))
    columns, rows = (np.ceil(span * scale).astype(int) + 2).tolist()
    affine = np.eye(3)
    affine[:2, :2] = turn * scale
    affine[:2, 2] = -low * scale + 0.5
    return rows, columns, affine
