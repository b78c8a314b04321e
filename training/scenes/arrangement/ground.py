"""Paints flat objects on the table: tiles with their shadows and sides, cards, papers, parts of other games."""

from __future__ import annotations

import cv2
import numpy as np

from training.scenes.pieces.clutter import FLAT, lay_flat, lay_foreign_tiles
from training.scenes.prints.designs import Design
from training.scenes.prints.tiles import Canvas, TilePainter, fixed, outline_on_table, paint_sides
from training.scenes.stage import Stage

CLEAR = {"card": 1.2, "hexagon": 1.1, "back": 1.1, "paper": 0.0, "board": 0.0}
"""Smallest distance of an object from a tile's centre; papers and boards also lie under tiles."""


def paint_ground(stage: Stage) -> list[Design]:
    """Paint all flat objects; return the tiles' prints."""
    rng = stage.rng
    paint_table(stage)
    designs = paint_tiles(stage)
    if stage.options.clutter and rng.random() < 0.12:
        _flat_clutter(stage, int(rng.integers(1, 3)), stage.printing.thickness + 0.01)
    return designs


def paint_table(stage: Stage) -> None:
    """Paint what lies flat on the table beside or under the tiles."""
    rng = stage.rng
    if stage.options.clutter:
        _foreign_tiles(stage)
        many = rng.poisson(2.0) * (rng.random() < 0.5) if stage.tiles else rng.poisson(4.0)
        _flat_clutter(stage, int(many), 0.0)


def paint_tiles(stage: Stage) -> list[Design]:
    """Paint the tiles with their shadows and sides; return their prints."""
    return _tiles(stage) if stage.tiles else []


def darken(canvas: Canvas, shade: np.ndarray, strength: float) -> None:
    """Darken by ``strength`` (0..1) where ``shade`` (H, W) uint8 is 255, and in proportion elsewhere."""
    table = np.clip(255 - strength * np.arange(256), 0, 255).astype(np.uint8)
    cv2.multiply(canvas.colour, cv2.merge([cv2.LUT(shade, table)] * 3), dst=canvas.colour, scale=1 / 255)


def _tiles(stage: Stage) -> list[Design]:
    printing, canvas, camera = stage.printing, stage.canvas, stage.camera
    towards = stage.light.towards
    _tile_shadows(stage)
    for tile in stage.tiles:
        paint_sides(canvas, camera, tile, printing, towards)
    painter = TilePainter(stage.rng, stage.pool, stage.art, printing, canvas, camera)
    designs = stage.designs if stage.designs is not None else painter.designs(stage.tiles)
    for n, (tile, design) in enumerate(zip(stage.tiles, designs, strict=True)):
        if tile.level > 0:  # a stack stands over its neighbours
            paint_sides(canvas, camera, tile, printing, towards)
        painter.paint(tile, design, n + 1)
    return designs


def _tile_shadows(stage: Stage) -> None:
    """Darken the table in the tiles' shadows."""
    canvas, light, printing = stage.canvas, stage.light, stage.printing
    shade = np.zeros(canvas.label.shape, np.uint8)
    for tile in stage.tiles:
        outline = outline_on_table(tile, printing.rounding)
        moved = outline - light.towards[:2] / max(light.towards[2], 0.3) * (tile.level + printing.thickness)
        for points in (outline, moved, (outline + moved) / 2):
            at = canvas.points(stage.camera, np.column_stack([points, np.zeros(len(points))]))
            cv2.fillConvexPoly(shade, fixed(at), 255, cv2.LINE_8, 4)
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.6, canvas.pitch * (0.012 + 0.05 * light.softness)))
    darken(canvas, shade, (1 - light.ambient) * 0.9)


def _foreign_tiles(stage: Stage) -> None:
    if stage.rng.random() > (0.06 if stage.tiles else 0.3):
        return
    spot = stage.somewhere(1.5)
    if spot is not None:
        lay_foreign_tiles(stage.rng, stage.pool, stage.canvas, stage.camera, spot, stage.tile_centres())


def _flat_clutter(stage: Stage, many: int, height: float) -> None:
    rng = stage.rng
    kinds = [str(rng.choice(FLAT))] * many if rng.random() < 0.5 else [str(k) for k in rng.choice(FLAT, many)]
    for kind in kinds:
        spot = stage.somewhere(0.0 if height > 0 else CLEAR.get(kind, 0.8))
        if spot is not None:
            lay_flat(rng, stage.pool, stage.canvas, stage.camera, kind, spot, height)
