"""What a printer adds to the grounds: signs of each terrain, lines along coasts, a screen's dots, faults and wear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Signs:
    """Signs strewn over one terrain.

    Attributes:
        kinds: names of the signs, see ``signs.DRAWN``.
        density: signs for each square pitch.
        size: height of a sign, pitches.
        weight: width of its lines relative to its height.
        colours: (N, 3) BGR of its parts.
        order: 0 for signs anywhere .. 1 for rows.
    """

    kinds: tuple[str, ...]
    density: float
    size: float
    weight: float
    colours: np.ndarray
    order: float


@dataclass(frozen=True, eq=False)
class Finish:
    """What is printed over the grounds, and how well.

    Attributes:
        signs: of plains, mountain and ocean; None without any.
        coast_lines: lines in the ocean that follow the coast.
        coast_step: distance from one to the next, pitches.
        edge: how much grounds darken towards their borders as watercolour does, 0..1; negative lightens.
        edge_reach: width of that band, pitches.
        screen: period of a halftone screen, pitches; 0 without one.
        shift: (2,) by which lines and grounds are misregistered, pitches.
        wear: how much of the tile's rim is worn to the cardboard, 0..1.
        paper: strength of a paper's grain, 0..1.
    """

    signs: tuple[Signs | None, Signs | None, Signs | None] = (None, None, None)
    coast_lines: int = 0
    coast_step: float = 0.03
    edge: float = 0.0
    edge_reach: float = 0.05
    screen: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    wear: float = 0.0
    paper: float = 0.0


PLAIN = Finish()
"""Nothing but the grounds."""
