"""Calibration of rune stones: a photo of them, and a name for each."""

from __future__ import annotations

from typing import get_args

import cv2
import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.profile.folder import STONES, keep
from calibration.stones.evaluate import count_recognised
from calibration.stones.learn import (
    LearnedStones,
    StonesPhoto,
    StoneTap,
    detect_stones,
    merge_stones,
    name_stones,
    parse_stone_taps,
)
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import takes_pictures
from companion.web.base.store import demand_token
from companion.web.table_context import services
from companion.web.teach.names import code_of, names_played
from companion.web.teach.profile_views import demanded, with_profile
from companion.web.teach.questions import detail, rune_answers
from companion.web.teach.uploads import demand_same, key_of, refuse_without_shots, shots_sent, small_jpeg
from companion.web.teach.workspace import workspace
from games.fjords.vocabulary import RuneSet
from vision.imaging.photo import Photo
from vision.stones.stone_set import KnownStones

pages = Blueprint("calibrate_stones", __name__, url_prefix="/teach/stones")
pages.before_request(demand_token)

_NO_PHOTO = N_("There is no photo of stones yet.")
_OTHER_PHOTO = N_("Another photo of stones has been taken meanwhile; name the stones that it shows.")
_NO_NAME = N_("Name at least one stone.")
_NO_STONE = N_("There is no such stone; go back to the list.")
_MAX_STONES = 60
_MARGIN_RADII = 6
"""Margin of the photo's detail around the detected stones, in radii of a stone."""
_RUNES: tuple[RuneSet, ...] = get_args(RuneSet)


@pages.get("/")
def page() -> str:
    """Show the instructions, and the photo with the detected stones."""
    return _page()


@pages.get("/photo.jpg")
def picture() -> Response:
    """Return the photo whose stones are being named."""
    seen = workspace().stones
    return refuse(404, "no-photo", _NO_PHOTO) if seen is None else _jpeg(small_jpeg(seen[0].photo))


@pages.get("/face/<int:number>.jpg")
def face(number: int) -> Response:
    """Return the face of a stone in the profile."""
    known = _kept()
    if known is None or number >= len(known.stones):
        return refuse(404, "no-stone", _NO_STONE)
    return _face(known.stones[number].face)


@pages.post("/photo")
@takes_pictures
def photo() -> Response | str:
    """Detect the stones in a photo, or in the camera's newest picture; one without any changes nothing."""
    here, shots = workspace(), shots_sent()
    if not shots:
        return refuse_without_shots()
    try:
        taken = shots[0].open()
        seen = detect_stones(taken, here.reader.networks(), here.lens_of(taken))
        stones = name_stones(seen, ())
    except KNOWN as error:
        return _page(problem=shots[0].with_name(sentence(error, language())))
    with here.lock:
        here.stones = seen, stones
    return redirect(url_for(".page"), 303)


@pages.post("/learn")
@with_profile(lambda problem: _page(problem=problem))
def learn(profile: StoredProfile) -> str:
    """Learn the rune stones under the names in the form, and add them to those of the profile."""
    here = workspace()
    photo, _ = demanded(here.stones, "no-photo", _NO_PHOTO)
    demand_same(photo.photo, _OTHER_PHOTO)
    taps = _taps()
    if not taps:
        return _page(problem=_NO_NAME)
    learned = name_stones(photo, taps).known(profile.profile.name if profile.profile else "")
    known = merge_stones(_kept(), learned)
    keep(profile.folder, STONES, known.to_document())
    here.profiles.refresh()
    with here.lock:
        here.stones = None
    return _page(known=known)


@pages.post("/forget")
def forget() -> Response:
    """Remove a stone from the profile."""
    profiles, known = workspace().profiles, _kept()
    number = request.form.get("stone", -1, type=int)
    if profiles.chosen is None or known is None or not 0 <= number < len(known.stones):
        return refuse(404, "no-stone", _NO_STONE)
    left = (*known.stones[:number], *known.stones[number + 1 :])
    try:
        keep(profiles.entry(profiles.chosen).folder, STONES, KnownStones(known.name, known.radius, left).to_document())
    except KNOWN as error:
        return refuse_sentence(422, "stones", sentence(error, language()))
    profiles.refresh()
    return redirect(url_for(".page"), 303)


def _taps() -> tuple[StoneTap, ...]:
    """Return the rows of the form that name a stone."""
    form, rows = request.form, []
    for number in range(_MAX_STONES):
        kind, colour = form.get(f"kind-{number}", ""), form.get(f"name-{number}", "").strip()[:40]
        x, y = form.get(f"x-{number}", type=float), form.get(f"y-{number}", type=float)
        if kind and x is not None and y is not None:
            rows.append({"px": [x, y], "kind": kind, **({"colour": code_of(colour)} if colour else {})})
    return parse_stone_taps(rows)


def _kept() -> KnownStones | None:
    profiles = workspace().profiles
    profile = None if profiles.chosen is None else profiles.entry(profiles.chosen).profile
    return None if profile is None else profile.stones


def _page(problem: str = "", known: KnownStones | None = None) -> str:
    here = workspace()
    seen: tuple[StonesPhoto, LearnedStones] | None = here.stones
    recognised, alike = (0, []) if known is None else count_recognised(known)
    kept, radius = _kept(), 0.0 if seen is None else seen[0].radius_px(seen[1])
    return render_template(
        "teach/stones.html",
        live=services().watches,
        chosen=here.profiles.chosen,
        photo=None if seen is None else seen[0].photo,
        of="" if seen is None else key_of(seen[0].photo),
        radius=radius,
        box="" if seen is None else _around(seen[1], radius, seen[0].photo),
        stones=() if seen is None else seen[1].stones,
        kept=() if kept is None else kept.stones,
        gain=None if known is None else (recognised, len(known.stones)),
        alike=[] if known is None else [(known.stones[a], known.stones[b]) for a, b in alike],
        answers=rune_answers(_RUNES, language()),
        places=[] if seen is None else [detail(seen[0].photo, stone.px, radius) for stone in seen[1].stones],
        nowhere=None if seen is None else detail(seen[0].photo, (0.0, 0.0), radius),
        names=names_played(here),
        most=_MAX_STONES,
        problem=problem,
    )


def _around(found: LearnedStones, radius: float, photo: Photo) -> str:
    """Return the view box of the photo's detail with all stones and a margin."""
    at, size = np.array([stone.px for stone in found.stones]), np.array([photo.width, photo.height])
    low = np.maximum(at.min(axis=0) - _MARGIN_RADII * radius, 0)
    across = np.minimum(at.max(axis=0) + _MARGIN_RADII * radius, size) - low
    return " ".join(f"{value:.0f}" for value in (*low, *across))


def _face(face: np.ndarray) -> Response:
    return _jpeg(cv2.imencode(".jpg", face, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())


def _jpeg(data: bytes) -> Response:
    return Response(data, mimetype="image/jpeg")
