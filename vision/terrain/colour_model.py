"""How the terrains of one copy look in one photo: what looks alike on a board is likely the same terrain.

No network has seen every printing, and it may take pale plains for mountains here and there. In any one photo, though,
each terrain keeps to its own colours. They are learned from the photo itself, beginning with what the network says of
each place, and then weigh in everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.lattice import CORNERS
from vision.geometry.rectified_view import View
from vision.imaging.chromaticity import chroma, linear
from vision.networks import channels
from vision.networks.activations import channel_softmax, log_sum_exp
from vision.networks.models import SceneMaps
from vision.terrain.relabelling import Turned, reconsider

_WITHIN = 0.9
"""So much of a tile, from its centre outward, is looked at: outlines and gaps have colours of their own."""
_NO_PIECE = 0.8
"""How sure it must be that a pixel shows the tile itself."""
_BLUR = 1.0
"""Pixels of the maps over which colours are averaged; a wider blur would move the borders between terrains."""
_REACH = 1.5
_FAINT = 0.05
"""Pixels of the maps over which the colours' word holds beyond where they are seen, and where that ends."""
_STEP = 7
"""One in so many pixels is learned from."""
_FEWEST = 60
"""From fewer pixels nothing is learned."""
_ROUNDS = 6
_TRUST = 0.75
"""How much the network's word counts while the colours are learned."""
_WEIGHT = 0.6
"""How much a place's colour counts beside the network's word: neighbouring places say much the same."""
_MOST = 4.0
"""Log odds of a terrain that a colour may give at most."""
_SPREAD = 0.05
"""Least variance of a terrain's colours, as a share of the whole board's."""
_SUPPOSED = 25.0
"""So many pixels as varied as the whole board are added to each terrain's: what shows little says little."""
_STRANGE = -8.5
"""Log density, above that of a board's typical colour, of colours that no terrain has."""
_LEAST = 0.01
"""Probability that the network leaves to every terrain."""
_LIGHT = linear(np.arange(256)).astype(np.float32)
_PAIRS = np.array([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)])


@dataclass(frozen=True, eq=False)
class Appearance:
    """The colours that each terrain has on one board in one light, as a normal density.

    Attributes:
        middle: (3,) the board's mean `shades.chroma`.
        spread: (3,) its standard deviations.
        densities: (10, 3) log density of each terrain, a factor for each square, product and component of a colour
            in units of ``spread`` from ``middle``, and for 1.
        turned: what the network takes for another terrain, if anything.
    """

    middle: np.ndarray
    spread: np.ndarray
    densities: np.ndarray
    turned: Turned | None = None

    def said(self, colours: np.ndarray) -> np.ndarray:
        """(n, 3) what is added to the network's words for (n, 3) colours as `shades.chroma` has them."""
        placed = (colours - self.middle) / self.spread
        odds = _WEIGHT * self.odds(placed).T
        return odds if self.turned is None else odds + self.turned.of(placed)

    def odds(self, placed: np.ndarray) -> np.ndarray:
        """(3, n) log odds of the terrains, which sum to about zero, of (n, 3) colours placed by middle and spread."""
        logs = self.densities.T @ _grown(placed)
        logs = np.maximum(logs, _STRANGE) + np.log1p(np.exp(-np.abs(logs - _STRANGE)))
        found: np.ndarray = np.clip(logs - logs.mean(axis=0), -_MOST, _MOST)
        return found


def weigh_appearance(
    maps: SceneMaps, view: View, centres: Iterable[np.ndarray], known: Appearance | None = None
) -> tuple[SceneMaps, Appearance | None]:
    """Weigh the terrains on tiles by their colours, too.

    Args:
        maps: what the network says of the view.
        view: the tiles from above.
        centres: (2,) where each tile lies on the table.
        known: what was learned from an earlier picture of the same board; else it is learned from this one.

    Returns:
        The maps, in which only the terrains' logits differ, and what was learned; None where too little is seen.
    """
    colours, seen = _colours(maps, view, centres)
    appearance = _learned(maps, colours, seen) if known is None else known
    if appearance is None:
        return maps, None
    added, told = _spread_out(appearance.said(colours), seen)
    before = maps.logits[channels.TERRAIN][:, told]
    words = (_words(before) + added).T
    # What was said of table against land stays as it was.
    words += log_sum_exp(before[1:], axis=0) - log_sum_exp(words, axis=0)
    logits = maps.logits.copy()
    logits[channels.TERRAIN][1:, told] = words
    return SceneMaps(logits), appearance


