"""Reads a photo of a player's area in *Nusfjord* to its board document, by calibrated faces."""

from __future__ import annotations

from typing import Any

from vision.imaging.photo import Photo, UnreadablePhoto
from vision.nusfjord.appearance import match_by_appearance
from vision.nusfjord.faces import SHIPS, Face
from vision.nusfjord.keypoint_matching import FaceMatch, match_keypoints
from vision.profile import Profile

_MIN_CONFIDENCE = 0.85
"""Readings with a smaller confidence are asked about."""
UNTAUGHT = (
    "No cards of Nusfjord have been taught; teach them with “calibrate tiles --game nusfjord” first.",
    "Карты Nusfjord не разучены; сначала выполните «calibrate tiles --game nusfjord».",
)
NOTHING = (
    "None of the cards that were taught can be seen in the picture; take it from above and nearer.",
    "На снимке не видно ни одной разученной карты; снимите сверху и поближе.",
)


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the calibrated cards, ships, shares and free spaces in the photo.

    Gold and unissued shares are 0; uncalibrated cards are not recognised. ``ask`` lists the most doubtful first.

    Raises:
        UnreadablePhoto: there is no calibration, or nothing is recognised.
    """
    faces: tuple[Face, ...] = () if profile is None else profile.games.get("nusfjord", ())
    if not faces:
        raise UnreadablePhoto("no-tiles", UNTAUGHT)
    found = match_by_appearance(photo.pixels, faces, match_keypoints(photo.pixels, faces))
    if not found:
        raise UnreadablePhoto("no-board", NOTHING)
    found = sorted(found, key=lambda one: (round(float(one.place[1]) / 40), float(one.place[0])))
    buildings = [_thing(one, faces, photo.scale) for one in found if faces[one.face].label.kind == "building"]
    ships = [_thing(one, faces, photo.scale) for one in found if faces[one.face].label.kind in SHIPS]
    counted = {kind: sum(faces[one.face].label.kind == kind for one in found) for kind in ("share", "space")}
    player = {"name": "Player", "buildings": buildings, "ships": ships, "shares_owned": counted["share"], "unissued": 0,
              "gold": 0, "free_spaces": counted["space"]}  # fmt: skip
    asked = sorted(
        (_doubt(one, faces) for one in found if one.confidence < _MIN_CONFIDENCE), key=lambda d: float(d["confidence"])
    )
    head = {"format": "longhouse-board", "version": 1, "game": "nusfjord"}
    return {**head, "players": [player], "ask": asked}


def _thing(one: FaceMatch, faces: tuple[Face, ...], scale: float) -> dict[str, Any]:
    what = faces[one.face].label
    named = {"name": what.name} if what.kind == "building" else {"kind": what.kind}
    px = [round(float((v + 0.5) * scale - 0.5), 1) for v in one.place]
    return {**named, "points": what.points, "px": px, "confidence": round(one.confidence, 4)}


def _doubt(one: FaceMatch, faces: tuple[Face, ...]) -> dict[str, Any]:
    what = faces[one.face].label
    about = {"building": "building", "share": "shares_owned", "space": "free_spaces"}.get(what.kind, "ship")
    return {"about": about, "candidates": [what.name or what.kind], "confidence": round(one.confidence, 4)}
