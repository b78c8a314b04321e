"""Confirms a face that was found in a photo by the whole of its picture, and lets faces compete for each place.

Cards of one game share their frame and their signs, whose keypoints agree on any card: only a card's own picture and
words, block by block, tell it from one that was never taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.imaging.parallel import parallel_map
from vision.nusfjord.block_likeness import known_pictures
from vision.nusfjord.faces import Face
from vision.nusfjord.keypoint_matching import FaceMatch
from vision.nusfjord.outlines import lies_in, quarters_to_upright, rectified_card

_CONFIDENCE_BY_SHARE = ((0.55, 0.2), (0.9, 0.45), (0.94, 0.9), (1.0, 0.97))
"""Shares of a face's blocks that correlate, and the confidences at them; a match below the first is refused. On four
synthetic tables with cards of one design, the 19 taught buildings had at least 0.94 of their own blocks; other taught
faces at most 0.88 and strangers 0.81 of another's."""


def confirmed(pixels: np.ndarray, faces: Sequence[Face], found: Sequence[FaceMatch]) -> list[FaceMatch]:
    """Return the matches that the whole face confirms, as sure as it does; of several at one place the likest.

    Args:
        pixels: (h, w, 3) uint8 BGR photo.
        faces: the calibrated faces.
        found: matches by keypoints.
    """
    shares, confidences = np.array(_CONFIDENCE_BY_SHARE).T
    known = {face: known_pictures([faces[face].picture]) for face in {one.face for one in found}}

    def alike(one: FaceMatch) -> float:
        seen = rectified_card(pixels, one.corners)
        return float(known[one.face].likenesses(seen, [quarters_to_upright(one.corners)])[0])

    likely = [
        replace(one, confidence=float(np.interp(share, shares, confidences)))
        for one, share in zip(found, parallel_map(alike, found), strict=True)
        if share > shares[0]
    ]
    return competing(faces, likely)


def competing(faces: Sequence[Face], found: Sequence[FaceMatch]) -> list[FaceMatch]:
    """Return the matches, surest first, of which only one lies at each place, and each building once.

    Args:
        faces: the calibrated faces.
        found: matches with these; several may lie at one place.
    """
    kept: list[FaceMatch] = []
    built: set[str] = set()
    for one in sorted(found, key=lambda one: -one.confidence):
        label = faces[one.face].label
        here = any(lies_in(one.place, other.corners) or lies_in(other.place, one.corners) for other in kept)
        if here or (label.kind == "building" and label.name in built):
            continue
        kept.append(one)
        if label.kind == "building":
            built.add(label.name)
    return kept
