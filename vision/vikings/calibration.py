"""Calibrates the colours of a copy of *Vikings* from a photo of a fjord in which the user tapped figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from games.envelope import Model
from games.vikings.figures import BOATSWAIN, ROWS, Figure
from vision.answers_file import parse_tap_list
from vision.calibration_fields import Number, Pair
from vision.imaging.file_pixels import decoded_pixels, rounded_px
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.plugins import CalibrationResult
from vision.profile import Profile, lens_of_pixels
from vision.vikings.colours import Colours
from vision.vikings.fjord import FjordReading, read_fjord

FORMAT = "longhouse-fjord-colours"
_KINDS: tuple[Figure, ...] = (BOATSWAIN, *ROWS)
_TAP_RADIUS = 0.05
"""Half the side of the patch around a tap whose colour is measured, squares."""
OUTSIDE = (
    "The tap at {x}, {y} is not on the picture's fjord; tap a figure.",
    "Точка {x}, {y} не попадает на фьорд на снимке; коснитесь фигурки.",
)
_Lab = Annotated[list[Number], Field(min_length=3, max_length=3, strict=False)]
_SixColours = Annotated[list[_Lab], Field(min_length=6, max_length=6, strict=False)]


class Tap(Model):
    """A tap on a figure: position ``px`` in the upright photo, its ``kind``, and the photo's name ``file``."""

    px: Pair
    kind: Figure
    file: str | None = None


class _Document(Model):
    format: Literal["longhouse-fjord-colours"]
    version: Literal[1]
    game: Literal["vikings"]
    printed: _SixColours
    wooden: _SixColours


@dataclass(frozen=True, eq=False)
class TappedFigure:
    """A figure that was tapped.

    Attributes:
        kind: its kind.
        px: where, pixels of the upright photo.
        colour: (3,) L*a*b* there under even illumination.
    """

    kind: Figure
    px: tuple[float, float]
    colour: np.ndarray


@dataclass(frozen=True, eq=False)
class FjordSample:
    """The colours of one photo, and the figures that were tapped in it."""

    colours: Colours
    tapped: tuple[TappedFigure, ...]


def parse(document: object) -> Colours:
    """Return the calibration in a profile's file; raises `DocumentError` naming the field that is wrong."""
    model = _Document.parse(document)
    return Colours(np.array(model.printed, float), np.array(model.wooden, float))


def parse_answers(data: object) -> tuple[Tap, ...]:
    """Return taps on figures; raises `DocumentError` naming the field that is wrong."""
    return parse_tap_list(data, Tap)


def detect(photo: Photo, name: str, answers: tuple[Tap, ...] | None, profile: Profile | None) -> FjordSample:
    """Return the colours of one photo and of the tapped figures in it.

    Raises:
        UnreadablePhoto: there is no fjord, or a tap is outside it.
    """
    seen = read_fjord(photo, lens_of_pixels(photo, profile))
    taps = [tap for tap in answers or () if tap.file in (None, name)]
    return FjordSample(seen.colours, tuple(_tapped(seen, tap, photo.scale) for tap in taps))


def learn(seen: Sequence[FjordSample], before: Colours | None) -> CalibrationResult:
    """Combine the samples with the earlier calibration; kinds that were not tapped keep the detected colours."""
    printed = np.mean([shown.colours.printed for shown in seen], axis=0)
    wooden = np.mean([shown.colours.wooden for shown in seen], axis=0) if before is None else before.wooden.copy()
    tapped = [figure for shown in seen for figure in shown.tapped]
    for kind in {figure.kind for figure in tapped}:
        wooden[_KINDS.index(kind)] = np.mean([figure.colour for figure in tapped if figure.kind == kind], axis=0)
    document = {
        "format": FORMAT,
        "version": 1,
        "game": "vikings",
        "printed": _rounded(printed),
        "wooden": _rounded(wooden),
    }
    shown = {"tiles": [{"figure": figure.kind, "px": rounded_px(figure.px)} for figure in tapped]}
    untapped = [kind for kind in _KINDS if kind not in {figure.kind for figure in tapped}]
    return CalibrationResult(document, {**shown, "ask": [{"about": "figure", "figure": kind} for kind in untapped]})


def _rounded(looks: np.ndarray) -> list[list[float]]:
    return [[round(float(v), 2) for v in look] for look in looks]


def _tapped(seen: FjordReading, tap: Tap, scale: float) -> TappedFigure:
    """Return the figure at a tap; raises `UnreadablePhoto` for a tap outside the fjord."""
    view = seen.placement.view
    place = seen.placement.plane.to_table(decoded_pixels(np.array(tap.px), scale))
    x, y = ((place - (view.left, view.top)) * view.side).round().astype(int)
    room = round(_TAP_RADIUS * view.side)
    if not (room <= x < seen.lab.shape[1] - room and room <= y < seen.lab.shape[0] - room):
        raise UnreadablePhoto("no-board", OUTSIDE, x=round(tap.px[0]), y=round(tap.px[1]))
    looks = seen.lab[y - room : y + room + 1, x - room : x + room + 1].reshape(-1, 3)
    return TappedFigure(tap.kind, (tap.px[0], tap.px[1]), np.median(looks, axis=0))
