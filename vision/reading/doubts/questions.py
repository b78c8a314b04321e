"""The questions of a reading: the doubts that are worth one, in the form of the board document's ``ask``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from vision.imaging.file_pixels import rounded_px
from vision.reading.doubts.doubt import Doubt

Question = dict[str, Any]
ToPixels = Callable[[np.ndarray], np.ndarray]
"""Maps (..., 2) table coordinates to pixels of the upright photo."""

MIN_WORTH: Mapping[str, float] = MappingProxyType(
    {
        "tile": 0.6,
        "terrain": 0.7,
        "edge": 0.12,
        "region": 0.12,
        "piece": 0.15,
        "colour": 0.3,
        "home": 0.05,
        "stone": 0.15,
    }
)
"""Worth from which a question is asked, by ``about``. On 206 synthetic boards in four held-out families the first
candidate was wrong in 159 of 581 regions of 0.12 to 0.3; in 54 of 237 pieces of 0.15 to 0.3 and in 30 of 286 of 0.06 to
0.15; in none of 15 tiles of 0.4 to 0.6; in 6 of 18 grounds of 0.7 to 1 and in 10 of 57 of 0.3 to 0.7. Of 43 teams'
colours of 0.3 to 0.5 on 230 other synthetic boards 9 had a wrong piece. Of edges on 293 other synthetic and path-traced
boards and 31 photos 106 of 347 were wrong from 0.2 on, 18 of 129 of 0.12 to 0.2, and 10 of 145 of 0.08 to 0.12. Of
longhouses without a Home on 162 synthetic boards with rune stones 9 of 71 of 0.1 to 0.2 had one, and none of 22 of 0.05
to 0.1; on a photo (`tests/calibration/data/stones_homes.jpg`) one that is nearly hidden has 0.08."""

MENDED: Mapping[str, float] = MappingProxyType(
    {"piece": 1.4, "colour": 0.7, "edge": 1.8, "terrain": 3.0, "tile": 0.3, "stone": 2.0}
)
"""Wrong facts that an answer mends for each one that its doubt expects, by ``about``, 1 for the others: the sum of
what was mended divided by that of the worth, over 118 questions about colours, 189 about edges and 10 about tiles on
the same boards, and eight about runes on photos. There a piece of the wrong colour counts as two, a piece that is
missed and one that is invented; a wrong edge spoils its tile's regions. For 1 147 regions it is 1.15. For 87 grounds
it is 6.5, and 0.9 if none counts for more than ten. For 279 questions about pieces on 156 other synthetic boards it is
1.3 if a piece counts once, since other pieces hardly change with it (`vision.reading.answers.side_effects`)."""


def questions(doubts: Iterable[Doubt], to_px: ToPixels) -> list[Question]:
    """Return the questions, the one that is worth most first.

    Args:
        doubts: everything that is doubtful.
        to_px: places the questions in the photo.
    """
    asked = [doubt for doubt in doubts if doubt.worth >= MIN_WORTH.get(doubt.about, 0.0)]
    settled = frozenset().union(*(doubt.settles for doubt in asked))
    asked = [doubt for doubt in asked if doubt.about != "edge" or (doubt.cell, doubt.edge) not in settled]
    return [_as_document(doubt, to_px) for doubt in sorted(asked, key=lambda doubt: -_mended(doubt))]


def _mended(doubt: Doubt) -> float:
    """Return the number of wrong facts that the answer is expected to mend, those of other places among them."""
    return doubt.worth * MENDED.get(doubt.about, 1.0)


def _as_document(doubt: Doubt, to_px: ToPixels) -> Question:
    """Return a doubt as the board document's ``ask`` has it."""
    return {
        "about": doubt.about,
        "q": doubt.cell[0],
        "r": doubt.cell[1],
        **({} if doubt.edge is None else {"edge": doubt.edge}),
        "px": rounded_px(to_px(np.array(doubt.spot))),
        "candidates": list(doubt.candidates),
        "confidence": round(doubt.confidence, 4),
        "covers": doubt.covers,
    }
