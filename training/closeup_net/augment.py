"""Augmentation of close-ups: mirroring, small transforms, light, hue, and degradation by the camera.

Without it a network overfits the few path-traced close-ups: its error was 0.4 % on those of the training set and
16 % on new ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import cv2
import numpy as np

from training.closeup_net.samples import GRID, UNKNOWN, Samples
from training.scenes.degrade import degrade, vary_light
from vision.networks.closeup_channels import STRIDE
from vision.pieces.closeups import SIZE
from vision.vocabulary import PIECES

_TURN, _LOG_SCALE, _SHIFT = 5.0, 0.05, 1.3
"""Standard deviations of the rotation (degrees), log scale and shift (pixels). Chosen by hand."""
_HUE_SHARE = 0.25
"""Share of close-ups whose hues are rotated. Chosen by hand."""
_MAX_SAME_NAME_ANGLE = np.radians(12)
"""Largest rotation of hues, radians, at which the name of a piece's colour is kept. Chosen by hand."""


Degradation = Callable[[np.random.Generator, np.ndarray], np.ndarray]
"""Degrades a picture (h, w, 3) uint8 BGR as a camera might."""


def augment(rng: np.random.Generator, samples: Samples, camera: Degradation = degrade) -> Samples:
    """Return augmented copies of close-ups with their truth; ``camera`` degrades each."""
    parts = {f.name: getattr(samples, f.name).copy() for f in fields(Samples)}
    _mirror(rng, parts)
    for k in range(len(samples.labels)):
        _jitter(rng, parts, k)
        if rng.random() < _HUE_SHARE:
            _change_hues(rng, parts, k)
    parts["closeups"][..., :3] = vary_light(rng, parts["closeups"][..., :3])
    for closeup in parts["closeups"]:
        closeup[..., :3] = camera(rng, closeup[..., :3])
    return Samples(**parts)


def _mirror(rng: np.random.Generator, parts: dict[str, np.ndarray]) -> None:
    """Mirror half of the close-ups."""
    mirror = rng.random(len(parts["labels"])) < 0.5
    for name in ("closeups", "masks", "feet"):
        parts[name][mirror] = parts[name][mirror][:, :, ::-1]


def _jitter(rng: np.random.Generator, parts: dict[str, np.ndarray], k: int) -> None:
    """Rotate, scale and shift one close-up a little, like the error of a fitted lattice and lens."""
    middle = (SIZE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, _TURN), float(np.exp(rng.normal(0, _LOG_SCALE))))
    matrix[:, 2] += rng.normal(0, _SHIFT, 2)
    parts["closeups"][k] = cv2.warpAffine(
        parts["closeups"][k], matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    # The maps are STRIDE times as coarse: align the pixel centres of both grids.
    coarse = matrix.copy()
    coarse[:, 2] = (matrix[:, :2] @ np.full(2, STRIDE / 2 - 0.5) + matrix[:, 2] + 0.5) / STRIDE - 0.5
    for name, how in (("masks", cv2.INTER_NEAREST), ("feet", cv2.INTER_LINEAR)):
        parts[name][k] = cv2.warpAffine(
            parts[name][k], coarse, (GRID, GRID), flags=how, borderMode=cv2.BORDER_REPLICATE
        )


def _change_hues(rng: np.random.Generator, parts: dict[str, np.ndarray], k: int) -> None:
    """Rotate the hues of a close-up about grey and scale its saturation; its pieces keep their kinds."""
    angle = rng.uniform(-np.pi, np.pi)
    turn, _ = cv2.Rodrigues(np.full(3, angle / np.sqrt(3)))
    grey = np.full((3, 3), 1 / 3)
    matrix = grey + float(rng.uniform(0.5, 1.3)) * (turn - grey)
    seen = parts["closeups"][k, ..., :3].astype(np.float32) @ matrix.T.astype(np.float32)
    parts["closeups"][k, ..., :3] = np.clip(seen, 0, 255)
    if abs(angle) > _MAX_SAME_NAME_ANGLE:
        parts["labels"][k, len(PIECES) : len(PIECES) + 2] = UNKNOWN
