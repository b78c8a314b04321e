"""Laying a card into a city: the legal places, the city afterwards, and the reasons against a place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.hokkaido.chain import links, path_of
from games.hokkaido.city import LAKE, MOUNTAIN, PRODUCTION, City, Place, Square
from games.hokkaido.play.draft import CARDS
from games.hokkaido.words import REFUSALS
from games.rulebook import RuleNotice

TURNS = 4
SQUARES = 6
"""The squares of a card."""
CARD_STEPS = (1, 2)
"""The steps from one end of a card to the other, across and down; or down and across, where it is turned."""


@dataclass(frozen=True)
class Card:
    """A province card: its number and its squares, the top left one at ``(0, 0)``."""

    number: int
    squares: Mapping[Place, Square]

    @classmethod
    def of(cls, number: int, rows: Sequence[Sequence[Square]]) -> Card:
        """Return the card whose squares are printed in these rows, from the top."""
        return cls(number, {(x, y): replace(s, card=number) for y, row in enumerate(rows) for x, s in enumerate(row)})

    def turned(self, quarters: int) -> Card:
        """Return the card turned clockwise by `quarters`, with its top left square at ``(0, 0)`` again."""
        squares = dict(self.squares)
        for _ in range(quarters % TURNS):
            height = max(y for _, y in squares) + 1
            squares = {(height - 1 - y, x): square for (x, y), square in squares.items()}
        return Card(self.number, squares)


@dataclass(frozen=True)
class Laying:
    """A card in its place.

    Attributes:
        card: the card.
        at: where its top left square lies, after the turn.
        turn: clockwise quarters.
        under: places at which it is slid under the square there; everywhere else it lies on top.
    """

    card: Card
    at: Place
    turn: int = 0
    under: frozenset[Place] = frozenset()

    @property
    def squares(self) -> dict[Place, Square]:
        """The card's squares by their places in the city."""
        turned = self.card.turned(self.turn).squares
        return {(self.at[0] + x, self.at[1] + y): square for (x, y), square in turned.items()}


def laid(city: City, laying: Laying) -> City:
    """Return the city with the card laid, whether or not that is legal.

    A cube that is covered goes back to the supply; each production square of the card that is visible gets its cube.
    """
    seen = _seen(city, laying)
    cubes = {place: colours for place, colours in city.cubes.items() if place not in seen}
    made = {p: (s.colour,) for p, s in seen.items() if s.terrain == PRODUCTION and s.colour is not None}
    return replace(city, squares={**city.squares, **seen}, cubes={**cubes, **made})


def refusals(city: City, laying: Laying) -> list[RuleNotice]:
    """Return the rules that forbid to lay a card so; empty if it is legal.

    ``card-there``: a card of this number lies in the city already. ``no-overlap``: at least one square has to lie over
    or under another, but for the first card of a city. ``nothing-visible``: at least one square of the card stays
    visible. ``hidden-mountain``, ``hidden-lake``: neither is ever covered. ``range``: new mountains extend the single
    range at its ends.
    """
    return list(_refusals(city, laying))


def _refusals(city: City, laying: Laying) -> Iterator[RuleNotice]:
    squares, seen = laying.squares, _seen(city, laying)
    shared = sorted(squares.keys() & city.squares.keys())
    there = sorted(place for place, square in city.squares.items() if square.card == laying.card.number)
    if there and laying.card.number in CARDS:
        yield _notice("card-there", there)
    if city.squares and not shared:
        yield _notice("no-overlap")
    if not seen:
        yield _notice("nothing-visible")
    hidden = [(p, city.squares[p] if p in seen else squares[p]) for p in shared]
    for terrain in (MOUNTAIN, LAKE):
        covered = [place for place, square in hidden if square.terrain == terrain]
        if covered:
            yield _notice(f"hidden-{terrain}", covered)
    broken = breaks_range(city.places(MOUNTAIN), {p for p, s in seen.items() if s.terrain == MOUNTAIN})
    if broken:
        yield _notice("range", sorted(broken))


def fits_one_card(places: Collection[Place]) -> bool:
    """Return whether all these squares, at least one, may be of one card: they lie within three by two squares."""
    shorter, longer = sorted(max(axis) - min(axis) for axis in zip(*places, strict=True))
    return bool(shorter <= CARD_STEPS[0] and longer <= CARD_STEPS[1])


def breaks_range(old: Collection[Place], fresh: Collection[Place]) -> frozenset[Place]:
    """Return the new mountains if they do not extend the single range of the old ones at its ends; else nothing.

    All mountains together have to be one path that contains every step of the old one.
    """
    added = frozenset(fresh) - frozenset(old)
    together = frozenset(old) | added
    if not added or (path_of(together) is not None and _steps(old) <= _steps(together)):
        return frozenset()
    return added


def legal_layings(city: City, card: Card, turns: Iterable[int] = range(TURNS)) -> Iterator[Laying]:
    """Yield every legal way to lay a card in these turns, wholly over or wholly under the squares there."""
    for turn in turns:
        shape = card.turned(turn).squares
        for at in sorted(_anchors(city, shape)):
            below = frozenset((at[0] + x, at[1] + y) for x, y in shape).intersection(city.squares)
            for under in (frozenset[Place](), below) if below else (frozenset[Place](),):
                laying = Laying(card, at, turn, under)
                if not refusals(city, laying):
                    yield laying


def _anchors(city: City, shape: Collection[Place]) -> set[Place]:
    """Return where the card's top left square may lie so that it touches a square of the city."""
    return {(x - dx, y - dy) for x, y in city.squares for dx, dy in shape} or {(0, 0)}


def _seen(city: City, laying: Laying) -> dict[Place, Square]:
    """Return the squares of the card that are visible once it lies."""
    return {p: s for p, s in laying.squares.items() if p not in laying.under or p not in city.squares}


def _steps(mountains: Collection[Place]) -> frozenset[frozenset[Place]]:
    return frozenset(frozenset(edge) for edge in links(mountains).edges)


def _notice(code: str, places: Sequence[Place] = ()) -> RuleNotice:
    return RuleNotice(code, REFUSALS[code], None, tuple(places))
