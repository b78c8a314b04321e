"""Calibrates the faces of cards and tokens of *Nusfjord*: the user taps and names each in a photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from games.documents import DocumentError
from vision.answers_file import parse_tap_list
from vision.calibration_fields import Pair
from vision.imaging.file_pixels import decoded_pixels, rounded_px
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.nusfjord.faces import MOST_FACES, Face, FaceLabel, document_of, faces_of
from vision.nusfjord.outlines import all_outlines, outline_at, rectified_card
from vision.plugins import CalibrationResult
from vision.profile import Profile

NOTHING = (
    "Nothing was tapped in this picture; say with --answers which card lies where.",
    "На этом снимке ничего не отмечено; укажите через --answers, где какая карта лежит.",
)
NO_CARD = (
    "There is no card to be told from the table at {x}, {y}; lay it apart on a plain table, or give its four corners.",
    "В точке {x}, {y} карта не отличима от стола; положите её отдельно на однотонный стол или укажите четыре угла.",
)
TOO_MANY = (
    "A profile holds at most {most} pictures of cards; forget some, or begin a new profile.",
    "В профиле помещается не больше {most} снимков карт; удалите часть или начните новый профиль.",
)


class Tap(FaceLabel):
    """A tap on a card: ``px`` and its label; its ``corners`` if they cannot be detected; ``file``, the photo's name."""

    px: Pair
    corners: Annotated[list[Pair], Field(min_length=4, max_length=4, strict=False)] | None = None
    file: str | None = None


@dataclass(frozen=True, eq=False)
class FaceSample:
    """The tapped faces of one photo, and the position of each tap."""

    faces: tuple[Face, ...]
    places: tuple[tuple[float, float], ...]


def parse(document: object) -> tuple[Face, ...]:
    """Return the faces in a profile's file; raises `DocumentError` naming the field that is wrong."""
    return faces_of(document)


def parse_answers(data: object) -> tuple[Tap, ...]:
    """Return the taps on cards; raises `DocumentError` naming the field that is wrong."""
    taps = parse_tap_list(data, Tap)
    for n, tap in enumerate(taps):
        if tap.kind == "building" and not tap.name.strip():
            raise DocumentError(f"answers[{n}].name", "missing")
    return taps


def detect(photo: Photo, name: str, answers: tuple[Tap, ...] | None, profile: Profile | None) -> FaceSample:
    """Return the faces that were tapped in one photo.

    Raises:
        UnreadablePhoto: there is no tap for this photo, or no card under a tap.
    """
    del profile  # a card is small: lens distortion hardly affects its picture
    taps = [tap for tap in answers or () if tap.file in (None, name)]
    if not taps:
        raise UnreadablePhoto("no-tiles", NOTHING)
    outlines = list(all_outlines(photo.pixels)) if any(tap.corners is None for tap in taps) else []
    faces = tuple(_face(photo, tap, outlines) for tap in taps)
    return FaceSample(faces, tuple((tap.px[0], tap.px[1]) for tap in taps))


def learn(seen: Sequence[FaceSample], before: tuple[Face, ...] | None) -> CalibrationResult:
    """Combine the faces of several photos with the earlier ones; several pictures of one card improve recognition.

    Raises:
        UnreadablePhoto: there are more than a profile may hold.
    """
    faces = (*(before or ()), *(face for shown in seen for face in shown.faces))
    if len(faces) > MOST_FACES:
        raise UnreadablePhoto("too-many", TOO_MANY, most=MOST_FACES)
    tiles = [
        {"kind": face.label.kind, "name": face.label.name, "px": rounded_px(place)}
        for shown in seen
        for face, place in zip(shown.faces, shown.places, strict=True)
    ]
    return CalibrationResult(document_of(faces), {"tiles": tiles, "ask": []})


def _face(photo: Photo, tap: Tap, outlines: Sequence[np.ndarray]) -> Face:
    """Return the face of the card that a person tapped; ``outlines`` are (4, 2) corners, decoded pixels."""

    def decoded(px: Sequence[object]) -> np.ndarray:
        return decoded_pixels(np.array(px), photo.scale)

    corners = outline_at(decoded(tap.px), outlines) if tap.corners is None else decoded(tap.corners)
    if corners is None:
        raise UnreadablePhoto("no-tiles", NO_CARD, x=round(tap.px[0]), y=round(tap.px[1]))
    return Face(
        FaceLabel(kind=tap.kind, name=" ".join(tap.name.split()), points=tap.points),
        rectified_card(photo.pixels, corners),
    )
