"""Conversions between logits, probabilities and log odds.

All functions take arrays of any shape and keep float32. ``scipy.special`` has the same functions, but importing it
takes 0.2 s at every start of a command, longer than all calls of these functions for one photo.
"""

from __future__ import annotations

import cv2
import numpy as np


def sigmoid(logits: np.ndarray | float) -> np.ndarray:
    """Return the probabilities (0..1) of independent events from their log odds."""
    return np.asarray(1 / (1 + np.exp(-logits)))


def log_odds(probabilities: np.ndarray | float, least: float = 0.0) -> np.ndarray:
    """Return the log odds of independent events, the inverse of `sigmoid`.

    Args:
        probabilities: 0..1.
        least: probabilities are first clipped to ``least..1 - least``, so that nothing counts as impossible.
    """
    limited = np.clip(probabilities, least, 1 - least)
    return np.asarray(np.log(limited / (1 - limited)))


def softmax(logits: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the probabilities (summing to 1 along ``axis``) of alternatives from their logits; -inf gives 0."""
    shares = np.asarray(logits - logits.max(axis=axis, keepdims=True))
    np.exp(shares, out=shares)
    shares /= shares.sum(axis=axis, keepdims=True)
    return shares


def channel_softmax(logits: np.ndarray) -> np.ndarray:
    """Return (h, w, c) probabilities from a network's (c, h, w) logits, contiguous as OpenCV needs them."""
    return np.asarray(cv2.merge(list(softmax(logits, axis=0))))


def log_softmax(logits: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the logarithms of `softmax`; very small probabilities do not round to 0."""
    shifted = logits - logits.max(axis=axis, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))


def log_sum_exp(logs: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return the logarithm of the sum of exponentials along ``axis``, which is removed; it cannot overflow."""
    top = logs.max(axis=axis, keepdims=True)
    return np.asarray((top + np.log(np.exp(logs - top).sum(axis=axis, keepdims=True))).squeeze(axis))
