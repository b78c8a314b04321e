"""The catalogue of building cards, elders and ships that players enter for their copy and share as a file.

The cards' texts are not part of the rules, so the catalogue is empty until players fill it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from games.documents import DocumentError, refuse_repeats
from games.envelope import Amount, Loose, Model
from games.nusfjord.cards import Card, ElderCard
from games.nusfjord.document import ShipKind
from games.nusfjord.effect import MOST, PART_NAMES, Effect, Part, PartName
from games.nusfjord.stock import NOTHING, Stock

FORMAT, VERSION = "longhouse-catalogue", 1
MOST_CARDS = 1000
"""More cards than all editions have; it bounds the size of a file."""
_MOST_LETTERS = 60
"""Letters of a name."""
_LARGEST = 99
"""The largest points and costs of a card that a catalogue takes."""

_Named = TypeVar("_Named", Card, ElderCard)
_Points = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
_Amount = Annotated[Amount, Field(le=_LARGEST)]


class _Cost(Model):
    wood: _Amount = 0
    fish: _Amount = 0
    gold: _Amount = 0


class _Part(Model):
    part: PartName
    amount: Annotated[int, Field(ge=-MOST, le=MOST)]


_Effect = Annotated[list[_Part], Field(strict=False, max_length=len(PART_NAMES))]


class _Elder(Model):
    name: Annotated[str, Field(min_length=1, max_length=_MOST_LETTERS)]
    effect: _Effect = Field(default_factory=list)


class _Card(Model):
    name: Annotated[str, Field(min_length=1, max_length=_MOST_LETTERS)]
    deck: Literal["A", "B", "C"] | None = None
    fish_deck: Literal["mackerel", "cod", "herring"] | None = None
    cost: _Cost | None = None
    points: _Points | None
    effect: _Effect = Field(default_factory=list)


class _Ship(Model):
    kind: ShipKind
    points: _Points


class _Document(Model):
    format: Literal["longhouse-catalogue"]
    version: Literal[1]
    game: Literal["nusfjord"]
    buildings: Annotated[list[_Card], Field(strict=False, max_length=MOST_CARDS)]
    ships: Annotated[list[_Ship], Loose] = Field(default_factory=list)
    elders: Annotated[list[_Elder], Field(strict=False, max_length=MOST_CARDS)] = Field(default_factory=list)


@dataclass(frozen=True)
class Catalogue:
    """The cards and elders entered, in the order of their names, and the points on a ship's token by kind."""

    cards: tuple[Card, ...] = ()
    ships: Mapping[str, int] = field(default_factory=dict)
    elders: tuple[ElderCard, ...] = ()

    @classmethod
    def from_document(cls, data: object) -> Catalogue:
        """Return the catalogue in a file's JSON.

        Raises:
            DocumentError: It is not well-formed, or has a card, an elder or a kind of ship twice; it names the field.
        """
        document = _Document.parse(data)
        refuse_repeats((f"buildings[{n}].name", key_of(card.name)) for n, card in enumerate(document.buildings))
        refuse_repeats((f"ships[{n}].kind", ship.kind) for n, ship in enumerate(document.ships))
        refuse_repeats((f"elders[{n}].name", key_of(elder.name)) for n, elder in enumerate(document.elders))
        named = [(f"buildings[{number}].name", card.name) for number, card in enumerate(document.buildings)]
        named += [(f"elders[{number}].name", elder.name) for number, elder in enumerate(document.elders)]
        for field_name, name in named:
            if not key_of(name):
                raise DocumentError(field_name, "value", name)
        elders = {key_of(elder.name): _elder(elder) for elder in document.elders}
        cards = {key_of(card.name): _card(card) for card in document.buildings}
        return cls(_in_order(cards), _points(document.ships), _in_order(elders))

    def to_document(self) -> dict[str, Any]:
        """Return the catalogue as `from_document` reads it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": "nusfjord",
            "buildings": [_written(card) for card in self.cards],
            "elders": [{"name": elder.name, "effect": _parts(elder.effect)} for elder in self.elders],
            "ships": [{"kind": kind, "points": points} for kind, points in sorted(self.ships.items())],
        }

    def card(self, name: str) -> Card | None:
        """Return the card of a name, ignoring case and spacing; ``None`` if there is none."""
        return next((card for card in self.cards if key_of(card.name) == key_of(name)), None)

    def elder(self, name: str) -> ElderCard | None:
        """Return the elder of a name, ignoring case and spacing; ``None`` if there is none."""
        return next((elder for elder in self.elders if key_of(elder.name) == key_of(name)), None)

    def effect(self, name: str) -> Effect:
        """Return what the text of the building or elder of this name does, as far as it was entered."""
        found = self.card(name) or self.elder(name)
        return found.effect if found is not None else ()

    def with_effect(self, name: str, effect: Effect) -> Catalogue:
        """Return the catalogue with the effect of a card's text; a name that is no building's is an elder's."""
        card = self.card(name)
        if card is not None:
            return self.with_card(replace(card, effect=effect))
        elder = ElderCard(" ".join(name.split())[:_MOST_LETTERS], effect)
        return replace(self, elders=_in_order({**{key_of(e.name): e for e in self.elders}, key_of(name): elder}))

    def with_card(self, card: Card) -> Catalogue:
        """Return the catalogue with a card, in place of one of the same name."""
        return replace(self, cards=_in_order({key_of(c.name): c for c in (*self.cards, card)}))

    def without(self, name: str) -> Catalogue:
        """Return the catalogue without the card or the elder of a name."""
        cards = tuple(card for card in self.cards if key_of(card.name) != key_of(name))
        return replace(self, cards=cards, elders=tuple(e for e in self.elders if key_of(e.name) != key_of(name)))

    def with_ship(self, kind: str, points: int) -> Catalogue:
        """Return the catalogue with the points on the tokens of a kind of ship."""
        return replace(self, ships={**self.ships, kind: points})

    def merged_with(self, other: Catalogue) -> Catalogue:
        """Return both catalogues in one; where both have a name, the card of `other` is taken."""
        cards = {key_of(card.name): card for card in (*self.cards, *other.cards)}
        elders = {key_of(elder.name): elder for elder in (*self.elders, *other.elders)}
        return Catalogue(_in_order(cards), {**self.ships, **other.ships}, _in_order(elders))


