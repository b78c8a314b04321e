"""Pictures of one game as it is played before a camera that stands still: each shows a tile, piece or stone more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.hexgrid import neighbours
from training.scenes.arrangement.ground import paint_table, paint_tiles
from training.scenes.arrangement.one_landmass import lay_by_the_rules
from training.scenes.arrangement.scatter import Piece, scatter
from training.scenes.board import Cell, Laid
from training.scenes.camera import Camera
from training.scenes.hexes import centre_of
from training.scenes.picture import Picture
from training.scenes.pieces.clutter import paint_hand
from training.scenes.pieces.played_game import settling_order
from training.scenes.pieces.standing import Solid
from training.scenes.prints.designs import Design
from training.scenes.prints.tiles import Canvas
from training.scenes.shot import pixels_of_pitch, standing_clutter, take_picture
from training.scenes.stage import SceneOptions, Stage, set_stage

_TOUCHED = 2
"""Tiles that a tile must touch when it is laid, by the rules."""


@dataclass(frozen=True)
class FilmedGame:
    """A game before a camera that stands still.

    Attributes:
        stage: with all tiles of the game; its canvas shows the table without them.
        full: the same canvas with all tiles.
        designs: prints of the tiles.
        pieces: all pieces on the board and beside it.
        seed: of what is drawn alike for each picture, such as glare and noise.
        moves: in their order: the cell of a tile that is laid, or a piece or rune stone that is placed. A stone under a
            longhouse comes with it.
    """

    stage: Stage
    full: Canvas
    designs: list[Design]
    pieces: list[Piece]
    seed: int
    moves: tuple[Cell | Piece, ...]

    def picture(self, moves: int, camera: Camera | None = None, on_top: Solid | None = None) -> Picture:
        """Return the picture after this number of moves.

        Args:
            moves: how many.
            camera: that takes it, if another one than the stage's, or one that was displaced.
            on_top: what else stands on the table.
        """
        made = self.moves[:moves]
        laid = {move for move in made if not isinstance(move, Piece)}
        shown = [n for n, tile in enumerate(self.stage.tiles) if tile.cell is None or tile.cell in laid]
        placed = [move for move in made if isinstance(move, Piece)]
        standing = [p for p in self.pieces if p.cell is None or any(p is q or _is_under(p, q) for q in placed)]
        stage = replace(
            self.stage,
            rng=np.random.default_rng(self.seed),
            camera=camera or self.stage.camera,
            tiles=[self.stage.tiles[n] for n in shown],
            canvas=_with_tiles(self.stage.canvas, self.full, shown),
        )
        clutter = standing_clutter(replace(self.stage, rng=np.random.default_rng(self.seed + 1)))
        clutter += [] if on_top is None else [on_top]
        return take_picture(stage, [self.designs[n] for n in shown], _numbered(standing), clutter=clutter)

    def with_hand(self, image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return a picture (H, W, 3) uint8 with a hand over it, somewhere."""
        shown = image.copy()
        paint_hand(rng, shown, self.stage.light, pixels_of_pitch(self.stage.camera))
        return shown


def film_game(rng: np.random.Generator, width: int, height: int, options: SceneOptions) -> FilmedGame:
    """Set up a game whose tiles are laid and whose pieces are placed one after the other, as the rules allow.

    Longhouses and rune stones are placed right after their tile was laid, vikings once all tiles lie.

    Args:
        rng: of the game.
        width: of the pictures, pixels.
        height: likewise.
        options: of the last picture; ``played`` should be set.
    """
    stage = lay_by_the_rules(set_stage(rng, width, height, options))
    paint_table(stage)
    canvas = stage.canvas
    bare = replace(canvas, colour=canvas.colour.copy(), label=canvas.label.copy(), index=canvas.index.copy())
    designs = paint_tiles(stage)
    pieces = scatter(stage)
    moves = tuple(_moves(stage.tiles, [p for p in pieces if p.cell is not None]))
    return FilmedGame(replace(stage, canvas=bare), canvas, designs, pieces, int(rng.integers(2**31)), moves)


def _moves(tiles: Sequence[Laid], pieces: Sequence[Piece]) -> Iterator[Cell | Piece]:
    """Yield tiles, each followed by its longhouse or stone, and then vikings, in an order that the rules allow."""
    stones = {piece.cell: piece for piece in pieces if piece.kind == "stone"}
    standing = {piece.cell: piece for piece in pieces if piece.cell is not None and piece.kind != "stone"}
    for cell in _laying_order([tile.cell for tile in tiles if tile.cell is not None]):
        yield cell
        if cell in standing and standing[cell].kind != "viking":
            yield standing[cell]
        elif cell in stones and cell not in standing:
            yield stones[cell]
    for cell in settling_order({cell: (p.kind, p.colour) for cell, p in standing.items()}, tiles):
        yield standing[cell]


def _laying_order(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells from the middle outwards, each beside as many earlier ones as it must touch, where one is."""
    centres = centre_of(np.array(cells))
    distances = np.hypot(*(centres - centres.mean(axis=0)).T)
    left = [cells[k] for k in np.argsort(distances, kind="stable")]
    order = [left.pop(0)] if left else []
    while left:
        touched = [sum(beside in order for beside in neighbours(cell)) for cell in left]
        enough = min(_TOUCHED, max(touched))
        order.append(left.pop(next(k for k, count in enumerate(touched) if count >= enough)))
    return order


def _is_under(stone: Piece, piece: Piece) -> bool:
    return stone.kind == "stone" and stone.cell == piece.cell


def _numbered(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with numbers from 1 on, as `take_picture` expects them."""
    return [replace(p, solid=replace(p.solid, number=k)) for k, p in enumerate(pieces, 1)]


def _with_tiles(bare: Canvas, full: Canvas, shown: Sequence[int]) -> Canvas:
    """Return the canvas with some tiles; what lies between tiles belongs to the nearest, as its side and shadow do.

    Args:
        bare: the table without tiles.
        full: with all tiles.
        shown: their numbers, from 0.
    """
    known = full.index > 0
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owners = np.zeros(nearest.max() + 1, np.int64)
    owners[nearest[known]] = full.index[known]
    number = np.zeros(int(full.index.max()) + 1, np.int16)
    number[np.array(shown, int) + 1] = np.arange(1, len(shown) + 1)
    drawn = number[owners[nearest]] > 0
    index = number[full.index]
    return replace(
        bare,
        colour=np.where(drawn[..., None], full.colour, bare.colour),
        label=np.where(drawn, full.label, bare.label),
        index=index,
    )
