"""The gains of figures and ships in a small and in a big scoring."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games.vikings.board import Player
from games.vikings.figures import FISHERMAN, GOLDSMITH, JARL, SCOUT
from games.vikings.ships import repelled

GOLD_PER_GOLDSMITH = 3
POINTS_PER_JARL = 2
POINTS_PER_SCOUT = 1
POINTS_PER_FIGURE_BELOW = 1


@dataclass(frozen=True)
class Gains:
    """One player's gains in a small or a big scoring by kind: first points, then gold."""

    player: str
    ships: int = 0
    jarls: int = 0
    scouts: int = 0
    special: int = 0
    ship_gold: int = 0
    goldsmiths: int = 0
    special_gold: int = 0

    @property
    def points(self) -> int:
        """All the points together."""
        return self.ships + self.jarls + self.scouts + self.special

    @property
    def gold(self) -> int:
        """All the gold together."""
        return self.ship_gold + self.goldsmiths + self.special_gold

    @property
    def parts(self) -> dict[str, int]:
        """The gains by kind."""
        return {name: value for name, value in asdict(self).items() if name != "player"}

    def to_dict(self) -> dict[str, Any]:
        """Return the gains as the commands print them."""
        return {"player": self.player, "points": self.points, "gold": self.gold}


def small_gains(player: Player) -> Gains:
    """Return a player's gains in a small scoring: gold for each goldsmith on an island that is not threatened."""
    return Gains(player.name, goldsmiths=GOLD_PER_GOLDSMITH * len(player.safe(GOLDSMITH)))


def big_gains(player: Player) -> Gains:
    """Return a player's gains in a big scoring, after boatswains have carried figures.

    Repelled ships pay the amount they show, jarls and scouts earn points, goldsmiths gold. Threatened figures earn
    nothing.
    """
    paying = [ship for ship in player.ships if repelled(ship, player.island_tiles)]
    return Gains(
        player.name,
        ships=sum(ship.points for ship in paying),
        jarls=POINTS_PER_JARL * len(player.safe(JARL)),
        scouts=scout_points(player),
        ship_gold=sum(ship.gold for ship in paying),
        goldsmiths=GOLD_PER_GOLDSMITH * len(player.safe(GOLDSMITH)),
    )


def scout_points(player: Player) -> int:
    """Return the points of scouts: one each, and one for each goldsmith and fisherman in the column below.

    Threatened scouts and threatened figures below scouts do not count.
    """
    below = {tile.cell for figure in (GOLDSMITH, FISHERMAN) for tile in player.safe(figure)}
    return sum(
        POINTS_PER_SCOUT + POINTS_PER_FIGURE_BELOW * sum((row, scout.column) in below for row in (GOLDSMITH, FISHERMAN))
        for scout in player.safe(SCOUT)
    )
