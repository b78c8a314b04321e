"""Boards that are laid with tiles of one copy of the game, by its rules: photos of them share tiles, as at home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.made.copies import Copy, print_over
from games.fjords.tiles import Tile
from games.hexgrid import Cell, neighbour
from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.scatter import scatter
from training.scenes.picture import Picture
from training.scenes.pieces.piece_sets import PieceSet
from training.scenes.prints.noise import noise_pool
from training.scenes.prints.tile_tops import SIDE, TO_TILE, Print, draw_prints
from training.scenes.scene import SceneOptions
from training.scenes.shot import take_picture
from training.scenes.stage import ARTS, set_stage
from training.validation import any_copy, document_of, usual_edges
from vision.terrain.regions import PLACES, patches_of

_LAID = (25, 40)
"""Fewest and most tiles of a board."""

Laid = dict[Cell, tuple[int, int]]
"""The number of the print on each cell, and by how many sixths it is turned clockwise."""


@dataclass(frozen=True)
class OwnCopy:
    """A copy of the game: all its tiles, and its pieces."""

    tiles: Copy
    piece_set: PieceSet


def own_copy(rng: np.random.Generator, count: int, art: str) -> OwnCopy:
    """Draw a copy of ``count`` tiles of one of ``ARTS``, with edges as on the tiles of the game."""
    drawn = any_copy(rng, art)
    printing = replace(drawn.printing, edges=usual_edges())
    prints = draw_prints(rng, ARTS[art], printing, noise_pool(0), count)
    return OwnCopy(Copy(printing, art, prints), drawn.piece_set)


def photo_of_a_board(rng: np.random.Generator, copy: OwnCopy, size: tuple[int, int]) -> tuple[Picture, dict[str, Any]]:
    """Return a picture of a board of some tiles of a copy, with its truth as a board document."""
    count = int(rng.integers(*_LAID))
    options = SceneOptions(
        tiles=(count, count), tilt=(0.0, float(rng.choice([15.0, 35.0]))), pitch=(60.0, 130.0), empty=0.0, whole=True,
        printing=copy.tiles.printing, art=copy.tiles.art, pieces=float(rng.uniform(0.3, 0.8)), pairs=0.0,
        piece_set=copy.piece_set, game=True, played=True,
    )  # fmt: skip
    stage = set_stage(rng, *size, options)
    designs = paint_ground(stage)
    board = {tile.cell: tile for tile in stage.tiles if tile.cell is not None}
    laid = lay(rng, list(board), copy.tiles.prints)
    for cell, (number, turn) in laid.items():
        print_over(stage, board[cell], turn, copy.tiles.prints[number])
    tiles = {cell: _turned(copy.tiles.prints[number], turn) for cell, (number, turn) in laid.items()}
    lying = [tile if tile.cell is None else replace(tile, edges=tiles[tile.cell].edges) for tile in stage.tiles]
    # Pieces stand by the tiles that lie there now, while the picture documents those that were painted first.
    picture = take_picture(stage, designs, scatter(replace(stage, tiles=lying)))
    document = document_of(picture, "", 0)
    for tile in document["tiles"]:
        tile |= tiles[tile["q"], tile["r"]].to_document()
    return picture, document


def lay(rng: np.random.Generator, cells: Sequence[Cell], prints: Sequence[Print]) -> Laid:
    """Lay different tiles on cells, each of which matches its neighbours in as many edges as one that is left can."""
    laid: Laid = {}
    left = [int(n) for n in rng.permutation(len(prints))]
    for cell in sorted(cells, key=lambda c: abs(c[0]) + abs(c[1]) + abs(c[0] + c[1])):
        wanted = {
            side: prints[n].edges[(side + 3 - turn) % 6][::-1]
            for side in range(6)
            if (beside := laid.get(neighbour(cell, side))) is not None
            for n, turn in [beside]
        }
        ways = ((n, turn) for n in left for turn in range(6))
        laid[cell] = min(ways, key=lambda way: _mismatches(prints[way[0]], way[1], wanted))
        left.remove(laid[cell][0])
    return laid


def _mismatches(tile: Print, turn: int, wanted: dict[int, str]) -> int:
    return sum(tile.edges[(side - turn) % 6] != edge for side, edge in wanted.items())


def _turned(tile: Print, turn: int) -> Tile:
    """Return a tile that is turned clockwise by ``turn`` sixths."""
    places = np.linalg.inv(TO_TILE) @ np.vstack([PLACES.reshape(-1, 2).T, np.ones(PLACES[..., 0].size)])
    at = np.clip(np.round(places[:2].T).astype(int), 0, SIDE - 1)
    land = tile.terrain[at[:, 1], at[:, 0]].reshape(PLACES.shape[:2]).astype(np.int64) - 1
    return patches_of(np.maximum(land, 0).astype(np.uint8), tile.edges).to_tile(tile.edges).turned(turn)
