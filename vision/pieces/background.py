"""The colours of the tiles' printed art where no piece hides it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.imaging.chromaticity import chroma, chroma_of_channels, linear
from vision.networks.closeup_channels import STRIDE
from vision.pieces.inspect_cells import CellInspection

_MIN_OUTLINE_DISTANCE = 128
"""Least value of a close-up's fourth channel inside the cell: 128 lies on its outline."""
_MIN_NO_PIECE = 0.9
"""Probability of no piece from which a pixel shows bare art; chosen by hand."""
_MAX_PIXELS = 4000
"""Most pixels that are kept; chosen by hand."""
SAME_COLOUR = 0.11
"""Distance in `chromaticity.chroma` within which two colours count as the same; chosen by hand."""
MIN_ART_SHARE = 2e-5
"""Added to the share of art of a colour: the art is a sample, so that some of its colours may be missing; chosen by
hand."""


def sample_art(inspections: Iterable[CellInspection]) -> np.ndarray:
    """Return (m, 3) uint8 BGR pixels of the art on inspected cells, m up to ``_MAX_PIXELS``."""
    return visible_art([(cell.closeup, cell.mask[..., 0] > _MIN_NO_PIECE) for cell in inspections])


def visible_art(closeups: Iterable[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return (m, 3) uint8 BGR pixels of art, m up to ``_MAX_PIXELS``.

    Args:
        closeups: (SIZE, SIZE, 4) uint8 close-ups, each with its (g, g) bool mask of pixels without a piece.
    """
    shown = [_subsampled(c)[bare & (_subsampled(c)[..., 3] > _MIN_OUTLINE_DISTANCE), :3] for c, bare in closeups]
    pixels = np.concatenate([np.empty((0, 3), np.uint8), *shown])
    return pixels[:: max(1, -(-len(pixels) // _MAX_PIXELS))]


def art_colours(art: np.ndarray) -> np.ndarray:
    """Return the (m, 3) `chromaticity.chroma` of art, (m, 3) uint8 BGR; each coordinate is contiguous."""
    return np.stack(chroma_of_channels(*linear(art.T))).T


def share_of_art(shades: np.ndarray, around: np.ndarray) -> np.ndarray:
    """Return the (n,) shares 0..1 of the art in the colours of (n, 3) linear BGR.

    Args:
        shades: the colours.
        around: (m, 3) `art_colours`, m > 0.
    """
    first, second, third = np.ascontiguousarray(around.T)
    squares = (((first - a) ** 2 + (second - b) ** 2 + (third - c) ** 2) for a, b, c in chroma(shades).tolist())
    return np.array([np.count_nonzero(away < SAME_COLOUR**2) / len(around) for away in squares])


def _subsampled(closeup: np.ndarray) -> np.ndarray:
    """Return the (g, g, 4) pixels in the middle of each pixel of the network's maps."""
    return closeup[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
