"""Keeps how pieces, grounds and tiles in an answered photo look, for the next photo of the same copy of the game."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request

from calibration.from_reading import keep_copy
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token
from companion.web.teach.profile_views import chosen_or_new
from companion.web.teach.workspace import workspace
from games.incoming import parse_json
from vision.imaging.photo import Photo
from vision.reading.answers.parse import parse_answers
from vision.reading.reading import Reading
from vision.vocabulary import COLOURS

_NO_ANSWERS = N_("These answers are not valid; answer the photo's questions again.")

pages = Blueprint("calibrate_copy", __name__, url_prefix="/teach")
pages.before_request(demand_token)


@pages.post("/copy")
@takes_pictures
def keep() -> Response:
    """Keep the looks of the photo that was sent with its answers in the chosen profile, or in a new one."""
    try:
        profile = _keep(*_reading())
    except KNOWN as error:
        return refuse_sentence(422, "copy", sentence(error, language()))
    except (ValueError, RecursionError):
        return refuse(422, "answers", _NO_ANSWERS)
    name = profile.profile.name if profile.profile is not None else profile.key
    return make_response(render_template("teach/_copy_kept.html", name=name))


def _reading() -> tuple[Reading, Photo]:
    """Return the reading of the photo that was sent, held to its answers, and the photo."""
    reader = workspace().reader
    palette = None if reader.profile is None else reader.profile.palette
    data = parse_json(request.form.get("answers", ""))
    answers = parse_answers(data, COLOURS if palette is None else palette.names)
    photo = decoded(request.files["photo"])
    return reader.read_with(photo, answers), photo


def _keep(reading: Reading, photo: Photo) -> StoredProfile:
    """Store what a reading shows of the copy, and return the profile that it is in."""
    entry = chosen_or_new()
    keep_copy(entry.folder, reading, photo)
    workspace().profiles.refresh()
    return entry
