"""What pieces of each colour usually look like to a camera, in any printing: a check on the network's word.

The network may take a white house for a black one where it has never seen the like, though all the tiles about it are
darker. Measured are a lit face's chromaticity, and its brightness beside that of the lightest art on the board. A lamp
of some colour moves all faces of a picture alike, so that they tell together which lamp it is (Finlayson and Hordley
2001). `training.fit.colour_model` measures what is usual.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.imaging.chromaticity import MIRRORED, brightened, chroma, linear
from vision.networks.activations import softmax
from vision.vocabulary import COLOURS

FILE = "colour_model.json"
LIGHTEST = 0.25
"""How bright, as `shades.chroma` has it, the lightest art is where a face's look is told; as on a photo by daylight."""
_COUNTS = 0.4
"""How much a look counts beside the network's word, which was concluded from the same pixels."""
_MOST = 6.0
"""Log odds by which the likeliest colour leads at most: lamps are stranger than those that were measured under."""
_STRANGE = 12.0
"""The same while the lamp is sought, where a piece of no usual colour must not outweigh all others."""
_WITNESS = 0.5
"""How much each piece counts then: pieces of one colour say much the same."""
_LAMPS = np.linspace(-0.75, 0.75, 13)
"""By how much a lamp may move either component of the chromaticity."""
_LIGHTEST_SHARE = 0.95
"""Share of the art that is darker than what counts as the lightest."""


@dataclass(frozen=True, eq=False)
class UsualLooks:
    """Normal distributions of the looks (see `look_of`) of pieces of each of ``vocabulary.COLOURS``.

    Attributes:
        means: (11, 3), by white light.
        spreads: (11, 3, 3) covariances.
        lamps: (2, 2) covariance of how lamps move the chromaticity.
    """

    means: np.ndarray
    spreads: np.ndarray
    lamps: np.ndarray

    def likelihoods(self, looks: np.ndarray, words: np.ndarray) -> np.ndarray:
        """(n, 11) log likelihoods of the colours of all pieces of a picture, as far as they should sway the words.

        Args:
            looks: (n, 3).
            words: (n, 11) the network's log probabilities.
        """
        moves = np.stack([*np.meshgrid(_LAMPS, _LAMPS), np.zeros((len(_LAMPS),) * 2)], axis=-1).reshape(-1, 3)
        logs = self._without(moves, looks)
        usual = -np.einsum("di,ij,dj->d", moves[:, :2], np.linalg.inv(self.lamps), moves[:, :2]) / 2
        most = logs.max(axis=2, keepdims=True)
        shares = np.exp(np.maximum(logs - most, -_STRANGE))
        fits = np.log((shares * np.exp(_COUNTS * words)).sum(axis=2)) + most[..., 0]
        lamp = softmax(_WITNESS * fits.sum(axis=1) + usual)
        told = np.log(np.einsum("d,dnk->nk", lamp, shares / shares.sum(axis=2, keepdims=True)) + np.exp(-2 * _MOST))
        swaying: np.ndarray = _COUNTS * np.maximum(told - told.max(axis=1, keepdims=True), -_MOST)
        return swaying

    def _without(self, moves: np.ndarray, looks: np.ndarray) -> np.ndarray:
        """(d, n, 11) log densities of (n, 3) looks, less each of (d, 3) moves by a lamp."""
        sharp = np.linalg.cholesky(np.linalg.inv(self.spreads))
        off = np.einsum("nki,kij->knj", looks[:, None] - self.means, sharp)
        moved = np.einsum("di,kij->kdj", moves, sharp)
        crossed = np.moveaxis(moved @ off.transpose(0, 2, 1), 0, -1)
        squared = (off**2).sum(axis=2).T - 2 * crossed + (moved**2).sum(axis=2).T[:, None]
        logs: np.ndarray = -(squared + np.log(np.linalg.det(self.spreads))) / 2
        return logs


def look_of(shades: np.ndarray, lightest: float) -> np.ndarray:
    """Return (n, 3) looks of (n, 3) lit faces, linear BGR, on a board whose `lightest_of` is given.

    They are those of a picture that is exposed so that the lightest art is of the usual brightness: in a dark one, what
    a face mirrors would drown its colour.
    """
    looks = chroma(brightened(np.asarray(shades).reshape(-1, 3), LIGHTEST - lightest) + MIRRORED)
    looks[:, 2] -= LIGHTEST
    return looks


def lightest_of(art: np.ndarray) -> float | None:
    """Return how bright, as `shades.chroma` has it, the lightest of (m, 3) uint8 BGR art is; None if there is none."""
    return float(chroma(np.quantile(linear(art), _LIGHTEST_SHARE, axis=0))[2]) if len(art) else None


@lru_cache(maxsize=1)
def usual_looks() -> UsualLooks:
    """Load what ships with the package."""
    held = json.loads((files("vision.pieces.colours") / FILE).read_text())
    means, spreads = (np.array([held["colours"][name][part] for name in COLOURS]) for part in ("mean", "spread"))
    return UsualLooks(means, spreads, np.array(held["lamps"]))
