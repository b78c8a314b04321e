"""Synthetic copies of the game with art of their own, spread out for calibration and laid out in play."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.board import Laid
from training.scenes.hexes import corners
from training.scenes.prints.noise import noise_pool
from training.scenes.prints.printing import Printing
from training.scenes.prints.tile_tops import FINE, TO_TILE, Print, draw_prints
from training.scenes.prints.tile_tops import SIDE as SIDE_OF_PRINT
from training.scenes.prints.tiles import paste
from training.scenes.scene import Picture, SceneOptions
from training.scenes.shot import take_picture
from training.scenes.stage import ARTS, Stage, set_stage
from vision.tiles.descriptor import SIDE, SPAN, describe, rotated_descriptors, similarity

_MAX_STYLES = 12
"""Largest number of styles that are tried for a copy with distinct tiles."""
_SAMPLE = 20
"""Tiles of a copy that are compared with each other."""
_MAX_SIMILARITY = 0.75
"""Similarity of two prints above which they may be confused in a dim photo."""


@dataclass(frozen=True)
class Copy:
    """All tiles of one copy."""

    printing: Printing
    art: str
    prints: tuple[Print, ...]


@dataclass(frozen=True)
class Shown:
    """A tile as it lies in a picture.

    Attributes:
        number: its number in the copy.
        centre: where it lies, pixels.
        edge0: the middle of its edge 0, pixels.
        visible: 0..1, how much of it is in the picture and not under other tiles.
        bare: (SIDE, SIDE) which places of its print no piece hides.
    """

    number: int
    centre: tuple[float, float]
    edge0: tuple[float, float]
    visible: float
    bare: np.ndarray


def make_copy(rng: np.random.Generator, count: int, art: str) -> Copy:
    """Draw the prints of a copy's tiles, in a style in which no two of them look the same."""
    for _ in range(_MAX_STYLES):
        copy = _any_copy(rng, count, art)
        if _distinct(copy):
            break
    return copy


def _distinct(copy: Copy) -> bool:
    """Say whether every tile can be told from all others, and from itself in another turn, by its print."""
    trim = round((1 - SPAN * FINE / SIDE_OF_PRINT) / 2 * SIDE_OF_PRINT)
    tops = [p.top[trim:-trim, trim:-trim] for p in copy.prints[:_SAMPLE]]
    turns = np.array([rotated_descriptors(top) for top in tops])
    counts = np.repeat(
        describe(np.zeros((SIDE, SIDE, 3), np.uint8), np.ones((SIDE, SIDE), bool))[1][None], len(tops), 0
    )
    alike = similarity(turns[:, 0], counts, turns.reshape(-1, turns.shape[2])).reshape(len(tops), len(tops), 6)
    alike[np.arange(len(tops)), np.arange(len(tops)), 0] = 0
    return bool(alike.max() < _MAX_SIMILARITY)


def _any_copy(rng: np.random.Generator, count: int, art: str) -> Copy:
    family, pool = ARTS[art], noise_pool(0)
    printing = family.printing(rng)
    return Copy(printing, art, draw_prints(rng, family, printing, pool, count))


def spread_out(
    copy: Copy, numbers: list[int], rng: np.random.Generator, size: tuple[int, int]
) -> tuple[Picture, list[Shown]]:
    """Photograph these tiles of a copy lying apart, in any turns, with nothing on them."""
    options = replace(_options(copy, len(numbers)), tilt=(0.0, 15.0), pieces=0.0, clutter=False)
    stage = set_stage(rng, *size, options)
    stage = replace(stage, light=replace(stage.light, ambient=0.85, softness=0.5))
    apart = [
        replace(t, cell=None, turn=float(rng.uniform(0, 2 * np.pi)), size=0.78)
        for t in stage.tiles
        if t.cell is not None
    ]
    return _photograph(replace(stage, tiles=apart), copy, numbers, rng)


