"""The fitted numbers of the model of the ground; ``ground_model.json`` says where they were measured."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

FILE = "ground_model.json"
MIN_PROBABILITY = 0.01
"""Added to each terrain's probability by the groups' names: a group is never quite pure."""
SHARPNESS = 1.5
"""Factor of the fitted log probabilities in the maps, whose readers weigh neighbouring pixels as correlated."""


@dataclass(frozen=True, eq=False)
class GroundParameters:
    """Weights fitted by `training.fit.ground`.

    Attributes:
        naming: (19,) weights of `naming.naming_features`.
        pixel: (3,) weights at a pixel of the network's log probabilities, of its groups' mean ones, and of the log
            probability by the groups' names.
        pixel_by_agreement: (3,) what is added to these, times the agreement (0..1) of network and names on the board.
        pixel_by_impurity: (3,) what is added, times the impurity (0..1) of the pixel's groups.
    """

    naming: np.ndarray
    pixel: np.ndarray
    pixel_by_agreement: np.ndarray
    pixel_by_impurity: np.ndarray

    def at_pixels(self, agreement: float, impurity: np.ndarray) -> np.ndarray:
        """Return (3, n) weights, as `pixel` lists them, for an agreement of 0..1 and (n,) impurities of 0..1."""
        level = self.pixel + self.pixel_by_agreement * np.float32(agreement)
        return np.asarray(level[:, None] + self.pixel_by_impurity[:, None] * impurity)


@lru_cache(maxsize=1)
def load_parameters() -> GroundParameters:
    """Return the shipped parameters."""
    fitted = json.loads((files("vision.terrain.ground") / FILE).read_text(encoding="utf-8"))
    names = ("naming", "pixel", "pixel_by_agreement", "pixel_by_impurity")
    return GroundParameters(*(np.array(fitted[name], np.float32) for name in names))
