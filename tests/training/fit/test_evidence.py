"""The joint model of pieces is fitted to tables with known pieces."""

import numpy as np

from tests.vision.judged_scenes import judged_as_seen
from training.fit.evidence.labels import LabelledScene, label
from training.fit.evidence.scores import score
from training.fit.evidence.weights import fit_weights
from vision.geometry.lattice import position
from vision.pieces.detect import Piece
from vision.pieces.evidence.model import Weight
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, NOTHING, VIKING


def _piece(kinds, cell, certainty=0.95):
    foot = position(cell)
    colour = np.log(np.full(11, 0.01) + 0.89 * np.eye(11)[3])
    return Piece(np.array(kinds), certainty, foot, foot[None], foot[None], colour, np.array([0.05, 0.05, 0.4]))


def _scene(rng):
    """Return a table on which the network's odds of a longhouse are all shifted to vikings by the same amount."""
    true = rng.permutation(np.repeat([VIKING.start + 3, LONGHOUSE.start + 3], [7, 4]))
    house = np.where(true >= LONGHOUSE.start, 0.7, 0.1) * rng.uniform(0.6, 1, len(true))
    pieces = [_piece((1 - p, p, 0.0), (2 * k, 0)) for k, p in enumerate(house)]
    return LabelledScene(judged_as_seen(Scene(pieces)), true, 0)


def test_fitted_weights_make_the_true_states_likelier():
    rng = np.random.default_rng(2)
    scenes, others = ([_scene(rng) for _ in range(6)] for _ in range(2))
    start = {"candidate_kinds": 0.2, "candidate_colours": 0.2, "longhouse_count": 1.0}
    fitted = fit_weights(scenes, start)
    before = score(others, {name: Weight(w, 8.0) for name, w in start.items()})
    after = score(others, fitted)
    assert after.surprise < before.surprise
    assert after.wrong <= before.wrong
    assert fitted["candidate_kinds"].weight > 0.2


def test_each_true_piece_is_paired_with_the_likeliest_candidate_on_its_cell():
    pieces = [_piece((0.1, 0.9, 0.0), (0, 0)), _piece((0.9, 0.1, 0.0), (0, 0)), _piece((0.9, 0.1, 0.0), (3, 0), 0.2)]
    viking, house = VIKING.start, LONGHOUSE.start
    labelled = label(Scene(pieces), {(0, 0): [viking, house], (5, 5): [viking]})
    assert labelled.states.tolist() == [house, viking, NOTHING]
    assert labelled.lost == 1