def lay_out(
    copy: Copy, numbers: list[int], rng: np.random.Generator, size: tuple[int, int]
) -> tuple[Picture, list[Shown]]:
    """Photograph a game with these tiles of a copy, each in any of its six turns."""
    tilt = float(rng.choice([15.0, 35.0, 50.0]))
    options = replace(_options(copy, len(numbers)), tilt=(0.0, tilt), pieces=float(rng.uniform(0.3, 0.8)))
    stage = set_stage(rng, *size, options)
    return _photograph(stage, copy, numbers, rng)


def _options(copy: Copy, count: int) -> SceneOptions:
    return SceneOptions(
        tiles=(count, count), pitch=(60.0, 130.0), empty=0.0, whole=True, printing=copy.printing, art=copy.art
    )


def _photograph(stage: Stage, copy: Copy, numbers: list[int], rng: np.random.Generator) -> tuple[Picture, list[Shown]]:
    designs = paint_ground(stage)
    spread = all(t.cell is None for t in stage.tiles)
    board = [n for n, t in enumerate(stage.tiles) if spread or t.cell is not None]
    turns = [0 if spread else int(rng.integers(6)) for _ in board]
    for n, number, turn in zip(board, numbers, turns, strict=False):
        print_over(stage, stage.tiles[n], turn, copy.prints[number])
    pieces = [] if spread else scatter(stage)
    picture = take_picture(stage, designs, pieces)
    shown = []
    for n, number, turn in zip(board, numbers, turns, strict=False):
        tile = picture.tiles[n]
        middle = (tile.corners[turn] + tile.corners[(turn + 1) % 6]) / 2
        bare = _bare(picture, np.roll(tile.corners, -turn, axis=0))
        shown.append(
            Shown(number, tile.centre, (float(middle[0]), float(middle[1])), 0.0 if tile.cut else tile.visible, bare)
        )
    return picture, shown


def _bare(picture: Picture, lying: np.ndarray) -> np.ndarray:
    """(SIDE, SIDE) which places of a print no piece hides; its (6, 2) corners lie there in the picture."""
    printed = corners() * FINE + (SIDE_OF_PRINT - 1) / 2
    # The truth maps are half as fine as the picture.
    way, _ = cv2.findHomography((lying + 0.5) / 2 - 0.5, printed)
    piece = (picture.piece > 0).astype(np.uint8)
    shape = (SIDE_OF_PRINT, SIDE_OF_PRINT)
    return np.asarray(cv2.warpPerspective(piece, way, shape, flags=cv2.INTER_NEAREST) == 0)


def print_over(stage: Stage, tile: Laid, turn: int, printed: Print) -> None:
    """Print a tile of the copy over the painted one, turned clockwise by `turn` sixths."""
    canvas = stage.canvas
    angle = tile.turn + turn * np.pi / 3
    c, s = np.cos(angle) * tile.size, np.sin(angle) * tile.size
    share = (stage.camera.eye[2] - canvas.level) / (stage.camera.eye[2] - tile.level - stage.printing.thickness)
    at = stage.camera.eye[:2] + (tile.centre - stage.camera.eye[:2]) * share
    place = canvas.affine @ np.array([[c * share, -s * share, at[0]], [s * share, c * share, at[1]], [0, 0, 1]])
    outline = corners() @ place[:2, :2].T + place[:2, 2]
    height, width = canvas.label.shape
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 3, (width, height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    way = (np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ place @ TO_TILE)[:2]
    shape = (int(x1 - x0), int(y1 - y0))
    blur = max(0.01, 0.35 * FINE / (canvas.pitch * tile.size))
    top = cv2.warpAffine(cv2.GaussianBlur(printed.top, (0, 0), blur), way, shape, flags=cv2.INTER_LINEAR)
    terrain = cv2.warpAffine(printed.terrain, way, shape, flags=cv2.INTER_NEAREST)
    mask = np.zeros(terrain.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((outline - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    mask[terrain == 0] = 0
    area = np.s_[y0:y1, x0:x1]
    np.copyto(canvas.label[area], terrain, where=mask > 127)
    paste(canvas.colour[area], top, mask)
