"""``python -m training.hidden_terrain_net.samples --out DIR``: terrain maps of made tiles, and their truth.

Each file holds the tiles of some pictures; ``training.hidden_terrain_net.train --tiles DIR`` learns from
them. They are made with the shipped scene network, and must be made again when that was trained anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.common.stored import fill, maker_options, read_stored
from training.scenes.hexes import corners
from training.scenes.picture import PlacedTile
from training.scenes.prints.printing import Printing, usual_printing
from training.scenes.scene import SceneOptions, make_picture
from vision.board.locate import survey
from vision.geometry.lattice import CORNERS
from vision.geometry.plane import Plane
from vision.networks.models import Networks, load_networks
from vision.terrain.analyse import look_at_ground
from vision.terrain.regions import PLACES

_SIDES = (640, 768)
_STRAITS = 0.75
"""Share of the tiles with a band of terrain drawn through: what a piece hides is then as often joined as parted."""
_NEAR = 0.2
"""How far, in pitches, a tile may be found from where it lies."""
_FINE = 240
"""Pixels along a tile's true map, which is 1.2 pitches wide."""
_IN_A_FILE = 50


@dataclass(frozen=True)
class Tiles:
    """Tiles as they were seen and as they are.

    Attributes:
        land: (n, 49, 49, 3) uint8, see `vision.terrain.regions.land_within`.
        clear: (n, 49, 49) uint8, how surely nothing stands before the tile, in steps of 1 / 255.
        rims: (n, 36) uint8 terrain 0..2 of the sixths of its edges.
        truth: (n, 49, 49) uint8 terrain 0..2.
    """

    land: np.ndarray
    clear: np.ndarray
    rims: np.ndarray
    truth: np.ndarray


def main() -> None:
    """Read the options and make tiles."""
    options = maker_options(__doc__, 6000).parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(options, "tiles", _IN_A_FILE, lambda n: make_tiles(rng, networks, pool=options.seed + n // 6))


def read_tiles(folder: Path) -> Tiles:
    """Return all tiles of a folder; raises ``FileNotFoundError`` where there are none."""
    return read_stored(Tiles, folder, "training.hidden_terrain_net.samples")


def make_tiles(rng: np.random.Generator, networks: Networks, art: str = "training", pool: int = 0) -> Tiles | None:
    """Make one picture and look at its tiles; None where no board is found.

    ``art`` and ``pool`` are those of `SceneOptions`.
    """
    side = int(rng.choice(_SIDES))
    scene = SceneOptions(
        tiles=(6, 40),
        pitch=(36.0, 110.0),
        printing=_with_straits(usual_printing(rng)) if art == "training" else None,
        pieces=float(rng.uniform(0.4, 0.95)),
        matching=1.0,
        empty=0.0,
        pool=pool,
        art=art,
    )
    picture = make_picture(rng, side, side, scene)
    found = survey(picture.image, networks)
    if found is None:
        return None
    looked, plane = look_at_ground(picture.image, found, networks), found.lattice.plane
    parts = []
    for n, centre in enumerate(found.lattice.centres.values()):
        tile = _lying_at(centre, plane, picture.tiles)
        if tile is not None:
            truth, rim = _as_it_is(tile, plane.to_photo(centre + PLACES), plane.to_photo(centre + _SIXTHS))
            clear = np.round(looked.clear[n] * 255).astype(np.uint8)
            parts.append((looked.land[n], clear, rim, truth))
    return Tiles(*(np.array(part) for part in zip(*parts, strict=True))) if parts else None


def _with_straits(printing: Printing) -> Printing:
    return replace(printing, shapes=replace(printing.shapes, straits=_STRAITS))


def _sixths() -> np.ndarray:
    """(36, 2) places just within the sixths of a tile's edges, clockwise from corner 0."""
    share = ((np.arange(6) + 0.5) / 6)[:, None]
    rim: np.ndarray = CORNERS[:, None] + share * (np.roll(CORNERS, -1, axis=0) - CORNERS)[:, None]
    return 0.98 * rim.reshape(-1, 2)


_SIXTHS = _sixths()


def _lying_at(centre: np.ndarray, plane: Plane, tiles: tuple[PlacedTile, ...]) -> PlacedTile | None:
    """Return the tile whose middle lies at ``centre`` on the table."""
    away = [float(np.linalg.norm(plane.to_table(np.array(tile.centre)) - centre)) for tile in tiles]
    return tiles[int(np.argmin(away))] if min(away) < _NEAR else None


def _as_it_is(tile: PlacedTile, places: np.ndarray, sixths: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the terrain 0..2 that a tile has at places and at sixths of its edges given in the photo (..., 2)."""
    upright, _ = cv2.findHomography(np.asarray(tile.corners, np.float32), corners().astype(np.float32))
    labels = tile.design.labels(_FINE) - 1
    return tuple(labels[rows, columns] for rows, columns in (_spots(upright, at) for at in (places, sixths)))


def _spots(upright: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and columns of a tile's true map at (..., 2) pixels of the photo."""
    own = cv2.perspectiveTransform(at.reshape(-1, 1, 2).astype(np.float32), upright).reshape(at.shape)
    spots = np.clip(np.round((own / 1.2 + 0.5) * _FINE - 0.5).astype(int), 0, _FINE - 1)
    return spots[..., 1], spots[..., 0]


if __name__ == "__main__":
    main()
