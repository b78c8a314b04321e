"""How far one reading speaks for each thing that may stand in a cell, and many readings together.

Readings of one still picture err alike, however many there are; readings in another light, or from another place, err
anew. So what readings say is averaged within a light and added up over lights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log

from companion.live.events import what
from vision.detections import PieceReading
from vision.vocabulary import PIECES

Pieces = tuple[PieceReading, ...]
Key = tuple[tuple[str, str | None], ...]
"""What stands in a cell, wherever in it; nothing is ``()``."""

_LEAST, _MOST = 0.5, 1.5
"""By how much, in log odds, one reading speaks at least and at most for what it says, against all else."""
_LEAD = 1.0
"""By how much readings of one picture must speak for one thing rather than for any other that some of them see."""
_MOST_OF_A_LIGHT = 2.5
"""The same for all readings in one light: one that is odd may be certain, too."""
_IMPOSSIBLE = 0.01
THERE, OVERLOOKED = 0.6, 0.85
"""How sure readings of one light must be on average that a thing is there that came with its tile, and one that came
unseen onto a tile that was known: snow on a rock is read as something of no clear colour, differently each time."""


def counts(sure: float) -> float:
    """Return what one reading counts, in log odds, that is right with this probability."""
    return _LEAST if sure <= 0.5 else _MOST if sure >= 1 else _within(log(sure / (1 - sure)), _LEAST, _MOST)


def pieces_key(pieces: Iterable[PieceReading]) -> Key:
    """Return what stands in a cell, wherever in it."""
    return tuple(sorted((what(p) for p in pieces), key=str))


@dataclass(frozen=True)
class Said:
    """What one reading says of the things in a cell.

    Attributes:
        key: what it holds for likeliest.
        shares: the probabilities of this and of what else it holds for possible.
        light: which light, or place of the camera, it was made in.
        there: how sure it is that something of one colour stands there, whatever its kind; of several the least sure.
    """

    key: Key
    shares: Mapping[Key, float]
    light: int = 0
    there: float = 0.0

    def lead(self, over: Key) -> float:
        """Return the log odds of what the reading says to something else; 0 for the same."""
        if over == self.key:
            return 0.0
        own = max(self.shares[self.key], _IMPOSSIBLE)
        other = self.shares.get(over, 1 - sum(self.shares.values()) if len(self.shares) == 1 else 0.0)
        return log(own / max(other, _IMPOSSIBLE))

    def within(self, over: Key) -> float:
        """Return the same within what one reading may count."""
        return 0.0 if over == self.key else _within(self.lead(over), _LEAST, _MOST)

    @property
    def sure(self) -> float:
        """The log odds of being right against everything else together, within what one reading may count."""
        return counts(self.shares[self.key])


def said_of(pieces: Pieces, bare: float, names: Collection[str], light: int = 0) -> Said:
    """Return what a reading says of a cell.

    Args:
        pieces: those that it reads there.
        bare: how sure it is, where it reads none, that nothing stands there, 0..1.
        names: what the colours are called, in the order of `vision.detections.PieceOdds`.
        light: which light it was made in.
    """
    key = pieces_key(pieces)
    if not pieces:
        return Said(key, {key: bare}, light)
    if len(pieces) > 1 or pieces[0].odds is None or pieces[0].kind == "stone":
        least = min(p.confidence for p in pieces)
        return Said(key, {key: least}, light, least)
    (piece,) = pieces
    odds = piece.odds
    assert odds is not None
    shares: dict[Key, float] = {(): 1 - odds.certainty}
    for kind, of_kind in zip(PIECES, odds.kinds, strict=True):
        for colour, of_colour in zip(names, odds.colours, strict=True):
            shares[((kind, colour),)] = odds.certainty * float(of_kind) * float(of_colour)
    there = odds.certainty * (float(odds.colours.max()) if odds.clear is None else odds.clear)
    return Said(key, {**shares, key: piece.confidence}, light, there)


def leader(said: Collection[Said]) -> tuple[Key, float]:
    """Return what readings of one picture speak for most, and by how much; that is 0 where another thing is close."""
    against = {key: sum(one.within(key) for one in said) for key in {one.key for one in said}}
    best = min(against, key=lambda key: against[key])
    lead = min((worth for key, worth in against.items() if key != best), default=_LEAD) - against[best]
    return best, sum(one.sure for one in said if one.key == best) if lead >= _LEAD else 0.0


def balance(said: Collection[Said], key: Key, known: Key) -> float:
    """Return by how much readings in all lights speak for one thing rather than another, in log odds."""
    means = _mean_of_each_light(said, lambda one: one.lead(known) - one.lead(key))
    return sum(_within(mean, -_MOST_OF_A_LIGHT, _MOST_OF_A_LIGHT) for mean in means)


def surely_more(said: Collection[Said], known: Key) -> float:
    """Return how sure readings are, in the light in which they are surest, that more stands in a cell than is known."""
    return max(_mean_of_each_light(said, lambda one: one.there if len(one.key) > len(known) else 0.0))


def _mean_of_each_light(said: Collection[Said], worth: Callable[[Said], float]) -> list[float]:
    by_light: defaultdict[int, list[float]] = defaultdict(list)
    for one in said:
        by_light[one.light].append(worth(one))
    return [sum(of_light) / len(of_light) for of_light in by_light.values()]


def _within(value: float, least: float, most: float) -> float:
    return min(most, max(least, value))
