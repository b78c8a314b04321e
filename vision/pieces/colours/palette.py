"""The colours and shapes of the players' own pieces, as they were taught, and the evidence they give in other pictures.

For each group of like pieces `Palette.log_likelihoods` returns, in place of the network's log probabilities:

* a taught colour: the larger of -d^2 / 2 + 2 a, and the network's estimate (at least ln 0.002) - 5.1 (3.2^2 / 2),
  where d is the distance in standard deviations, at most 6.4, and a is the log of the Bhattacharyya coefficient between
  the network's probabilities now and at teaching;
* an untaught colour: the network's estimate - 5.1 - ``_UNTAUGHT_COST`` (4.4).

`Palette.kind_probabilities` replaces the network's log probabilities of viking and longhouse by 0.3 of them, plus at
most 0 and at least -6 nats for the shape, where the network misjudged most of the taught pieces of a kind.

Chosen by hand: all numbers of this module; the looks and shapes themselves are those of the taught pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.imaging.assignment import pair_up
from vision.networks.activations import softmax
from vision.vocabulary import COLOURS, PIECES

_SPREAD = 0.13
"""Standard deviation of one colour within one picture, in the coordinates of `chromaticity.chroma`; by hand."""
_MAX_DEVIATIONS = 3.2
"""Distance in standard deviations at which a taught colour is no likelier than by the network alone; by hand."""
_LAMP_SPREAD = np.array([0.22, 0.22, 0.4])
"""Standard deviations, along the axes of `chroma`, of the shift of all pieces by another lamp: cameras balance its
colour but not shadows; chosen by hand."""
_OTHER_TABLE_COST = 1.0
"""Nats against the shift of the lamp as measured on the table being wrong, since the table may be another; by hand."""
_NETWORK_AGREEMENT = 2.0
"""Weight of the agreement between the network's probabilities now and at teaching; chosen by hand."""
_UNTAUGHT_COST = 4.4
"""Nats against a colour that was not taught; chosen by hand."""
_UNEXPLAINED_COST = 1.5
"""Nats against a shift of the lamp for each group that it leaves unlike all taught colours; chosen by hand."""
_MIN_LOG_PROBABILITY = np.log(2e-3)
"""Least log probability of a colour by the network that is used; chosen by hand."""
_LAMP_ROUNDS = 6
"""Rounds in which a shift of the lamp is refined; chosen by hand."""
_SHAPE_SPREAD = np.array([0.16, 0.05, 0.18])
"""Standard deviations of `shape.shape_descriptor` among pieces of one kind, as they lean and lie; chosen by hand."""
_NETWORK_WEIGHT_FOR_KIND = 0.3
"""Weight of the network's log probability of a kind where it misjudged the taught pieces; chosen by hand."""
_MIN_SHAPE_LOG_LIKELIHOOD = -6.0
"""Least log likelihood of a shape, nats; chosen by hand."""
_MIN_PROBABILITY = 1e-3
"""Added to probabilities of kinds before their logarithm."""


@dataclass(frozen=True, eq=False)
class TaughtPiece:
    """One piece that was shown in teaching.

    Attributes:
        name: the name of its player or of its colour.
        kind: ``viking`` or ``longhouse``.
        chroma: (3,) `chromaticity.chroma` of its lit faces.
        colour: (11,) the network's mean log probabilities of ``vocabulary.COLOURS``.
        kinds: (3,) the network's probabilities of ``vocabulary.PIECES``.
        shape: (3,) `shape.shape_descriptor` of its outline; the last is NaN where no tile nearby gave the scale.
    """

    name: str
    kind: str
    chroma: np.ndarray
    colour: np.ndarray
    kinds: np.ndarray
    shape: np.ndarray


