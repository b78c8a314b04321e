"""The states that a candidate for a piece may have: nothing, a viking or a longhouse of a colour, or a rune stone."""

from __future__ import annotations

import numpy as np

from vision.vocabulary import COLOURS

NOTHING = 0
VIKING = slice(1, 1 + len(COLOURS))
"""Vikings of each of ``COLOURS``."""
LONGHOUSE = slice(VIKING.stop, VIKING.stop + len(COLOURS))
STONE = LONGHOUSE.stop
STATE_COUNT = STONE + 1
KIND_COUNT = 4
"""Kinds in their order in all arrays: nothing, viking, longhouse, stone."""
KIND_OF_STATE = np.array([0] + [1] * len(COLOURS) + [2] * len(COLOURS) + [3])
COLOUR_OF_STATE = np.array([-1, *range(len(COLOURS)), *range(len(COLOURS)), -1])
"""Index in ``COLOURS``; -1 for nothing and stones."""
_MEMBERS = np.eye(KIND_COUNT)[KIND_OF_STATE]


def kind_probabilities(belief: np.ndarray) -> np.ndarray:
    """Return (n, 4) probabilities of nothing, viking, longhouse and stone from (n, 24) ones of the states."""
    return np.asarray(belief @ _MEMBERS)


def decided_kinds(belief: np.ndarray) -> np.ndarray:
    """Return (n,) the kind of each candidate: nothing where that is likelier than all kinds of pieces together."""
    kinds = kind_probabilities(belief)
    return np.where(kinds[:, 0] > 1 / 2, 0, 1 + kinds[:, 1:].argmax(axis=1))


def for_every_colour(log_odds: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds from (n, 4) ones of the kinds: the same for every colour."""
    return np.asarray(log_odds[:, KIND_OF_STATE])


def of_colours(vikings: np.ndarray, longhouses: np.ndarray) -> np.ndarray:
    """Return (n, 24) log odds from (n, 11) ones of vikings and of longhouses of each colour; 0 for the others."""
    combined = np.zeros((len(vikings), STATE_COUNT))
    combined[:, VIKING], combined[:, LONGHOUSE] = vikings, longhouses
    return combined
