"""Light from all around: what it throws on surfaces, where its lamp is, and how it colours a picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes.held_out.rooms import room as held_out_room
from training.scenes.light.lights import environment_light, light_of
from training.scenes.light.rooms import random_room
from training.scenes.light.sky import COLUMNS, ROWS, directions, split

SEEDS = st.integers(0, 10**6)
UP = np.array([[0.0, 0.0, 1.0]])
LUMINANCE = np.array([0.0722, 0.7152, 0.2126])


def sun_at(azimuth: float, elevation: float, colour=(1.0, 1.0, 1.0)) -> tuple[np.ndarray, np.ndarray]:
    """Return an environment with one small bright sun over dim walls, and the sun's direction."""
    towards = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    disc = np.exp(-np.clip(1 - directions() @ towards, 0, None) / (1 - np.cos(np.deg2rad(3))))
    return 0.1 + disc[..., None] * 800 * np.array(colour), towards


@given(SEEDS, st.sampled_from([random_room, held_out_room]), st.floats(0, 1))
def test_any_light_throws_a_unit_of_luminance_on_the_table(seed, room, balance) -> None:
    sky, towards, _ = split(room(np.random.default_rng(seed))[1], balance)
    level = sky.irradiance(UP)[0] + sky.lamp * towards[2]
    assert level @ LUMINANCE == pytest.approx(1, abs=0.02)
    assert towards[2] > 0


def test_even_light_is_reflected_as_white() -> None:
    sky, _, _ = split(np.ones((ROWS, COLUMNS, 3)), 0.0)
    upwards = directions()[: ROWS // 2].reshape(-1, 3)
    assert sky.reflected(upwards[::17]) == pytest.approx(1, abs=0.05)


@given(st.floats(0, 6.2), st.floats(0.4, 1.3))
def test_the_sun_is_found_and_its_shadows_are_hard_and_dark(azimuth, elevation) -> None:
    environment, towards = sun_at(azimuth, elevation)
    light = light_of(environment, 0.0)
    assert light.towards @ towards > np.cos(np.deg2rad(4))
    assert light.softness < 0.2
    assert light.ambient < 0.5


def test_an_overcast_sky_throws_no_dark_shadow() -> None:
    environment = np.clip(directions()[..., 2:], 0, 1) * np.ones(3)
    assert light_of(environment, 0.0).ambient > 0.85


def test_a_surface_that_faces_the_bright_side_gets_more_of_the_rest() -> None:
    environment = np.where(directions()[..., :1] > 0, 3.0, 0.5) * np.ones(3)
    sky, _, _ = split(environment, 0.0)
    east, west = sky.irradiance(np.array([[1.0, 0, 0], [-1.0, 0, 0]]))
    assert (east > 1.5 * west).all()


def test_the_camera_removes_the_requested_share_of_the_lights_colour() -> None:
    warm, _ = sun_at(1.0, 1.0, (0.4, 0.7, 1.0))
    casts = [light_of(warm, balance).colour for balance in (0.0, 0.5, 1.0)]
    excess = [cast[2] / cast[0] for cast in casts]
    assert excess[0] > excess[1] > excess[2]
    assert casts[2] == pytest.approx(1, abs=0.03)


def test_photographed_environments_are_used_where_there_are_any() -> None:
    environment, _ = sun_at(0.0, 1.2)
    rng, dull = np.random.default_rng(3), np.ones((ROWS, COLUMNS, 3))
    drawn = [environment_light(rng, [environment], lambda _: ("dull", dull)) for _ in range(40)]
    like_the_sun = np.isclose([light.towards[2] for light in drawn], np.sin(1.2), atol=0.02)
    assert [light.kind for light in drawn] == ["photographed" if sunny else "dull" for sunny in like_the_sun]
    assert 5 < like_the_sun.sum() < 35
