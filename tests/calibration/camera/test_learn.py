"""A camera's lens is learned from pictures of the sheet, or refused with the reason."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera.learn import find_sheet_views, learn_lens
from calibration.camera.sheet_view import find_sheet
from calibration.camera.video import find_video_views
from calibration.problems import CalibrationError
from tests.calibration.conftest import CAMERA
from tests.calibration.rendered import Camera, photograph, poses
from vision.imaging.photo import photo_of


def lens_of(pictures):
    return learn_lens(find_sheet_views(pictures)).lens


@pytest.fixture(scope="module")
def straight(sheets):
    """The lens that upright pictures teach."""
    return lens_of([(f"{k}.jpg", photo_of(sheet)) for k, sheet in enumerate(sheets)])


def test_focal_length_and_distortion_are_recovered(straight):
    assert straight.focal == pytest.approx(CAMERA.focal, rel=0.005)
    assert straight.centre == pytest.approx(CAMERA.centre, abs=2.0)
    assert straight.distortion[:2] == pytest.approx(CAMERA.distortion[:2], rel=0.05, abs=0.005)
    assert straight.error_px < 0.2


@pytest.mark.parametrize("k1", [-0.35, 0.1])
def test_barrel_and_pincushion_lenses_are_distinguished(k1):
    camera, rng = Camera((960, 720), 800.0, (475.0, 362.0), (k1, 0.0, 0.0, 0.0, 0.0)), np.random.default_rng(8)
    seen = [(str(k), photo_of(photograph(camera, *pose, rng))) for k, pose in enumerate(poses(6, rng, camera))]
    lens = lens_of(seen)
    assert lens.focal == pytest.approx(camera.focal, rel=0.005)
    assert lens.distortion[0] == pytest.approx(k1, rel=0.05)


def test_corners_are_found_to_a_tenth_of_a_pixel(sheets):
    rng = np.random.default_rng(4)
    turn, where = next(iter(poses(1, rng, CAMERA)))
    view = find_sheet(photo_of(photograph(CAMERA, turn, where, rng)))
    places = np.column_stack([(view.target_points + 1) * 24 - [84, 120], np.zeros(len(view.target_points))])
    true, _ = cv2.projectPoints(places, cv2.Rodrigues(turn)[0], where, CAMERA.matrix, np.array(CAMERA.distortion))
    assert np.linalg.norm(true.reshape(-1, 2) - view.image_points, axis=1).max() < 0.25
    assert np.linalg.norm(true.reshape(-1, 2) - view.image_points, axis=1).mean() < 0.1


def test_a_picture_turned_by_its_exif_teaches_the_same_lens(pictures, straight):
    turned = [
        (name, replace(photo_of(cv2.rotate(photo.pixels, cv2.ROTATE_90_CLOCKWISE)), orientation=6))
        for name, photo in pictures
    ]
    lens = lens_of(turned)
    assert (lens.width, lens.height) == CAMERA.size
    assert lens.centre == pytest.approx(straight.centre, abs=0.3)
    assert lens.focal == pytest.approx(straight.focal, rel=1e-3)


def test_a_blurred_picture_among_sharp_ones_is_left_out(pictures):
    blurred = photo_of(cv2.GaussianBlur(pictures[0][1].pixels, (0, 0), 9))
    learned = learn_lens(find_sheet_views([*pictures[1:6], ("blurred.jpg", blurred)]))
    assert learned.left_out == ("blurred.jpg",)
    assert len(learned.views) == 5


def test_blurred_pictures_are_refused(pictures):
    blurred = [(name, photo_of(cv2.GaussianBlur(photo.pixels, (0, 0), 9))) for name, photo in pictures[:4]]
    with pytest.raises(CalibrationError, match="blurred"):
        lens_of(blurred)


def test_too_few_pictures_are_refused(pictures):
    with pytest.raises(CalibrationError, match="3 of 3 pictures; at least 4"):
        lens_of(pictures[:3])


def test_pictures_without_a_sheet_are_refused():
    rng = np.random.default_rng(0)
    noise = cv2.resize(rng.integers(0, 255, (45, 80, 3), dtype=np.uint8), (1280, 720), interpolation=cv2.INTER_NEAREST)
    with pytest.raises(CalibrationError, match="Neither a camera sheet"):
        lens_of([("a.jpg", photo_of(noise)), ("b.jpg", photo_of(noise))])


def test_pictures_from_one_angle_are_refused():
    rng = np.random.default_rng(2)
    flat = [photograph(CAMERA, *pose, rng) for pose in poses(5, rng, CAMERA, tilts=(0, 2))]
    with pytest.raises(CalibrationError, match="same angle"):
        lens_of([(str(k), photo_of(picture)) for k, picture in enumerate(flat)])


def test_pictures_of_two_cameras_are_refused_by_name(pictures):
    other = replace(pictures[0][1], camera="Another phone 26 mm")
    with pytest.raises(CalibrationError, match=r"“other\.jpg” was taken with another camera"):
        lens_of([*pictures[:4], ("other.jpg", other)])


def test_a_bent_sheet_is_refused_with_the_error_in_pixels(pictures):
    ys, xs = np.mgrid[0 : CAMERA.size[1], 0 : CAMERA.size[0]].astype(np.float32)

    def bent(photo, k):
        waves = 5 * np.sin(xs / 45 + k), 5 * np.cos(ys / 34 + 2 * k)
        return photo_of(cv2.remap(photo.pixels, xs + waves[0], ys + waves[1], cv2.INTER_LINEAR))

    with pytest.raises(CalibrationError, match=r"off by \d+\.\d pixels"):
        lens_of([(name, bent(photo, k)) for k, (name, photo) in enumerate(pictures)])


def test_a_video_teaches_the_lens_by_its_sharpest_frames(sheets, tmp_path):
    path = tmp_path / "sheet.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, CAMERA.size)
    for sheet in sheets:
        for frame in (sheet, cv2.blur(sheet, (31, 1))):
            out.write(frame)
    out.release()
    found = find_video_views(path)
    learned = learn_lens(found)
    assert len(found.views) <= len(sheets)
    assert learned.lens.focal == pytest.approx(CAMERA.focal, rel=0.005)


def test_a_file_that_is_no_video_is_refused_by_name(tmp_path):
    (tmp_path / "notes.mp4").write_text("no video", encoding="utf-8")
    with pytest.raises(CalibrationError, match=r"“notes.mp4” is not a video"):
        find_video_views(tmp_path / "notes.mp4")
