"""Photos of one board, where no sheet is at hand, to views of its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from calibration.camera.learn import FEWEST_VIEWS, Looked, too_few
from calibration.camera.tracks import track_tiles
from vision.imaging.photo import Photo, PhotoError
from vision.merging.join import join
from vision.reading.reading import Reading


def look_for_board(pictures: Iterable[tuple[str, Photo]], read: Callable[[Photo], Reading]) -> Looked:
    """Look for one and the same board in named photos, taken from as many sides as there are.

    Args:
        pictures: the photos; no tile may have moved between them.
        read: reads one photo, without any lens being known.

    Raises:
        CalibrationError: a board is seen, but in too few photos.
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
        return Looked(empty=empty, loose=True)
    if len(readings) < FEWEST_VIEWS:
        raise too_few(len(readings), len(readings) + len(empty))
    joined = join(readings)
    views = track_tiles([seen[k] for k in joined.used], joined.witnesses)
    used = {view.name for view in views}
    return Looked(views=views, empty=[*empty, *(name for name, _ in seen if name not in used)], loose=True)
