"""The colours of the tiles' art, where nothing stands on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.networks.closeup_channels import STRIDE
from vision.pieces.inspect_cells import CloseLook

_ON_TILE = 128
_BARE = 0.9
_MOST = 4000
"""So many pixels tell what colours there are."""


def bare_art(looks: Iterable[CloseLook]) -> np.ndarray:
    """Return (m, 3) uint8 BGR pixels of the art on the cells that were looked at, m up to some thousands."""
    return bare_pixels([(look.closeup, look.mask[..., 0] > _BARE) for look in looks])


def bare_pixels(seen: Iterable[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return the same for (SIZE, SIZE, 4) uint8 close-ups, each with (g, g) bool where no piece is."""
    shown = [_every_fourth(closeup)[bare & (_every_fourth(closeup)[..., 3] > _ON_TILE), :3] for closeup, bare in seen]
    pixels = np.concatenate([np.empty((0, 3), np.uint8), *shown])
    return pixels[:: max(1, -(-len(pixels) // _MOST))]


def _every_fourth(closeup: np.ndarray) -> np.ndarray:
    return closeup[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
