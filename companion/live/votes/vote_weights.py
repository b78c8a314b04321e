"""Log odds of what one reading, and several readings together, see in a cell.

Readings of one still picture make the same errors, however many there are; readings in another light, or from another
place of the camera, make independent ones. So log odds are averaged within a light and summed over lights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log

from companion.live.events import identity_of
from vision.detections import PieceReading
from vision.vocabulary import PIECES

Pieces = tuple[PieceReading, ...]
PiecesKey = tuple[tuple[str, str | None], ...]
"""Kinds and colours of the pieces in a cell, in a fixed order; an empty cell is ``()``."""

_MIN_VOTE, _MAX_VOTE = 0.5, 1.5
"""Range of the log odds that one reading contributes to what it sees, chosen by hand."""
_MIN_LEAD = 1.0
"""Log odds by which readings of one picture must favour one alternative over any other that some of them see; chosen by
hand."""
_MAX_LIGHT_VOTE = 2.5
"""Largest log odds, either way, that all readings in one light contribute, since an odd light may mislead
confidently; chosen by hand."""
_MIN_PROBABILITY = 0.01
"""Probabilities are raised to this before their logarithm is taken; chosen by hand."""
_ROUNDING = 1e-9
"""Distance from 0 and 1 at which probabilities are limited; `_MAX_VOTE` caps the log odds long before that."""
MIN_PRESENCE_ON_NEW_TILE, MIN_PRESENCE_ON_KNOWN_TILE = 0.6, 0.85
"""Mean probability, over the readings of one light, that a piece is there: one that came with its tile, and one that
appeared unnoticed on a known tile. Snow on a rock is read as a piece of no clear colour, differently each time. Chosen
by hand."""


def log_odds(probability: float) -> float:
    """Return the log odds of a probability, 0..1, that is kept off both ends."""
    limited = _limited(probability, _ROUNDING, 1 - _ROUNDING)
    return log(limited / (1 - limited))


def capped_log_odds(probability: float) -> float:
    """Return the log odds that one reading contributes, 0.5..1.5, given its probability of being right, 0..1."""
    return _limited(log_odds(probability), _MIN_VOTE, _MAX_VOTE)


def pieces_key(pieces: Iterable[PieceReading]) -> PiecesKey:
    """Return the kinds and colours of pieces, whatever their order and place in the cell."""
    return tuple(sorted((identity_of(p) for p in pieces), key=str))


@dataclass(frozen=True)
class CellEvidence:
    """The evidence of one reading about the pieces in a cell.

    Attributes:
        key: the likeliest alternative.
        probabilities: of `key` and of the other alternatives, 0..1.
        light: number of the light, or place of the camera, of the reading.
        presence: 0..1, probability that a piece of one clear colour is there, of any kind; the lowest of several.
    """

    key: PiecesKey
    probabilities: Mapping[PiecesKey, float]
    light: int = 0
    presence: float = 0.0

    def lead(self, over: PiecesKey) -> float:
        """Return the log odds of `key` to another alternative; 0 for the same."""
        if over == self.key:
            return 0.0
        own = max(self.probabilities[self.key], _MIN_PROBABILITY)
        rest = 1 - sum(self.probabilities.values()) if len(self.probabilities) == 1 else 0.0
        return log(own / max(self.probabilities.get(over, rest), _MIN_PROBABILITY))

    def capped_lead(self, over: PiecesKey) -> float:
        """Return `lead` limited to the range of one reading, 0.5..1.5; 0 for the same."""
        return 0.0 if over == self.key else _limited(self.lead(over), _MIN_VOTE, _MAX_VOTE)

    @property
    def weight(self) -> float:
        """Log odds of `key` against all alternatives together, limited to the range of one reading, 0.5..1.5."""
        return capped_log_odds(self.probabilities[self.key])


def evidence_of(pieces: Pieces, empty_confidence: float, names: Collection[str], light: int = 0) -> CellEvidence:
    """Return the evidence of a reading about a cell.

    Args:
        pieces: the pieces that it reads there.
        empty_confidence: where it reads none, its probability that the cell is empty, 0..1.
        names: names of the colours, in the order of `vision.detections.PieceProbabilities`.
        light: number of its light.
    """
    key = pieces_key(pieces)
    if not pieces:
        return CellEvidence(key, {key: empty_confidence}, light)
    if len(pieces) > 1 or pieces[0].probabilities is None or pieces[0].kind == "stone":
        lowest = min(p.confidence for p in pieces)
        return CellEvidence(key, {key: lowest}, light, lowest)
    (piece,) = pieces
    seen = piece.probabilities
    assert seen is not None
    probabilities: dict[PiecesKey, float] = {(): 1 - seen.certainty}
    for kind, of_kind in zip(PIECES, seen.kinds, strict=True):
        for colour, of_colour in zip(names, seen.colours, strict=True):
            probabilities[((kind, colour),)] = seen.certainty * float(of_kind) * float(of_colour)
    presence = seen.certainty * (float(seen.colours.max()) if seen.clear is None else seen.clear)
    return CellEvidence(key, {**probabilities, key: piece.confidence}, light, presence)


def leader(evidence: Collection[CellEvidence]) -> tuple[PiecesKey, float]:
    """Return the likeliest alternative by readings of one picture, and its log odds; 0 where another is close."""
    against = {key: sum(one.capped_lead(key) for one in evidence) for key in {one.key for one in evidence}}
    best = min(against, key=lambda key: against[key])
    lead = min((worth for key, worth in against.items() if key != best), default=_MIN_LEAD) - against[best]
    return best, sum(one.weight for one in evidence if one.key == best) if lead >= _MIN_LEAD else 0.0


def log_odds_between(evidence: Collection[CellEvidence], key: PiecesKey, known: PiecesKey) -> float:
    """Return the log odds of one alternative to another by the readings in all lights."""
    means = _mean_of_each_light(evidence, lambda one: one.lead(known) - one.lead(key))
    return sum(_limited(mean, -_MAX_LIGHT_VOTE, _MAX_LIGHT_VOTE) for mean in means)


def extra_piece_confidence(evidence: Collection[CellEvidence], known: PiecesKey) -> float:
    """Return the probability that a cell holds more pieces than known: the highest of the means of each light."""
    return max(_mean_of_each_light(evidence, lambda one: one.presence if len(one.key) > len(known) else 0.0))


def _mean_of_each_light(evidence: Collection[CellEvidence], value: Callable[[CellEvidence], float]) -> list[float]:
    by_light: defaultdict[int, list[float]] = defaultdict(list)
    for one in evidence:
        by_light[one.light].append(value(one))
    return [sum(of_light) / len(of_light) for of_light in by_light.values()]


def _limited(value: float, low: float, high: float) -> float:
    return min(high, max(low, value))