@dataclass(frozen=True, eq=False)
class Palette:
    """All taught pieces of a set.

    Attributes:
        pieces: those that were shown.
        table: (3,) `chromaticity.chroma` of the table on which they stood, if it was seen.
    """

    pieces: tuple[TaughtPiece, ...]
    table: np.ndarray | None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name, at this table, of each of ``vocabulary.COLOURS``: a taught colour replaces the one most like it.

        A taught name that is itself in ``vocabulary.COLOURS`` keeps its place. Of more taught colours than places the
        last are left out.
        """
        taught = list(self._chromas)
        places: dict[str, int] = {name: COLOURS.index(name) for name in taught if name in COLOURS}
        others = [name for name in taught if name not in places]
        scores = np.array([self._network[name] - 2 * _MIN_LOG_PROBABILITY for name in others])
        scores = scores.reshape(len(others), len(COLOURS))
        scores[:, list(places.values())] = 0
        places |= {n: p for n, p in zip(others, pair_up(scores), strict=True) if p is not None}
        free = [k for k in range(len(COLOURS)) if k not in places.values()]
        places |= dict(zip([n for n in others if n not in places], free, strict=False))
        names = {place: name for name, place in places.items()}
        return tuple(names.get(k, name) for k, name in enumerate(COLOURS))

    @cached_property
    def _chromas(self) -> Mapping[str, np.ndarray]:
        return {n: np.mean([p.chroma for p in self.pieces if p.name == n], axis=0) for n in self._order}

    @cached_property
    def _network(self) -> Mapping[str, np.ndarray]:
        return {n: np.mean([p.colour for p in self.pieces if p.name == n], axis=0) for n in self._order}

    @property
    def _order(self) -> Sequence[str]:
        return list(dict.fromkeys(p.name for p in self.pieces))

    def log_likelihoods(self, chromas: np.ndarray, network: np.ndarray, table: np.ndarray | None) -> np.ndarray:
        """Return (g, 11) log likelihoods of ``names`` for groups of like pieces of one picture.

        All taught colours are first shifted alike to where they explain the picture best, since its lamp is another.

        Args:
            chromas: (g, 3) mean `chromaticity.chroma` of the groups.
            network: (g, 11) their mean log probabilities by the network.
            table: (3,) `chromaticity.chroma` of the picture's table, if it is seen.
        """
        taught = [k for k, name in enumerate(self.names) if name in self._chromas]
        known = np.array([self._chromas[self.names[k]] for k in taught])
        known_network = np.array([self._network[self.names[k]] for k in taught])
        agreement = _NETWORK_AGREEMENT * _log_overlap(network, known_network)
        shift = self._lamp_shift(chromas, agreement, known, table)
        near = _log_densities(chromas, known + shift)
        result: np.ndarray = np.maximum(network, _MIN_LOG_PROBABILITY) - _MAX_DEVIATIONS**2 / 2
        untaught = [k for k in range(len(self.names)) if k not in taught]
        result[:, untaught] -= _UNTAUGHT_COST
        # Far from all taught colours the network's estimate counts for them, too.
        result[:, taught] = np.maximum(result[:, taught], near + agreement)
        return result

    def kind_probabilities(self, kinds: np.ndarray, shape: np.ndarray) -> np.ndarray:
        """Return (3,) probabilities of a piece's kind by the network and by the taught pieces.

        Where the network recognised most of the taught pieces it needs no example. Where it took discs for something
        else, or small houses for vikings, the taught piece that this one is most like decides.

        Args:
            kinds: (3,) the network's probabilities of ``vocabulary.PIECES``.
            shape: (3,) `shape.shape_descriptor` of the piece.
        """
        if not self._misjudged:
            return kinds
        score = np.log(kinds[:2] + _MIN_PROBABILITY) * _NETWORK_WEIGHT_FOR_KIND
        for k, kind in enumerate(PIECES[:2]):
            like = [_log_likelihood(p, kinds, shape) for p in self.pieces if p.kind == kind]
            score[k] += max(like, default=_MIN_SHAPE_LOG_LIKELIHOOD)
        # The taught pieces are no evidence about rune stones.
        weighed: np.ndarray = np.append(softmax(score) * (1 - kinds[2]), kinds[2])
        return weighed

    @cached_property
    def _misjudged(self) -> bool:
        """Whether the network misjudged most of the taught pieces of one kind."""
        wrong = [[p.kind != PIECES[int(p.kinds.argmax())] for p in self.pieces if p.kind == k] for k in PIECES[:2]]
        return any(w and 2 * sum(w) > len(w) for w in wrong)

    def _lamp_shift(
        self, chromas: np.ndarray, agreement: np.ndarray, known: np.ndarray, table: np.ndarray | None
    ) -> np.ndarray:
        """Return the (3,) shift of all colours under which the pieces are likeliest to have taught colours."""
        centres = [(np.zeros(3), 0.0)]
        if table is not None and self.table is not None:
            shift = table - self.table
            centres = [(np.zeros(3), _OTHER_TABLE_COST), (shift, float(((shift / (2 * _LAMP_SPREAD)) ** 2).sum()) / 2)]
        starts = [centre for centre, _ in centres] + [chroma - k for chroma in chromas for k in known]
        refined = [_refined(start, chromas, agreement, known) for start in starts]
        return max(refined, key=lambda s: _log_posterior(s, chromas, agreement, known, centres))


def _log_likelihood(taught: TaughtPiece, kinds: np.ndarray, shape: np.ndarray) -> float:
    """Return the log likelihood of a piece's shape and of the network's probabilities, given a taught piece's."""
    deviations = (shape - taught.shape) / _SHAPE_SPREAD
    deviations = deviations[np.isfinite(deviations)]
    overlap = np.log(np.sqrt((kinds + _MIN_PROBABILITY) * (taught.kinds + _MIN_PROBABILITY)).sum())
    return float(max(-(deviations**2).sum() / 2, _MIN_SHAPE_LOG_LIKELIHOOD) + overlap)


