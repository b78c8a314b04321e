"""Draws the light of a picture from an environment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from training.scenes.light.sky import COLUMNS, GAMMA, Light, split

_PHOTOGRAPHED = 0.5
"""Share of the lights from photographed environments, where there are any. Chosen by hand."""
_MIN_RISE = 0.2
"""Least sine of the lamp's elevation: a shadow is at most five times as long as what throws it is high."""


def environment_light(
    rng: np.random.Generator,
    environments: Sequence[np.ndarray],
    room: Callable[[np.random.Generator], tuple[str, np.ndarray]],
) -> Light:
    """Draw a light.

    Args:
        rng: the picture's generator.
        environments: photographed ones to choose from, may be empty.
        room: makes one up, and names it.
    """
    if len(environments) and rng.random() < _PHOTOGRAPHED:
        kind, chosen = "photographed", environments[int(rng.integers(len(environments)))]
        chosen = np.roll(chosen, int(rng.integers(COLUMNS)), axis=1) ** float(rng.uniform(0.8, 1.1))
    else:
        kind, chosen = room(rng)
    return replace(light_of(chosen, float(rng.beta(2, 1))), kind=kind)


def light_of(environment: np.ndarray, white_balance: float) -> Light:
    """Return the light of an environment (ROWS, COLUMNS, 3) of linear BGR radiance; see `split`."""
    sky, towards, softness = split(environment, white_balance)
    if towards[2] < _MIN_RISE:
        flat = towards[:2] / np.linalg.norm(towards[:2]) * np.sqrt(1 - _MIN_RISE**2)
        towards = np.array([*flat, _MIN_RISE])
    rest = sky.irradiance(np.array([[0.0, 0.0, 1.0]]))[0]
    level = rest + sky.lamp * towards[2]
    ambient = float(np.mean((rest / level) ** (1 / GAMMA)))
    return Light(towards, ambient, float(np.clip(softness, 0.01, 0.6)), level ** (1 / GAMMA), sky)
