"""What printings look like: how their squares differ from one printing to the next, and within one.

A printing is a point in a space of figures, one set for each look. Beforehand it is known only how printings vary
together (a Gaussian of few factors); each square that is seen, of a look that is known or guessed, tells more of this
one (Bayesian linear regression; with guessed looks, expectation maximisation). The lamp over a photo is found with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from vision.hokkaido.features import LIGHT
from vision.hokkaido.looks import SHARES
from vision.networks.activations import softmax

_LAMP = np.array([1.0, 0.12, 0.12, 0.35, 0.35, 0.2, 0.2, 0.2])
"""How much a photo's light differs: lightness, chromas, and lightness by place: slopes, bends."""
_TEMPER = 0.3
"""How far figures are believed: they are not as independent as they are taken to be."""
_ROUNDS = 5
_DOUBT = 1e-3


@dataclass(frozen=True, eq=False)
class General:
    """What is known of printings in general, in d figures whitened by a linear map.

    Attributes:
        middle: (D,) the figures' own middle, taken away first.
        basis: (D, d) the linear map.
        mean: (K, d) each look's mean over printings.
        factors: (f, K, d) directions in which printings differ, together.
        own: (K, d) variance of a look's mean over printings apart from those.
        within: (K, d, d) covariance of a look's squares within one printing.
        cube: (D - 2,) weights of the figures but for the lamp's, and of 1: log odds of a cube on a production square.
    """

    middle: np.ndarray
    basis: np.ndarray
    mean: np.ndarray
    factors: np.ndarray
    own: np.ndarray
    within: np.ndarray
    cube: np.ndarray

    def whiten(self, figures: np.ndarray) -> np.ndarray:
        """Return (n, D) figures as (n, d)."""
        return np.asarray((figures - self.middle) @ self.basis)

    def cube_odds(self, figures: np.ndarray) -> np.ndarray:
        """Return (n,) log odds that a cube lies on squares which are production squares, in any printing."""
        return np.asarray(figures[:, LIGHT:] @ self.cube[:-1] + self.cube[-1])


@lru_cache(maxsize=1)
def general() -> General:
    """Return what the shipped file says of printings."""
    with (files("vision") / "hokkaido" / "printings.npz").open("rb") as file, np.load(file) as kept:
        parts = {name: kept[name].astype(np.float64) for name in kept.files}
    half = parts.pop("within")
    return General(**parts, within=half @ half.transpose(0, 2, 1))


@dataclass(frozen=True, eq=False)
class Sheet:
    """The squares of one photo.

    Attributes:
        figures: (n, D) of `features.describe`.
        spots: (n, 2) where they lie in the photo, -1..1.
        may: (n, K) bool, the looks that a square may have; one alone where somebody said what it is.
    """

    figures: np.ndarray
    spots: np.ndarray
    may: np.ndarray

    def lamps(self, basis: np.ndarray) -> np.ndarray:
        """Return (n, d, 8): what each of the lamp's terms adds to a square's whitened figures."""
        x, y = self.spots.T
        lightness = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
        rows = np.zeros((len(x), LIGHT, len(_LAMP)))
        rows[:, 0, [0, 3, 4, 5, 6, 7]] = lightness
        rows[:, 1, 1] = rows[:, 2, 2] = 1
        return np.asarray(np.einsum("nlt,ld->ndt", rows, basis[:LIGHT]))


def recognise(sheets: list[Sheet], known: General) -> list[np.ndarray]:
    """Return for each photo's squares the (n, K) probabilities of the looks; all are of one printing.

    The first photo's squares are judged in the light of what the others say by themselves.
    """
    prior, start = _prior(known, len(sheets))
    inverses = np.linalg.inv(known.within)
    white = [known.whiten(sheet.figures) for sheet in sheets]
    lamps = [sheet.lamps(known.basis) for sheet in sheets]
    # At the start nothing is believed of a photo but what was told.
    believed = [np.where(sheet.may.sum(axis=1, keepdims=True) == 1, sheet.may, 0.0) for sheet in sheets]
    believed[1:] = recognise(sheets[1:], known) if len(sheets) > 1 else []
    for _ in range(_ROUNDS):
        point, spread = _fitted(prior, start, inverses, white, lamps, believed)
        believed = [_judged(sheet, known, white[n], lamps[n], point, spread, n) for n, sheet in enumerate(sheets)]
    return believed


