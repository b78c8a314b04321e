"""What a person said of a tile stands when it is seen again, and what they say then is taken up."""

import cv2
import numpy as np

from calibration.tiles import put_together
from calibration.tiles_seen import SeenTile
from vision.regions import PLACES
from vision.terrain import EDGES
from vision.tile_sets import ART_SIDE


def sighting(number, *marks):
    """A meadow with a print of its own, as a photo shows it."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(40, 220, (9, 9, 3), dtype=np.uint8)
    return SeenTile(
        photo="a.jpg",
        px=(100.0 * number, 50.0),
        outline=np.zeros((6, 2)),
        evidence=np.tile(np.arange(len(EDGES)) == EDGES.index("P"), (6, 1)) * 9.0,
        land=np.ones(PLACES.shape[:2], np.uint8),
        art=cv2.resize(coarse, (ART_SIDE, ART_SIDE), interpolation=cv2.INTER_CUBIC),
        fineness=120.0,
        marks=marks,
    )


def marks_of(known):
    return [tile.tile.marks for tile in known.tiles]


def test_a_mark_told_of_a_tile_that_is_known_already_is_kept():
    first = put_together("mine", [[sighting(1), sighting(2)]]).known
    told = put_together("mine", [[sighting(1, "4")]], first).known
    assert marks_of(told) == [("4",), ()]
    assert marks_of(put_together("mine", [[sighting(2), sighting(1)]], told).known) == [("4",), ()]
