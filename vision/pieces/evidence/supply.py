"""The prior over how many longhouses each player has on the table.

In every printing and variant a player owns four longhouses (the rules' list of components).
"""

from __future__ import annotations

import numpy as np

SETTLING = np.array([0.01, 0.03, 0.05, 0.11, 0.8])
"""Prior of a player's number of longhouses from 0 on, once vikings are placed: what is not built before is lost, so
that nearly everybody has built all four, as 71 of 75 players on photographed tables have. By hand."""
BUILDING = np.full(5, 0.2)
"""The same before the first viking is placed."""
_FURTHER = 3.0
"""Nats against each longhouse above four, which only an error about colours can explain. Chosen by hand: on made
boards 2 to 4 make no difference."""
_MOST = 60
_LIMIT = 6.0
"""Nats at which the odds of one candidate are cut off."""


def log_prior(counts: np.ndarray, pieces: np.ndarray, settling: np.ndarray) -> np.ndarray:
    """Return (s,) log priors of the numbers of longhouses.

    Args:
        counts: (s, 11) expected longhouses of each colour.
        pieces: (11,) expected pieces of each colour; a colour without any counts for nothing.
        settling: (s,) probabilities that vikings are placed already.
    """
    return np.asarray(_interpolated(_logs(settling), counts) @ np.minimum(pieces, 1.0))


def count_odds(houses: np.ndarray, colours: np.ndarray, elsewhere: np.ndarray, settling: np.ndarray) -> np.ndarray:
    """Return (s, n) log odds of one longhouse more at each candidate, given the expected number of the others.

    Args:
        houses: (s, n) probabilities that the candidates are longhouses.
        colours: (n, 11) probabilities of their colours.
        elsewhere: (11,) expected longhouses of each colour beside the candidates.
        settling: (s,) see `log_prior`.
    """
    counts = (houses @ colours + elsewhere)[:, None] - houses[:, :, None] * colours
    steps = np.diff(_logs(settling), axis=1)
    each = _interpolated(steps, counts.reshape(len(houses), -1)).reshape(counts.shape)
    return np.asarray((colours * np.clip(each, -_LIMIT, _LIMIT)).sum(axis=2))


def _logs(settling: np.ndarray) -> np.ndarray:
    """Return (s, _MOST) log priors of 0, 1 … longhouses."""
    mixed = np.log(settling[:, None] * SETTLING + (1 - settling[:, None]) * BUILDING)
    more = mixed[:, -1:] - _FURTHER * np.arange(1, _MOST - len(SETTLING) + 1)
    return np.hstack([mixed, more])


def _interpolated(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return (s, m) values of each of s rows at fractional (s, m) indices."""
    low = np.clip(places.astype(int), 0, values.shape[1] - 2)
    share = places - low
    lower, upper = (np.take_along_axis(values, low + step, axis=1) for step in (0, 1))
    return np.asarray((1 - share) * lower + share * upper)
