"""What people may do to be seen better: about the light, the camera's place, and a board that leaves the picture."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from games.hexgrid import neighbours
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

DARK, GLARE, BLURRED, FLAT, FAR, EDGE, UNSTEADY = "dark", "glare", "blurred", "flat", "far", "edge", "unsteady"
ORDER = (UNSTEADY, DARK, GLARE, BLURRED, FLAT, FAR, EDGE)

_WIDTH = 320
_DARK, _GLARE, _BRIGHTEST = 45.0, 0.12, 250
"""A picture whose middle grey is below the first is too dark; one with this share of white is dazzled."""
_DETAIL = 2.2
"""Grey levels by which neighbouring points of a picture that is sharp differ at least, at its sharpest places."""
_FLAT = 0.42
"""Height to width of tiles; a camera that looks as flat as this sees pieces hide tiles."""
_FAR = 42.0
"""Pixels across a tile; in smaller ones pieces cannot be told apart."""
_UNSTEADY, _SHIFT, _FRAMES = 0.7, 0.004, 30
"""Share of so many frames in which the whole picture shifts by this share of its width: a camera held by hand."""
_SELDOM = 20
"""Frames of which one is looked at for its light."""


class Adviser:
    """Looks at frames and readings, and says what would help."""

    def __init__(self) -> None:
        """Begin without having seen anything."""
        self._of_light: frozenset[str] = frozenset()
        self._of_board: frozenset[str] = frozenset()
        self._shifts: deque[bool] = deque(maxlen=_FRAMES)
        self._last: np.ndarray | None = None
        self._photo: Photo | None = None
        self._frames = 0

    @property
    def advice(self) -> tuple[str, ...]:
        """What would help, by `ORDER`; empty where all is well."""
        unsteady = len(self._shifts) == _FRAMES and sum(self._shifts) >= _UNSTEADY * _FRAMES
        found = self._of_light | self._of_board | ({UNSTEADY} if unsteady else frozenset())
        return tuple(code for code in ORDER if code in found)

    def see(self, photo: Photo, moving: bool) -> None:
        """Take in a frame, and whether something moves in it; of a table at rest few frames are looked at."""
        self._frames += 1
        if self._frames % _SELDOM == 0:
            # A lamp that is switched off is no movement, so that nothing would be read anew for it.
            self._of_light = self._of_light & {BLURRED} | frozenset(light(photo, lost=False))
        if not moving:
            self._shifts.clear()
            self._last = None
        elif photo is not self._photo:
            small = _grey(photo)
            if self._last is not None and self._last.shape == small.shape:
                self._shifts.append(_shifted(small, self._last))
            self._last = small
        self._photo = photo

    def read(self, photo: Photo, board: Reading | None, lost: bool) -> None:
        """Take in a frame that was read, and the board that is known since; `lost` where none was found in it."""
        self._of_light = frozenset(light(photo, lost))
        if board is not None and not lost:
            self._of_board = frozenset(stand(board))


def light(photo: Photo, lost: bool) -> list[str]:
    """Return what is wrong with the light of a picture, and where no board was found in it, with its sharpness."""
    grey = _grey(photo)
    found = [DARK] if float(np.median(grey)) < _DARK and float(np.percentile(grey, 90)) < 2 * _DARK else []
    if float((grey >= _BRIGHTEST).mean()) > _GLARE:
        found.append(GLARE)
    if lost and not found and float(np.percentile(np.abs(np.diff(grey.astype(np.int16), axis=1)), 95)) < _DETAIL:
        found.append(BLURRED)
    return found


def stand(board: Reading) -> list[str]:
    """Return what is wrong with where the camera stands, by a board that was read.

    The board is about to outgrow the picture when a place where the next tile may lie cannot be seen whole.
    """
    if not board.tiles:
        return []
    tiles = {tile.cell for tile in board.tiles}
    sizes = np.array([np.ptp(tile.outline, axis=0) for tile in board.tiles])
    found = [FLAT] if float(np.median(sizes[:, 1] / np.maximum(sizes[:, 0], 1))) < _FLAT else []
    if float(np.median(sizes.max(axis=1))) < _FAR:
        found.append(FAR)
    if _grows(board) and any(len(tiles & set(neighbours(cell))) > 1 for cell in board.unseen):
        found.append(EDGE)
    return found


def _grows(board: Reading) -> bool:
    """Say whether tiles are still being laid: nobody has settled yet."""
    return not any(piece.kind == "viking" for piece in board.pieces)


def _grey(photo: Photo) -> np.ndarray:
    height, width = photo.pixels.shape[:2]
    small = cv2.resize(photo.pixels, (_WIDTH, max(8, round(height * _WIDTH / width))), interpolation=cv2.INTER_AREA)
    grey: np.ndarray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return grey


def _shifted(now: np.ndarray, before: np.ndarray) -> bool:
    """Say whether the whole picture has shifted; a hand that moves over a table that rests does not shift it."""
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return float(np.hypot(x, y)) > _SHIFT * int(now.shape[1])