def likeliness(sheet: Sheet, known: General) -> np.ndarray:
    """Return (n,) how likely each square is to be one of this game at all, as half a squared distance below 0."""
    figures, lamps = known.whiten(sheet.figures), sheet.lamps(known.basis)
    return np.asarray(-_distances(known, figures, lamps, *_beforehand(known), 0)[0].min(axis=1) / 2)


@lru_cache(maxsize=1)
def _beforehand(known: General) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and covariance of all means and of one lamp, before anything is seen."""
    prior, start = _prior(known, 1)
    spread = np.linalg.inv(prior)
    return spread @ start, spread


def _prior(known: General, photos: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the precision and the precision times mean of all means and lamps, before anything is seen."""
    size = known.mean.size
    own = known.own.ravel() + _DOUBT
    loads = known.factors.reshape(len(known.factors), size)
    inner = np.eye(len(loads)) + (loads / own) @ loads.T
    precision = np.zeros((size + photos * len(_LAMP),) * 2)
    precision[:size, :size] = np.diag(1 / own) - (loads / own).T @ np.linalg.solve(inner, loads / own)
    for n in range(photos):
        at = np.arange(size + n * len(_LAMP), size + (n + 1) * len(_LAMP))
        precision[at, at] = 1 / _LAMP**2
    start = np.zeros(len(precision))
    start[:size] = precision[:size, :size] @ known.mean.ravel()
    return precision, start


def _fitted(
    prior: np.ndarray,
    start: np.ndarray,
    inverses: np.ndarray,
    white: list[np.ndarray],
    lamps: list[np.ndarray],
    believed: list[np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and covariance of all means and lamps, given how the squares are judged."""
    precision, right = prior.copy(), start.copy()
    looks, d = inverses.shape[:2]
    for n, (figures, lamp, share) in enumerate(zip(white, lamps, believed, strict=True)):
        own = slice(looks * d + n * len(_LAMP), looks * d + (n + 1) * len(_LAMP))
        for k in range(looks):
            if share[:, k].sum() < 1e-3:
                continue
            at, weight = slice(k * d, (k + 1) * d), share[:, k]
            inverse = inverses[k] * _TEMPER
            added = np.einsum("n,ndt->dt", weight, lamp)
            precision[at, at] += weight.sum() * inverse
            precision[at, own] += inverse @ added
            precision[own, at] += (inverse @ added).T
            precision[own, own] += np.einsum("n,ndt,de,neu->tu", weight, lamp, inverse, lamp, optimize=True)
            right[at] += inverse @ (weight @ figures)
            right[own] += np.einsum("n,ndt,de,ne->t", weight, lamp, inverse, figures, optimize=True)
    spread = np.linalg.inv(precision)
    return spread @ right, spread


def _judged(
    sheet: Sheet,
    known: General,
    figures: np.ndarray,
    lamp: np.ndarray,
    point: np.ndarray,
    spread: np.ndarray,
    photo: int,
) -> np.ndarray:
    """Return (n, K) probabilities of the looks under this printing and lamp, as far as they are known."""
    far, room = _distances(known, figures, lamp, point, spread, photo)
    odds = -0.5 * _TEMPER * (far + room) + np.log(SHARES)
    odds[~sheet.may] = -np.inf
    return softmax(odds)


def _distances(
    known: General, figures: np.ndarray, lamp: np.ndarray, point: np.ndarray, spread: np.ndarray, photo: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (n, K) squared distances from the looks, and (K,) logarithms of how much room each look takes."""
    looks, d = known.mean.shape
    own = slice(looks * d + photo * len(_LAMP), looks * d + (photo + 1) * len(_LAMP))
    lit = figures - lamp @ point[own]
    typical = lamp.mean(axis=0)
    far, room = np.zeros((len(figures), looks)), np.zeros(looks)
    for k in range(looks):
        at = slice(k * d, (k + 1) * d)
        crossed = spread[at, own] @ typical.T
        unsure = spread[at, at] + crossed + crossed.T + typical @ spread[own, own] @ typical.T
        whole = known.within[k] + unsure
        off = lit - point[at]
        far[:, k] = np.einsum("nd,nd->n", off, np.linalg.solve(whole, off.T).T)
        room[k] = np.linalg.slogdet(whole)[1]
    return far, room
