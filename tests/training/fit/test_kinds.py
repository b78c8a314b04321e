"""The model by which kinds are told apart is fitted to tables with known pieces."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.judged import judged_as_seen
from training.fit.evidence.kinds import fit_kind_model, prepare
from training.fit.evidence.labels import LabelledScene
from vision.geometry.lattice import CORNERS, position
from vision.networks.closeup_channels import FEATURE_COUNT
from vision.pieces.detect import Piece
from vision.pieces.evidence.kind_model import load_kind_model, store_kind_model
from vision.pieces.evidence.kind_split import kind_split
from vision.pieces.evidence.model import load_weights
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, VIKING
from vision.pieces.looks import LOOK_COUNT

_RED = 3


def _piece(cell, house, shape):
    around = np.array(position(cell)) + 0.1 * CORNERS
    colour = np.log(np.full(11, 0.01) + 0.89 * np.eye(11)[_RED])
    counts = np.array([[house, 1 - house, 0], [1 - house, house, 0], [0.999, 0.001, 0]])
    return Piece(
        np.array([1 - house, house, 1e-4]), 0.99, around.mean(axis=0), around, around, colour,
        np.array([0.03, 0.03, 0.4]), area=0.05, counts=counts,
        features=np.zeros(FEATURE_COUNT, np.float32), look=shape,
    )  # fmt: skip


def _scenes(rng, count, known):
    """Return tables whose kinds differ in one number of their shapes by an amount and from a level of each table.

    The networks know the kinds of the pieces of known workshops, and call all others vikings.
    """
    scenes = []
    for _ in range(count):
        houses = rng.permutation(np.repeat([True, False], [4, 8]))
        shapes = np.zeros((12, LOOK_COUNT))
        shapes[:, :6] = rng.normal(0, 1, (12, 6)) + rng.normal(0, 2, 6)
        shapes[:, 2] += rng.choice([-1, 1]) * rng.uniform(6, 10) * houses
        words = np.where(houses, 0.95, 0.05) if known else np.full(12, 0.2)
        pieces = [_piece((k, 0), p, f) for k, (p, f) in enumerate(zip(words, shapes, strict=True))]
        scenes.append(
            LabelledScene(judged_as_seen(Scene(pieces)), np.where(houses, LONGHOUSE.start, VIKING.start) + _RED, 0)
        )
    return scenes


def _right(scenes, model):
    """Return the share of pieces whose kind is right."""
    right = []
    for scene in prepare(scenes, load_weights()):
        odds = kind_split(scene.one.scene, scene.before.belief, scene.before.contributions, model)
        belief = np.log(scene.before.belief + 1e-30) + odds
        read = belief[:, LONGHOUSE].max(axis=1) > belief[:, VIKING].max(axis=1)
        right.append(read == (scene.one.states >= LONGHOUSE.start))
    return np.concatenate(right).mean()


@pytest.mark.long
def test_kinds_of_a_workshop_that_the_networks_call_vikings_are_told_apart(tmp_path):
    rng = np.random.default_rng(5)
    known, others, more = (_scenes(rng, count, known) for count, known in ((12, True), (2, False), (8, False)))
    model = fit_kind_model(prepare(known, load_weights()), prepare(others, load_weights()))
    assert _right(more, model) > 0.9
    untrained = replace(model, shapes=0.0, rules=0.0, alone=0.0)
    assert _right(more, untrained) < 0.7
    store_kind_model(model, tmp_path / "model.npz")
    assert (tmp_path / "model.npz").stat().st_size > 0
    assert load_kind_model().projection.shape[1] == model.projection.shape[1]
