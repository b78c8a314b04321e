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
    {"tile": 0.3, "terrain": 1.5, "edge": 0.25, "region": 0.15, "piece": 0.25, "colour": 0.2, "home": 0.1, "stone": 0.1}
)
"""Worth from which a question is asked, by ``about``. On 15 made boards of held-out art and 14 traced photos of strange
printings the first candidate was wrong in half of the edges, pieces and regions asked about from 0.3 on, and in one of
20 below. Of 103 regions with a worth of 0.15 to 0.3 on 70 made boards and 31 photos 20 were wrong."""

MENDED: Mapping[str, float] = MappingProxyType({"piece": 3.1, "colour": 4.1, "edge": 2.3, "terrain": 1.4})
"""Wrong facts that an answer mends for each one that its doubt expects, by ``about``, 1 for the others: the sum of what
was mended divided by that of the worth, over 17 questions about edges, 172 about pieces, 45 about colours and 40 about
ground on 70 made boards in held-out art. A piece of the wrong kind or colour counts as two, a piece that is missed and
one that is made up, and spoils a tally; a wrong edge spoils its tile's regions. For regions it is 1.06."""


def questions(doubts: Iterable[Doubt], to_px: ToPixels, min_worth: Mapping[str, float] = MIN_WORTH) -> list[Question]:
    """Return the questions, the one that is worth most first.

    While a ground is asked about, edges are only asked about for what would be doubtful if all grounds were known.

    Args:
        doubts: everything that is doubtful.
        to_px: places the questions in the photo.
        min_worth: by ``about``, the worth from which a question is asked.
    """
    asked = [doubt for doubt in doubts if doubt.worth >= min_worth.get(doubt.about, 0.0)]
    settled = frozenset().union(*(doubt.settles for doubt in asked))
    if any(doubt.about == "terrain" for doubt in asked):
        asked = [doubt for doubt in asked if doubt.own_worth is None or doubt.own_worth >= min_worth[doubt.about]]
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