def key_of(name: str) -> str:
    """Return a name in a normal form, without differences of case and spacing."""
    return " ".join(name.split()).casefold()


def _in_order(named: Mapping[str, _Named]) -> tuple[_Named, ...]:
    return tuple(named[key] for key in sorted(named))


def _points(ships: list[_Ship]) -> dict[str, int]:
    return {ship.kind: ship.points for ship in ships}


def _card(card: _Card) -> Card:
    price = NOTHING if card.cost is None else Stock(card.cost.wood, card.cost.fish, card.cost.gold)
    return Card(
        " ".join(card.name.split()), card.deck or "", price, card.points, _effect(card.effect), card.fish_deck or ""
    )


def _elder(elder: _Elder) -> ElderCard:
    return ElderCard(" ".join(elder.name.split()), _effect(elder.effect))


def _effect(parts: list[_Part]) -> Effect:
    return tuple(Part(part.part, part.amount) for part in parts if part.amount)


def _parts(effect: Effect) -> list[dict[str, Any]]:
    return [{"part": part.what, "amount": part.amount} for part in effect]


def _written(card: Card) -> dict[str, Any]:
    cost = {"wood": card.price.wood, "fish": card.price.fish, "gold": card.price.gold}
    written: dict[str, Any] = {"name": card.name}
    if card.deck:
        written["deck"] = card.deck
    if card.fish_deck:
        written["fish_deck"] = card.fish_deck
    if card.effect:
        written["effect"] = _parts(card.effect)
    return {**written, "cost": cost, "points": card.points}
