"""What the scene network is trained on: crops of made pictures, and of path-traced ones where there are any."""

from itertools import islice

import numpy as np
import pytest

from training.common.stored import save_atomically
from training.scene_net.feed import Feed
from training.scene_net.targets import MAPS, TrainingPicture

_MARK = 3
"""A terrain, a piece and a colour that fill a picture as no made one is filled."""


@pytest.mark.training
def test_path_traced_pictures_are_mixed_in_in_other_light_with_their_own_truth(tmp_path):
    save_atomically(
        tmp_path / "one",
        TrainingPicture(np.full((400, 400, 3), 120, np.uint8), np.full((MAPS, 200, 200), _MARK, np.uint8)),
    )
    with Feed(5, traced=tmp_path) as feed:
        batches = list(islice(feed.batches(20, 128, first=1), 3))
    pictures, truth = (np.concatenate(part) for part in zip(*batches, strict=True))
    assert pictures.shape == (60, 128, 128, 3)
    assert truth.shape == (60, MAPS, 64, 64)
    traced = (truth[:, 1:3, 20:44, 20:44] == _MARK).all(axis=(1, 2, 3))
    assert 6 <= traced.sum() <= 32
    levels = pictures[traced][:, 40:88, 40:88].mean(axis=(1, 2, 3))
    assert levels.std() > 5


def test_a_folder_without_path_traced_pictures_is_refused_with_a_word_on_how_to_fill_it(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"python -m training\.traced --of pictures"):
        Feed(1, makers=0, traced=tmp_path)
