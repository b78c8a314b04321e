"""The mixture of families that the networks of the Fjords reader are trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.scenes.prints.any_printing import any_printing
from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions

_WIDE = 0.5
"""Share of pictures of the wide family. The others, mostly of natural printings, keep what was learned from these."""


def mixed_options(rng: np.random.Generator, materials: Path | None) -> SceneOptions:
    """Draw the family and the printing of a picture; ``materials`` as in `SceneOptions`."""
    return wide_options(rng, materials) if rng.random() < _WIDE else usual_options(rng)


def wide_options(rng: np.random.Generator, materials: Path | None) -> SceneOptions:
    """Draw a printing of the wide family; ``materials`` as in `SceneOptions`."""
    return SceneOptions(art="wide", printing=any_printing(rng), materials=materials)


def usual_options(rng: np.random.Generator) -> SceneOptions:
    """Draw a printing of the family that was there before the wide one: three of four have natural colours."""
    return SceneOptions(printing=usual_printing(rng))


def options_of(rng: np.random.Generator, art: str, materials: Path | None) -> SceneOptions:
    """Return options of a family of looks, or of the mixture that networks are trained on for ``training``."""
    return mixed_options(rng, materials) if art == "training" else SceneOptions(art=art, materials=materials)
