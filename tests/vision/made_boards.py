"""Made pictures of whole boards in natural colours, for tests of finding and reading them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.prints.printing import random_printing
from training.scenes.scene import Picture, SceneOptions, make_picture

_PLAIN = SceneOptions(tiles=(9, 30), tilt=(0, 35), pitch=(60, 90), matching=1.0, whole=True, empty=0.0, clutter=False)


def board_of(seed: list[int], count: int, tilt: tuple[int, int], width: int = 1024, height: int = 768) -> Picture:
    """Make a picture of a whole board of so many tiles, with other things about it, in natural colours."""
    rng = np.random.default_rng(seed)
    while True:
        options = SceneOptions(
            tiles=(count, count), tilt=tilt, pitch=(60, 110), matching=1.0, whole=True, empty=0.0, pieces=0.4,
            printing=random_printing(rng, natural=True),
        )  # fmt: skip
        picture = make_picture(rng, width, height, options)
        board = [t for t in picture.tiles if t.on_board]
        if len(board) == count and not any(t.cut for t in board) and min(t.visible for t in board) > 0.6:
            return picture


def plain_board(seed: int, width: int = 960, height: int = 720, game: bool = False) -> Picture:
    """Make a picture of a whole board and nothing beside it, in the colours that land, rock and water have.

    Nobody in it plays grey, which by itself cannot be told from white in the shade. In a game there are as many pieces
    as the rules allow.
    """
    rng = np.random.default_rng([seed, 77])
    while True:
        options = replace(_PLAIN, printing=random_printing(rng, natural=True), game=game)
        picture = make_picture(rng, width, height, options)
        if all(p.kind == "stone" or p.colour != "grey" for p in picture.pieces):
            return picture


def boards_of_unknown_art(seed: int, count: int) -> list[Picture]:
    """Make pictures of boards whose art no network was taught with."""
    options = SceneOptions(
        tiles=(12, 30), pitch=(60, 110), matching=1.0, whole=True, empty=0.0, pieces=0.4, art="held-out"
    )
    return [make_picture(np.random.default_rng([seed, k]), 1024, 768, options) for k in range(count)]
