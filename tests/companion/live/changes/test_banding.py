"""Bands of flickering lamps are told from what else makes rows of a picture brighter."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.live.changes.banding import banding

ROWS, COLUMNS = 24, 32


def noisy(rows: np.ndarray, seed: int = 0) -> np.ndarray:
    """Return the logarithms of the gains (24, 32, 3) of rows with noise."""
    noise = np.random.default_rng(seed).normal(0, 0.02, (ROWS, COLUMNS, 3))
    return rows[:, None, None] + noise


@settings(max_examples=30, deadline=None)
@given(st.floats(1, 4), st.floats(0, 1), st.floats(0.05, 0.4), st.booleans(), st.integers(0, 99))
def test_bands_are_found_across_and_in_a_picture_that_was_turned_upright(bands, phase, amplitude, is_turned, seed):
    light = amplitude * np.sin(2 * np.pi * (phase + bands * np.arange(ROWS) / ROWS))
    logs = noisy(light, seed)
    logs[5:9, 10:20] += 1.0  # a hand
    found = banding(logs.transpose(1, 0, 2) if is_turned else logs)
    upright = found.transpose(1, 0, 2) if is_turned else found
    assert np.abs(upright - (light - light.mean())[:, None, None]).max() < 0.1


def test_bands_are_weaker_on_the_side_of_a_window():
    light = 0.3 * np.sin(2 * np.pi * 2.5 * np.arange(ROWS) / ROWS)
    across = np.linspace(0.4, 1.0, COLUMNS)
    found = banding(noisy(np.zeros(ROWS)) + np.outer(light, across)[..., None])
    assert np.abs(found - np.outer(light - light.mean(), across)[..., None]).max() < 0.05


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros(ROWS),
        np.linspace(-0.3, 0.3, ROWS),
        np.repeat([0, 0.5, 0], [8, 9, 7]),
        np.repeat([0, 0.5], [12, 12]),
    ],
    ids=["nothing", "a lamp from one side", "an arm across", "a sheet of paper"],
)
def test_what_is_no_wave_is_no_band(rows):
    assert not banding(noisy(rows)).any()
