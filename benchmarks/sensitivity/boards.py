"""Finds the boards in photos, and counts the tiles that are missed or invented."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.grading.truth import boards_with_truth
from benchmarks.sensitivity.outcome import Outcome, Subject
from vision.board.locate import Survey, survey
from vision.imaging.assignment import pair_up
from vision.imaging.photo import Photo, decode_photo
from vision.networks.models import Networks, load_networks

_MAX_OFFSET = 0.45
"""Distance of a tile's centre from the true one, pitches, up to which it is that tile."""


def located_boards(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the search for the boards in the folders' photos; nothing on them is read."""
    photos = [(decode_photo(path.read_bytes()), truth) for path, truth in boards_with_truth(folders, patterns)]
    networks = load_networks()
    return lambda: _measure(photos, networks)


def _measure(photos: Sequence[tuple[Photo, dict[str, Any]]], networks: Networks) -> Outcome:
    wrong, readings = 0, []
    for photo, truth in photos:
        found = survey(photo.normalised, networks)
        true = np.array([tile["px"] for tile in truth["tiles"]]) / photo.scale
        matched = 0 if found is None else _matched(found, true)
        shown = [] if found is None else sorted(found.lattice.centres)
        wrong += len(true) + len(shown) - 2 * matched
        readings.append(str(shown))
    return Outcome(wrong, 0, tuple(readings))


def _matched(found: Survey, true: np.ndarray) -> int:
    """Return how many of the tiles at (n, 2) pixels were found."""
    plane, centres = found.lattice.plane, np.array(list(found.lattice.centres.values()))
    away = np.linalg.norm(true[:, None] - plane.to_photo(centres), axis=2) / plane.pitches_at(centres)
    return sum(match is not None for match in pair_up(_MAX_OFFSET - away))
