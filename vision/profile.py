"""Profiles: what was calibrated of a table's camera, pieces and tiles; everything in one is optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any

from vision.geometry.lens import Lens
from vision.imaging.photo import Photo
from vision.pieces.colours.palette import Palette
from vision.pieces.evidence.examples import PieceExamples
from vision.stones.stone_set import KnownStones
from vision.terrain.ground.taught_ground import TaughtGround
from vision.tiles.tile_set import KnownSet

_MAX_ASPECT_DIFFERENCE = 0.01
"""Relative difference of the ratios of width to height up to which two pictures count as sizes of the same view; chosen
by hand."""


@dataclass(frozen=True)
class Profile:
    """One table's camera, pieces and copy of the game.

    Attributes:
        name: the name given by its owner.
        lenses: at most one for each camera and picture size.
        palette: the players' pieces and their colours.
        pieces: examples of the copy's pieces in an earlier photo.
        has_outdated_piece_examples: whether the profile holds examples of pieces that are not used: they were
            described by other networks, and cannot be compared with what the present ones return.
        ground: the looks of the tiles' grounds.
        tiles: the tile sets, each a copy of the game.
        seen_tiles: tiles of the copy in earlier photos, without names.
        stones: the rune stones.
        games: calibrations of other games by the games' names, in the form of each game's module ``calibration``.
    """

    name: str = ""
    lenses: tuple[Lens, ...] = ()
    palette: Palette | None = None
    pieces: PieceExamples | None = None
    has_outdated_piece_examples: bool = False
    ground: TaughtGround | None = None
    tiles: tuple[KnownSet, ...] = ()
    seen_tiles: KnownSet | None = None
    stones: KnownStones | None = None
    games: Mapping[str, Any] = field(default_factory=dict)

    def camera_only(self) -> Profile:
        """Return the profile as if nothing but the camera had been taught."""
        return Profile(lenses=self.lenses)

    def lens_of(self, photo: Photo) -> Lens | None:
        """Return the lens of the photo's upright picture, or ``None`` if it is not calibrated.

        A lens applies to every size of the same view: pictures of its camera with its ratio of width to height. One
        calibrated from pictures without a camera's name applies only to other pictures without one.
        """
        turned = photo.orientation >= 5
        width, height = (photo.height, photo.width) if turned else (photo.width, photo.height)
        fits = [
            lens
            for lens in self.lenses
            if lens.camera == photo.camera
            and abs(lens.width * height / (lens.height * width) - 1) < _MAX_ASPECT_DIFFERENCE
        ]
        if not fits:
            return None
        nearest = min(fits, key=lambda lens: abs(log(lens.width / width)))
        return nearest.scaled(width / nearest.width).upright(photo.orientation)


def lens_of_pixels(photo: Photo, profile: Profile | None) -> Lens | None:
    """Return the calibrated lens at the size of the photo's pixels, which may be fewer than the file's, if any."""
    lens = None if profile is None else profile.lens_of(photo)
    return None if lens is None else lens.scaled(1 / photo.scale)
