"""The terrain of surveyed tiles is read in art that no network was trained with."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.made_boards import boards_of_unknown_art
from vision.board.locate import survey
from vision.geometry.lattice import CORNERS, Lattice, nearest_cell
from vision.networks.models import load_networks
from vision.terrain.analyse import analyse_terrain
from vision.terrain.edges import combine_seams
from vision.terrain.partition import likeliest_edges


def _true_edges(picture, plane):
    """``{cell: edges}`` of the board's tiles, as the lattice of a survey counts cells and edges."""
    edges = {}
    for tile in (t for t in picture.tiles if t.on_board):
        centre = plane.to_table(np.array(tile.centre))
        first = plane.to_table(np.array(tile.corners[0])) - centre
        turn = int(np.linalg.norm(CORNERS - first, axis=1).argmin())
        edges[nearest_cell(centre)] = tuple(tile.edges[(i - turn) % 6] for i in range(6))
    return edges


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def boards(networks, stored):
    """Pictures of boards in held-out art, the survey and the true edges of each."""
    pictures = stored(boards_of_unknown_art, 55, 4)
    found = [survey(picture.image, networks) for picture in pictures]
    return [(f, _true_edges(p, f.lattice.plane)) for p, f in zip(pictures, found, strict=True)]


def test_of_a_hundred_edges_in_unknown_art_hardly_one_is_read_wrong(boards, networks):
    wrong, count = 0, 0
    for found, true in boards:
        edges = analyse_terrain(found, None, networks, divide=False).edges
        read = likeliest_edges(combine_seams(tuple(edges), np.array(list(edges.values()))))
        wrong += sum(a != b for cell in true for a, b in zip(read[cell], true[cell], strict=True))
        count += 6 * len(true)
    assert wrong <= 0.01 * count, (wrong, count)


def test_a_survey_of_some_cells_reads_the_same_terrain_as_one_of_the_whole_board(boards, networks):
    found, _ = boards[0]
    whole = analyse_terrain(found, None, networks, divide=False)
    cells = dict(list(found.lattice.centres.items())[:5])
    few = replace(found, lattice=Lattice(found.lattice.plane, cells))
    part = analyse_terrain(few, whole.ground, networks, divide=False)
    for cell in cells:
        assert (part.edges[cell].argmax(axis=1) == whole.edges[cell].argmax(axis=1)).all()
