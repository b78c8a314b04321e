"""Colour names by comparison within one picture: pieces of one colour look alike under one lamp, and others do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

import numpy as np

from vision.imaging.chromaticity import MIRRORED, chroma
from vision.networks.activations import log_softmax, softmax
from vision.pieces.colours.colour_model import look_of, usual_looks
from vision.pieces.colours.palette import Palette
from vision.pieces.colours.players import Sides, sides_of
from vision.pieces.colours.similarity import WITNESSES, clashes
from vision.vocabulary import COLOURS

_LOOK = np.array([1.8, 1.8, 0.75])
"""How much log chromaticity and brightness count beside the network's words."""
_ALIKE = 0.7
"""Two groups of pieces nearer than this are one colour; see ``_look`` for the space."""
_ALIKE_TAUGHT = 0.35
"""The same where the colours were taught: each piece can then be known by itself."""
_RARE = {"grey": 2.0, "brown": 1.0, "pink": 1.0, "orange": 1.0}
"""Log odds against colours that few copies of the game have; what is clearly seen outweighs them."""
_ANOTHER = 2.0
"""Log odds against each further colour on the table: few play, and all of one player's pieces are of one colour."""
_JOINTLY, _NAMES = 5, 4
"""So many of the largest groups are named together, each by one of its so many likeliest names."""
_LOG_PRIOR = np.array([-_RARE.get(name, 0.0) for name in COLOURS])


class Coloured(Protocol):
    """Whatever has a colour to be named.

    Attributes:
        colour: (11,) mean log probabilities of the colour names, from its own pixels.
        shade: (3,) its typical pixel, linear BGR in 0..1.
    """

    @property
    def colour(self) -> np.ndarray: ...  # noqa: D102

    @property
    def shade(self) -> np.ndarray: ...  # noqa: D102


@dataclass(frozen=True, eq=False)
class _Weighed:
    colour: np.ndarray
    shade: np.ndarray


def name_colours(
    pieces: Sequence[Coloured],
    palette: Palette | None = None,
    table: np.ndarray | None = None,
    lightest: float | None = None,
    kinds: Sequence[str] = (),
) -> list[np.ndarray]:
    """Return for each piece the (11,) probabilities of ``vocabulary.COLOURS``, or of what a palette calls them.

    Pieces are put into groups of one look (average linkage). All groups are then named together: each by what
    the network says of all its members, and groups that differ to the eye by different names. So one piece in
    glare is carried by its like, and a pale yellow beside white is yellow. In a game the rules tell who plays, too.

    Args:
        pieces: all pieces of one picture.
        palette: their colours, if they were taught; ``table`` is then the picture's, as in `Palette.likelihoods`.
        lightest: the board's, see `usual_looks.lightest_of`; what is usual counts where colours were not taught.
        kinds: what each piece is, of ``vocabulary.PIECES``, where they are those of a game; see `sides`.
    """
    if not pieces:
        return []
    if palette is None and lightest is not None:
        pieces = _as_is_usual(pieces, lightest)
    groups = _groups(np.array([_look(p) for p in pieces]), _ALIKE if palette is None else _ALIKE_TAUGHT)
    groups.sort(key=len, reverse=True)
    hues = np.array([_hue(pieces, g) for g in groups])
    lights = np.array([np.mean([pieces[k].shade for k in g], axis=0) for g in groups])
    said = np.array([np.mean([pieces[k].colour for k in g], axis=0) for g in groups])
    witnesses = np.minimum([len(g) for g in groups], WITNESSES)[:, None]
    words = said * witnesses + _LOG_PRIOR if palette is None else palette.likelihoods(hues, said, table) * witnesses
    clash, sides = clashes(lights, np.array([len(g) for g in groups])), sides_of(groups, kinds)
    names = _joint_names(words, clash, sides)
    named: list[np.ndarray] = [np.empty(0)] * len(pieces)
    for i, group in enumerate(groups):
        likely = softmax(words[i] - _against_each_name(i, names, clash, sides))
        for k in group:
            named[k] = likely
    return named


def _as_is_usual(pieces: Sequence[Coloured], lightest: float) -> list[_Weighed]:
    """Return the pieces with their colours weighed by what is usual."""
    looks = look_of(np.array([p.shade for p in pieces]), lightest)
    swaying = usual_looks().likelihoods(looks, np.array([p.colour for p in pieces]))
    return [_Weighed(log_softmax(p.colour + by), p.shade) for p, by in zip(pieces, swaying, strict=True)]


def _hue(pieces: Sequence[Coloured], group: list[int]) -> np.ndarray:
    hue: np.ndarray = np.mean([chroma(pieces[k].shade) for k in group], axis=0)
    return hue


def _look(piece: Coloured) -> np.ndarray:
    """Place a piece where pieces of one colour come together: by its own light and by what the network says of it."""
    return np.concatenate([_LOOK * chroma(piece.shade + MIRRORED), softmax(piece.colour)])


def _groups(looks: np.ndarray, alike: float) -> list[list[int]]:
    """Join the nearest two groups (by their means) until none are alike any more."""
    groups = [[k] for k in range(len(looks))]
    means = [looks[k] for k in range(len(looks))]
    while len(groups) > 1:
        table = np.array(means)
        apart = np.linalg.norm(table[:, None] - table[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        i, j = sorted(np.unravel_index(int(apart.argmin()), apart.shape))
        if apart[i, j] > alike:
            break
        groups[i] += groups.pop(j)
        means.pop(j)
        means[i] = looks[groups[i]].mean(axis=0)
    return groups


def _joint_names(words: np.ndarray, clash: np.ndarray, sides: Sides) -> list[int]:
    """Name the largest groups by the best of all combinations, then the small ones by what that leaves."""
    many = min(len(words), _JOINTLY)
    choices = [np.argsort(-w)[:_NAMES].tolist() for w in words[:many]]
    ways = np.array(list(product(*choices)))
    names: list[int] = ways[int((_worth(ways, words, clash) - sides.against(ways)).argmax())].tolist()
    for i in range(many, len(words)):
        names.append(int((words[i] - _against_each_name(i, names, clash, sides)).argmax()))
    return names


def _worth(ways: np.ndarray, words: np.ndarray, clash: np.ndarray) -> np.ndarray:
    """(n,) what each of (n, g) ways of naming the first g groups is worth."""
    many = ways.shape[1]
    said = words[np.arange(many), ways].sum(axis=1)
    alike = ways[:, :, None] == ways[:, None]
    clashing = (np.tril(clash[:many, :many], -1) * alike).sum(axis=(1, 2))
    # The first of each name on the table counts it.
    differing = (~np.tril(alike, -1).any(axis=2)).sum(axis=1)
    worth: np.ndarray = said - clashing - _ANOTHER * differing
    return worth


def _against_each_name(i: int, names: list[int], clash: np.ndarray, sides: Sides) -> np.ndarray:
    """(11,) the log odds against each name for group ``i``, given how the others are named."""
    against = np.full(len(COLOURS), _ANOTHER)
    against[[name for j, name in enumerate(names) if j != i]] = 0.0
    for j, name in enumerate(names):
        if j != i:
            against[name] += clash[i, j]
    ways = np.array([[*names[:i], name, *names[i + 1 :]] for name in range(len(COLOURS))])
    return np.asarray(against + sides.against(ways))


def likeliest(probabilities: np.ndarray, names: Sequence[str] = COLOURS) -> str:
    """Return the name of the likeliest of (11,) colours."""
    return names[int(probabilities.argmax())]
