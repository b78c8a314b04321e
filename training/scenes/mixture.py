"""The mixture of families that the networks of the Fjords reader are trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.scenes.prints.printing import usual_printing
from training.scenes.scene import SceneOptions

_WIDE = 0.5
"""Share of pictures of the wide family. The others, mostly of natural printings, keep what was learned from these."""


def mixed_options(rng: np.random.Generator, materials: Path | None) -> SceneOptions:
    """Draw the family of a picture; ``materials`` is a folder of photographed light and table tops, or None."""
    if rng.random() < _WIDE:
        return SceneOptions(art="wide", materials=materials)
    return SceneOptions(printing=usual_printing(rng))
