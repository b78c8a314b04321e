"""What moves in a picture beside the board all the time: a screen that is on, and people who sit around the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.live.cameras.cameras import Frame
from companion.live.cameras.recordings import RATE
from training.scenes.picture import Picture
from vision.imaging.photo import photo_of

_CLEARANCE = 1.15
"""Distance from the board within which nothing moves, tile widths: there the next tiles are laid."""
_SCREEN_WIDTH = (0.15, 0.3)
"""Width of a screen, least and most, as a share of the picture's."""
_SCREEN_GRID = (5, 8)
"""Rows and columns of the patches of light on a screen."""
_CUT_S = 1.5
"""Seconds after which a screen shows something else."""
_PEOPLE = 3
"""People at the rim of the picture."""
_PERSON_SIZE = (0.08, 0.16)
"""Semi-axes of what is seen of a person, least and most, as shares of the picture's width."""
_PERSON_REACH, _PERSON_PERIOD_S = 0.05, (1.0, 4.0)
"""How far people sway, as a share of the picture's width, and in how many seconds to and fro, least and most."""


@dataclass(frozen=True)
class _Person:
    """An ellipse of one colour that sways about a place at the picture's rim."""

    middle: np.ndarray
    axes: np.ndarray
    colour: np.ndarray
    period: np.ndarray
    reach: float

    def draw(self, image: np.ndarray, seconds: float) -> None:
        """Draw it into an image (H, W, 3) uint8."""
        at = self.middle + self.reach * np.sin(2 * np.pi * seconds / self.period)
        axes = tuple(map(int, self.axes))
        cv2.ellipse(image, tuple(map(int, at)), axes, 0, 0, 360, tuple(map(float, self.colour)), -1, cv2.LINE_AA)


def with_bystanders(frames: Iterable[Frame], board: Picture, rng: np.random.Generator) -> Iterator[Frame]:
    """Yield the frames with a screen and people beside the board, who move from each frame to the next.

    Args:
        frames: of the game.
        board: a picture of the last board, which they keep away from.
        rng: of what is beside it.
    """
    free = _free(board)
    screen, people = _screen_corner(free, rng), _people(free, rng)
    shown = rng.uniform(0, 255, (*_SCREEN_GRID, 3))
    for frame in frames:
        seconds = frame.number / RATE
        if frame.number % round(_CUT_S * RATE) == 0:
            shown = rng.uniform(0, 255, (*_SCREEN_GRID, 3))
        image = frame.photo.pixels.copy()
        left, top, width, height = screen
        light = np.clip(shown + rng.normal(0, 12, shown.shape), 0, 255).astype(np.uint8)
        image[top : top + height, left : left + width] = cv2.resize(light, (width, height))
        for person in people:
            person.draw(image, seconds)
        yield replace(frame, photo=photo_of(np.where(free[..., None], image, frame.photo.pixels)))


def _free(board: Picture) -> np.ndarray:
    """Return (H, W) bool, where a screen or people may be seen: far enough from the board."""
    near = np.zeros(board.image.shape[:2], np.uint8)
    tiles = [tile for tile in board.tiles if tile.on_board]
    for tile in tiles:
        cv2.fillPoly(near, [np.round(tile.corners).astype(np.int32)], 1)
    size = float(np.median([np.ptp(tile.corners[:, 0]) for tile in tiles]))
    away = cv2.distanceTransform(1 - near, cv2.DIST_L2, 5)
    return np.asarray(away > _CLEARANCE * size)


def _screen_corner(free: np.ndarray, rng: np.random.Generator) -> tuple[int, int, int, int]:
    """Return left, top, width and height of a screen in the corner of the picture that is freest."""
    rows, columns = free.shape
    width = round(rng.uniform(*_SCREEN_WIDTH) * columns)
    height = round(0.6 * width)
    corners = [(left, top) for left in (0, columns - width) for top in (0, rows - height)]
    left, top = max(corners, key=lambda at: free[at[1] : at[1] + height, at[0] : at[0] + width].mean())
    return left, top, width, height


def _people(free: np.ndarray, rng: np.random.Generator) -> list[_Person]:
    rows, columns = free.shape
    rim = np.array([(x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, 0.5, 1.0) if (x, y) != (0.5, 0.5)])
    places = rim[rng.permutation(len(rim))[:_PEOPLE]] * (columns, rows)
    return [
        _Person(
            middle=place,
            axes=rng.uniform(*_PERSON_SIZE, 2) * columns,
            colour=rng.uniform(30, 220, 3),
            period=rng.uniform(*_PERSON_PERIOD_S, 2),
            reach=_PERSON_REACH * columns,
        )
        for place in places
    ]
