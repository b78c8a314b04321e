"""The shade of a piece, told from the art that its mask takes in with it.

The mask of a piece beside a patch of art that is as clear as a piece itself, such as sunlit ground between its shadow
and a coast, covers both. The brighter half of its pixels is then art, so that the piece was held for art and unread.
Therefore a mask of two colours is parted, and a part that is rare in the board's art is the piece.

Measured: of 18 wrong pieces on 14 path-traced photos of strange copies six came right, and of 143 on 38 synthetic games
(seed 2613) five; on 36 other photos nothing changed. With ``_MIN_RARITY`` 20, or ``_MIN_DISTANCE`` 0.7, two pieces
differ. The outline of that part instead of the mask's, where shapes are compared, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma_of_channels, linear, lit_shade
from vision.pieces.background import MIN_ART_SHARE, share_of_art

_MIN_SHARE = 0.15
"""Least share of the mask's pixels that is a part; chosen by hand."""
_PARTED_PIXELS = 250
"""Pixels of a mask that are parted, evenly spread over it."""
_MIN_DISTANCE = 0.5
"""Distance in `chromaticity.chroma` from which the parts are two things; see above."""
_MIN_RARITY = 50.0
"""How many times rarer in the art a part must be than the mask as a whole; see above."""


def piece_shades(masks: Sequence[np.ndarray], likeliest: Sequence[np.ndarray], around: np.ndarray) -> list[np.ndarray]:
    """Return the (3,) linear BGR of the lit faces of each of n pieces.

    Args:
        masks: (m, 3) uint8 BGR pixels of each piece's mask, m > 0.
        likeliest: (l, 3) those that most probably show it, which give the shade where the mask has one colour.
        around: (k, 3) `background.art_colours` of the board's art without pieces; may be empty.
    """
    whole = [lit_shade(pixels) for pixels in likeliest]
    if not masks or not len(around):
        return whole
    parts = _parts(np.array([mask[_spread(len(mask))] for mask in masks]))
    return [_rarest(shade, own, around) if own else shade for shade, own in zip(whole, parts, strict=True)]


def _rarest(whole: np.ndarray, parts: Sequence[np.ndarray], around: np.ndarray) -> np.ndarray:
    """Return the shade of the part that is rarest in the art, if it is much rarer than the mask as a whole."""
    shades = np.array([whole, *map(lit_shade, parts)])
    common = share_of_art(shades, around) + MIN_ART_SHARE
    rarest = int(common.argmin())
    return np.asarray(shades[rarest] if common[rarest] * _MIN_RARITY < common[0] else whole)


def _spread(count: int) -> np.ndarray:
    """Return ``_PARTED_PIXELS`` indices evenly spread over this number of pixels, of fewer some more than once."""
    return np.arange(_PARTED_PIXELS) * count // _PARTED_PIXELS


def _parts(pixels: np.ndarray) -> list[list[np.ndarray]]:
    """Return for each of (n, m, 3) pixels its parts in two colours, none where it has one; small parts are left out.

    They are parted along the line of their greatest variance where the variance within both is least (Otsu 1979).
    All are parted at once, since most of the time goes into the calls.
    """
    total = pixels.shape[1]
    colours = np.stack(chroma_of_channels(*(linear(np.moveaxis(pixels, -1, 0)) + MIRRORED)), axis=1)
    centred = colours - colours.mean(axis=2, keepdims=True)
    axes = np.linalg.eigh(centred @ centred.transpose(0, 2, 1))[1][:, None, :, -1]
    along = (axes @ centred)[:, 0]
    order = np.argsort(along, axis=1)
    below = np.take_along_axis(along, order, 1).cumsum(axis=1)[:, :-1]
    count = np.arange(1, total)
    cuts = 1 + (below**2 / count + below**2 / (total - count)).argmax(axis=1)
    sums = np.take_along_axis(centred, order[:, None], 2).cumsum(axis=2)
    first = np.take_along_axis(sums, cuts[:, None, None] - 1, 2)[..., 0]  # all together they are centred at 0
    apart = np.linalg.norm(first, axis=1) * (1 / cuts + 1 / (total - cuts)) >= _MIN_DISTANCE
    return [
        [one[part] for part in (by[:cut], by[cut:]) if len(part) >= _MIN_SHARE * total] if two else []
        for one, by, cut, two in zip(pixels, order, cuts.tolist(), apart.tolist(), strict=True)
    ]
