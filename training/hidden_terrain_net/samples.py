"""``python -m training.hidden_terrain_net.samples --out DIR``: terrain maps of synthetic tiles, and their ground truth.

Each file holds the tiles of some pictures; ``training.hidden_terrain_net.train --tiles DIR`` trains on them. They
depend on the scene network, and must be sampled again after it was trained.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.common.stored import fill, maker_options, read_stored
from training.scenes.hexes import corners
from training.scenes.mixture import options_of
from training.scenes.picture import Picture, PlacedTile
from training.scenes.prints.printing import Printing
from training.scenes.scene import SceneOptions, make_picture
from training.scenes.second_stage.prints import crafted_printing
from vision.board.locate import Survey, survey
from vision.geometry.lattice import CORNERS
from vision.geometry.plane import Plane
from vision.networks.models import Networks, load_networks
from vision.reading.observed_pieces import observe_pieces
from vision.terrain.analyse import sample_maps, visible_terrain
from vision.terrain.ground.ground_model import apply_ground_model
from vision.terrain.hidden_terrain import planes_of
from vision.terrain.regions import PLACES, rim_terrain
from vision.terrain.sight import with_ground_in_sight
from vision.vocabulary import TERRAINS

_SIDES = (640, 768)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_STRAIT_SHARE = 0.75
"""Share of tiles crossed by a band of terrain, so that hidden terrain is as often connected as separated."""
_CRAFTED = 0.5
"""Share of the pictures in crafted prints with pieces of other workshops, which the scene network does not know."""
_MAX_OFFSET = 0.2
"""Largest distance, pitches, of a detected tile from the true one."""
_MAP_SIDE = 240
"""Width and height, pixels, of a tile's true terrain map, which spans 1.2 pitches."""
_PICTURES_PER_FILE = 50


@dataclass(frozen=True)
class Tiles:
    """Detected tiles with their ground truth.

    Attributes:
        land: (n, 49, 49, 3) uint8 terrain probabilities, see `vision.terrain.regions.log_terrain_within`.
        clear: (n, 49, 49) uint8 probability that nothing occludes the tile, in steps of 1 / 255.
        rims: (n, 36) uint8 true terrain 0..2 of the sixths of the edges.
        truth: (n, 49, 49) uint8 true terrain 0..2.
    """

    land: np.ndarray
    clear: np.ndarray
    rims: np.ndarray
    truth: np.ndarray

    def planes(self, chosen: np.ndarray) -> np.ndarray:
        """Return the hidden-terrain network's (n, PLANE_COUNT, 49, 49) input for the tiles of n indices."""
        rims = np.array([rim_terrain_of_sixths(rim) for rim in self.rims[chosen]])
        return planes_of(self.land[chosen], self.clear[chosen].astype(np.float32) / 255, rims)


def main() -> None:
    """Parse the options and sample tiles."""
    options = maker_options(__doc__, 6000).parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(options, "tiles", _PICTURES_PER_FILE, lambda n: _make(rng, networks, options, n))


