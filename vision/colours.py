"""Colour names by comparison within one picture: pieces of one colour look alike under one lamp."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.channels import COLOURS
from vision.pieces import Piece

_ALIKE = 0.55
"""Two groups of pieces nearer than this are one colour; see ``_look`` for the space."""
_WITNESSES = 4.0
"""The most pieces whose words count in full: more of one group repeat each other's errors."""


def name_colours(pieces: Sequence[Piece]) -> list[np.ndarray]:
    """Return for each piece the (11,) probabilities of ``channels.COLOURS``.

    Pieces are put into groups of one look (average linkage), and each group is named by all its members
    together, so that one of them in glare or shadow is carried by the others.
    """
    if not pieces:
        return []
    groups = _groups(np.array([_look(p) for p in pieces]))
    named: list[np.ndarray] = [np.empty(0)] * len(pieces)
    for group in groups:
        words = np.array([pieces[k].colour for k in group])
        total = words.mean(axis=0) * min(len(group), _WITNESSES)
        likely = np.exp(total - total.max())
        for k in group:
            named[k] = likely / likely.sum()
    return named


def _look(piece: Piece) -> np.ndarray:
    """Place a piece in a space where a brighter or dimmer lamp changes little: hue by chromaticity, then the words."""
    blue, green, red = piece.shade + 0.01
    chroma = np.array([np.log(red / green), np.log(blue / green)])
    words = np.exp(piece.colour)
    return np.concatenate([0.7 * chroma, 0.15 * np.log([blue + green + red]), 0.6 * words / words.sum()])


def _groups(looks: np.ndarray) -> list[list[int]]:
    """Join the nearest two groups (by their means) until none are alike any more."""
    groups = [[k] for k in range(len(looks))]
    means = [looks[k] for k in range(len(looks))]
    while len(groups) > 1:
        table = np.array(means)
        apart = np.linalg.norm(table[:, None] - table[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        i, j = sorted(np.unravel_index(int(apart.argmin()), apart.shape))
        if apart[i, j] > _ALIKE:
            break
        groups[i] += groups.pop(j)
        means.pop(j)
        means[i] = looks[groups[i]].mean(axis=0)
    return groups


def likeliest(probabilities: np.ndarray) -> str:
    """Return the name of the likeliest colour."""
    return COLOURS[int(probabilities.argmax())]
