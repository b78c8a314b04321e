"""Close-ups show every cell upright and at one scale, and map back to the table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.cameras import SIZE as PHOTO
from tests.vision.cameras import camera_plane
from tests.vision.dots import dot_at, middle_of
from training.scenes.camera import look_at
from vision.geometry.lattice import CORNERS, position
from vision.pieces.closeups import MIDDLE, SCALE, SIZE, cut_closeups, frame_cells, outline_distance

_CELLS = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
_PLANES = st.builds(camera_plane, st.floats(0, 55), st.floats(-180, 180), st.floats(-0.1, 0.05))


def _in_closeup(frame, photo):
    return photo @ frame.matrix[:, :2].T + frame.matrix[:, 2]


@given(_PLANES, _CELLS)
def test_the_cells_centre_has_a_fixed_position_and_maps_back(plane, cell):
    frame = frame_cells(plane, [position(cell)])[0]
    assert np.allclose(_in_closeup(frame, plane.to_photo(position(cell))), MIDDLE)
    assert np.allclose(frame.on_table(MIDDLE), position(cell))


@given(_PLANES, _CELLS)
def test_places_around_the_centre_map_back_to_the_table(plane, cell):
    frame = frame_cells(plane, [position(cell)])[0]
    nearby = position(cell) + 0.3 * CORNERS
    assert np.abs(frame.on_table(_in_closeup(frame, plane.to_photo(nearby))) - nearby).max() < 0.05


@given(_PLANES, _CELLS)
def test_a_pitch_across_the_view_always_has_the_same_length(plane, cell):
    frame = frame_cells(plane, [position(cell)])[0]
    around = np.stack([np.cos(np.linspace(0, np.pi, 60)), np.sin(np.linspace(0, np.pi, 60))], axis=1) * 0.05
    ends = _in_closeup(frame, plane.to_photo(position(cell) + around))
    assert np.isclose(np.linalg.norm(ends - MIDDLE, axis=1).max() / 0.05, SCALE, rtol=0.05)


@given(st.floats(0.2, 0.95), st.floats(0, 2 * np.pi), st.floats(-3, 3), st.floats(1.2, 2.2))
def test_upright_things_at_the_pictures_centre_point_straight_up_at_any_focal_length(tilt, yaw, roll, focal):
    assert _upright(tilt, yaw, roll, (0, 0), focal) > np.cos(np.radians(3))


@given(st.floats(0.5, 0.95), st.floats(0, 2 * np.pi), st.floats(-3, 3), _CELLS, st.floats(1.3, 2.1))
def test_upright_things_anywhere_point_nearly_straight_up(tilt, yaw, roll, cell, focal):
    assert _upright(tilt, yaw, roll, cell, focal) > np.cos(np.radians(20))


def _upright(tilt, yaw, roll, cell, focal):
    """Return the cosine of the angle between up in a close-up and a mast as seen by a synthetic camera."""
    camera = look_at(np.zeros(2), 90.0, tilt, yaw, roll, focal * float(np.hypot(*PHOTO)) / 2, 0.0, PHOTO)
    foot, head = camera.project(np.array([[*position(cell), 0.0], [*position(cell), 0.3]]))
    moved = frame_cells(camera.plane(0.0), [position(cell)])[0].matrix[:, :2] @ (head - foot)
    return -moved[1] / np.linalg.norm(moved)


def test_the_fourth_channel_is_the_signed_distance_to_the_outline():
    plane = camera_plane(30, 20, 0.0)
    frame = frame_cells(plane, [position((1, 0))])[0]
    field = outline_distance(frame, position((1, 0)))
    assert field[round(MIDDLE[1]), round(MIDDLE[0])] > 245
    corners = _in_closeup(frame, plane.to_photo(position((1, 0)) + 0.97 * (CORNERS + np.roll(CORNERS, 1, axis=0)) / 2))
    ends = np.round(corners).astype(int)
    assert np.all(np.abs(field[ends[:, 1], ends[:, 0]].astype(int) - 132) < 14)
    assert field[0, 0] < 30


def test_a_fine_photo_gives_the_same_closeup_as_a_coarse_one():
    rng = np.random.default_rng(3)
    coarse = np.kron(rng.integers(0, 255, (48, 64, 3), dtype=np.uint8), np.ones((20, 20, 1), np.uint8))
    plane = camera_plane(20, 0, 0.0)
    fine = np.kron(coarse, np.ones((3, 3, 1), np.uint8))
    (one,), _ = cut_closeups(coarse, plane, [position((0, 0))])
    (other,), frames = cut_closeups(fine, plane.scaled(3.0), [position((0, 0))])
    assert one.shape == (SIZE, SIZE, 4)
    assert np.abs(one.astype(int) - other).mean() < 8
    assert np.isclose(
        np.hypot(*frames[0].matrix[:, 0]) * 3, np.hypot(*frame_cells(plane, [position((0, 0))])[0].matrix[:, 0])
    )


def test_a_dot_on_a_photo_of_several_times_the_closeups_resolution_is_shown_where_it_lies():
    place = position((0, 0)) + np.array([0.1, -0.15])
    plane = camera_plane(20, 0, 0.0, pitch=360.0)
    (closeup,), (frame,) = cut_closeups(dot_at(plane.to_photo(place), PHOTO), plane, [position((0, 0))])
    assert middle_of(closeup[..., :3]) == pytest.approx(_in_closeup(frame, plane.to_photo(place)), abs=0.05)
