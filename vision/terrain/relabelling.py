"""How much of a board each terrain is likely to be, where the network is in doubt of all that has one colour.

In art that it has never seen the network may take a whole terrain for another, black water for rock or pale plains for
snow. It is then seldom sure of it, and the board that comes of it is a strange one, nearly without water or nearly all
rock: every printing has much the same tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

_SPLITS = 6
"""Colours into which a board is parted: two for each terrain."""
_USUAL = np.array([0.5, 0.24, 0.26])
"""Shares of plains, mountain and ocean."""
_WEIGHT = 8.0
"""How much is known of them, as counts of a Dirichlet distribution: little, for a game that has only begun is odd."""
_LEAST = 0.02
_WORD = 1.0
_WORD_BY_SHARE = 4.0
"""How much the network's mean word for a colour counts, and how much more if that colour were the whole board."""
_SURE = 2.8
"""Log odds from which the network was right of every colour of 118 boards."""
_ALIKE = 20.0
_NEAR = 0.8
"""How much colours count as one terrain that lie this near to each other, in standard deviations of the board's."""
_TOGETHER = 1.0
"""Log odds that a renamed colour's new name adds at all its places: at some the network had named it so by itself."""
_ENOUGH = 2000
"""From more places than these no more is learned."""
_STOP = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
_CHOICES = np.array(list(product(range(3), repeat=_SPLITS)))
_PAIRS = np.triu_indices(_SPLITS, 1)


@dataclass(frozen=True, eq=False)
class Turned:
    """What the network's words for a board's colours are turned by.

    Attributes:
        middles: (6, 3) the colours, each component of mean 0 and deviation 1 over the board.
        moved: (6, 3) what is added to the log probabilities of plains, mountain and ocean.
    """

    middles: np.ndarray
    moved: np.ndarray

    def of(self, placed: np.ndarray) -> np.ndarray:
        """(n, 3) what is added for (n, 3) colours."""
        # The nearest middle, without the squares that are the same for all.
        nearest = ((self.middles**2).sum(axis=1) / 2 - placed @ self.middles.T).argmin(axis=1)
        moved: np.ndarray = self.moved[nearest]
        return moved


def reconsider(words: np.ndarray, placed: np.ndarray) -> Turned | None:
    """Turn the network's words for whole colours to the terrains that make the likeliest board.

    All ways to name the board's colours are weighed (a maximum a posteriori choice). Where the best one names a colour
    otherwise than the network does, the two terrains change places in what it says of it.

    Args:
        words: (n, 3) log probabilities of the terrains at places on tiles, plains, mountain and ocean.
        placed: (n, 3) the places' colours, each component of mean 0 and deviation 1; n is at least 60.

    Returns:
        None where the network's own words make the likeliest board.
    """
    step = 1 + len(placed) // _ENOUGH
    words, placed = words[::step], placed[::step]
    colour, middles = _parted(placed)
    shares = np.bincount(colour, minlength=_SPLITS) / len(colour)
    said = np.array([words[colour == k].mean(axis=0) if share else np.zeros(3) for k, share in enumerate(shares)])
    said -= said.max(axis=1, keepdims=True)
    named = _CHOICES[_scores(said, shares, middles).argmax()]
    every, first = np.arange(_SPLITS), said.argmax(axis=1)
    if (named == first).all():
        return None
    moved = np.zeros((_SPLITS, 3), np.float32)
    moved[every, named] -= said[every, named]
    moved[every, first] += said[every, named]
    moved += _TOGETHER * (named != first)[:, None] * (np.eye(3)[named] - 1 / 3)
    return Turned(middles, moved)


def _parted(placed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (n,) the colour of each place and (6, 3) the colours' middles, the same ones every time."""
    # Parted evenly by what varies most first: with nothing drawn by chance, a photo is always read alike.
    order = np.lexsort(placed.T)
    start = np.empty(len(placed), np.int32)
    start[order] = np.arange(len(placed)) * _SPLITS // len(placed)
    _, colour, middles = cv2.kmeans(
        placed.astype(np.float32), _SPLITS, start[:, None], _STOP, 1, cv2.KMEANS_USE_INITIAL_LABELS
    )
    return colour.ravel(), middles


def _scores(said: np.ndarray, shares: np.ndarray, middles: np.ndarray) -> np.ndarray:
    """(729,) log probabilities, but for a constant, of all ways to name six colours."""
    heard = np.where(said < -_SURE, -np.inf, said) * (_WORD + _WORD_BY_SHARE * shares)[:, None]
    words = heard[np.arange(_SPLITS), _CHOICES].sum(axis=1)
    board = (shares[:, None, None] * (_CHOICES.T[:, :, None] == np.arange(3))).sum(axis=0)
    usual = np.log(board + _LEAST) @ (_WEIGHT * _USUAL)
    away = ((middles[:, None] - middles) ** 2).sum(axis=-1)
    alike = np.exp(-away / (2 * _NEAR**2)) * np.minimum(shares[:, None], shares)
    parted = (_CHOICES[:, _PAIRS[0]] != _CHOICES[:, _PAIRS[1]]) @ alike[_PAIRS]
    scores: np.ndarray = words + usual - _ALIKE * parted
    return scores
