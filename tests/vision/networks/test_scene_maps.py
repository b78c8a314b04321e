"""Maps of the scene network with other terrain keep what was computed from the rest."""

import numpy as np

from vision.networks import channels
from vision.networks.models import SceneMaps


def test_other_terrain_changes_the_terrain_and_nothing_else():
    logits = np.random.default_rng(1).normal(size=(channels.COUNT, 6, 8)).astype(np.float32)
    maps = SceneMaps(logits)
    before, piece = maps.terrain.copy(), maps.piece
    other = logits.copy()
    other[channels.TERRAIN] += np.arange(4, dtype=np.float32)[:, None, None]
    changed = maps.with_terrain(SceneMaps(other).terrain)
    assert changed.piece is piece
    assert (changed.terrain != before).any()
    assert (changed.terrain == SceneMaps(other).terrain).all()
    assert (changed.centre == maps.centre).all()
    assert (maps.terrain == before).all()
