"""The page on which a camera is taught: the sheet shown to it live, or photos and videos of the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, render_template, request
from werkzeug import Response
from werkzeug.datastructures import FileStorage

from calibration.camera.board_views import find_board_views
from calibration.camera.guide import adds_information, advice, enough_views, flatness_error_px, is_sharp
from calibration.camera.learn import LearnedLens, TargetViews, find_sheet_views, learn_lens
from calibration.camera.sheet_view import find_sheet
from calibration.camera.video import VIDEOS, find_video_views
from calibration.camera.views import coverage
from calibration.profile.folder import keep_lens
from companion.language import N_
from companion.problems import KNOWN, sentence
from companion.profiles import StoredProfile
from companion.reader_service import NetworkReader
from companion.web.base.languages import language
from companion.web.base.replies import refuse, refuse_sentence
from companion.web.base.sent_pictures import decoded, takes_pictures
from companion.web.base.store import demand_token
from companion.web.table_context import services
from companion.web.teach.profile_views import with_profile
from companion.web.teach.workspace import workspace
from vision.imaging.photo import Photo

pages = Blueprint("teach_camera", __name__, url_prefix="/teach/camera")
pages.before_request(demand_token)

_HINTS = {
    "no-picture": N_("The camera is not sending a picture."),
    "show": N_("Show the whole sheet to the camera."),
    "hold-still": N_("Hold still."),
    "more-left": N_("Good. More from the left: hold the sheet at the picture's left edge."),
    "more-right": N_("Good. More from the right: hold the sheet at the picture's right edge."),
    "more-up": N_("Good. Hold the sheet higher up in the picture."),
    "more-down": N_("Good. Hold the sheet lower down in the picture."),
    "tilt": N_("Good. Now tilt the sheet: one side closer to the camera."),
    "more": N_("Good. A few more, each slightly different."),
    "enough": N_("That is enough; press “Learn”."),
}
_MOST_VIEWS, _MOST_FILES = 30, 60
"""Views of the sheet that a lens is learned from, and photos that are sent at once, at most; chosen by hand."""


@pages.get("/")
def page() -> str:
    """Show what to do, and what was gathered so far."""
    return _page()


@pages.post("/look")
def collect_view() -> str:
    """Add the view in the camera's newest picture if it is of use, and say what to do next."""
    return render_template("teach/_camera_progress.html", **_gathered(_take_view()))


@pages.post("/anew")
def discard_views() -> str:
    """Forget what was gathered."""
    with workspace().lock:
        workspace().lens_views.clear()
    return _page()


@pages.post("/learn")
def learn() -> Response | str:
    """Learn the lens from what was gathered."""
    with workspace().lock:
        found = TargetViews(list(workspace().lens_views))
    return _learned(found)


@pages.post("/photos")
@takes_pictures
def photos() -> Response | str:
    """Learn the lens from photos or videos; they are not kept."""
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        return refuse(400, "no-photo", N_("No photo was sent; choose one and try again."))
    if len(files) > _MOST_FILES:
        return refuse(413, "too-many", N_("Send at most {most} photos."), most=_MOST_FILES)
    try:
        found = _look_at(files)
    except KNOWN as error:
        return refuse_sentence(422, "camera", sentence(error, language()))
    return _learned(found)


def _look_at(files: list[FileStorage]) -> TargetViews:
    """Return the views of the sheet in photos and videos; where there are none, those of boards in the photos."""
    videos = [f for f in files if Path(f.filename or "").suffix.lower() in VIDEOS]
    still = [f for f in files if f not in videos]
    found = find_sheet_views(_decoded(still))
    for video in videos:
        with TemporaryDirectory(prefix="longhouse-") as folder:
            path = Path(folder) / f"video{Path(video.filename or '').suffix.lower()}"
            video.save(path)
            more = find_video_views(path)
        found = TargetViews(found.views + more.views, found.blurred + more.blurred, found.empty + more.empty)
    if found.views or not still:
        return found
    # A lens that is known would straighten what is to be measured.
    board = find_board_views(_decoded(still), NetworkReader())
    return board if board.views else found


def _decoded(files: list[FileStorage]) -> Iterator[tuple[str, Photo]]:
    for file in files:
        file.stream.seek(0)
        yield Path(file.filename or "photo").name, decoded(file)


def _take_view() -> str:
    """Look for the sheet in the newest picture, and keep the view if it adds information; return the hint to show."""
    services().table.touch()
    photo, here = services().pictures.newest, workspace()
    if photo is None:
        return "no-picture"
    with here.lock:
        if photo is here.last_examined:
            return advice(here.lens_views)
        here.last_examined = photo
    view = find_sheet(photo, f"{len(here.lens_views) + 1}")
    with here.lock:
        if view is None:
            return "show" if not here.lens_views else advice(here.lens_views)
        if not is_sharp(view):
            return "hold-still"
        if here.lens_views and view.size != here.lens_views[0].size:
            here.lens_views.clear()
        if len(here.lens_views) < _MOST_VIEWS and adds_information(view, here.lens_views):
            here.lens_views.append(view)
        return advice(here.lens_views)


def _gathered(hint: str) -> dict[str, object]:
    """Return the template variables of the views that were gathered so far."""
    views = workspace().lens_views
    heat = coverage(views)
    most = max(1, min(4, int(heat.max(initial=0))))
    cells = [(x, y, min(1.0, n / most)) for y, row in enumerate(heat.tolist()) for x, n in enumerate(row)]
    return {
        "hint": _HINTS[hint],
        "done": hint == "enough",
        "count": len(views),
        "ready": enough_views(views),
        "heat": cells,
    }


def _page(learned: LearnedLens | None = None, problem: str = "") -> str:
    live = services().watches
    gain = None
    if learned is not None:
        gain = flatness_error_px(learned.views, None), flatness_error_px(learned.views, learned.lens)
    return render_template(
        "teach/camera.html",
        live=live,
        chosen=workspace().profiles.chosen,
        learned=learned,
        gain=gain,
        problem=problem,
        **_gathered("show" if not workspace().lens_views else advice(workspace().lens_views)),
    )


@with_profile(lambda problem: _page(problem=problem))
def _learned(profile: StoredProfile, found: TargetViews) -> str:
    """Learn the lens from views of the target and store it in the profile."""
    learned = learn_lens(found)
    keep_lens(profile.folder, learned.lens)
    workspace().profiles.refresh()
    with workspace().lock:
        workspace().lens_views.clear()
    return _page(learned)
