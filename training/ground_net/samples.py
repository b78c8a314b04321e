"""``python -m training.ground_net.samples --out DIR``: groups of the ground of made boards, and their true terrains.

``training.ground_net.train --boards DIR`` trains on them. They depend on the scene network. A board is small, since the
number of printings matters. Most are seen in two colourings, so that hue tells less than texture, signs and outlines.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.common.stored import fill, joined, maker_options
from training.ground_net.recolouring import recoloured
from training.scenes.mixture import usual_options, wide_options
from training.scenes.picture import Picture
from training.scenes.scene import SceneOptions, make_picture
from vision.geometry.lattice import Cell, nearest_cell
from vision.geometry.rectified_view import rectify
from vision.imaging.normalise import normalised
from vision.networks.models import Networks, infer_scene, load_networks
from vision.terrain.ground.ground_features import extract_ground_features
from vision.terrain.ground.group_evidence import group_board

_CRAFTED, _WIDE = 0.6, 0.75
"""Share of the boards in crafted prints, which the scene network does not know; and of the others, the share that are
of the wide family. By hand."""
_UNDER_ROOM_LIGHT = 0.4
"""Share of the others under light of a room, which takes longer to make than a lamp's."""
_SIDES = (368, 400, 464)
"""Widths and heights of the pictures, pixels, one of which is drawn for each."""
_MIN_VISIBLE = 0.3
"""Share of a tile that is in sight, from which it counts."""
_FEWEST_TILES, _FEWEST_PIXELS = 4, 400
"""Boards with less are left out."""
_AS_PRINTED = (0.25, 0.45, 0.3)
"""Shares of boards that are seen as printed only, as printed and recoloured, and recoloured twice."""
_PICTURES_PER_FILE = 60


@dataclass(frozen=True)
class BoardGroups:
    """The groups of n boards.

    Attributes:
        features: (n, 9, 64) float16, see `vision.terrain.ground.name_network.group_features`.
        looks: (n, 9, 5) see `vision.terrain.ground.naming.GroupEvidence`, likewise the next.
        measured: (n, 9, 5).
        shares: (n, 9).
        counts: (n, 9, 3) pixels of each group with each true terrain.
    """

    features: np.ndarray
    looks: np.ndarray
    measured: np.ndarray
    shares: np.ndarray
    counts: np.ndarray


def main() -> None:
    """Parse the options and sample boards."""
    options = maker_options(__doc__, 4000).parse_args()
    cv2.setNumThreads(1)
    networks, rng = load_networks(options.networks), np.random.default_rng(options.seed)
    fill(options, "boards", _PICTURES_PER_FILE, lambda number: _make(rng, networks, options, number))


def _make(rng: np.random.Generator, networks: Networks, options: Namespace, number: int) -> BoardGroups | None:
    return make_boards(rng, networks, options.seed + number // 3, options.materials)


def make_boards(
    rng: np.random.Generator, networks: Networks, pool: int = 0, materials: Path | None = None
) -> BoardGroups | None:
    """Render one board and group its ground in one or two colourings; None if too little of it is seen.

    Args:
        rng: the generator of random numbers.
        networks: the loaded networks.
        pool: see `SceneOptions`.
        materials: likewise.
    """
    picture = make_picture(rng, *[int(rng.choice(_SIDES))] * 2, _options(rng, pool, materials))
    centres = _centres(picture)
    if len(centres) < _FEWEST_TILES:
        return None
    changed = ((False,), (False, True), (True, True))[rng.choice(3, p=_AS_PRINTED)]
    pictures = [recoloured(rng, picture.image) if change else picture.image for change in changed]
    seen = [_boards(networks, normalised(pixels), picture, centres) for pixels in pictures]
    known = [boards for boards in seen if boards is not None]
    return joined(known) if known else None


def _options(rng: np.random.Generator, pool: int, materials: Path | None) -> SceneOptions:
    if rng.random() < _CRAFTED:
        options = SceneOptions(art="crafted", materials=materials)
    else:
        options = wide_options(rng, materials) if rng.random() < _WIDE else usual_options(rng)
        if rng.random() > _UNDER_ROOM_LIGHT:
            options = replace(options, art="training")
    return replace(
        options, tiles=(5, 10), tilt=(0.0, 45.0), pitch=(40.0, 130.0), empty=0.0, whole=True, clutter=False,
        pieces=float(rng.uniform(0, 0.5)), pool=pool,
    )  # fmt: skip


def _centres(picture: Picture) -> dict[Cell, np.ndarray]:
    """Return the (2,) table positions of the board's tiles."""
    shown = [t for t in picture.tiles if t.on_board and not t.cut and t.visible > _MIN_VISIBLE]
    places = [picture.plane.to_table(np.array(tile.centre)) for tile in shown]
    return {nearest_cell(place): place for place in places}


def _boards(
    networks: Networks, pixels: np.ndarray, picture: Picture, centres: dict[Cell, np.ndarray]
) -> BoardGroups | None:
    """Return the groups of one board as one entry."""
    view = rectify(pixels, picture.plane, np.array(list(centres.values())))
    maps = infer_scene(networks, view.pixels)
    looks = extract_ground_features(maps, view, centres.values())
    if np.count_nonzero(looks.seen) < _FEWEST_PIXELS:
        return None
    grouped = group_board(maps, looks, view, centres)
    true = _terrain_at(picture, picture.plane.to_photo(grouped.places.T))
    counts = np.stack([grouped.groups[true == terrain].sum(axis=0) for terrain in (1, 2, 3)], axis=1)
    if grouped.features is None or not counts.any():
        return None
    evidence = grouped.evidence()
    parts = (grouped.features.astype(np.float16), evidence.looks, evidence.measured, evidence.shares, counts)
    return BoardGroups(*(part[None].astype(np.float32 if part.dtype != np.float16 else np.float16) for part in parts))


def _terrain_at(picture: Picture, spots: np.ndarray) -> np.ndarray:
    """Return the (n,) true terrain at (n, 2) pixels of the picture, 0 outside."""
    height, width = picture.terrain.shape
    at = np.round(spots / 2).astype(int)
    inside = (at >= 0).all(axis=1) & (at < (width, height)).all(axis=1)
    found = np.zeros(len(at), int)
    found[inside] = picture.terrain[at[inside, 1], at[inside, 0]]
    return found


if __name__ == "__main__":
    main()
