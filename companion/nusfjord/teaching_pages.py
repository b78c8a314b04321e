"""The page on which the cards and ships of a copy of *Nusfjord* are taught: a photo of them, and a name for each."""

from __future__ import annotations

from typing import cast, get_args

import numpy as np
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from calibration.profile.folder import keep_game, load_profile
from companion.language import N_, translator
from companion.nusfjord import catalogue_file
from companion.nusfjord.photo.named_cards import CardsPhoto, find_cards, labels_of, named_faces
from companion.problems import KNOWN, sentence
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import takes_pictures
from companion.web.base.store import demand_token, kept_folder
from companion.web.board.overlay import CloseUp
from companion.web.table_context import services
from companion.web.teach.pictures import jpeg_answer, picture_key, small_jpeg, view_box
from companion.web.teach.profile_views import chosen_or_new
from companion.web.teach.questions import detail
from companion.web.teach.uploads import refuse_without_shots, shots_sent
from companion.web.teach.workspace import workspace
from games.nusfjord.words import word
from vision.nusfjord import calibration
from vision.nusfjord.faces import Face, Kind, document_of

_GAME = "nusfjord"
_NO_PHOTO = N_("There is no photo of cards yet.")
_OTHER_PHOTO = N_("Another photo of cards has been taken meanwhile; name the cards that it shows.")
_NO_FACE = N_("There is no such card any more; reload the page.")
_WORDS = {"building": N_("building"), "share": N_("share"), "space": N_("free building space")}
"""Words for a single one of the things that the rules name only in the plural."""
_KINDS: tuple[Kind, ...] = get_args(Kind)
_SHOWN_AROUND = 0.26
"""Radius of the thing that a detail of the photo is made for, in lengths of a card: the detail is a seventh longer than
the card."""
_MARGIN = 0.03
"""Margin of the photo's part around all cards, as a part of the photo."""

pages = Blueprint("teach_nusfjord", __name__, url_prefix="/nusfjord/cards")
pages.before_request(demand_token)


@pages.get("/")
def page() -> str:
    """Show the instructions, the photo with the cards that were found in it, and those that were taught."""
    return _page()


@pages.get("/photo/<key>.jpg")
def picture(key: str) -> Response:
    """Return the photo whose cards are being named."""
    seen = _seen()
    return (
        refuse(404, "no-photo", _NO_PHOTO) if seen is None or seen.key != key else jpeg_answer(small_jpeg(seen.photo))
    )


@pages.get("/face/<key>.jpg")
def face(key: str) -> Response:
    """Return a picture of a card in the profile."""
    known = next((face for face in _taught() if picture_key(face.picture) == key), None)
    if known is None:
        return refuse(404, "no-card", _NO_FACE)
    return jpeg_answer(known.picture)


@pages.post("/photo")
@takes_pictures
def photo() -> Response | str:
    """Find the cards in a photo, or in the camera's newest picture; one without any changes nothing."""
    shots = shots_sent()
    if not shots:
        return refuse_without_shots()
    try:
        seen = find_cards(shots[0].open())
    except KNOWN as error:
        return _page(shots[0].with_name(sentence(error, language())))
    _set_seen(seen)
    return redirect(url_for(".page"), 303)


@pages.post("/learn")
def learn() -> Response | str:
    """Add the cards that the form names to those of the chosen profile, or of a new one."""
    seen = _seen()
    if seen is None:
        return refuse(409, "no-photo", _NO_PHOTO)
    if request.form.get("photo") != seen.key:
        return refuse(409, "other-photo", _OTHER_PHOTO)
    known = len(labels_of(_taught()))
    try:
        _learn(named_faces(seen, request.form, catalogue_file.load(kept_folder())))
    except KNOWN as error:
        return _page(sentence(error, language()))
    _set_seen(None)
    return _page(before=known)


@pages.post("/forget")
def forget() -> Response:
    """Remove a picture of a card from the profile."""
    here, key = workspace(), request.form.get("card", "")
    with here.lock:
        taught = _taught()
        left = tuple(face for face in taught if picture_key(face.picture) != key)
        if here.profiles.chosen is None or len(left) == len(taught):
            return refuse(404, "no-card", _NO_FACE)
        try:
            keep_game(here.profiles.entry(here.profiles.chosen).folder, _GAME, document_of(left))
        except KNOWN as error:
            return refuse_sentence(422, "cards", sentence(error, language()))
        here.profiles.refresh()
    return redirect(url_for(".page"), 303)


def _learn(named: calibration.FaceSample) -> None:
    here = workspace()
    with here.lock:  # what another request teaches meanwhile must not be lost
        folder = chosen_or_new().folder
        known = load_profile(folder).games.get(_GAME, ())  # refuses a damaged profile, whose cards would be lost
        keep_game(folder, _GAME, calibration.learn([named], known).document)
        here.profiles.refresh()


def _taught() -> tuple[Face, ...]:
    """Return the cards in the chosen profile."""
    profile = workspace().chosen_profile
    return () if profile is None else profile.games.get(_GAME, ())


def _seen() -> CardsPhoto | None:
    return cast("CardsPhoto | None", workspace().of_games.get(_GAME))


def _set_seen(seen: CardsPhoto | None) -> None:
    here = workspace()
    with here.lock:
        here.of_games[_GAME] = seen


def _page(problem: str = "", before: int | None = None) -> str:
    seen, taught, lang = _seen(), _taught(), language()
    say = translator(lang)
    known = catalogue_file.load(kept_folder())
    return render_template(
        "nusfjord/teaching.html",
        live=services().watches,
        seen=seen,
        box="" if seen is None else _around(seen),
        details=() if seen is None else [_detail(seen, corners) for corners in seen.cards],
        kinds=[(kind, say(_WORDS[kind]) if kind in _WORDS else word(kind, lang)) for kind in _KINDS],
        names=[card.name for card in known.cards],
        taught=[(picture_key(face.picture), face.label) for face in taught],
        gain=None if before is None else (before, len(labels_of(taught))),
        problem=problem,
        values=request.form,
    )


def _around(seen: CardsPhoto) -> str:
    """Return the view box of the photo's part with all cards and a margin."""
    photo = seen.photo
    return view_box(np.concatenate(seen.cards), _MARGIN * np.array([photo.width, photo.height]), photo)


def _detail(seen: CardsPhoto, corners: np.ndarray) -> CloseUp:
    """Return the detail of the photo with the card within (4, 2) corners, pixels."""
    (x, y), across = corners.mean(axis=0).tolist(), float(np.ptp(corners, axis=0).max())
    return detail(seen.photo, (x, y), _SHOWN_AROUND * across, corners)
