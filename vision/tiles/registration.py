"""A print laid exactly over what is seen of a tile, to settle which of a few it is and whether it is any of them.

Art's features forgive a tile that lies a little off and a lamp's colours; what is left between two prints that look
much the same, a small fish in the sea or which way stripes run, is seen only where print and tile lie exactly over
each other. What may be a piece counts as far as it looks like the print: it may be printed on the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.tiles.descriptor import COARSE, SIDE, shown
from vision.tiles.log_colours import log_colours

_ALONG = COARSE
_SOFT = 1.2
"""Sigma, patch pixels, of the blur against noise."""
_SLOW = 2.5
"""Sigma, features, of what counts as light and not as art."""
_CHROMA = 0.7
"""How much the log ratios of colours count beside the log of the light."""
_EVER = 0.05
"""What counts even of a place that surely is hidden, so that what is slow is known everywhere."""
_HIDDEN = 0.12
"""How clear a place is under a piece; see ``recognition.glimpse``."""
_STEADY = 0.02 * np.array([0.5, 0.5, 200.0, 400.0]) / 4
"""How much is asked of the picture before a print is moved, turned or grown."""
_FAR = np.array([1.0, 1.0, 0.05, 0.05])
"""Features, radians and share by which a print may be moved, turned and grown once it lies at its best."""
_ODD = 0.15
"""What is left of a feature over which it stops to pull."""
_SAME_CONTRAST = 0.003
"""How strongly a print's contrast is held to the photo's: what a print of little contrast shows may be noise."""
_CONTRAST = (0.3, 2.5)
_NOISE = 0.02
"""Noise of a feature that any photo has."""
_PRINTED = 0.15
"""Probability that what surely looks like a piece is printed on the tile."""
_ANYTHING = 0.05
"""Likelihood, over that of a perfect fit, of what is seen where something hides the tile; and of what is odd."""
_STRANGE = 1e-3
_WITNESSES = 0.5
"""Features say much the same as their neighbours: each counts for so much of a witness."""
_SETTLES, _MOST = 0.006, 60.0
"""What one unit of log likelihood is worth in units of likeness, and how many of them count at most."""
_MATCHES, _USUAL = 0.5, 0.35
"""What a correlation is worth, and which one speaks neither for nor against a print."""
_FLAT = 0.05
"""Contrast of a print under which its correlation with anything is noise."""
_LEAST, _BONUS = -0.05, 0.2
"""A correlation speaks against a print no more than this: what nobody saw, a shadow, may be behind it; and for it."""
_FEW = 0.05
"""A tile of which a smaller share is clear is not settled."""
_SHOWN = shown(_ALONG)
_LINE = np.arange(_ALONG, dtype=np.float32) - (_ALONG - 1) / 2
_ACROSS, _DOWN = np.meshgrid(_LINE, _LINE)
_STEP = SIDE / _ALONG


@dataclass(frozen=True, eq=False)
class _Tile:
    """What is seen of a tile: (n, n, 3) features, and (n, n) what they count, how clear they are and what is slow."""

    features: np.ndarray
    counts: np.ndarray
    clear: np.ndarray
    weights: np.ndarray
    slow: np.ndarray

    def evened(self, logs: np.ndarray) -> np.ndarray:
        """Take away from (n, n, 3) what changes slowly where this tile is seen."""
        return _evened(logs, self.weights, self.slow)


def print_logs(picture: np.ndarray) -> np.ndarray:
    """(SIDE, SIDE, 3) softened log colours of a whole (n, n, 3) BGR picture of a tile."""
    whole = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(_logs(whole), (0, 0), _SOFT))


def settle(
    patch: np.ndarray, clear: np.ndarray, size: float, prints: Sequence[tuple[np.ndarray, int, np.ndarray]]
) -> np.ndarray:
    """(k,) what laying each of k prints over a tile speaks for it, in units of ``art.likeness``; the best has most.

    The likelihood of what is seen, given a print and the noise that the best print leaves, decides between them; the
    correlation with a print says whether it is any of them.

    Args:
        patch: (SIDE, SIDE, 3) BGR 0..255.
        clear: (SIDE, SIDE) 0..1, how surely each place shows the tile; both as ``recognition.Glimpse`` has them.
        size: the tile's width over the patch's own.
        prints: their `print_logs`, clockwise sixths, and (2,) features, down and across, by which the tile lies off.
    """
    tile = _tile(patch, clear, size)
    if tile.counts.mean() < _FEW * _SHOWN.mean():
        return np.zeros(len(prints))
    laid = [tile.evened(_laid(tile, *p)) for p in prints]
    left = np.array([((tile.features - _contrasts(tile, p) * p) ** 2).sum(axis=2) for p in laid])
    odds = _likelihoods(tile, left)
    alike = np.array([_correlation(tile, p) for p in laid])
    contrasts = np.array([(p**2).sum(axis=2).ravel() @ tile.counts.ravel() / tile.counts.sum() for p in laid])
    told = contrasts / (contrasts + _FLAT**2)
    bonus = np.clip(_MATCHES * told * (alike - _USUAL), _LEAST, _BONUS)
    return np.asarray(bonus - _SETTLES * np.minimum(odds.max() - odds, _MOST))


def _tile(patch: np.ndarray, clear: np.ndarray, size: float) -> _Tile:
    trim = round((1 - size) / 2 * SIDE)
    cut = np.s_[trim : SIDE - trim, trim : SIDE - trim]
    shape, area = (_ALONG, _ALONG), cv2.INTER_AREA
    bare = np.clip((clear[cut] - _HIDDEN) / (1 - _HIDDEN), 0, 1).astype(np.float32)
    seen = _EVER + (1 - _EVER) * bare
    logs = cv2.GaussianBlur(_logs(patch[cut]) * seen[..., None], (0, 0), _SOFT * size)
    share = cv2.resize(cv2.GaussianBlur(seen, (0, 0), _SOFT * size), shape, interpolation=area)
    small = cv2.resize(bare, shape, interpolation=area)
    weights = _SHOWN * (_EVER + (1 - _EVER) * small)
    slow = np.maximum(_blurred(weights), 1e-3)
    features = _evened(cv2.resize(logs, shape, interpolation=area) / share[..., None], weights, slow)
    return _Tile(features, _SHOWN * small, small, weights, slow)


def _laid(tile: _Tile, logs: np.ndarray, turn: int, off: np.ndarray) -> np.ndarray:
    """Lay a print over the tile, a little off its place, where it fits best: by a step of Gauss and Newton."""
    place = np.array([-off[1], -off[0], 0.0, 0.0])
    return _moved(logs, turn, place + _step(tile, tile.evened(_moved(logs, turn, place))))


def _step(tile: _Tile, near: np.ndarray) -> np.ndarray:
    """(4,) across, down, turn and growth that lay a print that is nearly right over the tile, what is odd aside."""
    across, down = cv2.Sobel(near, -1, 1, 0, scale=1 / 8), cv2.Sobel(near, -1, 0, 1, scale=1 / 8)
    x, y = _ACROSS[..., None], _DOWN[..., None]
    slopes = np.stack([across, down, down * x - across * y, across * x + down * y], axis=-1).reshape(-1, 4)
    left = (tile.features - near).ravel()
    pull = np.repeat(tile.counts.ravel(), 3) / (1 + (left / _ODD) ** 2)
    weighed = slopes * pull[:, None]
    step = np.linalg.solve(weighed.T @ slopes + np.diag(_STEADY), weighed.T @ left)
    return np.asarray(np.clip(step, -_FAR, _FAR))


def _moved(logs: np.ndarray, turn: int, place: np.ndarray) -> np.ndarray:
    """(n, n, 3) a print turned clockwise by sixths, seen from (across, down, turn, growth) off its middle."""
    angle, grown = place[2] - turn * np.pi / 3, (1 + place[3]) * _STEP
    swing = grown * _swing(angle)
    off = _STEP * _swing(-turn * np.pi / 3) @ place[:2] - swing @ np.full(2, (_ALONG - 1) / 2)
    way = np.column_stack([swing, (SIDE - 1) / 2 + off])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(logs, way, (_ALONG, _ALONG), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _swing(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _contrasts(tile: _Tile, laid: np.ndarray) -> np.ndarray:
    """(3,) factors that bring a print to the tile's contrast: lamps and cameras differ."""
    counts = tile.counts[..., None]
    held = _SAME_CONTRAST * tile.counts.sum()
    factors = ((tile.features * laid * counts).sum((0, 1)) + held) / ((laid * laid * counts).sum((0, 1)) + held)
    return np.asarray(np.clip(factors, *_CONTRAST))


