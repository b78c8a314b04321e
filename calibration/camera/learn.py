"""Views of the sheet, or of a board, to a lens that can be trusted, or a sentence that says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.camera.fit import Fit, fit_lens
from calibration.camera.fit_loose import fit_loose
from calibration.camera.sheet_view import find_sheet
from calibration.camera.views import View
from calibration.problems import N_, CalibrationError
from calibration.sharpness import picture_blur
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo

FEWEST_VIEWS = 4
LARGEST_ERROR = 1.0
"""Pixels."""
_BLURRED = 1 / 200
"""Edges wider than this share of the picture's longer side are blurred."""
_LEAST_ANGLE = 8.0
"""Degrees by which the target must lean differently at least, or focal length and distance are one."""
_MOST_DOUBT = 0.004
"""Standard deviation of the focal length, as a share of it, from which it is not known."""
_MOST_DOUBT_BY_BOARD = 0.01
_STANDS_OUT = 2.0


@dataclass
class Looked:
    """What pictures showed of the target.

    Attributes:
        views: those in which it is seen sharply.
        blurred: names of those that are blurred.
        empty: names of those in which it is not seen.
        loose: whether the target is a board, whose tiles lie only about where they should.
    """

    views: list[View] = field(default_factory=list)
    blurred: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    loose: bool = False

    @property
    def given(self) -> int:
        """How many pictures there were."""
        return len(self.views) + len(self.blurred) + len(self.empty)


@dataclass(frozen=True, eq=False)
class Learned:
    """A lens and what it was learned from."""

    lens: Lens
    views: tuple[View, ...]
    left_out: tuple[str, ...]


def look_for_sheet(
    pictures: Iterable[tuple[str, Photo]], find: Callable[[Photo, str], View | None] = find_sheet
) -> Looked:
    """Look for the sheet in named pictures."""
    looked = Looked()
    for name, photo in pictures:
        view = find(photo, name)
        limit = _BLURRED * max(photo.width, photo.height)
        if view is not None and view.blur <= limit:
            looked.views.append(view)
        elif view is not None or _is_blurred(photo, limit):
            looked.blurred.append(name)
        else:
            looked.empty.append(name)
    return looked


def _is_blurred(photo: Photo, limit: float) -> bool:
    return picture_blur(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)) * photo.scale > limit


def learn_lens(looked: Looked) -> Learned:
    """Learn the lens of the one camera that the views are of.

    Raises:
        CalibrationError: there are too few views, they are of several cameras or sizes or all from one angle, or no
            lens explains them to within a pixel.
    """
    views = looked.views
    _check_views(looked)
    fit = fit_loose(views) if looked.loose else fit_lens(views)
    _check_fit(fit, views, _MOST_DOUBT_BY_BOARD if looked.loose else _MOST_DOUBT)
    lens = Lens(views[0].camera, *views[0].size, fit.focal, fit.centre, fit.distortion, fit.error_px)
    return Learned(lens, tuple(views), tuple(looked.blurred + looked.empty))


def _check_views(looked: Looked) -> None:
    views = looked.views
    if not views and looked.blurred:
        raise CalibrationError(
            N_("The sheet cannot be seen because the pictures are blurred; hold still, in more light, and try again.")
        )
    if not views:
        raise CalibrationError(
            N_("Neither a camera sheet nor a board can be seen; “longhouse calibrate sheet” makes a sheet.")
        )
    for view in views[1:]:
        if (view.camera, view.size) != (views[0].camera, views[0].size):
            raise CalibrationError(
                N_("“{name}” is of another camera, zoom or size than “{first}”; teach one after the other."),
                name=view.name,
                first=views[0].name,
            )
    if len(views) < FEWEST_VIEWS:
        raise too_few(len(views), looked.given)


def too_few(seen: int, given: int) -> CalibrationError:
    """Return the error for a target that is seen well in so many of the pictures given."""
    return CalibrationError(
        N_(
            "The target is seen sharply in {seen} of {given} pictures; at least {fewest} are needed, "
            "ten from all sides are better."
        ),
        seen=seen,
        given=given,
        fewest=FEWEST_VIEWS,
    )


def _check_fit(fit: Fit, views: Sequence[View], most_doubt: float) -> None:
    if fit.error_px > LARGEST_ERROR:
        raise _too_far_off(fit, views)
    angles = np.degrees(np.arccos(np.clip(fit.normals @ fit.normals.T, -1, 1)))
    if angles.max() < _LEAST_ANGLE or fit.focal_doubt > most_doubt:
        raise CalibrationError(
            N_("The pictures are all from nearly the same angle; take some from the left, the right and lower down.")
        )


def _too_far_off(fit: Fit, views: Sequence[View]) -> CalibrationError:
    worst = int(np.argmax(fit.errors))
    if fit.errors[worst] > _STANDS_OUT * float(np.median(fit.errors)):
        return CalibrationError(
            N_("The points are off by {error:.1f} pixels, most of all in “{name}”; leave that picture out."),
            error=fit.error_px,
            name=views[worst].name,
        )
    return CalibrationError(
        N_("The points are off by {error:.1f} pixels; keep the target flat and still, and the zoom as it is."),
        error=fit.error_px,
    )
