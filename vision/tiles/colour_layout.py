"""A tile's colours at large: what lies where on it, once the light is undone. Art's fine contrast leaves this out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.loose_tiles.pose import turned
from vision.tiles.descriptor import PATCH, SIDE, SPAN, shown
from vision.tiles.log_colours import log_colours

_ALONG = 8
"""Places along a patch."""
_INNER = cv2.resize(shown(SIDE, 0.8), (_ALONG, _ALONG), interpolation=cv2.INTER_AREA).ravel()
_HIDDEN = 0.3
"""A place that was seen less than this surely does not count."""
_MOST = 0.25
"""No place differs by more, in squares of log colours: what does is a glint, a shadow or a piece that nobody saw."""


@dataclass(frozen=True, eq=False)
class Tints:
    """What is seen of one tile.

    Attributes:
        logs: (p, 3) logarithms of blue, green and red at its places.
        counts: (p,) 0..1, how much of each place can be seen.
    """

    logs: np.ndarray
    counts: np.ndarray


def tints(patch: np.ndarray, free: np.ndarray, size: float = 1.0) -> Tints:
    """Return the colours at large of a patch; the arguments are those of ``art.describe``."""
    trim = round((1 - size) / 2 * SIDE)
    cut = np.s_[trim : SIDE - trim, trim : SIDE - trim]
    seen = np.asarray(free[cut], np.float32)
    logs = log_colours(patch[cut]) * seen[..., None]
    shape = (_ALONG, _ALONG)
    share = cv2.resize(seen, shape, interpolation=cv2.INTER_AREA).ravel()
    wide = cv2.resize(logs, shape, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    counts = np.clip((share - _HIDDEN) / (1 - _HIDDEN), 0, 1) * _INNER
    return Tints(wide / np.maximum(share, 1e-3)[:, None], counts)


def tints_in_all_turns(picture: np.ndarray) -> np.ndarray:
    """(6, p, 3) log colours of a whole (n, n, 3) tile, as it looks turned clockwise by 0..5 sixths."""
    side, everywhere = picture.shape[0], np.ones((SIDE, SIDE), np.float32)
    rows = []
    for turn in range(6):
        where = (turned(PATCH, -turn * np.pi / 3) / SPAN + 0.5) * side - 0.5
        across, down = np.moveaxis(where.astype(np.float32), -1, 0)
        swung = np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR))
        rows.append(tints(swung, everywhere).logs)
    return np.array(rows)


def misfit(seen: Tints, known: np.ndarray) -> np.ndarray:
    """(m,) mean squares of what is left between a tile and (m, p, 3) known ones when one light explains most of it."""
    weights = seen.counts / (seen.counts.sum() + 1e-6)
    apart = seen.logs - known
    left = apart - np.einsum("p,mpc->mc", weights, apart)[:, None]
    return np.asarray(np.minimum(left * left, _MOST).sum(axis=2) @ weights)
