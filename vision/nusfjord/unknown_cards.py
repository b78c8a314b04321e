"""Finds cards on the table that are none of those that were taught."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.nusfjord.block_likeness import known_pictures
from vision.nusfjord.faces import Face
from vision.nusfjord.keypoint_matching import FaceMatch
from vision.nusfjord.outlines import area_of, lies_in, rectified_card, share_a_place

_SIZES = (0.6, 1.6)
"""Range of an unknown card's area, in areas of the building cards that were found."""
_MIN_SHARED = 0.3
"""Share of the blocks of a taught building that an unknown card has, too: frame, banner, signs. Chosen by hand."""


def unknown_cards(
    pixels: np.ndarray,
    faces: Sequence[Face],
    found: Sequence[FaceMatch],
    cards: Sequence[FaceMatch],
    outlines: Sequence[np.ndarray],
) -> list[np.ndarray]:
    """Return the (2,) middles of card-like outlines, photo pixels, that hold nothing that was found.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        faces: the calibrated buildings, whose design a card of the game shares.
        found: everything that was found.
        cards: the buildings among it, which say how large a card is; without any, the design alone tells a card.
        outlines: (4, 2) corners of possible cards, photo pixels, see `all_outlines`.
    """
    if not faces:
        return []
    likely = list(outlines)
    if cards:
        usual = float(np.median([area_of(card.corners) for card in cards]))
        likely = [quad for quad in likely if _SIZES[0] * usual < area_of(quad) < _SIZES[1] * usual]
    designs = known_pictures([face.picture for face in faces])
    kept: list[np.ndarray] = []
    for quad in sorted(likely, key=area_of, reverse=True):
        middle = quad.mean(axis=0)
        taken = any(lies_in(one.place, quad) or lies_in(middle, one.corners) for one in found)
        again = any(share_a_place(quad, other) for other in kept)
        if not taken and not again and (designs.likenesses(rectified_card(pixels, quad)) > _MIN_SHARED).any():
            kept.append(quad)
    return [quad.mean(axis=0) for quad in kept]
