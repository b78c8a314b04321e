"""Close-ups of made pictures are moved with their truth; path-traced ones are taken from a folder as it grows."""

import numpy as np
import pytest

from training.closeup_net.samples import GRID, LABELS
from training.closeup_net.traced_closeups import TracedCloseups
from vision.pieces.closeups import CHANNELS, SIZE


def _keep(path, count, value):
    np.savez_compressed(
        path,
        closeups=np.full((count, SIZE, SIZE, CHANNELS), value, np.uint8),
        labels=np.full((count, LABELS), value, np.uint8),
        masks=np.full((count, GRID, GRID), value, np.uint8),
        feet=np.full((count, GRID, GRID), value, np.uint8),
    )


def test_a_picture_with_few_cells_is_drawn_as_often_as_one_with_many(tmp_path):
    _keep(tmp_path / "few.npz", 1, 1)
    _keep(tmp_path / "many.npz", 12, 2)
    drawn = TracedCloseups(tmp_path).draw(np.random.default_rng(0), 200)
    assert len(drawn.closeups) == len(drawn.feet) == 200
    assert 60 < (drawn.labels[:, 0] == 1).sum() < 140
    assert (drawn.masks[:, 0, 0] == drawn.labels[:, 0]).all()


def test_files_that_come_later_are_taken_up_and_unfinished_ones_are_not(tmp_path):
    _keep(tmp_path / "first.npz", 3, 1)
    traced = TracedCloseups(tmp_path)
    _keep(tmp_path / "second.npz", 3, 2)
    _keep(tmp_path / "third.part.npz", 3, 3)
    traced.refresh()
    assert set(traced.draw(np.random.default_rng(0), 100).labels[:, 0].tolist()) == {1, 2}


def test_an_empty_folder_is_refused_with_a_word_on_how_to_fill_it(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"python -m training\.traced"):
        TracedCloseups(tmp_path)


@pytest.mark.training
def test_drawn_close_ups_keep_the_masks_of_their_pieces_and_path_traced_ones_are_among_them(tmp_path):
    torch = pytest.importorskip("torch")
    from training.closeup_net.feed import batches, closeup_feed
    from training.common.pooled_feed import Source

    torch.manual_seed(1)
    _keep(tmp_path / "one.npz", 4, 200)
    with closeup_feed(Source(3, 3000, traced=tmp_path)) as feed:
        closeups, labels, masks, feet = next(iter(batches(feed, 300, first=60)))
    assert closeups.shape == (300, CHANNELS, SIZE, SIZE)
    assert 0 <= closeups.min() <= closeups.max() <= 1
    traced = labels[:, 0] == 200
    assert 20 <= traced.sum() <= 150
    alone = (labels[:, :3].long().sum(1) == 1) & ~traced
    at = feet[alone].flatten(1).argmax(1)
    own = masks[alone].flatten(1).gather(1, at[:, None])[:, 0]
    named = labels[alone, :3].argmax(1) + 1
    assert (own == named).float().mean() > 0.6, "feet and masks are apart"
