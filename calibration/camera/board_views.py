"""Calibration views from photos of one board, where no printed sheet is at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from calibration.camera.learn import MIN_VIEWS, TargetViews, too_few_views
from calibration.camera.tracks import track_tiles
from vision.imaging.photo import Photo, PhotoError
from vision.merging.join import join
from vision.reading.reading import Reading


def find_board_views(pictures: Iterable[tuple[str, Photo]], read: Callable[[Photo], Reading]) -> TargetViews:
    """Return the views of one board in named photos, each taken from another side.

    Args:
        pictures: names and photos; no tile may have moved between them.
        read: reads one photo without a lens: a known lens would undo the distortion that is to be measured.

    Raises:
        CalibrationError: the board is readable in some of the photos, but in too few.
    """
    seen: list[tuple[str, Photo]] = []
    readings: list[Reading] = []
    empty: list[str] = []
    for name, photo in pictures:
        try:
            readings.append(read(photo))
            seen.append((name, photo))
        except PhotoError:
            empty.append(name)
    if not readings:
        return TargetViews(empty=empty, approximate=True)
    if len(readings) < MIN_VIEWS:
        raise too_few_views(len(readings), len(readings) + len(empty))
    joined = join(readings)
    views = track_tiles([seen[k] for k in joined.used], joined.views)
    used = {view.name for view in views}
    return TargetViews(views=views, empty=[*empty, *(name for name, _ in seen if name not in used)], approximate=True)
