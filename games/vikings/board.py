"""The board before a scoring: each player's islands and ships, figures at home, points and gold.

A board never changes; laying a tile or moving a figure gives a new one that shares what stayed the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from games.vikings.figures import BOATSWAIN, FIGURES, Cell, Figure
from games.vikings.islands import IslandTile
from games.vikings.ships import Ship, threatened
from games.vikings.specials import Special

Stage = Literal["small", "big", "final"]
STAGES: tuple[Stage, ...] = ("small", "big", "final")


def at_home(**counts: int) -> Mapping[Figure, int]:
    """Return a count for every kind of figure at home; kinds that are not named are 0.

    >>> at_home(scout=2)["scout"], at_home()["jarl"]
    (2, 0)
    """
    return MappingProxyType({figure: counts.get(figure, 0) for figure in FIGURES})


@dataclass(frozen=True)
class Player:
    """One player's fjord: islands and ships, figures at home, points on the track and gold in hand."""

    name: str
    points: int = 0
    gold: int = 0
    island_tiles: tuple[IslandTile, ...] = ()
    ships: tuple[Ship, ...] = ()
    home: Mapping[Figure, int] = field(default_factory=at_home, hash=False)
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def laid(self) -> dict[Cell, IslandTile]:
        """The island tiles by row and column."""
        return {tile.cell: tile for tile in self.island_tiles}

    @cached_property
    def threatened(self) -> frozenset[Cell]:
        """The places that ships threaten."""
        return threatened(self.ships, self.island_tiles)

    @property
    def boatswains(self) -> int:
        """The number of boatswains at home."""
        return self.home[BOATSWAIN]

    @property
    def figures(self) -> int:
        """The number of the player's figures on islands and at home, including boatswains."""
        return sum(tile.figure is not None for tile in self.island_tiles) + sum(self.home.values())

    def safe(self, figure: Figure) -> list[IslandTile]:
        """Return the tiles with such a figure that no ship threatens."""
        return [tile for tile in self.island_tiles if tile.figure == figure and tile.cell not in self.threatened]

    def with_tile(self, tile: IslandTile) -> Player:
        """Return this player with one more island tile."""
        return replace(self, island_tiles=(*self.island_tiles, tile))

    def with_ship(self, ship: Ship) -> Player:
        """Return this player with one more ship."""
        return replace(self, ships=(*self.ships, ship))

    def with_home(self, figure: Figure, more: int) -> Player:
        """Return this player with `more` of these figures at home, or fewer if negative; the count stays at least 0."""
        return replace(self, home=at_home(**{**self.home, figure: max(0, self.home[figure] + more)}))


@dataclass(frozen=True)
class Board:
    """Every player's fjord, the scoring that is due, and the effects of special cards at it."""

    players: tuple[Player, ...] = ()
    stage: Stage = "final"
    specials: tuple[Special, ...] = ()
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def player(self, name: str) -> Player:
        """Return the player of this name; raises `KeyError` if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(f"no player is named {name!r}")

    def with_specials(self, specials: tuple[Special, ...]) -> Board:
        """Return this board with these special cards in effect and no others: their warriors repel the ships above."""
        return replace(self, specials=specials, players=tuple(_guarded(player, specials) for player in self.players))

    def with_player(self, changed: Player) -> Board:
        """Return this board with the player of the same name as `changed` replaced by it."""
        return replace(self, players=tuple(changed if p.name == changed.name else p for p in self.players))


def _guarded(player: Player, specials: Sequence[Special]) -> Player:
    """Return the player with the ships held off over the columns that warriors on special cards guard."""
    columns = {card.amount - 1 for card in specials if card.player == player.name and card.effect == "warriors"}
    return replace(player, ships=tuple(replace(ship, held=ship.column in columns) for ship in player.ships))
