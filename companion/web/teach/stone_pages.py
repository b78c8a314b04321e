"""The page on which rune stones are taught: a photo of them, and a name for each."""

from __future__ import annotations

from typing import get_args

import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.profile.folder import STONES, keep
from calibration.stones.evaluate import count_recognised
from calibration.stones.learn import (
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
from companion.web.teach.named_rows import sent_rows
from companion.web.teach.names import names_played
from companion.web.teach.pictures import jpeg_answer, picture_key, small_jpeg, view_box
from companion.web.teach.profile_views import demanded, with_profile
from companion.web.teach.questions import detail, rune_answers
from companion.web.teach.uploads import demand_same, refuse_without_shots, shots_sent
from companion.web.teach.workspace import StonesToName, workspace
from games.fjords.vocabulary import RuneSet
from vision.stones.stone_set import KnownStones

pages = Blueprint("teach_stones", __name__, url_prefix="/teach/stones")
pages.before_request(demand_token)

_NO_PHOTO = N_("There is no photo of stones yet.")
_OTHER_PHOTO = N_("Another photo of stones has been taken meanwhile; name the stones that it shows.")
_NO_NAME = N_("Name at least one stone.")
_NO_STONE = N_("There is no such stone; go back to the list.")
_MAX_STONES = 60
"""Rune stones in one photo that are named, at most; chosen by hand."""
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
    seen = workspace().stones_to_name
    return refuse(404, "no-photo", _NO_PHOTO) if seen is None else jpeg_answer(small_jpeg(seen.photo.photo))


@pages.get("/face/<key>.jpg")
def face(key: str) -> Response:
    """Return the face of a stone in the profile."""
    known = _kept_stones()
    found = next((stone for stone in (known.stones if known else ()) if picture_key(stone.face) == key), None)
    return refuse(404, "no-stone", _NO_STONE) if found is None else jpeg_answer(found.face)


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
        here.stones_to_name = StonesToName(seen, stones)
    return redirect(url_for(".page"), 303)


@pages.post("/learn")
@with_profile(lambda problem: _page(problem=problem))
def learn(profile: StoredProfile) -> str:
    """Learn the rune stones under the names in the form, and add them to those of the profile."""
    here = workspace()
    photo = demanded(here.stones_to_name, "no-photo", _NO_PHOTO).photo
    demand_same(photo.photo, _OTHER_PHOTO)
    taps = _taps()
    if not taps:
        return _page(problem=_NO_NAME)
    learned = name_stones(photo, taps).known(profile.profile.name if profile.profile else "")
    known = merge_stones(_kept_stones(), learned)
    keep(profile.folder, STONES, known.to_document())
    here.profiles.refresh()
    with here.lock:
        here.stones_to_name = None
    return _page(known=known)


@pages.post("/forget")
def forget() -> Response:
    """Remove a stone from the profile."""
    here, key = workspace(), request.form.get("stone", "")
    with here.lock:
        profiles, known = here.profiles, _kept_stones()
        left = tuple(stone for stone in (known.stones if known else ()) if picture_key(stone.face) != key)
        if profiles.chosen is None or known is None or len(left) == len(known.stones):
            return refuse(404, "no-stone", _NO_STONE)
        document = KnownStones(known.name, known.radius, left).to_document()
        try:
            keep(profiles.entry(profiles.chosen).folder, STONES, document)
        except KNOWN as error:
            return refuse_sentence(422, "stones", sentence(error, language()))
        profiles.refresh()
    return redirect(url_for(".page"), 303)


def _taps() -> tuple[StoneTap, ...]:
    """Return the rows of the form that name a stone."""
    named = (row for row in sent_rows(_MAX_STONES) if row.kind)
    rows = ({"px": list(row.px), "kind": row.kind, **({"colour": row.name} if row.name else {})} for row in named)
    return parse_stone_taps(list(rows))


def _kept_stones() -> KnownStones | None:
    profile = workspace().chosen_profile
    return None if profile is None else profile.stones


def _page(problem: str = "", known: KnownStones | None = None) -> str:
    here = workspace()
    seen = here.stones_to_name
    photo, stones = (None, ()) if seen is None else (seen.photo.photo, seen.found.stones)
    recognised, alike = (0, []) if known is None else count_recognised(known)
    kept, radius = _kept_stones(), 0.0 if seen is None else seen.photo.radius_px(seen.found)
    return render_template(
        "teach/stones.html",
        live=services().watches,
        chosen=here.profiles.chosen,
        photo=photo,
        of="" if photo is None else picture_key(photo.pixels),
        radius=radius,
        box="" if photo is None else view_box(np.array([stone.px for stone in stones]), _MARGIN_RADII * radius, photo),
        stones=stones,
        kept=[] if kept is None else [(picture_key(stone.face), stone) for stone in kept.stones],
        gain=None if known is None else (recognised, len(known.stones)),
        alike=[] if known is None else [(known.stones[a], known.stones[b]) for a, b in alike],
        answers=rune_answers(_RUNES, language()),
        places=[] if photo is None else [detail(photo, stone.px, radius) for stone in stones],
        nowhere=None if photo is None else detail(photo, (0.0, 0.0), radius),
        names=names_played(here),
        most=_MAX_STONES,
        problem=problem,
    )
