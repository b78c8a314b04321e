"""What the camera of a filmed game shows on an evening: moves, and between them what else happens at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.hexgrid import neighbours
from training.scenes.arrangement.scatter import Piece
from training.scenes.camera import Camera
from training.scenes.filmed_game import FilmedGame
from training.scenes.hexes import centre_of
from training.scenes.picture import Picture
from training.scenes.pieces.clutter import upright
from training.scenes.pieces.standing import Solid

BUMP, LAMP, OBJECT, HAND, UNDONE, EXPOSURE = "bump", "lamp", "object", "hand", "undone", "exposure"
DISTURBANCES = (BUMP, LAMP, OBJECT, HAND, UNDONE, EXPOSURE)
"""The camera is displaced; another light is switched on; something stands on a tile for some moves; a hand rests in the
picture after a move; a move is taken back and made again; the camera's exposure follows a hand and comes back."""
_SHARE = 0.4
"""Share of the moves at which something happens."""
_MAX_SHIFT, _MAX_TURN, _MAX_STEP = 0.03, 0.05, 0.02
"""Most that a bump displaces the camera: by a share of the picture's width, in radians, and by a share of its distance
to the table."""
_LAMP_RANGE, _TINT_RANGE = 0.4, 0.1
"""Natural logarithms of the largest change of brightness by a lamp, and of a channel's."""
_WHITE, _MOST = 230.0, 0.97
"""Level of the largest channel that a picture keeps to after an automatic exposure, and the share of it that does."""
_OBJECT_MOVES = 3
"""Moves during which something stands on a tile."""
_OBJECTS = ("cup", "bottle", "bowl", "box")


@dataclass(frozen=True)
class Shot:
    """What the camera shows between two movements at the table.

    Attributes:
        picture: the table, with the truth.
        moves: number of moves that are made.
        gain: (3,) of the light, BGR.
        disturbance: what happens with it, one of `DISTURBANCES`, or none.
        is_without_hand: whether it follows the shot before it without a hand in between.
    """

    picture: Picture
    moves: int
    gain: np.ndarray
    disturbance: str = ""
    is_without_hand: bool = False

    @property
    def image(self) -> np.ndarray:
        """The picture (H, W, 3) uint8 in this light."""
        return np.asarray(cv2.multiply(self.picture.image, (*self.gain, 1.0)))


def evening(game: FilmedGame, first: int, last: int, rng: np.random.Generator) -> Iterator[Shot]:
    """Yield the shots of the moves ``first`` to ``last``, with disturbances in between, all kinds equally often."""
    camera, gain = game.stage.camera, np.ones(3)
    thing: Solid | None = None
    leaves_at = 0
    order = _orders(rng)
    yield Shot(game.picture(first), first, gain)
    for moves in range(first + 1, last + 1):
        label = next(order) if rng.random() < _SHARE else ""
        if thing is not None and moves >= leaves_at:
            thing = None
            yield Shot(game.picture(moves - 1, camera), moves - 1, gain, OBJECT)
        if label == BUMP:
            camera = displaced(game.stage.camera, rng)
            yield Shot(game.picture(moves - 1, camera, thing), moves - 1, gain, BUMP)
        elif label == LAMP:
            seen = game.picture(moves - 1, camera, thing)
            gain = _another_light(seen.image, rng)
            yield Shot(seen, moves - 1, gain, LAMP, is_without_hand=True)
        elif label == OBJECT and thing is None:
            thing, leaves_at = _object_on(game, moves, rng), moves + _OBJECT_MOVES
            if thing is not None:
                yield Shot(game.picture(moves - 1, camera, thing), moves - 1, gain, OBJECT)
        elif label == UNDONE:
            yield Shot(game.picture(moves, camera, thing), moves, gain, UNDONE)
            yield Shot(game.picture(moves - 1, camera, thing), moves - 1, gain, UNDONE)
        shown = game.picture(moves, camera, thing)
        label = OBJECT if thing is not None else label
        if label == HAND:
            yield Shot(replace(shown, image=game.with_hand(shown.image, rng)), moves, gain, HAND)
        yield Shot(shown, moves, gain, label, is_without_hand=label == HAND)


def _orders(rng: np.random.Generator) -> Iterator[str]:
    while True:
        yield from map(str, rng.permutation(DISTURBANCES))


def _another_light(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the gain (3,) of another light; the camera's exposure leaves most of a picture (H, W, 3) below white."""
    brighter = np.log(_WHITE / max(float(np.quantile(image.max(axis=2), _MOST)), 1.0))
    brightness = rng.uniform(-_LAMP_RANGE, np.clip(brighter, -_LAMP_RANGE, _LAMP_RANGE))
    return np.asarray(np.exp(brightness + rng.uniform(-_TINT_RANGE, _TINT_RANGE, 3)))


def displaced(camera: Camera, rng: np.random.Generator) -> Camera:
    """Return the camera after somebody has knocked against what holds it."""
    right, down = rng.uniform(-_MAX_SHIFT, _MAX_SHIFT, 2) * camera.width / camera.focal
    vector = np.array([down, right, rng.uniform(-_MAX_TURN, _MAX_TURN)])
    turned, _ = cv2.Rodrigues(vector)
    step = rng.uniform(-_MAX_STEP, _MAX_STEP, 3) * camera.eye[2]
    return replace(camera, axes=turned @ camera.axes, eye=camera.eye + step)


def _object_on(game: FilmedGame, moves: int, rng: np.random.Generator) -> Solid | None:
    """Return something on a tile on or beside which nothing is done in the next moves; None if there is none such."""
    coming = [m.cell if isinstance(m, Piece) else m for m in game.moves[moves - 1 : moves + _OBJECT_MOVES]]
    near = {beside for cell in coming if cell is not None for beside in (cell, *neighbours(cell))}
    free = [m for m in game.moves[: moves - 1] if not isinstance(m, Piece) and m not in near]
    if not free:
        return None
    cell = free[int(rng.integers(len(free)))]
    return upright(rng, str(rng.choice(_OBJECTS)), centre_of(np.array([cell]))[0], game.stage.printing.thickness)
