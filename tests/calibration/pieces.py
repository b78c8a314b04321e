"""Pieces of one set on a bare table, or on a board, under the same lamp or another."""

from dataclasses import replace

import cv2
import numpy as np

from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import _Bag
from training.scenes.camera import look_at
from training.scenes.held_out.pieces import OUTLINES, PAINTS
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.prints.tiles import Canvas
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, canvas_shape, set_stage
from vision.imaging.photo import photo_of

BARE = SceneOptions(tiles=(0, 0), tilt=(0, 1), clutter=False, pieces=0.0, art="held-out")
BOARD = replace(BARE, tiles=(20, 24), tilt=(0, 20), empty=0.0, whole=True, matching=1.0)
SIZE, BOARD_SIZE = (1024, 768), (1280, 960)


def piece_set(colours, viking="meeple", house="gambrel"):
    """A set of pieces in these colours, made anew but always the same."""
    paints = tuple((name, np.array(PAINTS[name][::-1], float)) for name in colours)
    small = house == "cottage"
    return PieceSet(
        viking_form=viking,
        shape=np.array(OUTLINES["axeman"]),
        viking_size=0.3 if viking == "disc" else 0.25,
        depth=0.45,
        lying=0.0,
        house_form=house,
        house_size=0.45 if small else 0.42,
        stone_form="disc",
        stone_size=0.3,
        stone_colour=None,
        glyph=np.zeros(3),
        gloss=0.2,
        grain=False,
        colours=paints,
    )


def row_of_pieces(pieces, seed=1):
    """Return (photo, [(name, kind, px)]): a viking and a longhouse of each colour, side by side on a bare table."""
    stage = set_stage(np.random.default_rng(seed), *SIZE, BARE)
    camera = look_at(np.zeros(2), 125.0, np.radians(20), 0.0, 0.0, 1200.0, 0.0, SIZE)
    stage = _before(stage, camera)
    bag = _bag(stage, pieces)
    for k, colour in enumerate(pieces.colours):
        across = 1.1 * (k - (len(pieces.colours) - 1) / 2)
        bag.take("viking", colour, np.array([across, -0.7]), 0.0, None)
        bag.take("longhouse", colour, np.array([across, 0.7]), 0.0, None)
    picture = take_picture(stage, paint_ground(stage), bag.taken)
    return photo_of(picture.image), [(p.colour, p.kind, p.foot) for p in picture.pieces]


def board_with_pieces(pieces, seed=2, beside=()):
    """Return (photo, truth picture) of a board with a piece on two of three tiles, and on these places of the table."""
    stage = set_stage(np.random.default_rng(seed), *BOARD_SIZE, BOARD)
    designs = paint_ground(stage)
    bag = _bag(stage, pieces)
    for k, tile in enumerate(t for t in stage.tiles if t.cell is not None):
        if k % 3:
            colour = pieces.colours[k % len(pieces.colours)]
            kind = "longhouse" if k % 4 == 1 else "viking"
            bag.take(kind, colour, np.array(tile.centre), tile.level + stage.printing.thickness, tile.cell)
    for k, at in enumerate(beside):
        bag.take("viking", pieces.colours[k % len(pieces.colours)], np.array(at), 0.0, None)
    picture = take_picture(stage, designs, bag.taken)
    return photo_of(picture.image), picture


def lit(photo, blue=1.0, green=1.0, red=1.0):
    """Return the photo as another lamp would show it: light, not pixels, times the gains."""
    light = np.arange(256)[:, None] / 255.0
    levels = (255 * np.clip(light**2.2 * [blue, green, red], 0, 1) ** (1 / 2.2)).astype(np.uint8)
    return photo_of(cv2.LUT(photo.pixels, levels[None]))


def _bag(stage, pieces):
    return _Bag(replace(stage, rng=np.random.default_rng(7)), pieces)


def _before(stage, camera):
    rows, columns, affine = canvas_shape(camera, 0.0)
    colour = np.empty((rows, columns, 3), stage.canvas.colour.dtype)
    colour[:] = stage.canvas.colour.mean(axis=(0, 1))
    canvas = Canvas(colour, np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), np.int16), affine, 0.0)
    return replace(stage, camera=camera, canvas=canvas, tiles=[])
