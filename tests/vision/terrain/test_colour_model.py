"""Like colours on one board are read as one terrain, and uninformative colours change nothing."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, maps_of, random_board, view_of
from vision.imaging.sampling import sample
from vision.networks import channels
from vision.networks.models import SceneMaps
from vision.terrain.colour_model import apply_terrain_colours
from vision.vocabulary import TERRAINS

COLOURS = {"P": (190, 215, 205), "M": (70, 75, 90), "O": (200, 130, 40)}
"""BGR: pale plains, which a network may take for snow."""


def _painted(board):
    """Return the view in the terrains' colours, each pixel a little off, with what a good network says of it."""
    view = view_of(board)
    maps = maps_of(board, view)
    colours = np.array([(60, 90, 120), *(COLOURS[t] for t in TERRAINS)], float)
    picture = cv2.resize(
        colours[maps.terrain.argmax(axis=2)], view.pixels.shape[1::-1], interpolation=cv2.INTER_NEAREST
    )
    rough = picture * np.random.default_rng(1).normal(1, 0.08, picture.shape)
    return replace(view, pixels=np.clip(rough, 0, 255).astype(np.uint8)), maps


def _unsure_of(maps, view, centre, thought):
    """Let the network lean to another terrain in one tile."""
    ys, xs = np.mgrid[: maps.logits.shape[1], : maps.logits.shape[2]]
    near = np.linalg.norm(view.from_maps(np.stack([xs, ys], axis=-1)) - centre, axis=-1) < 0.5
    logits = maps.logits.copy()
    logits[channels.TERRAIN, near] = np.log([1e-3, *(0.6 if t == thought else 0.2 for t in TERRAINS)])[:, None]
    return SceneMaps(logits)


def _at(maps, view, centre):
    return TERRAINS[sample(maps.terrain, view.to_maps(centre))[1:].argmax()]


def test_a_tile_that_the_network_mistakes_is_corrected_by_the_colours_of_the_others():
    plains, rest = ("P",) * 6, [("M",) * 6, ("O",) * 6, ("P",) * 6]
    board = {cell: plains if cell == (0, 0) else rest[n % 3] for n, cell in enumerate(disc(2))}
    view, maps = _painted(board)
    lattice = lattice_of(board)
    doubtful = _unsure_of(maps, view, lattice.centres[0, 0], "M")
    assert _at(doubtful, view, lattice.centres[0, 0]) == "M"
    weighed, known = apply_terrain_colours(doubtful, view, lattice.centres.values())
    assert known is not None
    assert {c: _at(weighed, view, at) for c, at in lattice.centres.items()} == {c: e[0] for c, e in board.items()}
    # One tile seen again shows too little to learn from, but enough to be compared.
    again, _ = apply_terrain_colours(doubtful, view, [lattice.centres[0, 0]], known)
    assert _at(again, view, lattice.centres[0, 0]) == "P"


def test_colours_that_all_terrains_share_change_no_terrain():
    board = random_board(np.random.default_rng(3), disc(2), ("P", "M", "O"))
    view, maps = _painted(board)
    grey = replace(view, pixels=np.full_like(view.pixels, 120))
    weighed, _ = apply_terrain_colours(maps, grey, lattice_of(board).centres.values())
    assert np.array_equal(weighed.terrain.argmax(axis=2), maps.terrain.argmax(axis=2))


def test_what_is_table_and_what_is_tile_stays_as_it_was():
    board = random_board(np.random.default_rng(4), disc(1), ("P", "M", "O"))
    view, maps = _painted(board)
    weighed, _ = apply_terrain_colours(maps, view, lattice_of(board).centres.values())
    assert np.abs(weighed.terrain[..., 0] - maps.terrain[..., 0]).max() < 1e-3


def test_no_colours_are_fitted_where_no_tile_is_visible():
    board = random_board(np.random.default_rng(5), disc(1), ("P", "M", "O"))
    view, maps = _painted(board)
    weighed, known = apply_terrain_colours(maps, view, [])
    assert known is None
    assert weighed is maps