def _refined(shift: np.ndarray, chromas: np.ndarray, agreement: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Refine a shift by turns: each group takes its likeliest colour, then the shift fits them (prior at the start)."""
    start = shift
    for _ in range(_LAMP_ROUNDS):
        score = _log_densities(chromas, known + shift) + agreement
        best = score.argmax(axis=1)
        differences = chromas - known[best] - start
        inlier = (np.linalg.norm(chromas - known[best] - shift, axis=1) < _MAX_DEVIATIONS * _SPREAD)[:, None]
        shift = start + (inlier * differences).sum(axis=0) / (inlier.sum() + (_SPREAD / _LAMP_SPREAD) ** 2)
    return shift


def _log_posterior(
    shift: np.ndarray,
    chromas: np.ndarray,
    agreement: np.ndarray,
    known: np.ndarray,
    centres: Sequence[tuple[np.ndarray, float]],
) -> float:
    """Return the log posterior of a shift; ``centres`` are the modes of its prior with their costs in nats."""
    # A group far from all taught colours has another colour, or a new look; it is no evidence about the lamp.
    floor = -(_MAX_DEVIATIONS**2) / 2 - _UNEXPLAINED_COST
    likely = np.maximum((_log_densities(chromas, known + shift) + agreement).max(axis=1), floor).sum()
    prior = min(float((((shift - centre) / _LAMP_SPREAD) ** 2).sum()) / 2 + cost for centre, cost in centres)
    return float(likely) - prior


def _log_densities(chromas: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return (g, k) log densities of (g, 3) colours under (k, 3) known ones, cut off at twice ``_MAX_DEVIATIONS``."""
    distances = np.linalg.norm(chromas[:, None] - known[None], axis=2) / _SPREAD
    logs: np.ndarray = -(np.minimum(distances, 2 * _MAX_DEVIATIONS) ** 2) / 2
    return logs


def _log_overlap(network: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return (g, k) logs of the Bhattacharyya coefficients, 0 at best, of (g, 11) and (k, 11) log probabilities."""
    one, other = (softmax(np.maximum(logs, _MIN_LOG_PROBABILITY)) for logs in (network, known))
    overlap: np.ndarray = np.log(np.sqrt(one[:, None] * other[None]).sum(axis=2))
    return overlap
