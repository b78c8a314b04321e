"""The model of the ground is fitted to made boards, and written where the reading loads it from."""

import json
from importlib.resources import files

import numpy as np
import pytest

from training.fit.ground import OUT, fit, write
from training.fit.ground_boards import made_boards
from vision.networks.models import load_networks
from vision.terrain.ground.parameters import FILE

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def boards():
    return list(made_boards("strange", 3, 3, load_networks()))


def test_what_is_fitted_has_the_form_of_what_is_shipped_and_names_most_ground(boards, tmp_path):
    fitted, measured = fit(lambda: boards, "three boards")
    assert measured["names of samples right"] > 0.5
    write(fitted, measured, tmp_path / FILE)
    shipped = json.loads((files("vision.terrain.ground") / FILE).read_bytes())
    written = json.loads((tmp_path / FILE).read_bytes())
    assert written.keys() == shipped.keys()
    for name in shipped.keys() - {"measured"}:
        assert np.shape(written[name]) == np.shape(shipped[name])
        assert np.isfinite(written[name]).all()


def test_the_shipped_parameters_are_those_that_are_replaced():
    assert OUT.samefile(str(files("vision.terrain.ground") / FILE))


def test_the_edges_of_made_boards_are_known(boards):
    for board in boards:
        assert {cell for cell, _ in board.edges} <= board.centres.keys()
        assert len(board.edges) > 0.9 * 6 * len(board.centres)
        assert set(board.edges.values()) >= {"P", "M", "O"}
