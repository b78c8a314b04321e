"""``python -m benchmarks.cameras``: accuracy of the calibration of lenses from pictures of the sheet.

Cameras of random resolution, focal length, centre and distortion take ten pictures each of rendered sheets, with noise
and slight blur. Compared with the truth are the focal length, the distortion terms k1 and k2, and the distortion itself
("bend"): its largest error over the picture, relative to the largest distortion. Errors of the terms can compensate
each other.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.learn import find_sheet_views, learn_lens
from calibration.camera.target import PAPERS
from calibration.problems import CalibrationError
from tests.calibration.rendered import Camera, photograph, poses
from vision.geometry.lens import Lens
from vision.imaging.photo import photo_of

_PICTURES = 10
"""Pictures from which each camera is calibrated."""
_SIZES = ((1280, 720), (1600, 1200), (1920, 1080))
_MIN_TERM = 0.05
"""Terms below this are too small for a relative error."""
MAX_FOCAL_ERROR, MAX_TERM_ERROR = 0.005, 0.05
"""Relative errors up to which the focal length, and the distortion and its terms, count as right."""


@dataclass(frozen=True)
class LensErrors:
    """Relative errors of a calibrated lens, 0 for none.

    Attributes:
        focal: of the focal length.
        k1: of the first term of the distortion; None where it is too small for a relative error.
        k2: of the second one, likewise.
        bend: largest error of the distortion over the picture, relative to the largest distortion.
    """

    focal: float
    k1: float | None
    k2: float | None
    bend: float


def main() -> None:
    """Calibrate cameras and print the errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cameras", type=int, default=20, help="cameras a paper")
    parser.add_argument("--seed", type=int, default=1, help="of the cameras")
    options = parser.parse_args()
    for number, paper in enumerate(PAPERS):
        errors: list[LensErrors] = []
        refused = 0
        for k in range(options.cameras):
            rng = np.random.default_rng([options.seed, number, k])
            camera = any_camera(rng)
            try:
                errors.append(lens_errors(camera, calibrated_lens(camera, paper, rng)))
            except CalibrationError as error:
                refused += 1
                print(f"  {paper} {k}: {error}")
        print(f"{paper}: {len(errors)} cameras, {refused} refused; " + "; ".join(_lines(errors)), flush=True)


def any_camera(rng: np.random.Generator) -> Camera:
    """Draw a camera in the range of phones and webcams."""
    size = _SIZES[int(rng.integers(len(_SIZES)))]
    centre = (size[0] / 2 + rng.normal(0, 0.006) * size[0], size[1] / 2 + rng.normal(0, 0.006) * size[1])
    k1, k2 = rng.uniform(-0.35, 0.15), rng.uniform(-0.08, 0.12)
    return Camera(size, float(rng.uniform(0.65, 1.2)) * size[0], centre, (float(k1), float(k2), 0.0, 0.0, 0.0))


def calibrated_lens(camera: Camera, paper: str, rng: np.random.Generator) -> Lens:
    """Return the lens calibrated from rendered pictures of the sheet."""
    shots = poses(_PICTURES, rng, camera)
    pictures = [(str(n), photo_of(photograph(camera, *pose, rng, paper=paper))) for n, pose in enumerate(shots)]
    return learn_lens(find_sheet_views(pictures)).lens


def lens_errors(camera: Camera, lens: Lens) -> LensErrors:
    """Return the errors of a calibrated lens."""
    shares = [
        abs(got / true - 1) if abs(true) >= _MIN_TERM else None
        for got, true in zip(lens.distortion[:2], camera.distortion[:2], strict=True)
    ]
    return LensErrors(abs(lens.focal / camera.focal - 1), *shares, _bend(camera, lens))


def _bend(camera: Camera, lens: Lens) -> float:
    """Return the largest error of the distortion relative to the largest distortion."""
    across, down = (np.linspace(0, side - 1, 17) for side in camera.size)
    pixels = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(pixels, camera.matrix, np.array(camera.distortion), None, None)
    rays = np.column_stack([rays.reshape(-1, 2), np.ones(len(rays))])
    still = np.zeros(3)
    true = cv2.projectPoints(rays, still, still, camera.matrix, np.array(camera.distortion))[0].reshape(-1, 2)
    flat = cv2.projectPoints(rays, still, still, camera.matrix, np.zeros(5))[0].reshape(-1, 2)
    matrix = np.array([[camera.focal, 0, lens.centre[0]], [0, camera.focal, lens.centre[1]], [0, 0, 1]])
    got = cv2.projectPoints(rays, still, still, matrix, np.array(lens.distortion))[0].reshape(-1, 2)
    plain = cv2.projectPoints(rays, still, still, matrix, np.zeros(5))[0].reshape(-1, 2)
    wrong = np.linalg.norm((got - plain) - (true - flat), axis=1).max()
    return float(wrong / max(np.linalg.norm(true - flat, axis=1).max(), 1e-6))


def _lines(errors: list[LensErrors]) -> list[str]:
    """Return for each kind of error its median, its largest value, and how many cameras are within its bound."""
    bounds = {"focal": MAX_FOCAL_ERROR, "k1": MAX_TERM_ERROR, "k2": MAX_TERM_ERROR, "bend": MAX_TERM_ERROR}
    lines = []
    for name, bound in bounds.items():
        off = np.array([value for one in errors if (value := getattr(one, name)) is not None])
        if len(off):
            lines.append(
                f"{name} off by {np.median(off):.2%} (median), {off.max():.2%} (most),"
                f" within {bound:.1%} in {int((off <= bound).sum())} of {len(off)}"
            )
    return lines


if __name__ == "__main__":
    main()
