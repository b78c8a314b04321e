"""Keeps how pieces, grounds and tiles in a photo look, for the next photo of the same copy of the game."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, make_response, render_template, request

from calibration.from_reading import keep_copy
from calibration.profile.folder import LENSES
from calibration.profile.folder import keep as keep_part
from calibration.profile.schema import lenses_document
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.taught_copy import answerable_colours
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token
from companion.web.teach.profile_views import new_profile
from companion.web.teach.workspace import workspace
from games.incoming import parse_json
from vision.imaging.photo import Photo
from vision.reading.answers.answer import Answer
from vision.reading.answers.parse import parse_answers
from vision.reading.reading import Reading

_NO_ANSWERS = N_("These answers are not valid; answer the photo's questions again.")

pages = Blueprint("teach_copy", __name__, url_prefix="/teach")
pages.before_request(demand_token)


@pages.post("/copy")
@takes_pictures
def keep() -> Response:
    """Keep the looks of the photo that was sent with its answers.

    They go into a new profile if the field ``copy`` is ``new``; otherwise into the profile of the key ``profile``, if
    there is one, else into the chosen one, else into a new one. The field ``name`` names a new profile; if it is not
    empty, the chosen profile is used only if it has the same name. Afterwards the profile is the chosen one.
    """
    if "photo" not in request.files:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    try:
        entry = _keep()
    except KNOWN as error:
        return refuse_sentence(422, "copy", sentence(error, language()))
    except (ValueError, RecursionError):
        return refuse(422, "answers", _NO_ANSWERS)
    name = entry.profile.name if entry.profile is not None else entry.key
    answer = make_response(render_template("teach/_copy_kept.html", name=name))
    # A refusal stays beside the form, so that it can be sent again; what is kept takes the place of the form.
    answer.headers.update({"HX-Retarget": "#keep-copy", "HX-Reswap": "innerHTML"})
    return answer


def _keep() -> StoredProfile:
    """Store what the photo shows of the copy, and return the profile that it is in."""
    profiles, key = workspace().profiles, _profile_to_fill()
    reading, photo = _reading(key)
    if key is None:
        return _kept_in_new(reading, photo)
    entry = profiles.entry(key)
    keep_copy(entry.folder, reading, photo)
    profiles.refresh()
    return entry


def _profile_to_fill() -> str | None:
    """Return the key of the profile that the photo is kept in, which is the chosen one; ``None`` for a new one."""
    profiles, asked = workspace().profiles, request.form.get("profile", "")
    if request.form.get("copy") == "new":
        return None
    if asked and asked != profiles.chosen:
        try:
            profiles.choose(asked)
        except KeyError:  # deleted since the page was shown
            return None
    profile = workspace().reader.profile
    if _name() and (profile is None or profile.name.casefold() != _name().casefold()):
        return None
    return profiles.chosen


def _name() -> str:
    """Return the name that a person has given to the copy; empty without."""
    return " ".join(request.form.get("name", "").split())


def _reading(key: str | None) -> tuple[Reading, Photo]:
    """Return the reading of the photo that was sent, held to its answers, and the photo.

    Args:
        key: of the profile that it is kept in; for a new one the photo is read without any profile.
    """
    reader, answers = workspace().reader, _answers()
    photo = decoded(request.files["photo"])
    read = reader.read_untaught if key is None else reader.read_with
    return read(photo, answers), photo


def _answers() -> tuple[Answer, ...]:
    names = answerable_colours(workspace().reader.profile)
    return parse_answers(parse_json(request.form.get("answers") or "[]"), names)


def _kept_in_new(reading: Reading, photo: Photo) -> StoredProfile:
    """Store what a reading shows in a new profile, with the lenses of the one in use, and choose it."""
    profiles, before = workspace().profiles, workspace().reader.profile
    key = new_profile(_name())
    try:
        folder = profiles.entry(key).folder
        keep_copy(folder, reading, photo)
        if before is not None and before.lenses:
            keep_part(folder, LENSES, lenses_document(before.lenses))
    except KNOWN:
        with suppress(OSError):
            profiles.delete(key)
        raise
    profiles.choose(key)
    return profiles.entry(key)
