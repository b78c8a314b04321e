"""Learns a lens from views of the sheet or of a board, or raises an error that says why it cannot be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from calibration.camera.bundle_adjustment import fit_lens_and_points
from calibration.camera.fit import Fit, fit_lens
from calibration.camera.sheet_view import find_sheet
from calibration.camera.views import View
from calibration.problems import N_, CalibrationError
from calibration.sharpness import picture_blur
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo

MIN_VIEWS = 4
MAX_ERROR_PX = 1.0
"""Largest root mean square reprojection error of a lens that is kept, pixels; chosen by hand."""
_MAX_EDGE_WIDTH = 1 / 200
"""Wider edges, as a fraction of the picture's longer side, are blurred; chosen by hand."""
_MIN_TILT_RANGE_DEG = 8.0
"""Smallest range of tilts, degrees, that tells the focal length from the distance; chosen by hand."""
_MAX_FOCAL_DEVIATION = 0.004
"""Largest accepted standard deviation of the focal length, as a fraction of it, when a sheet is the target; chosen by
hand."""
_MAX_FOCAL_DEVIATION_BOARD = 0.01
"""The same when a board is the target; chosen by hand."""
_MIN_ERROR_RATIO = 2.0
"""A view with an error above this multiple of the median is named as the one to leave out; chosen by hand."""


@dataclass
class TargetViews:
    """The target as detected in several pictures.

    Attributes:
        views: the sharp views of the target.
        blurred: names of the blurred pictures.
        empty: names of the pictures without the target.
        approximate: whether the target is a board, whose tiles lie only approximately on the lattice.
    """

    views: list[View] = field(default_factory=list)
    blurred: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    approximate: bool = False

    @property
    def given(self) -> int:
        """The number of pictures."""
        return len(self.views) + len(self.blurred) + len(self.empty)


@dataclass(frozen=True, eq=False)
class LearnedLens:
    """A lens, the views it was learned from, and the names of the pictures left out."""

    lens: Lens
    views: tuple[View, ...]
    left_out: tuple[str, ...]


def find_sheet_views(
    pictures: Iterable[tuple[str, Photo]], find: Callable[[Photo, str], View | None] = find_sheet
) -> TargetViews:
    """Return the views of the sheet in named pictures."""
    found = TargetViews()
    for name, photo in pictures:
        view = find(photo, name)
        limit = _MAX_EDGE_WIDTH * max(photo.width, photo.height)
        if view is not None and view.blur <= limit:
            found.views.append(view)
        elif view is not None or _is_blurred(photo, limit):
            found.blurred.append(name)
        else:
            found.empty.append(name)
    return found


def _is_blurred(photo: Photo, limit: float) -> bool:
    return picture_blur(cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)) * photo.scale > limit


def learn_lens(found: TargetViews) -> LearnedLens:
    """Learn the lens of the camera that took all the views.

    Raises:
        CalibrationError: there are too few views, they come from several cameras, have several sizes or almost one
            tilt, or no lens fits them to within a pixel.
    """
    views = found.views
    _check_views(found)
    fit = fit_lens_and_points(views) if found.approximate else fit_lens(views)
    _check_fit(fit, views, _MAX_FOCAL_DEVIATION_BOARD if found.approximate else _MAX_FOCAL_DEVIATION)
    lens = Lens(views[0].camera, *views[0].size, fit.focal, fit.centre, fit.distortion, fit.error_px)
    return LearnedLens(lens, tuple(views), tuple(found.blurred + found.empty))


def _check_views(found: TargetViews) -> None:
    views = found.views
    if not views and found.blurred:
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
                N_("“{name}” was taken with another camera, zoom or size than “{first}”; teach one at a time."),
                name=view.name,
                first=views[0].name,
            )
    if len(views) < MIN_VIEWS:
        raise too_few_views(len(views), found.given)


def too_few_views(seen: int, given: int) -> CalibrationError:
    """Return the error for a target that is sharp in only ``seen`` of ``given`` pictures."""
    return CalibrationError(
        N_(
            "The sheet or board is seen sharply in {seen} of {given} pictures; at least {fewest} are needed, "
            "ten from all sides are better."
        ),
        seen=seen,
        given=given,
        fewest=MIN_VIEWS,
    )


def _check_fit(fit: Fit, views: Sequence[View], max_deviation: float) -> None:
    if fit.error_px > MAX_ERROR_PX:
        raise _too_far_off(fit, views)
    angles = np.degrees(np.arccos(np.clip(fit.normals @ fit.normals.T, -1, 1)))
    if angles.max() < _MIN_TILT_RANGE_DEG or fit.focal_deviation > max_deviation:
        raise CalibrationError(
            N_("All pictures are from nearly the same angle; take some from the left, the right and lower down.")
        )


def _too_far_off(fit: Fit, views: Sequence[View]) -> CalibrationError:
    worst = int(np.argmax(fit.errors))
    if fit.errors[worst] > _MIN_ERROR_RATIO * float(np.median(fit.errors)):
        return CalibrationError(
            N_("The points are off by {error:.1f} pixels, most of all in “{name}”; leave that picture out."),
            error=fit.error_px,
            name=views[worst].name,
        )
    return CalibrationError(
        N_("The points are off by {error:.1f} pixels; keep the sheet or board flat and still, and the zoom as it is."),
        error=fit.error_px,
    )
