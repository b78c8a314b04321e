"""The harbours of all players at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.documents import FORMAT, VERSION
from games.nusfjord.document import BoardDocument, PlayerModel, parse_document
from games.nusfjord.ships import catch_size

BASE, SOLO, HARDER, CAMPAIGN = "base", "solo", "harder", "campaign"
ALONE = (SOLO, HARDER, CAMPAIGN)
"""The variants for one player; `BASE` is the game for several."""

Source = Mapping[str, Any]
"""The fields of a document, including unknown ones."""


@dataclass(frozen=True)
class Building:
    """A building and the points it earned."""

    name: str
    points: int
    source: Source = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Ship:
    """A ship, sloop, cutter or schooner, and the points on its token."""

    kind: str
    points: int
    source: Source = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Harbour:
    """One player's harbour with everything that is scored."""

    name: str
    buildings: tuple[Building, ...] = ()
    ships: tuple[Ship, ...] = ()
    shares_owned: int = 0
    unissued: int = 0
    gold: int = 0
    free_spaces: int = 0
    colour: str | None = None
    source: Source = field(default_factory=dict, compare=False, repr=False)

    @property
    def catch(self) -> int:
        """The fish that its ships catch in a fish phase, 3 to 12."""
        return catch_size(ship.kind for ship in self.ships)

    def to_document(self) -> dict[str, Any]:
        """Return the harbour as a player of a document."""
        written: dict[str, Any] = {
            **self.source,
            "name": self.name,
            "buildings": [{**b.source, "name": b.name, "points": b.points} for b in self.buildings],
            "ships": [{**s.source, "kind": s.kind, "points": s.points} for s in self.ships],
            "shares_owned": self.shares_owned,
            "unissued": self.unissued,
            "gold": self.gold,
            "free_spaces": self.free_spaces,
        }
        return written if self.colour is None else {**written, "colour": self.colour}


@dataclass(frozen=True)
class Board:
    """The harbours of all players, and the variant that was played."""

    harbours: tuple[Harbour, ...]
    variant: str = BASE
    source: Source = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_document(cls, data: Mapping[str, Any] | BoardDocument) -> Board:
        """Return the board that a document describes; raises `DocumentError`, which names the field."""
        document = data if isinstance(data, BoardDocument) else parse_document(data)
        harbours = tuple(_harbour(player) for player in document.players)
        return cls(harbours, variant_of(document.given()), document.given())

    def to_document(self) -> dict[str, Any]:
        """Return the board as a document; a document that `from_document` read comes back unchanged."""
        written: dict[str, Any] = {**self.source, "format": FORMAT, "version": VERSION, "game": "nusfjord"}
        if variant_of(self.source) != self.variant:
            written["rules"] = {**rules_of(self.source), "variant": self.variant}
        written["players"] = [harbour.to_document() for harbour in self.harbours]
        return written

    def harbour(self, player: str) -> Harbour:
        """Return the harbour of a player; raises `KeyError` if no player has this name."""
        for harbour in self.harbours:
            if harbour.name == player:
                return harbour
        raise KeyError(player)


def rules_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the optional field ``rules`` of a document; empty where it is missing or no mapping."""
    rules = document.get("rules")
    return dict(rules) if isinstance(rules, Mapping) else {}


def variant_of(document: Mapping[str, Any]) -> str:
    """Return the variant that a document names: one of `ALONE`, or else `BASE`."""
    variant = rules_of(document).get("variant")
    return variant if variant in ALONE else BASE


def _harbour(player: PlayerModel) -> Harbour:
    return Harbour(
        name=player.name,
        buildings=tuple(Building(b.name, b.points, b.given()) for b in player.buildings),
        ships=tuple(Ship(s.kind, s.points, s.given()) for s in player.ships),
        shares_owned=player.shares_owned,
        unissued=player.unissued,
        gold=player.gold,
        free_spaces=player.free_spaces,
        colour=_colour(player.given().get("colour")),
        source=player.given(),
    )


def _colour(given: object) -> str | None:
    return given if isinstance(given, str) else None
