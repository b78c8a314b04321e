"""The held-out counterpart of the wide family: printings, workshops, tables and light that training never meets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.scenes.held_out.prints import paint, printing
from training.scenes.held_out.strange_palettes import recoloured
from training.scenes.prints.printing import Printing

_STRANGE, _RIMMED = 0.5, 0.4
"""Shares of printings in a palette unlike a landscape's, and of those with a wide rim."""


def wide_printing(rng: np.random.Generator) -> Printing:
    """Draw a held-out printing, often in a strange palette, with a rim or wide outlines."""
    drawn = printing(rng)
    if rng.random() < _STRANGE:
        drawn = recoloured(rng, drawn)
    if rng.random() < _RIMMED:
        rim = paint(rng.uniform(0, 360), rng.uniform(0, 12), rng.uniform(75, 97))
        drawn = replace(drawn, border=float(rng.uniform(0.02, 0.05)), border_colour=rim)
    return drawn
