"""Where tiles mirror a lamp, what the network says of the ground counts little."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, random_board
from tests.vision.terrain.ground.painted_ground import COLOURS, evidence_of, near, painted, says
from vision.geometry.lattice import CORNERS, position
from vision.imaging.chromaticity import GAMMA
from vision.terrain.ground.glare import glare_of
from vision.terrain.ground.ground_features import extract_ground_features
from vision.terrain.ground.ground_model import apply_ground_model

_SEAM = position((0, 0)) + 0.5 * (CORNERS[0] + CORNERS[1])
"""The middle of an edge of the tile in the middle."""


def _board():
    return random_board(np.random.default_rng(2), disc(2), ("P", "M", "O", "PO", "OM", "P"))


def _lit(view, at, strength, tint=(1.0, 1.0, 1.0)):
    """Return the view with a soft spot of mirrored light at a table point."""
    y, x = np.mgrid[: view.pixels.shape[0], : view.pixels.shape[1]]
    away = np.linalg.norm(np.stack([x, y], axis=-1) - view.to_view(at), axis=-1) / view.scale
    spot = strength * np.exp(-0.5 * (away / 0.35) ** 4)[..., None] * tint
    light = (view.pixels / 255) ** GAMMA + spot
    return replace(view, pixels=(255 * np.clip(light, 0, 1) ** (1 / GAMMA)).astype(np.uint8))


def _glare(board, view, maps):
    """Return an (h, w) map of the probability of glare."""
    looks = extract_ground_features(maps, view, lattice_of(board).centres.values())
    field = np.zeros(looks.seen.shape)
    field[looks.seen] = glare_of(looks)
    return field, looks.seen


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.8, 0.95, 1.05)])
def test_a_mirrored_lamp_is_found_where_it_hides_the_print(tint):
    board = _board()
    view, maps = painted(board)
    field, seen = _glare(board, _lit(view, _SEAM, 1.2, tint), maps)
    spot = near(maps, view, _SEAM) & seen
    inner = spot & (np.linalg.norm(_places(maps, view) - _SEAM, axis=-1) < 0.25)
    assert field[inner].mean() > 0.7
    assert field[seen & ~spot].mean() < 0.05


def _places(maps, view):
    ys, xs = np.mgrid[: maps.logits.shape[1], : maps.logits.shape[2]]
    return view.from_maps(np.stack([xs, ys], axis=-1))


def test_white_print_is_no_glare():
    board = _board()
    view, maps = painted(board, {**COLOURS, "P": (228, 238, 240)})
    field, seen = _glare(board, view, maps)
    assert field[seen].mean() < 0.1
    assert (field[seen] > 0.5).mean() < 0.05


def test_a_network_that_is_sure_of_ground_under_glare_leaves_the_edge_in_doubt():
    board = dict.fromkeys(disc(2), ("P", "M", "O", "P", "M", "O"))
    view, maps = painted(board)
    spot = np.linalg.norm(_places(maps, view) - _SEAM, axis=-1) < 0.35
    mistaken = says(maps, {"P": (0.01, 0.98, 0.01), "O": (0.01, 0.98, 0.01)}, spot)
    lit = _lit(view, _SEAM, 1.2)
    centres = lattice_of(board).centres
    corrected, ground = apply_ground_model(mistaken, lit, centres)
    evidence = evidence_of(board, corrected, lit, ground)
    assert evidence.posterior[evidence.cells.index((0, 0)), 0].max() < 0.9
    far = [k for k, cell in enumerate(evidence.cells) if max(map(abs, cell)) == 2]
    assert np.median(evidence.posterior[far].max(axis=2)) > 0.98


def test_a_picture_without_visible_ground_has_no_glare():
    view, maps = painted(_board())
    assert glare_of(extract_ground_features(maps, view, [])).shape == (0,)
