"""A model of what pieces of each colour look like to a camera, in any printing: a check on the network's estimate.

The network may take a white house for a black one in art that it was not trained on, though all the tiles around are
darker. The model compares the chromaticity of a lit face, and its brightness beside the lightest art on the board. A
lamp shifts all faces of a picture alike, so the faces together tell its colour (Finlayson and Hordley 2001).

What it adds, in nats, to the network's log probability of each colour name, for every piece of an untaught set:

    ``_MODEL_WEIGHT`` (0.4) * max(log likelihood - that of the likeliest colour, -``_MAX_LEAD`` (6)), so 0 to -2.4

where the likelihoods are averaged over the lamps that explain the picture.

Fitted: means, covariances and the lamps' covariance, on 7772 pieces of 360 path-traced pictures
(`training.fit.colour_model`). Chosen on 13 sets of photos and about 360 degraded ones: the weight (0.6 left 311 and 25
colours wrong, 0.4 left 285 and 26, 0.35 left 265 but turned pieces lighter than all art black). Chosen by hand: the
other numbers. Measured at weight 0.6: wrong colours fell from 40 of 250 to 11 and from 41 of 280 to 27.
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
REFERENCE_BRIGHTNESS = 0.25
"""Brightness, as in `chromaticity.chroma`, to which pictures are normalised: that of the lightest art in daylight."""
_MODEL_WEIGHT = 0.4
"""Weight of the model's log likelihoods beside the network's, which was concluded from the same pixels."""
_MAX_LEAD = 6.0
"""Cap, nats before the weight: real lamps differ more than those of the fit; chosen by hand."""
_MAX_LEAD_FOR_LAMP = 12.0
"""The same cap while the lamp is estimated, so that a piece of an unusual colour does not decide it; by hand."""
_PIECE_WEIGHT_FOR_LAMP = 0.5
"""Weight of each piece in the estimate of the lamp, since pieces of one colour repeat each other; chosen by hand."""
_LAMP_SHIFTS = np.linspace(-0.75, 0.75, 13)
"""Shifts of either component of the log chromaticity that are tried for the lamp; chosen by hand."""
_LIGHTEST_QUANTILE = 0.95
"""Quantile of the art's light that counts as the lightest: single glints do not; chosen by hand."""


@dataclass(frozen=True, eq=False)
class ColourModel:
    """Normal distributions of the features (see `colour_features`) of pieces of each of ``vocabulary.COLOURS``.

    Attributes:
        means: (11, 3), under white light.
        spreads: (11, 3, 3) covariances.
        lamps: (2, 2) covariance of the shifts of the log chromaticity by lamps.
    """

    means: np.ndarray
    spreads: np.ndarray
    lamps: np.ndarray

    def log_likelihoods(self, features: np.ndarray, network: np.ndarray) -> np.ndarray:
        """Return (n, 11) log odds to add to the network's estimates for all pieces of a picture; 0 or less.

        Args:
            features: (n, 3), see `colour_features`.
            network: (n, 11) the network's log probabilities.
        """
        shifts = np.stack([*np.meshgrid(_LAMP_SHIFTS, _LAMP_SHIFTS), np.zeros((len(_LAMP_SHIFTS),) * 2)], axis=-1)
        shifts = shifts.reshape(-1, 3)
        logs = self._under_lamps(shifts, features)
        prior = -np.einsum("di,ij,dj->d", shifts[:, :2], np.linalg.inv(self.lamps), shifts[:, :2]) / 2
        most = logs.max(axis=2, keepdims=True)
        shares = np.exp(np.maximum(logs - most, -_MAX_LEAD_FOR_LAMP))
        fits = np.log((shares * np.exp(_MODEL_WEIGHT * network)).sum(axis=2)) + most[..., 0]
        lamp = softmax(_PIECE_WEIGHT_FOR_LAMP * fits.sum(axis=1) + prior)
        mean = np.einsum("d,dnk->nk", lamp, shares / shares.sum(axis=2, keepdims=True))
        averaged = np.log(mean + np.exp(-2 * _MAX_LEAD))
        weighted: np.ndarray = _MODEL_WEIGHT * np.maximum(averaged - averaged.max(axis=1, keepdims=True), -_MAX_LEAD)
        return weighted

    def _under_lamps(self, shifts: np.ndarray, features: np.ndarray) -> np.ndarray:
        """Return (d, n, 11) log densities, up to a constant, of (n, 3) features under lamps of (d, 3) shifts."""
        whitening = np.linalg.cholesky(np.linalg.inv(self.spreads))
        deviations = np.einsum("nki,kij->knj", features[:, None] - self.means, whitening)
        moved = np.einsum("di,kij->kdj", shifts, whitening)
        crossed = np.moveaxis(moved @ deviations.transpose(0, 2, 1), 0, -1)
        squared = (deviations**2).sum(axis=2).T - 2 * crossed + (moved**2).sum(axis=2).T[:, None]
        logs: np.ndarray = -(squared + np.log(np.linalg.det(self.spreads))) / 2
        return logs


def colour_features(shades: np.ndarray, lightest: float) -> np.ndarray:
    """Return (n, 3) log chromaticity and relative brightness of lit faces.

    The picture is first brought to the exposure at which its lightest art has the reference brightness: otherwise the
    reflections that every face shows would hide its colour in a dark picture.

    Args:
        shades: (n, 3) linear BGR, 0..1.
        lightest: the board's `lightest_art`.
    """
    features = chroma(brightened(np.asarray(shades).reshape(-1, 3), REFERENCE_BRIGHTNESS - lightest) + MIRRORED)
    features[:, 2] -= REFERENCE_BRIGHTNESS
    return features


def lightest_art(art: np.ndarray) -> float | None:
    """Return the brightness, as in `chromaticity.chroma`, of the lightest of (m, 3) uint8 BGR art; None for m = 0."""
    return float(chroma(np.quantile(linear(art), _LIGHTEST_QUANTILE, axis=0))[2]) if len(art) else None


@lru_cache(maxsize=1)
def load_colour_model() -> ColourModel:
    """Return the model that ships with the package."""
    held = json.loads((files("vision.pieces.colours") / FILE).read_text())
    means, spreads = (np.array([held["colours"][name][part] for name in COLOURS]) for part in ("mean", "spread"))
    return ColourModel(means, spreads, np.array(held["lamps"]))
