"""Tiles of traced pictures: prisms of cardboard with rounded rims, which show what is painted on the canvas."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np

from training.scenes.board import Laid
from training.scenes.prints.tiles import outline_on_table
from training.scenes.stage import Stage
from training.traced.objects import UP, linear, make_material, make_mesh, place, printed_material, show_canvas

_BEVEL = (0.02, 0.3)
"""Range of the width of the rounded rim, shares of the thickness. Chosen by hand."""


def add_tiles(stage: Stage, path: Path) -> None:
    """Add all tiles of a stage whose ground is painted; the canvas is written to ``path``, which must stay."""
    rng = stage.rng
    printed = printed_material(rng, path, stage.canvas.colour)
    cardboard, shader = make_material(0.9, 0.1)
    shader.inputs["Base Color"].default_value = linear(stage.printing.side_colour)
    bevel = float(rng.uniform(*_BEVEL)) * stage.printing.thickness
    for tile in stage.tiles:
        thing = place(_prism(stage, tile), printed)
        thing.data.materials.append(cardboard)
        for face in thing.data.polygons[1:]:
            face.material_index = 1
        _round_rim(thing, bevel)


def _prism(stage: Stage, tile: Laid) -> bpy.types.Mesh:
    """Return the mesh of a tile, whose first face is its top; a pile's tile reaches down to the table."""
    outline = outline_on_table(tile, stage.printing.rounding)
    count, top = len(outline), tile.level + stage.printing.thickness
    high = np.column_stack([outline, np.full(count, top)])
    points = np.concatenate([high, np.column_stack([outline, np.zeros(count)])])
    here = np.arange(count)
    there = np.roll(here, -1)
    walls = np.column_stack([here, there, there + count, here + count]).tolist()
    mesh = make_mesh(points * UP, [here[::-1].tolist(), *walls])
    rows, columns = stage.canvas.label.shape
    at = (stage.canvas.points(stage.camera, high) + 0.5) / (columns, rows)
    at[:, 1] = 1 - at[:, 1]
    show_canvas(mesh, np.concatenate([at, at]))
    return mesh


def _round_rim(thing: bpy.types.Object, width: float) -> None:
    rounded = thing.modifiers.new("rim", "BEVEL")
    rounded.width, rounded.segments, rounded.material = width, 2, 0
    rounded.limit_method, rounded.use_clamp_overlap = "ANGLE", True
