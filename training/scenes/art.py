"""Families of art: printings, textures, tables and pieces. Training and validation use different families.

Accuracy in the held-out family measures how well a network generalises beyond the art of its training.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from training.scenes.pieces.meshes import Mesh, any_glyph, longhouse, stone, viking
from training.scenes.pieces.piece_sets import PieceSet, random_set
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.printing import Printing, random_printing
from training.scenes.prints.terrain_shapes import ShapeStyle, fields
from training.scenes.prints.textures import sheets
from training.scenes.tables import table_top

Rng = np.random.Generator


@dataclass(frozen=True)
class Art:
    """A family of looks.

    Attributes:
        printing: draws a printing.
        fields: the tiles' terrain fields, see ``terrain_shapes.fields``.
        sheets: the printing's three surfaces at a number of pixels for each tile.
        table_top: a table top (from terrain colours, height, width, pixels a tile) and its kind.
        piece_set: draws the properties that all pieces share, given colours that they may resemble.
        viking: a viking's mesh from form, size, shape and depth.
        longhouse: a longhouse's mesh from form and length.
        stone: a rune stone's mesh from form and width.
        room: names and draws an environment, see ``light.sky``; None for plain light without one.
        held_out: which photographed materials are used, those for validation or those for training.
    """

    printing: Callable[[Rng], Printing]
    fields: Callable[[Rng, NoisePool, ShapeStyle, list[tuple[str, ...]]], np.ndarray]
    sheets: Callable[[Printing, NoisePool, float], tuple[np.ndarray, ...]]
    table_top: Callable[[Rng, NoisePool, np.ndarray, int, int, float], tuple[np.ndarray, str]]
    piece_set: Callable[[Rng, np.ndarray], PieceSet]
    viking: Callable[[Rng, str, float, np.ndarray, float], Mesh]
    longhouse: Callable[[Rng, str, float], Mesh]
    stone: Callable[[Rng, str, float], Mesh]
    room: Callable[[Rng], tuple[str, np.ndarray]] | None = None
    held_out: bool = False


TRAINING = Art(
    random_printing, fields, sheets, table_top, random_set, viking, longhouse, partial(stone, glyph=any_glyph)
)
