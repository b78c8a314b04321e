"""Advice on the light, the camera's position, and a board that is about to leave the picture."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from games.hexgrid import neighbours
from vision.imaging.photo import Photo
from vision.merging.photo_view import PhotoView
from vision.reading.reading import Reading

DARK, GLARE, BLURRED, FLAT, FAR, EDGE, UNSTEADY = "dark", "glare", "blurred", "flat", "far", "edge", "unsteady"
ORDER = (UNSTEADY, DARK, GLARE, BLURRED, FLAT, FAR, EDGE)

_WIDTH = 320
"""Width to which pictures are reduced, pixels."""
_MIN_MEDIAN_GREY = 45.0
"""Median grey level below which a picture is too dark; chosen by hand."""
_SATURATED, _MAX_SATURATED_SHARE = 250, 0.12
"""Grey level from which a pixel is overexposed, and the share of such pixels from which the picture has glare; chosen
by hand."""
_MIN_DETAIL = 2.2
"""95th percentile of the grey-level difference of neighbouring pixels below which a picture is blurred."""
_MIN_TILE_RATIO = 0.42
"""Height to width of a tile in the picture below which the view is too flat and pieces hide tiles; chosen by hand."""
_MIN_TILE_PX = 42.0
"""Size of a tile in pixels below which pieces cannot be distinguished; chosen by hand."""
_MIN_SHIFTED_SHARE, _MIN_SHIFT, _SHIFT_FRAMES = 0.7, 0.004, 30
"""A camera is held by hand if in this share of the last frames the whole picture shifts by this share of its width."""
_LIGHT_INTERVAL = 20
"""Frames between two checks of the light."""


class Adviser:
    """Derives advice from frames and readings."""

    def __init__(self) -> None:
        """Begin without advice."""
        self._of_light: frozenset[str] = frozenset()
        self._of_board: frozenset[str] = frozenset()
        self._shifts: deque[bool] = deque(maxlen=_SHIFT_FRAMES)
        self._last: np.ndarray | None = None
        self._photo: Photo | None = None
        self._frames = 0

    @property
    def advice(self) -> tuple[str, ...]:
        """The codes of the advice, in the order of `ORDER`; empty if there is none."""
        unsteady = len(self._shifts) == _SHIFT_FRAMES and sum(self._shifts) >= _MIN_SHIFTED_SHARE * _SHIFT_FRAMES
        found = self._of_light | self._of_board | ({UNSTEADY} if unsteady else frozenset())
        return tuple(code for code in ORDER if code in found)

    def observe_frame(self, photo: Photo, moving: bool) -> None:
        """Take a frame, and whether something moves in it; of a table at rest only every 20th frame is checked."""
        self._frames += 1
        if self._frames % _LIGHT_INTERVAL == 0:
            # A lamp that is switched off is no motion and causes no new reading.
            self._of_light = self._of_light & {BLURRED} | frozenset(light_advice(photo, lost=False))
        if not moving:
            self._shifts.clear()
            self._last = None
        elif photo is not self._photo:
            small = _grey(photo)
            if self._last is not None and self._last.shape == small.shape:
                self._shifts.append(_shifted(small, self._last))
            self._last = small
        self._photo = photo

    def observe_reading(self, photo: Photo, board: Reading | None, lost: bool) -> None:
        """Take a frame that was read, and the board known since; `lost` if no board was found in the frame."""
        self._of_light = frozenset(light_advice(photo, lost))
        if board is not None and not lost:
            self._of_board = frozenset(position_advice(board))


def light_advice(photo: Photo, lost: bool) -> list[str]:
    """Return the codes about the light of a picture and, if no board was found in it (`lost`), about its sharpness."""
    grey = _grey(photo)
    found = (
        [DARK]
        if float(np.median(grey)) < _MIN_MEDIAN_GREY and float(np.percentile(grey, 90)) < 2 * _MIN_MEDIAN_GREY
        else []
    )
    if float((grey >= _SATURATED).mean()) > _MAX_SATURATED_SHARE:
        found.append(GLARE)
    if lost and not found and float(np.percentile(np.abs(np.diff(grey.astype(np.int16), axis=1)), 95)) < _MIN_DETAIL:
        found.append(BLURRED)
    return found


def position_advice(board: Reading) -> list[str]:
    """Return the codes about the camera's position, given a board that was read.

    The board is about to outgrow the picture when a cell where the next tile may lie is cut off by it; one that a hand
    hides is not.
    """
    if not board.tiles:
        return []
    tiles = {tile.cell for tile in board.tiles}
    sizes = np.array([np.ptp(tile.outline, axis=0) for tile in board.tiles])
    found = [FLAT] if float(np.median(sizes[:, 1] / np.maximum(sizes[:, 0], 1))) < _MIN_TILE_RATIO else []
    if float(np.median(sizes.max(axis=1))) < _MIN_TILE_PX:
        found.append(FAR)
    view = PhotoView(board)
    next_cells = [cell for cell in board.unseen if len(tiles & set(neighbours(cell))) > 1]
    if _grows(board) and not all(view.shows(cell) for cell in next_cells):
        found.append(EDGE)
    return found


def _grows(board: Reading) -> bool:
    """Return whether tiles are still being laid: there is no viking yet."""
    return not any(piece.kind == "viking" for piece in board.pieces)


def _grey(photo: Photo) -> np.ndarray:
    height, width = photo.pixels.shape[:2]
    small = cv2.resize(photo.pixels, (_WIDTH, max(8, round(height * _WIDTH / width))), interpolation=cv2.INTER_AREA)
    grey: np.ndarray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return grey


def _shifted(now: np.ndarray, before: np.ndarray) -> bool:
    """Return whether the whole picture has shifted; a hand over a table at rest does not shift it."""
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return float(np.hypot(x, y)) > _MIN_SHIFT * int(now.shape[1])
