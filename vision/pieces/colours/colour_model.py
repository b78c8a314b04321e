"""A model of what pieces of each colour look like to a camera, in any printing: a check on the network's estimate.

The network may take a white house for a black one in art that it was not trained on, though all the tiles around are
darker. The model compares the chromaticity of a lit face, and its brightness beside the lightest art on the board. A
lamp shifts all faces of a picture alike, so the faces together tell its colour (Finlayson and Hordley 2001), how the
board is exposed beside its art, and how strong the camera makes all colours. None of these is decided here:
`under_lights` gives what each light makes of each face, and `joint_names` sums over the lights.

Fitted: means, covariances and the lamps' covariance, on 7772 pieces of 360 path-traced pictures
(`training.fit.colour_model`), but for the brightness of grey, which is rare there: that of 86 teams of 229 rasterised
boards of the wide family on which all colours are as frequent. ``_WIDER``, ``_FREEDOM`` and ``_EXPOSURE_SPREAD`` are
fitted as the weights in `naming`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.imaging.chromaticity import MIRRORED, brightened, chroma, linear
from vision.vocabulary import COLOURS

FILE = "colour_model.json"
REFERENCE_BRIGHTNESS = 0.25
"""Brightness, as in `chromaticity.chroma`, to which pictures are normalised: that of the lightest art in daylight."""
_LAMP_SHIFTS = np.linspace(-0.75, 0.75, 7)
"""Shifts of either component of the log chromaticity that are tried for the lamp; 5 to 13 of them name as well."""
_EXPOSURES = np.array([-0.4, 0.0, 0.4])
"""Shifts of the brightness that are tried for the lightest art; 5 or 7 of them name as well."""
_EXPOSURE_SPREAD = 0.45
"""Their standard deviation: art may be dull, or all in the shade. Without them 41 instead of 38 of 608 teams that are
clustered rightly are misnamed, at 0.325 instead of 0.284 nats a team."""
_CONTRASTS = np.array([1.0, 1.3, 1.7])
"""Factors of all features that are tried, as likely as each other: cameras show colours stronger, and black darker,
than the path-traced pictures of the fit. On 589 teams of 229 rasterised boards of the wide family the median colours
are 1.3 to 1.5 times those of the fit."""
_WIDER = 2.0
"""Factor of the fitted standard deviations: paints, glazes and cameras differ more than those of the fit."""
_FREEDOM = 4.0
"""Degrees of freedom of a t distribution in place of the normal one, so that no single look decides a lamp."""
_LIGHTEST_QUANTILE = 0.95
"""Quantile of the art's light that counts as the lightest: single glints do not; chosen by hand."""


@dataclass(frozen=True, eq=False)
class ColourModel:
    """Distributions of the features (see `colour_features`) of pieces of each of ``vocabulary.COLOURS``.

    Attributes:
        means: (11, 3), under white light.
        spreads: (11, 3, 3) covariances.
        lamps: (2, 2) covariance of the shifts of the log chromaticity by lamps.
    """

    means: np.ndarray
    spreads: np.ndarray
    lamps: np.ndarray

    def under_lights(
        self, shades: np.ndarray, groups: Sequence[Sequence[int]], lightest: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return (d,) log priors of lights, and (d, g, 11) log densities of groups' looks, for each name under each.

        Args:
            shades: (n, 3) linear BGR of the pieces' lit faces, 0..1.
            groups: the numbers of the pieces of each group.
            lightest: the board's `lightest_art`.
        """
        shifts = np.stack(np.meshgrid(_LAMP_SHIFTS, _LAMP_SHIFTS), axis=-1).reshape(-1, 2)
        lamps = -np.einsum("di,ij,dj->d", shifts, np.linalg.inv(self.lamps), shifts) / 2
        exposures = -((_EXPOSURES / _EXPOSURE_SPREAD) ** 2) / 2
        logs = []
        for exposure in _EXPOSURES:
            features = colour_features(shades, lightest - exposure)
            looks = np.array([features[g].mean(axis=0) for g in groups])
            logs += [self._under_lamps(shifts, looks, contrast) for contrast in _CONTRASTS]
        return np.add.outer(np.repeat(exposures, len(_CONTRASTS)), lamps).ravel(), np.concatenate(logs)

    def _under_lamps(self, shifts: np.ndarray, features: np.ndarray, contrast: float) -> np.ndarray:
        """Return (d, n, 11) log densities, up to a constant, of (n, 3) features under lamps of (d, 2) shifts."""
        spreads = self.spreads * _WIDER**2
        whitening = np.linalg.cholesky(np.linalg.inv(spreads))
        deviations = np.einsum("nki,kij->knj", features[:, None] - contrast * self.means, whitening)
        moved = np.einsum("di,kij->kdj", shifts, whitening[:, :2])
        crossed = np.moveaxis(moved @ deviations.transpose(0, 2, 1), 0, -1)
        squared = (deviations**2).sum(axis=2).T - 2 * crossed + (moved**2).sum(axis=2).T[:, None]
        logs: np.ndarray = -(_FREEDOM + 3) / 2 * np.log1p(squared / _FREEDOM) - np.log(np.linalg.det(spreads)) / 2
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
