"""The questions of a reading: the doubts that are worth one, in the form of the board document's ``ask``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from vision.reading.doubts.doubt import Doubt

Question = dict[str, Any]
ToPixels = Callable[[np.ndarray], np.ndarray]
"""Maps (..., 2) table coordinates to pixels of the upright photo."""

MIN_WORTH: Mapping[str, float] = MappingProxyType(
    {"tile": 0.3, "terrain": 1.0, "edge": 0.2, "region": 0.12, "piece": 0.25, "colour": 0.5, "home": 0.1, "stone": 0.15}
)
"""Worth from which a question is asked, by ``about``. On 92 made boards in four held-out families and 31 photos the
first candidate was wrong in 55 of 119 edges from 0.2 on and in 13 of 75 from 0.1 to 0.2; in 37 of 128 regions from 0.2
to 0.3, in 22 of 143 from 0.12 on and in 14 of 146 from 0.06 on; in 59 of 162 pieces from 0.25 on and in 25 of 170 from
0.1 on; in 23 of 58 names of teams from 0.5 on and in 18 of 328 below."""

MENDED: Mapping[str, float] = MappingProxyType(
    {"piece": 3.2, "colour": 1.7, "edge": 2.3, "terrain": 1.0, "tile": 0.3, "stone": 2.0}
)
"""Wrong facts that an answer mends for each one that its doubt expects, by ``about``, 1 for the others: the sum of what
was mended divided by that of the worth, over 145 questions about pieces, 56 about colours, 88 about edges, 23 about
ground and 15 about tiles on 92 made boards in four held-out families, and eight about runes on photos. A piece of the
wrong kind or colour counts as two, a piece that is missed and one that is made up, and spoils a tally; a wrong edge
spoils its tile's regions. For 522 regions it is 0.97. For ground it is 0.4 with and 2 without two boards that an answer
spoilt."""


def questions(doubts: Iterable[Doubt], to_px: ToPixels, min_worth: Mapping[str, float] = MIN_WORTH) -> list[Question]:
    """Return the questions, the one that is worth most first.

    Args:
        doubts: everything that is doubtful.
        to_px: places the questions in the photo.
        min_worth: by ``about``, the worth from which a question is asked.
    """
    asked = [doubt for doubt in doubts if doubt.worth >= min_worth.get(doubt.about, 0.0)]
    settled = frozenset().union(*(doubt.settles for doubt in asked))
    asked = [doubt for doubt in asked if doubt.about != "edge" or (doubt.cell, doubt.edge) not in settled]
    return [_as_document(doubt, to_px) for doubt in sorted(asked, key=lambda doubt: -_mended(doubt))]


def _mended(doubt: Doubt) -> float:
    """Return the number of wrong facts that the answer is expected to mend, those of other places among them."""
    return doubt.worth * MENDED.get(doubt.about, 1.0)


def _as_document(doubt: Doubt, to_px: ToPixels) -> Question:
    x, y = to_px(np.array(doubt.spot)).tolist()
    return {
        "about": doubt.about,
        "q": doubt.cell[0],
        "r": doubt.cell[1],
        **({} if doubt.edge is None else {"edge": doubt.edge}),
        "px": [round(x, 1), round(y, 1)],
        "candidates": list(doubt.candidates),
        "confidence": round(doubt.confidence, 4),
        "covers": doubt.covers,
    }
