"""Reads a photo of a player's area in *Nusfjord* to its board document, by calibrated faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from vision.imaging.file_pixels import document_px
from vision.imaging.photo import Photo, UnreadablePhoto
from vision.nusfjord.appearance import match_by_appearance
from vision.nusfjord.confirmation import competing, confirmed
from vision.nusfjord.faces import SHIPS, Face
from vision.nusfjord.keypoint_matching import FaceMatch, match_keypoints
from vision.nusfjord.outlines import all_outlines
from vision.nusfjord.unknown_cards import unknown_cards
from vision.profile import Profile

_MIN_CONFIDENCE = 0.85
"""Readings with a smaller confidence are asked about; chosen by hand."""
_MIN_NAMED = 0.5
"""Confidence from which a thing is written down."""
_UNKNOWN, _UNCOUNTED = 0.3, 0.6
"""Confidences of what was not taught, a card or a kind that is counted, and of a number of ships, shares or free spaces
that were. Chosen by hand."""
_ROW_PX = 40
"""Pixels of the photo within which things lie in one row. Chosen by hand."""
_COUNTED = {"share": "shares_owned", "space": "free_spaces"}
"""The player's field for each kind of thing that a board has as a number only."""
UNTAUGHT = (
    "No cards of Nusfjord are taught yet; teach them on its page, or with “longhouse calibrate tiles --game nusfjord”.",
    "Карты Nusfjord ещё не показаны; обучите им на странице игры или «longhouse calibrate tiles --game nusfjord».",
)
NOTHING = (
    "None of the cards of Nusfjord that were taught can be seen in the picture; take it from above and nearer.",
    "На снимке не видно ни одной карты «Нусфьорда», которой обучали; снимите сверху и поближе.",
)


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the calibrated cards, ships, shares and free spaces in the photo.

    Gold and unissued shares are 0; an uncalibrated card is asked about, and so are the numbers of ships, shares and
    free spaces, calibrated or not. ``ask`` lists the most doubtful first. The player's field ``counted`` says where the
    shares and free spaces lie.

    Raises:
        UnreadablePhoto: there is no calibration, or nothing is recognised.
    """
    faces: tuple[Face, ...] = () if profile is None else profile.games.get("nusfjord", ())
    if not faces:
        raise UnreadablePhoto("no-tiles", UNTAUGHT)
    outlines = list(all_outlines(photo.pixels))
    found = confirmed(photo.pixels, faces, match_keypoints(photo.pixels, faces))
    found = competing(faces, match_by_appearance(photo.pixels, faces, found, outlines))
    if not found:
        raise UnreadablePhoto("no-board", NOTHING)
    # What is not likely is asked about, but not named.
    named = sorted((one for one in found if one.confidence >= _MIN_NAMED), key=_reading_order)
    buildings = [_thing(one, faces, photo.scale) for one in named if faces[one.face].label.kind == "building"]
    ships = [_thing(one, faces, photo.scale) for one in named if faces[one.face].label.kind in SHIPS]
    counted = [_counted(one, faces, photo.scale) for one in named if faces[one.face].label.kind in _COUNTED]
    numbers = {field: sum(one["about"] == field for one in counted) for field in _COUNTED.values()}
    player = {"name": "Player", "buildings": buildings, "ships": ships, "unissued": 0, "gold": 0, **numbers,
              "counted": counted}  # fmt: skip
    doubts = [_doubt(one, faces, photo.scale) for one in found if one.confidence < _MIN_CONFIDENCE]
    cards = [one for one in found if faces[one.face].label.kind == "building"]
    known = [face for face in faces if face.label.kind == "building"]
    doubts += [_unknown(place, photo.scale) for place in unknown_cards(photo.pixels, known, found, cards, outlines)]
    asked = sorted([*doubts, *_counts(faces, player)], key=lambda doubt: float(doubt["confidence"]))
    head = {"format": "longhouse-board", "version": 1, "game": "nusfjord"}
    return {**head, "players": [player], "ask": asked}


def _reading_order(one: FaceMatch) -> tuple[int, float]:
    """Return the key by which things go row by row and from the left."""
    x, y = one.place.tolist()
    return round(y / _ROW_PX), x


def _thing(one: FaceMatch, faces: tuple[Face, ...], scale: float) -> dict[str, Any]:
    what = faces[one.face].label
    named = {"name": what.name} if what.kind == "building" else {"kind": what.kind}
    return {**named, "points": what.points, "px": document_px(one.place, scale), "confidence": round(one.confidence, 4)}


def _counted(one: FaceMatch, faces: tuple[Face, ...], scale: float) -> dict[str, Any]:
    """Return where one of the things lies that a board has as a number only."""
    field = _COUNTED[faces[one.face].label.kind]
    return {"about": field, "px": document_px(one.place, scale), "confidence": round(one.confidence, 4)}


def _doubt(one: FaceMatch, faces: tuple[Face, ...], scale: float) -> dict[str, Any]:
    """Return the question whether a card or thing is the one that it was taken for."""
    what = faces[one.face].label
    about = {"building": "building", **_COUNTED}.get(what.kind, "ship")
    candidates = [what.name or what.kind, "none"]
    return {
        "about": about,
        "px": document_px(one.place, scale),
        "candidates": candidates,
        "points": what.points,
        "confidence": round(one.confidence, 4),
    }


def _unknown(place: np.ndarray, scale: float) -> dict[str, Any]:
    """Return the question for a card that is none of those that were taught."""
    return {
        "about": "building",
        "px": document_px(place, scale),
        "candidates": ["unknown", "none"],
        "confidence": _UNKNOWN,
    }


def _counts(faces: tuple[Face, ...], player: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a question for each number of small, equal things: some may be overlooked among many that touch.

    Of what was never taught nothing can be counted, which is more doubtful than a count.
    """
    taught = {face.label.kind: face.label.points for face in faces}
    for kind, field in _COUNTED.items():
        yield _count({"about": field}, player[field], kind in taught)
    for kind in SHIPS:
        number = sum(ship["kind"] == kind for ship in player["ships"])
        points = {"points": taught[kind]} if kind in taught else {}
        yield _count({"about": "ships", "kind": kind, **points}, number, kind in taught)


def _count(about: dict[str, Any], number: int, is_taught: bool) -> dict[str, Any]:
    near = [number, number + 1, number + 2, max(number - 1, 0), 0]
    return {**about, "candidates": list(dict.fromkeys(near)), "confidence": _UNCOUNTED if is_taught else _UNKNOWN}