def _likelihoods(tile: _Tile, left: np.ndarray) -> np.ndarray:
    """(k,) log likelihoods, of (k, n, n) squares that k prints leave of the tile's features."""
    usual = np.median(left[:, tile.counts > 0.6], axis=1) if (tile.counts > 0.6).any() else np.ones(len(left))
    # The median of the sum of three squares is 2.4 of their variances.
    noise = (usual / 2.4 + _NOISE**2)[:, None, None]
    clear = _PRINTED + (1 - _PRINTED) * tile.clear
    fits = np.exp(-0.5 * left / noise) * noise.min() / noise
    return np.asarray((np.log(clear * fits + (1 - clear) * _ANYTHING + _STRANGE) * _SHOWN).sum((1, 2)) * _WITNESSES)


def _correlation(tile: _Tile, laid: np.ndarray) -> float:
    counted = laid * tile.counts[..., None]
    norms = (tile.features**2 * tile.counts[..., None]).sum() * (laid * counted).sum()
    return float((tile.features * counted).sum() / np.sqrt(norms + 1e-9))


def _logs(picture: np.ndarray) -> np.ndarray:
    """Return the log of the light, and log ratios of colours, of an (n, n, 3) BGR picture, 0..255."""
    logs = log_colours(picture)
    ratios = _CHROMA * (logs[..., [0, 2]] - logs[..., 1:2])
    return np.concatenate([logs.mean(axis=2, keepdims=True), ratios], axis=2).astype(np.float32)


def _evened(logs: np.ndarray, weights: np.ndarray, slow: np.ndarray) -> np.ndarray:
    return np.asarray(logs - _blurred(logs * weights[..., None]) / slow[..., None])


def _blurred(features: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(features, (0, 0), _SLOW))
