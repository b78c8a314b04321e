"""The frames of a camera that films a game from one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

import cv2
import numpy as np

from benchmarks.filmed_games.evening import EXPOSURE, Shot
from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE, held
from training.scenes.filmed_game import FilmedGame
from vision.imaging.photo import Photo, photo_of

_HAND_FRAMES, _NOISY_FRAMES = 4, 4
"""Frames of a hand before each move, and how many of those of a table at rest have noise of their own."""
_EXPOSURE_RANGE, _RECOVERY_FRAMES = 0.3, 20
"""Natural logarithm of the largest change of the exposure by a hand, and the frames in which it comes back."""


def hand_frames(number: int, shot: Shot) -> int:
    """Return the number of frames with a hand before the table is at rest in a shot, the ``number``-th one."""
    return 0 if number == 0 or shot.is_without_hand else _HAND_FRAMES


def first_frames(shots: Sequence[Shot], still: int) -> np.ndarray:
    """Return (n + 1,) the number of each shot's first frame, and of the frame after the last.

    Args:
        shots: in order.
        still: frames of the table at rest in each.
    """
    counts = [hand_frames(number, shot) + still for number, shot in enumerate(shots)]
    return np.cumsum([0, *counts])


def frames(game: FilmedGame, shots: Sequence[Shot], still: int, rng: np.random.Generator) -> Iterator[Frame]:
    """Yield the frames: this number of each shot at rest, and mostly a hand before it."""
    return (Frame(photo, k, k / RATE) for k, photo in enumerate(_photos(game, shots, still, rng)))


def _photos(game: FilmedGame, shots: Sequence[Shot], still: int, rng: np.random.Generator) -> Iterator[Photo]:
    for number, shot in enumerate(shots):
        image = shot.image
        exposure = (
            float(np.exp(rng.uniform(-_EXPOSURE_RANGE, _EXPOSURE_RANGE))) if shot.disturbance == EXPOSURE else 1.0
        )
        for _ in range(hand_frames(number, shot)):
            yield photo_of(cv2.convertScaleAbs(game.with_hand(image, rng), alpha=exposure))
        recovery = _RECOVERY_FRAMES if shot.disturbance == EXPOSURE else 0
        for k in range(recovery):
            yield photo_of(cv2.convertScaleAbs(image, alpha=exposure ** (1 - k / recovery)))
        noisy = list(held(photo_of(image), still * number, _NOISY_FRAMES))
        yield from islice(cycle(noisy), still - recovery)
