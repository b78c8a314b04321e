import numpy as np

from training.closeup_net.occluded import with_occluders
from training.closeup_net.samples import GRID, LABELS, UNKNOWN, Samples
from vision.pieces.closeups import SIZE


def test_occluded_closeups_tell_only_whether_the_cell_is_hidden():
    many = 60
    labels = np.zeros((many, LABELS), np.uint8)
    closeups = np.full((many, SIZE, SIZE, 4), 200, np.uint8)
    feet = np.full((many, GRID, GRID), 9, np.uint8)
    given = Samples(closeups, labels, np.zeros((many, GRID, GRID), np.uint8), feet)

    found = with_occluders(np.random.default_rng(3), given)

    hidden = found.labels[:, -1] == 1
    assert 0 < hidden.sum() < len(hidden) <= many
    assert (found.labels[:, :-1] == UNKNOWN).all()
    assert (found.masks == UNKNOWN).all()
    assert (found.feet[hidden] == 0).all()
    assert (found.feet[~hidden] == 9).all()
    assert (given.closeups == 200).all()
    assert (given.labels == 0).all()
