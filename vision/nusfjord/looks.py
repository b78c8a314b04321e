"""Cards too blurred or too small for points to stand out on them: their whole look, within their outlines.

A card that is out of focus still shows its patches of colour. What all taught faces have in common, as cards of one
game do, tells nothing and is taken away first.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.nusfjord.faces import Face
from vision.nusfjord.finding import Found
from vision.nusfjord.outlines import all_outlines, cut_out

_GRID, _RIM = 32, 2
"""Places across a look, and how many of them at each rim are left out: an outline may be a little off."""
_LEAST_LIKE, _LEAST_APART = 0.7, 0.3
"""Correlations (-1 to 1): with the face itself, and how much less with any other.

Of taught cards nine of ten have more, also shaken; of outlines on cards that were never taught one in a hundred.
"""
_SURE = ((_LEAST_APART, 0.8), (0.6, 0.95))
"""How sure a face is by how much less the others are like it."""
_BELIEVED = 0.85
"""How sure points must be for no look to be asked."""
_FEWEST = 3
"""Things taught from which it is known what their faces have in common."""


def told_by_looks(pixels: np.ndarray, faces: Sequence[Face], found: Sequence[Found]) -> list[Found]:
    """Return what was ``found`` by points in (h, w, 3) uint8 BGR, and the faces whose whole look an outline shows.

    Where points leave a doubt the look is believed. Where fewer than three things were taught looks say nothing, for
    nothing is known of what sets them apart.
    """
    if len({face.what for face in faces}) < _FEWEST:
        return list(found)
    own = np.array([look_of(face.picture) for face in faces])
    common = own.mean(axis=0)
    surely = [one for one in found if one.sure >= _BELIEVED]
    seen: list[tuple[Found, np.ndarray]] = []
    for corners in all_outlines(pixels):
        one = _named(look_of(cut_out(pixels, corners)), faces, own - common, common, corners.mean(axis=0))
        if one is not None and not any(_lies_in(other.place, corners) for other in surely):
            seen.append((one, corners))
    kept: list[tuple[Found, np.ndarray]] = []
    for one, corners in sorted(seen, key=lambda pair: -pair[0].sure):
        if not any(_lies_in(one.place, other) or _lies_in(best.place, corners) for best, other in kept):
            kept.append((one, corners))
    doubtful = [one for one in found if one.sure < _BELIEVED]
    left = [one for one in doubtful if not any(_lies_in(one.place, corners) for _, corners in kept)]
    return [*surely, *(one for one, _ in kept), *left]


def look_of(picture: np.ndarray) -> np.ndarray:
    """Return the coarse look (n, n, 3) float32 of a square picture without its mean colour, which is the lamp's."""
    small = cv2.resize(picture, (_GRID, _GRID), interpolation=cv2.INTER_AREA).astype(np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)[_RIM:-_RIM, _RIM:-_RIM]
    return np.asarray(smooth - smooth.mean(axis=(0, 1)))


def _named(
    look: np.ndarray, faces: Sequence[Face], own: np.ndarray, common: np.ndarray, place: np.ndarray
) -> Found | None:
    """Return the face that a look shows, or None; all four turns are tried, for outlines do not say what is up."""
    turned = [np.rot90(look, k) for k in range(4)]
    upright = max(turned, key=lambda t: float((t * common).sum()))
    # A paler photo of a face is like it, too: as much of what all share is taken away as there is of it.
    share = float((upright * common).sum() / max(float((common**2).sum()), 1e-6))
    like = _correlations(upright - share * common, own)
    best = int(np.argmax(like))
    others = [value for value, face in zip(like, faces, strict=True) if face.what != faces[best].what]
    apart = float(like[best] - max(others))
    if like[best] < _LEAST_LIKE or apart < _LEAST_APART:
        return None
    return Found(best, place, float(np.interp(apart, *_SURE)))


def _correlations(look: np.ndarray, own: np.ndarray) -> np.ndarray:
    lengths = np.sqrt((own**2).sum(axis=(1, 2, 3)) * (look**2).sum())
    return np.asarray((own * look).sum(axis=(1, 2, 3)) / np.maximum(lengths, 1e-6))


def _lies_in(place: np.ndarray, corners: np.ndarray) -> bool:
    x, y = (float(v) for v in place)
    return cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) > 0