def _make(rng: np.random.Generator, networks: Networks, options: Namespace, number: int) -> Tiles | None:
    return make_tiles(rng, networks, pool=options.seed + number // 6, materials=options.materials)


def read_tiles(folder: Path) -> Tiles:
    """Return all tiles of a folder; raises ``FileNotFoundError`` if there are none."""
    return read_stored(Tiles, folder, "training.hidden_terrain_net.samples")


def make_tiles(
    rng: np.random.Generator,
    networks: Networks,
    art: str = "training",
    pool: int = 0,
    materials: Path | None = None,
) -> Tiles | None:
    """Render one picture and run the scene network on its tiles.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        art: a family of looks, or ``training`` for the mixture of them, see `options_of`.
        pool: see `SceneOptions`.
        materials: see `SceneOptions`.

    Returns:
        the detected tiles, or None if no board is found.
    """
    side = int(rng.choice(_SIDES))
    picture = make_picture(rng, side, side, _options(rng, art, pool, materials))
    found = survey(picture.image, networks)
    return None if found is None else _tiles_of(picture, found, networks)


def _tiles_of(picture: Picture, found: Survey, networks: Networks) -> Tiles | None:
    """Return the detected tiles of a picture that are true ones; None without any."""
    view, plane, centres = found.view, found.lattice.plane, found.lattice.centres
    maps, ground = apply_ground_model(visible_terrain(found), view, centres, naming_network=networks.ground)
    pieces = observe_pieces(found, picture.image, networks, None)
    maps = with_ground_in_sight(maps, view, centres, ground, pieces.occluders())
    samples = sample_maps(maps, view, found, ground, networks.edge)
    parts = []
    for n, centre in enumerate(centres.values()):
        tile = _true_tile_at(centre, plane, picture.tiles)
        if tile is not None:
            truth, rim = _true_terrain(tile, plane.to_photo(centre + PLACES), plane.to_photo(centre + _SIXTHS))
            clear = np.round(samples.clear[n] * 255).astype(np.uint8)
            parts.append((samples.terrain[n], clear, rim, truth))
    return Tiles(*(np.array(part) for part in zip(*parts, strict=True))) if parts else None


def _options(rng: np.random.Generator, art: str, pool: int, materials: Path | None) -> SceneOptions:
    """Return how a picture is drawn: full of pieces, which hide terrain, on tiles with straits."""
    base = _look(rng, art, materials)
    return replace(
        base,
        tiles=(6, 40),
        pitch=(36.0, 110.0),
        printing=_with_straits(base.printing) if base.printing else None,
        pieces=float(rng.uniform(0.4, 0.95)),
        matching=1.0,
        empty=0.0,
        pool=pool,
    )


def _look(rng: np.random.Generator, art: str, materials: Path | None) -> SceneOptions:
    if art == "training" and rng.random() < _CRAFTED:
        return SceneOptions(art="crafted", printing=crafted_printing(rng), materials=materials)
    return options_of(rng, art, materials)


def rim_terrain_of_sixths(terrains: np.ndarray) -> np.ndarray:
    """Return the (49, 49) int8 of `rim_terrain` for the (36,) terrains, 0..2, of the sixths of edges."""
    return rim_terrain(tuple("".join(TERRAINS[k] for k in sixths) for sixths in terrains.reshape(6, 6)))


def _with_straits(printing: Printing) -> Printing:
    return replace(printing, shapes=replace(printing.shapes, straits=_STRAIT_SHARE))


def _sixths() -> np.ndarray:
    """Return (36, 2) points just inside the sixths of a tile's edges, clockwise from corner 0, pitches."""
    share = ((np.arange(6) + 0.5) / 6)[:, None]
    rim: np.ndarray = CORNERS[:, None] + share * (np.roll(CORNERS, -1, axis=0) - CORNERS)[:, None]
    return 0.98 * rim.reshape(-1, 2)


_SIXTHS = _sixths()


def _true_tile_at(centre: np.ndarray, plane: Plane, tiles: tuple[PlacedTile, ...]) -> PlacedTile | None:
    """Return the true tile whose centre lies within ``_MAX_OFFSET`` of ``centre`` (2,) on the table, if any."""
    away = [float(np.linalg.norm(plane.to_table(np.array(tile.centre)) - centre)) for tile in tiles]
    return tiles[int(np.argmin(away))] if min(away) < _MAX_OFFSET else None


def _true_terrain(tile: PlacedTile, places: np.ndarray, sixths: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return a tile's true terrain 0..2 at its grid points and sixths of edges, both given as (..., 2) photo pixels."""
    to_tile, _ = cv2.findHomography(np.asarray(tile.corners, np.float32), corners().astype(np.float32))
    labels = tile.design.labels(_MAP_SIDE) - 1
    return tuple(labels[rows, columns] for rows, columns in (_map_indices(to_tile, at) for at in (places, sixths)))


def _map_indices(to_tile: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and columns of a tile's true map at (..., 2) photo pixels."""
    in_tile = cv2.perspectiveTransform(at.reshape(-1, 1, 2).astype(np.float32), to_tile).reshape(at.shape)
    spots = np.clip(np.round((in_tile / 1.2 + 0.5) * _MAP_SIDE - 0.5).astype(int), 0, _MAP_SIDE - 1)
    return spots[..., 1], spots[..., 0]


if __name__ == "__main__":
    main()
