"""Learns the faces of a copy's rune stones from one photo in which the user taps and names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import cv2
import numpy as np
from pydantic import Field

from calibration.problems import N_, BlurredPicture, CalibrationError
from calibration.stones.detect import find_discs
from calibration.tiles.detect import detect_spread
from games.envelope import Model
from games.fjords.vocabulary import RuneSet
from vision.answers_file import parse_tap_list
from vision.calibration_fields import TapPlace
from vision.geometry.lens import Lens
from vision.imaging.file_pixels import decoded_pixels, file_point, rounded_px
from vision.imaging.photo import Photo
from vision.loose_tiles.spread import SpreadTiles
from vision.networks.models import Networks
from vision.stones.stone_set import FACE_SIDE, FACE_SPAN, KnownStone, KnownStones

_FACE_AXIS = ((np.arange(FACE_SIDE) + 0.5) / FACE_SIDE - 0.5) * FACE_SPAN
_FACE_GRID = np.stack(np.meshgrid(_FACE_AXIS, _FACE_AXIS), axis=-1)

_MIN_TILE_DISTANCE = 0.4
"""A tap nearer to a tile's centre is on the tile, in widths of a tile; chosen by hand."""
_MAX_RADIUS = 0.24
"""Largest radius of a stone, in widths of a tile; chosen by hand."""


class StoneTap(Model):
    """The user's label of one stone: position in the upright photo, rune, and owner's colour, if any."""

    px: TapPlace
    kind: RuneSet
    colour: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    file: str | None = None


@dataclass(frozen=True, eq=False)
class DetectedStone:
    """A stone in the photo; ``kind`` is ``stone`` if the user has not named it."""

    kind: str
    colour: str | None
    px: tuple[float, float]
    face: np.ndarray

    def to_document(self) -> dict[str, Any]:
        """Return the stone as the command prints it."""
        return {"kind": self.kind, "colour": self.colour, "px": rounded_px(self.px)}


@dataclass(frozen=True)
class LearnedStones:
    """All stones of one photo, and their radius in widths of a tile."""

    stones: tuple[DetectedStone, ...]
    radius: float

    def known(self, name: str) -> KnownStones:
        """Return the named stones, to be stored in a profile."""
        named = tuple(KnownStone(s.kind, s.colour, s.face) for s in self.stones if s.kind != "stone")
        return KnownStones(name, self.radius, named)


def parse_stone_taps(data: object) -> tuple[StoneTap, ...]:
    """Return the taps of an answers file; raises ``DocumentError`` naming the field that is wrong."""
    return parse_tap_list(data, StoneTap)


@dataclass(frozen=True, eq=False)
class StonesPhoto:
    """A photo of stones, and the tiles beside them, which give the scale."""

    photo: Photo
    spread: SpreadTiles

    def radius_px(self, learned: LearnedStones) -> float:
        """Return the median radius of the stones in the upright photo, pixels."""
        middles = decoded_pixels(np.array([stone.px for stone in learned.stones]), self.photo.scale)
        spots = self.spread.plane.to_table(middles)
        return float(np.median([self.spread.plane.pitch_at(s) for s in spots])) * learned.radius * self.photo.scale


def detect_stones(photo: Photo, networks: Networks, lens: Lens | None) -> StonesPhoto:
    """Return a photo with the tiles that were detected beside its stones.

    Raises:
        BlurredPicture: the photo is blurred.
        CalibrationError: there is no tile to give the scale.
    """
    try:
        return StonesPhoto(photo, detect_spread(photo, networks, lens))
    except BlurredPicture:
        raise
    except CalibrationError:
        raise _no_tile() from None


def learn_stones(photo: Photo, networks: Networks, lens: Lens | None, taps: Sequence[StoneTap]) -> LearnedStones:
    """Detect the stones in a photo and name the tapped ones; raises as `detect_stones` and `name_stones` do."""
    return name_stones(detect_stones(photo, networks, lens), taps)


def name_stones(seen: StonesPhoto, taps: Sequence[StoneTap]) -> LearnedStones:
    """Detect the stones and name the tapped ones, which come first, in the order of the taps.

    Raises:
        CalibrationError: there is no stone, a tap is outside the picture, or there is no tile to give the scale.
    """
    photo, spread = seen.photo, seen.spread
    for tap in taps:
        if not (0 <= tap.px[0] < photo.width and 0 <= tap.px[1] < photo.height):
            raise CalibrationError(
                N_("There is nothing at {x}, {y}: the picture is {width} by {height} pixels."),
                x=round(tap.px[0]), y=round(tap.px[1]), width=photo.width, height=photo.height,
            )  # fmt: skip
    spots = decoded_pixels(np.array([tap.px for tap in taps]).reshape(-1, 2), photo.scale)
    at = spread.plane.to_table(spots)
    # Without any tile, the detector may take the stones for small tiles.
    if any(np.linalg.norm(tile.centre - spot) < _MIN_TILE_DISTANCE for tile in spread.tiles for spot in at):
        raise _no_tile()
    discs = find_discs(photo.normalised, spread, at)
    if discs is None:
        raise CalibrationError(
            N_("No rune stone was found in the picture; lay them beside the tiles, apart and face up, or tap them.")
        )
    if discs.radius > _MAX_RADIUS:
        raise _no_tile()
    stones = []
    for k, middle in enumerate(discs.middles):
        px = file_point(spread.plane.to_photo(middle), photo.scale)
        kind, colour = (taps[k].kind, taps[k].colour) if k < len(taps) else ("stone", None)
        stones.append(DetectedStone(kind, colour, px, _face(photo, spread, middle, discs.radius)))
    return LearnedStones(tuple(stones), discs.radius)


def _no_tile() -> CalibrationError:
    return CalibrationError(
        N_("No tile was found beside the stones; put two or three there, face up and apart, to show the stones' size.")
    )  # fmt: skip


def _face(photo: Photo, spread: SpreadTiles, middle: np.ndarray, radius: float) -> np.ndarray:
    where = spread.plane.to_photo(middle + radius * _FACE_GRID).astype(np.float32)
    return cv2.remap(photo.normalised, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def merge_stones(before: KnownStones | None, learned: KnownStones) -> KnownStones:
    """Return the known stones with the learned ones added; a stone that was known already is replaced."""
    if before is None or not before.stones:
        return learned
    again = {(stone.kind, stone.colour) for stone in learned.stones}
    kept = tuple(stone for stone in before.stones if (stone.kind, stone.colour) not in again)
    # Averaging reduces the measurement error of each photo.
    radius = (before.radius + learned.radius) / 2
    return KnownStones(before.name, radius, (*kept, *learned.stones))
