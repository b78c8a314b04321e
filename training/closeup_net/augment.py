"""One close-up made into many: mirrored, shaken, in other light and other colours, taken by a worse camera.

Without this a network learns path-traced close-ups, of which there are few, by heart: it had 0.4 % of those wrong that
it was taught with, and 16 % of fresh ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import cv2
import numpy as np

from training.closeup_net.samples import GRID, UNKNOWN, Samples
from training.scenes.degrade import by_a_worse_camera, in_other_light
from vision.networks.closeup_channels import STRIDE
from vision.pieces.closeups import SIZE
from vision.vocabulary import PIECES

_TURN, _GROWTH, _SHIFT = 5.0, 0.05, 1.3
"""Standard deviations of the shaking: degrees, share of the size, pixels."""
_HUED = 0.25
"""Share of close-ups in other hues."""
_SAME_HUE = np.radians(12)
"""A turn of the hues up to which a piece's colour keeps its name."""


Camera = Callable[[np.random.Generator, np.ndarray], np.ndarray]


def varied(rng: np.random.Generator, samples: Samples, camera: Camera = by_a_worse_camera) -> Samples:
    """Return each close-up in another form, as such a ``camera`` takes it, with the truth that belongs to it."""
    parts = {f.name: getattr(samples, f.name).copy() for f in fields(Samples)}
    _mirror(rng, parts)
    for k in range(len(samples.labels)):
        _shake(rng, parts, k)
        if rng.random() < _HUED:
            _change_hues(rng, parts, k)
    parts["closeups"][..., :3] = in_other_light(rng, parts["closeups"][..., :3])
    for closeup in parts["closeups"]:
        closeup[..., :3] = camera(rng, closeup[..., :3])
    return Samples(**parts)


def _mirror(rng: np.random.Generator, parts: dict[str, np.ndarray]) -> None:
    """Mirror half of the close-ups."""
    mirror = rng.random(len(parts["labels"])) < 0.5
    for name in ("closeups", "masks", "feet"):
        parts[name][mirror] = parts[name][mirror][:, :, ::-1]


def _shake(rng: np.random.Generator, parts: dict[str, np.ndarray], k: int) -> None:
    """Turn, grow and shift one close-up a little, as if lattice and lens had been found a little wrong."""
    middle = (SIZE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), rng.normal(0, _TURN), float(np.exp(rng.normal(0, _GROWTH))))
    matrix[:, 2] += rng.normal(0, _SHIFT, 2)
    parts["closeups"][k] = cv2.warpAffine(
        parts["closeups"][k], matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    # The maps are STRIDE times as coarse, and middles of pixels must agree.
    coarse = matrix.copy()
    coarse[:, 2] = (matrix[:, :2] @ np.full(2, STRIDE / 2 - 0.5) + matrix[:, 2] + 0.5) / STRIDE - 0.5
    for name, how in (("masks", cv2.INTER_NEAREST), ("feet", cv2.INTER_LINEAR)):
        parts[name][k] = cv2.warpAffine(
            parts[name][k], coarse, (GRID, GRID), flags=how, borderMode=cv2.BORDER_REPLICATE
        )


def _change_hues(rng: np.random.Generator, parts: dict[str, np.ndarray], k: int) -> None:
    """Turn all hues of a close-up about grey and dye it more or less: what stands there keeps its kind."""
    angle = rng.uniform(-np.pi, np.pi)
    turn, _ = cv2.Rodrigues(np.full(3, angle / np.sqrt(3)))
    grey = np.full((3, 3), 1 / 3)
    matrix = grey + float(rng.uniform(0.5, 1.3)) * (turn - grey)
    seen = parts["closeups"][k, ..., :3].astype(np.float32) @ matrix.T.astype(np.float32)
    parts["closeups"][k, ..., :3] = np.clip(seen, 0, 255)
    if abs(angle) > _SAME_HUE:
        parts["labels"][k, len(PIECES) : len(PIECES) + 2] = UNKNOWN
