"""Some cells of a board are read again by a camera that has not moved, and the rest of the reading stays."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from games.hexgrid import neighbours
from tests.support.readers.truth_reader import GAME
from vision.geometry.lattice import nearest_cell, position
from vision.imaging.photo import decode_photo, photo_of
from vision.networks.models import load_networks
from vision.reading.reader import read_again, read_photo


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def photo():
    return decode_photo((GAME / "game_17.jpg").read_bytes())


@pytest.fixture(scope="module")
def before(networks, photo):
    return read_photo(photo, networks)


def lying(reading):
    return {tile.cell: tile.edges for tile in reading.tiles}


def evidence(reading, elsewhere):
    """Return the pieces of all cells but one, without their colours, which depend on each other."""
    return {id(p) for p in reading.observation.pieces if nearest_cell(p.foot) != elsewhere}


def without(photo, tile):
    """Return the photo with the table in place of a tile."""
    pixels = photo.pixels.copy()
    cv2.fillPoly(pixels, [np.round(tile.outline).astype(np.int32)], pixels[:40].reshape(-1, 3).mean(axis=0))
    return photo_of(pixels)


def at_the_rim(reading):
    cells = set(lying(reading))
    return min(reading.tiles, key=lambda t: (sum(n in cells for n in neighbours(t.cell)), t.cell))


def test_any_cells_of_the_same_photo_read_again_give_the_same_reading(networks, photo, before):
    for tile in before.tiles[::4]:
        again = read_again(photo, networks, before, {tile.cell})
        assert lying(again) == lying(before)
        assert evidence(again, tile.cell) == evidence(before, tile.cell)


def test_a_new_piece_is_read_only_in_cells_that_are_read_again(networks, before, photo):
    with_all = decode_photo((GAME / "game_17.jpg").read_bytes())
    without_last = decode_photo((GAME / "game_16.jpg").read_bytes())
    known = read_photo(without_last, networks)
    (new,) = {p.cell for p in before.pieces} - {p.cell for p in known.pieces}
    assert new in {p.cell for p in read_again(with_all, networks, known, {new}).pieces}
    other = next(t.cell for t in known.tiles if t.cell not in (new, *neighbours(new)))
    assert new not in {p.cell for p in read_again(with_all, networks, known, {other}).pieces}


def test_a_removed_tile_disappears_and_a_laid_one_appears(networks, photo, before):
    rim = at_the_rim(before)
    bare = read_again(without(photo, rim), networks, before, {rim.cell})
    assert lying(bare).keys() == lying(before).keys() - {rim.cell}
    assert rim.cell not in {p.cell for p in bare.pieces}
    again = read_again(photo, networks, bare, {rim.cell})
    assert lying(again) == lying(before)
    (laid,) = (t for t in again.tiles if t.cell == rim.cell)
    assert np.allclose(laid.px, rim.px, atol=3)


def test_a_cell_whose_middle_is_out_of_the_picture_is_read_as_one_without_a_tile(networks, photo, before):
    q, beyond = before.tiles[0].cell[0], max(r for _, r in lying(before))
    while before.observation.lattice.plane.to_photo(position((q, beyond)))[1] < photo.height:
        beyond += 1
    again = read_again(photo, networks, before, {(q, beyond)})
    assert lying(again) == lying(before)


def test_a_reading_without_its_evidence_cannot_be_read_again(networks, photo, before):
    assert read_again(photo, networks, replace(before, observation=None), {before.tiles[0].cell}) is None
    everything = {tile.cell for tile in before.tiles}
    assert read_again(photo_of(np.full_like(photo.pixels, 90)), networks, before, everything) is None
