"""Learns lenses of synthetic cameras, from sheets and from boards, and counts the terms that are wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.cameras import MAX_FOCAL_ERROR, MAX_TERM_ERROR, any_camera, lens_errors
from benchmarks.sensitivity.outcome import Outcome, Subject
from calibration.camera.board_views import find_board_views
from calibration.camera.learn import TargetViews, find_sheet_views, learn_lens
from calibration.problems import CalibrationError
from tests.calibration.boards import cameras, photograph_board
from tests.calibration.rendered import Camera, photograph, poses
from vision.imaging.photo import Photo, photo_of
from vision.networks.models import load_networks
from vision.reading.reader import read_photo
from vision.reading.reading import Reading

_PICTURES = 10
"""Pictures of the sheet that teach a lens."""
_SHEETS, _BOARDS = 4, 2
"""Cameras that are taught by a sheet, and by a board."""
_VIEWS, _SIZE = 6, (1280, 960)
"""Photos of a board, and their width and height, pixels."""


def made_lenses(_folders: list[Path], _patterns: list[str]) -> Subject:
    """Return the learning of lenses from sheets and from boards; pictures are made, and boards read, once."""
    networks = load_networks()
    cases: list[tuple[Camera, Callable[[], TargetViews]]] = []
    for seed in range(_SHEETS):
        rng = np.random.default_rng([seed, 17])
        camera = any_camera(rng)
        shots = poses(_PICTURES, rng, camera)
        pictures = [(str(n), photo_of(photograph(camera, *pose, rng))) for n, pose in enumerate(shots)]
        cases.append((camera, partial(find_sheet_views, pictures)))

    for seed in range(_BOARDS):
        focal, k1 = 1000.0 + 150 * seed, -0.1 + 0.05 * seed
        shots = photograph_board(seed + 11, cameras(_VIEWS, focal, k1, _SIZE, seed=seed, pitch=95))
        photos = [(f"{n}.jpg", photo) for n, (photo, _) in enumerate(shots)]
        half = np.hypot(*_SIZE) / 2
        centre = ((_SIZE[0] - 1) / 2, (_SIZE[1] - 1) / 2)
        camera = Camera(_SIZE, focal, centre, (k1 * (focal / half) ** 2, 0.0, 0.0, 0.0, 0.0))
        readings = {id(photo): read_photo(photo, networks) for _, photo in photos}
        cases.append((camera, partial(_views_of_board, photos, readings)))
    return lambda: _measure(cases)


def _views_of_board(photos: list[tuple[str, Photo]], readings: dict[int, Reading]) -> TargetViews:
    return find_board_views(photos, lambda photo: readings[id(photo)])


def _measure(cases: list[tuple[Camera, Callable[[], TargetViews]]]) -> Outcome:
    wrong, refused, said = 0, 0, []
    for camera, views in cases:
        try:
            errors = lens_errors(camera, learn_lens(views()).lens)
        except CalibrationError as error:
            refused += 1
            said.append(str(error))
            continue
        wrong += (errors.focal > MAX_FOCAL_ERROR) + (errors.bend > MAX_TERM_ERROR)
        said.append(f"{errors.focal:.4f} {errors.bend:.3f}")
    return Outcome(wrong + 2 * refused, refused, tuple(said))
