"""Renders a picture of a table with exact ground truth: tiles, pieces and terrain, seen by a random camera."""

from __future__ import annotations

import numpy as np

from training.scenes.arrangement.ground import paint_ground
from training.scenes.arrangement.one_landmass import lay_by_the_rules
from training.scenes.arrangement.scatter import scatter
from training.scenes.picture import Picture, PlacedPiece, PlacedTile
from training.scenes.shot import take_picture
from training.scenes.stage import SceneOptions, set_stage

__all__ = ["Picture", "PlacedPiece", "PlacedTile", "SceneOptions", "make_picture"]

ANY = SceneOptions()
"""Everything drawn at random."""


def make_picture(rng: np.random.Generator, width: int = 512, height: int = 512, options: SceneOptions = ANY) -> Picture:
    """Render a picture; the same generator state, size and options give the same picture."""
    stage = lay_by_the_rules(set_stage(rng, width, height, options))
    designs = paint_ground(stage)
    pieces = scatter(stage)
    return take_picture(stage, designs, pieces)
