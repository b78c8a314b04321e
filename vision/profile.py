"""What the eyes may be told beforehand; everything in it is optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any

from vision.geometry.lens import Lens
from vision.imaging.photo import Photo
from vision.pieces.colours.palette import Palette
from vision.stones.stone_set import KnownStones
from vision.tiles.tile_set import KnownSet

_SAME_SHAPE = 0.01
"""How much the ratio of width to height may differ for a picture to be another size of the same view."""


@dataclass(frozen=True)
class Profile:
    """One table's camera, pieces and copy of the game.

    Attributes:
        name: what its owner calls it.
        lenses: at most one for each camera and picture size.
        palette: the players' pieces and their colours.
        tiles: the tile sets, each a copy of the game.
        stones: the rune stones.
        games: what was taught of other games, under their names, as each game's module ``calibration`` has it.
    """

    name: str = ""
    lenses: tuple[Lens, ...] = ()
    palette: Palette | None = None
    tiles: tuple[KnownSet, ...] = ()
    stones: KnownStones | None = None
    games: Mapping[str, Any] = field(default_factory=dict)

    def lens_of(self, photo: Photo) -> Lens | None:
        """Return the lens before which the photo was taken, for its upright picture, or ``None`` if it is not known.

        A lens serves every size of the same view: pictures of its camera with its ratio of width to height. One
        that was learned from pictures that do not name their camera serves only others of the same kind.
        """
        turned = photo.orientation >= 5
        width, height = (photo.height, photo.width) if turned else (photo.width, photo.height)
        fits = [
            lens
            for lens in self.lenses
            if lens.camera == photo.camera and abs(lens.width * height / (lens.height * width) - 1) < _SAME_SHAPE
        ]
        if not fits:
            return None
        nearest = min(fits, key=lambda lens: abs(log(lens.width / width)))
        return nearest.scaled(width / nearest.width).upright(photo.orientation)