def _spread_out(added: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Let what is added (n, 3) at the pixels ``seen`` (h, w) hold a little way around them, on the rims of the tiles.

    Returns (m, 3) what is added at all pixels of which something is told, and (h, w) which these are.
    """
    field = np.zeros((*seen.shape, 3), np.float32)
    field[seen] = added
    weights = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), _REACH)
    around = cv2.GaussianBlur(field, (0, 0), _REACH) / np.maximum(weights, _FAINT)[..., None]
    told = weights > _FAINT
    return np.where(seen[..., None], field, around)[told], told


def _learned(maps: SceneMaps, colours: np.ndarray, seen: np.ndarray) -> Appearance | None:
    """Fit a normal density to each terrain by expectation maximisation (Dempster et al. 1977)."""
    sample = colours[::_STEP]
    if len(sample) < _FEWEST:
        return None
    middle, spread = sample.mean(axis=0), sample.std(axis=0) + 1e-3
    placed = (sample - middle) / spread
    words = _words(maps.logits[channels.TERRAIN][:, seen][:, ::_STEP])
    turned = reconsider(words, placed)
    if turned is not None:
        words = words + turned.of(placed)
    shares = np.exp(words)
    found = Appearance(middle, spread, np.empty((0, 0)), turned)
    for _ in range(_ROUNDS):
        found = replace(found, densities=np.column_stack([_density(placed, share) for share in shares.T]))
        shares = channel_softmax(_TRUST * words.T + _WEIGHT * found.odds(placed))
    return found


def _density(placed: np.ndarray, share: np.ndarray) -> np.ndarray:
    """(10,) log density of the normal distribution of (n, 3) colours that belong to a terrain with these shares."""
    count = share.sum() + 1e-6
    mean = share @ placed / count
    away = placed - mean
    variance = ((away * share[:, None]).T @ away + _SUPPOSED * np.eye(3)) / (count + _SUPPOSED) + _SPREAD * np.eye(3)
    sharp = np.linalg.inv(variance)
    squares = sharp[_PAIRS[:, 0], _PAIRS[:, 1]] * np.where(_PAIRS[:, 0] == _PAIRS[:, 1], -0.5, -1.0)
    constant = -0.5 * (mean @ sharp @ mean + np.linalg.slogdet(variance)[1])
    return np.concatenate([squares, sharp @ mean, [constant]]).astype(np.float32)


def _grown(placed: np.ndarray) -> np.ndarray:
    """(10, n) squares, products, components and 1 of (n, 3)."""
    parts = np.ascontiguousarray(placed.T)
    return np.concatenate([parts[_PAIRS[:, 0]] * parts[_PAIRS[:, 1]], parts, np.ones_like(parts[:1])])


def _words(logits: np.ndarray) -> np.ndarray:
    """(n, 3) what the network says of (4, n) logits: log probabilities of the terrains where there is a tile."""
    logs: np.ndarray = np.log(channel_softmax(logits[1:]) + _LEAST)
    return logs


def _colours(maps: SceneMaps, view: View, centres: Iterable[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) `shades.chroma` of the tiles' pixels, at the maps' size, and (h, w) which pixels these are."""
    height, width = maps.logits.shape[1:]
    stride = channels.STRIDE
    down, across = stride * height - view.pixels.shape[0], stride * width - view.pixels.shape[1]
    padded = cv2.copyMakeBorder(view.pixels, 0, down, 0, across, cv2.BORDER_REPLICATE)
    light = cv2.LUT(cv2.resize(padded, (width, height), interpolation=cv2.INTER_AREA), _LIGHT)
    inside = np.zeros((height, width), np.uint8)
    for centre in centres:
        cv2.fillConvexPoly(inside, np.round(view.to_maps(centre + _WITHIN * CORNERS)).astype(np.int32), 1)
    shown = inside * (maps.piece[..., 0] > _NO_PIECE).astype(np.float32)
    # A mean over the pixels of tiles alone: neither gaps nor pieces colour it.
    weights = cv2.GaussianBlur(shown, (0, 0), _BLUR)
    summed = cv2.GaussianBlur(light * shown[..., None], (0, 0), _BLUR)
    seen = shown > 0
    return chroma(summed[seen] / weights[seen][:, None]), seen
