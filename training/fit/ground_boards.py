"""Made boards with true ground, as `training.fit.ground` needs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from training.scenes.picture import Picture
from training.validation import PHOTO_SIZE, photo_of_a_game
from vision.board.locate import survey
from vision.geometry.lattice import CORNERS, Cell, nearest_cell
from vision.geometry.plane import Plane
from vision.geometry.rectified_view import View
from vision.imaging.photo import photo_of
from vision.networks.models import Networks, SceneMaps
from vision.terrain.analyse import visible_terrain


@dataclass(frozen=True, eq=False)
class MadeBoard:
    """A made photo of a board, as its terrain is analysed.

    Attributes:
        view: the rectified view of the tiles.
        maps: the scene network's output for it.
        centres: (2,) table position of each tile.
        edges: the true terrain strings by cell and edge.
        networks: the loaded networks.
    """

    view: View
    maps: SceneMaps
    centres: Mapping[Cell, np.ndarray]
    edges: Mapping[tuple[Cell, int], str]
    networks: Networks


def made_boards(art: str, seed: int, count: int, networks: Networks) -> Iterator[MadeBoard]:
    """Yield boards in an art of `training.validation`, those that are found."""
    for number in range(count):
        picture = photo_of_a_game([seed, number], *PHOTO_SIZE, art)
        pixels = photo_of(picture.image).normalised
        found = survey(pixels, networks)
        if found is not None:
            view, maps = found.view, visible_terrain(found)
            edges = true_edges(picture, found.lattice.plane, found.lattice.centres)
            yield MadeBoard(view, maps, found.lattice.centres, edges, networks)


def true_edges(picture: Picture, plane: Plane, centres: Mapping[Cell, np.ndarray]) -> dict[tuple[Cell, int], str]:
    """Return the edges of the board's tiles, as the lattice counts cells and edges."""
    edges = {}
    for tile in (t for t in picture.tiles if t.on_board):
        centre = plane.to_table(np.array(tile.centre))
        first = plane.to_table(np.array(tile.corners[0])) - centre
        turn = int(np.linalg.norm(CORNERS - first, axis=1).argmin())
        cell = nearest_cell(centre)
        if cell in centres:
            edges.update({(cell, i): tile.edges[(i - turn) % 6] for i in range(6)})
    return edges
