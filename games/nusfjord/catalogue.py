"""The catalogue of building cards and ships that players enter for their copy and share as a file.

The cards' texts are not part of the rules, so the catalogue is empty until players fill it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from games.envelope import DocumentError, Loose, Model, refuse_repeats
from games.nusfjord.cards import Card
from games.nusfjord.document import Count, ShipKind
from games.nusfjord.stock import NOTHING, Stock

FORMAT, VERSION = "longhouse-catalogue", 1
MOST_CARDS = 1000
"""More cards than all editions have; it bounds the size of a file."""
_LONGEST = 60
_FARTHEST = 99

_Points = Annotated[int, Field(ge=-_FARTHEST, le=_FARTHEST)]
_Amount = Annotated[Count, Field(le=_FARTHEST)]


class _Cost(Model):
    wood: _Amount = 0
    fish: _Amount = 0
    gold: _Amount = 0


class _Card(Model):
    name: Annotated[str, Field(min_length=1, max_length=_LONGEST)]
    deck: Literal["A", "B", "C"] | None = None
    cost: _Cost | None = None
    points: _Points | None


class _Ship(Model):
    kind: ShipKind
    points: _Points


class _Document(Model):
    format: Literal["longhouse-catalogue"]
    version: Literal[1]
    game: Literal["nusfjord"]
    buildings: Annotated[list[_Card], Field(strict=False, max_length=MOST_CARDS)]
    ships: Annotated[list[_Ship], Loose] = Field(default_factory=list)


@dataclass(frozen=True)
class Catalogue:
    """The cards entered, in the order of their names, and the points on a ship's token by kind."""

    cards: tuple[Card, ...] = ()
    ships: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_document(cls, data: object) -> Catalogue:
        """Return the catalogue in a file's JSON.

        Raises:
            DocumentError: It is not well-formed, or has a card or a kind of ship twice; the error names the field.
        """
        document = _Document.parse(data)
        refuse_repeats((f"buildings[{n}].name", key_of(card.name)) for n, card in enumerate(document.buildings))
        refuse_repeats((f"ships[{n}].kind", ship.kind) for n, ship in enumerate(document.ships))
        for number, card in enumerate(document.buildings):
            if not key_of(card.name):
                raise DocumentError(f"buildings[{number}].name", "value", card.name)
        return cls(_sorted({key_of(card.name): _card(card) for card in document.buildings}), _points(document.ships))

    def to_document(self) -> dict[str, Any]:
        """Return the catalogue as `from_document` reads it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": "nusfjord",
            "buildings": [_written(card) for card in self.cards],
            "ships": [{"kind": kind, "points": points} for kind, points in sorted(self.ships.items())],
        }

    def card(self, name: str) -> Card | None:
        """Return the card of a name, ignoring case and spacing; ``None`` if there is none."""
        return next((card for card in self.cards if key_of(card.name) == key_of(name)), None)

    def with_card(self, card: Card) -> Catalogue:
        """Return the catalogue with a card, in place of one of the same name."""
        return replace(self, cards=_sorted({key_of(c.name): c for c in (*self.cards, card)}))

    def without(self, name: str) -> Catalogue:
        """Return the catalogue without the card of a name."""
        return replace(self, cards=tuple(card for card in self.cards if key_of(card.name) != key_of(name)))

    def with_ship(self, kind: str, points: int) -> Catalogue:
        """Return the catalogue with the points on the tokens of a kind of ship."""
        return replace(self, ships={**self.ships, kind: points})

    def merged_with(self, other: Catalogue) -> Catalogue:
        """Return both catalogues in one; where both have a name, the card of `other` is taken."""
        cards = {key_of(card.name): card for card in (*self.cards, *other.cards)}
        return Catalogue(_sorted(cards), {**self.ships, **other.ships})


def key_of(name: str) -> str:
    """Return a name in a normal form, without differences of case and spacing."""
    return " ".join(name.split()).casefold()


def _sorted(cards: Mapping[str, Card]) -> tuple[Card, ...]:
    return tuple(cards[key] for key in sorted(cards))


def _points(ships: list[_Ship]) -> dict[str, int]:
    return {ship.kind: ship.points for ship in ships}


def _card(card: _Card) -> Card:
    price = NOTHING if card.cost is None else Stock(card.cost.wood, card.cost.fish, card.cost.gold)
    return Card(" ".join(card.name.split()), card.deck or "", price, card.points)


def _written(card: Card) -> dict[str, Any]:
    cost = {"wood": card.price.wood, "fish": card.price.fish, "gold": card.price.gold}
    written: dict[str, Any] = {"name": card.name}
    if card.deck:
        written["deck"] = card.deck
    return {**written, "cost": cost, "points": card.points}
