"""What the scene network is trained on: crops of made pictures, and of path-traced ones where there are any."""

import numpy as np
import pytest

from training.common.stored import save_atomically
from training.scene_net.targets import IGNORE, MAPS, TrainingPicture

_MARK = 3
"""A terrain, a piece and a colour that fill a picture as no made one is filled."""


@pytest.mark.training
def test_path_traced_pictures_are_mixed_in_in_other_light_with_their_own_truth(tmp_path):
    torch = pytest.importorskip("torch")
    from training.common.pooled_feed import Source
    from training.scene_net.feed import batches, scene_feed

    torch.manual_seed(2)
    save_atomically(
        tmp_path / "one",
        TrainingPicture(np.full((576, 576, 3), 120, np.uint8), np.full((MAPS, 288, 288), _MARK, np.uint8)),
    )
    with scene_feed(Source(5, 300, traced=tmp_path)) as feed:
        pictures, truth = next(iter(batches(feed, 120, 64, first=40)))
    assert pictures.shape == (120, 3, 64, 64)
    assert truth.shape == (120, MAPS, 32, 32)
    traced = (truth[:, 1:3, 8:24, 8:24] == _MARK).all(dim=3).all(dim=2).all(dim=1)
    assert 1 <= traced.sum() <= 72
    assert pictures[traced].mean(dim=(1, 2, 3)).std() > 0.01


def test_a_folder_without_path_traced_pictures_is_refused_with_a_word_on_how_to_fill_it(tmp_path):
    pytest.importorskip("torch")
    from training.common.pooled_feed import Source
    from training.scene_net.feed import scene_feed

    with pytest.raises(FileNotFoundError, match=r"python -m training\.traced --out DIR --pictures DIR"):
        scene_feed(Source(1, 1, makers=0, traced=tmp_path))


def test_crops_show_what_their_targets_say_and_ignore_terrain_outside_the_picture():
    torch = pytest.importorskip("torch")
    from training.scene_net.crops import random_crops

    torch.manual_seed(4)
    red = torch.zeros(40, 3, 200, 200, dtype=torch.uint8)
    maps = torch.zeros(40, MAPS, 100, 100, dtype=torch.uint8)
    red[:, 2, 60:130, 80:160] = 255
    maps[:, :, 30:65, 40:80] = 1
    pictures, truth = random_crops(red, maps, 160)
    shown = torch.nn.functional.avg_pool2d(pictures[:, 2:], 2)[:, 0]
    inside = truth[:, 0] != IGNORE
    assert 0.2 < inside.float().mean() < 0.95
    clear = inside & ((shown < 0.02) | (shown > 0.98))
    assert (truth[:, 0][clear] == (shown > 0.5)[clear]).float().mean() > 0.995
    assert (truth[:, 1][clear] == truth[:, 0][clear]).float().mean() > 0.995
    assert 0.02 < (truth[:, 0] == 1).float().mean() < 0.4


def test_a_pool_keeps_the_newest_samples_and_draws_from_those_it_has():
    torch = pytest.importorskip("torch")
    from training.common.pooled_feed import DevicePool

    pool = DevicePool(5, torch.device("cpu"))
    for first in range(0, 8, 2):
        pool.store([np.arange(first, first + 2, dtype=np.uint8), np.full((2, 3), first, np.uint8)])
        assert len(pool) == min(5, first + 2)
    numbers, parts = pool.draw(200)
    assert set(numbers.tolist()) == {3, 4, 5, 6, 7}
    assert (parts[:, 0] == numbers - numbers % 2).all()
