"""A camera that somebody holds: each frame of a filmed game is taken from another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.filmed_games.evening import Shot
from benchmarks.filmed_games.frames import hand_frames
from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE
from training.scenes.camera import Camera
from training.scenes.filmed_game import FilmedGame
from vision.imaging.photo import photo_of

_SWAYS, _TREMOR = np.deg2rad((0.1, 1.5)), np.deg2rad(0.03)
"""Standard deviations of a camera's rotations about each axis, radians: slow ones, least and most, from elbows on the
table to a free hand, and quick ones. Chosen by hand."""
_STEP = 0.8
"""Displacement of the camera, in its distances from the table, that goes with a rotation by one radian. Chosen by
hand."""
_RELAXATION_S = 0.35
"""Seconds in which a displacement falls to a third; with it the camera sways about once in two seconds."""
_NOISE, _NOISE_PICTURES = 1.5, 8
"""Standard deviation of the noise, grey levels, and how many pictures of it there are."""
_READING_FRAMES = 8
"""Frames that pass while the table is read, as of a camera that sends 25 in a second."""


def handheld_frames(
    game: FilmedGame, shots: Sequence[Shot], still: int, readings: Callable[[], int], rng: np.random.Generator
) -> Iterator[Frame]:
    """Yield the frames of a camera in a hand, without those that pass while the table is read.

    During the first and the last shot it is held still, so that their boards can be graded.

    Args:
        game: that is played.
        shots: in order.
        still: frames of each without a hand over the table.
        readings: returns how often the table has been read.
        rng: of the hands.
    """
    camera, size = game.stage.camera, float(np.exp(rng.uniform(*np.log(_SWAYS))))
    rotations, steps = _sway(rng, size), _sway(rng, size)
    noise = [rng.normal(0, _NOISE, (camera.height, camera.width, 3)).astype(np.float32) for _ in range(_NOISE_PICTURES)]
    seen, free, number = readings(), 0, 0
    for k, shot in enumerate(shots):
        covered = hand_frames(k, shot)
        is_held = 0 < k < len(shots) - 1
        for j in range(covered + still):
            rotation, step = next(rotations) * is_held, next(steps) * is_held
            if readings() > seen:
                seen, free = readings(), number + _READING_FRAMES
            if number >= free:
                image = game.picture(shot.moves, _moved(camera, rotation, _STEP * step)).image
                image = game.with_hand(image, rng) if j < covered else image
                noisy = cv2.add(image, noise[int(rng.integers(_NOISE_PICTURES))], dtype=cv2.CV_8U)
                yield Frame(photo_of(np.asarray(noisy)), number, number / RATE)
            number += 1


def _moved(camera: Camera, rotation: np.ndarray, step: np.ndarray) -> Camera:
    """Return the camera after a rotation by (3,) radians and a step by (3,) distances from the table."""
    return replace(camera, axes=cv2.Rodrigues(rotation)[0] @ camera.axes, eye=camera.eye + step * camera.eye[2])


def _sway(rng: np.random.Generator, size: float) -> Iterator[np.ndarray]:
    """Yield for each frame (3,) radians: smooth random motion of this standard deviation, and a tremor.

    The motion is that of a critically damped oscillator which white noise drives.
    """
    step = 1 / RATE
    place, speed = rng.normal(0, size, 3), np.zeros(3)
    force = 2 * size * _RELAXATION_S**-1.5
    while True:
        pull = -place / _RELAXATION_S**2 - 2 * speed / _RELAXATION_S
        speed = speed + pull * step + force * np.sqrt(step) * rng.standard_normal(3)
        place = place + speed * step
        yield place + rng.normal(0, _TREMOR, 3)
