"""What the figures on islands earn in a small and in a big scoring."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from games.vikings.board import Player
from games.vikings.figures import FISHERMAN, GOLDSMITH, JARL, SCOUT
from games.vikings.ships import repelled

GOLD_A_GOLDSMITH = 3
POINTS_A_JARL = 2
POINTS_A_SCOUT = 1
POINTS_BELOW_A_SCOUT = 1


@dataclass(frozen=True)
class Gains:
    """What one player gains in a small or a big scoring, each kind apart: points, then gold."""

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
        """Every kind of gain by name."""
        return {name: value for name, value in asdict(self).items() if name != "player"}

    def to_dict(self) -> dict[str, Any]:
        """Return the gains as the commands print them."""
        return {"player": self.player, "points": self.points, "gold": self.gold}


def small_gains(player: Player) -> Gains:
    """Return what a player gains in a small scoring: gold for each goldsmith on an island and not threatened."""
    return Gains(player.name, goldsmiths=GOLD_A_GOLDSMITH * len(player.safe(GOLDSMITH)))


def big_gains(player: Player) -> Gains:
    """Return what a player gains in a big scoring, after boatswains have carried figures.

    Ships that warriors repel pay what they show; jarls and scouts earn points, goldsmiths gold. Whoever is
    threatened earns nothing.
    """
    paying = [ship for ship in player.ships if repelled(ship, player.island_tiles)]
    return Gains(
        player.name,
        ships=sum(ship.points for ship in paying),
        jarls=POINTS_A_JARL * len(player.safe(JARL)),
        scouts=scout_points(player),
        ship_gold=sum(ship.gold for ship in paying),
        goldsmiths=GOLD_A_GOLDSMITH * len(player.safe(GOLDSMITH)),
    )


def scout_points(player: Player) -> int:
    """Return the points of the scouts: one each, and one for each goldsmith and fisherman straight below it.

    Scouts that are threatened earn nothing, nor do threatened figures below one that is not.
    """
    below = {tile.cell for figure in (GOLDSMITH, FISHERMAN) for tile in player.safe(figure)}
    return sum(
        POINTS_A_SCOUT + POINTS_BELOW_A_SCOUT * sum((row, scout.column) in below for row in (GOLDSMITH, FISHERMAN))
        for scout in player.safe(SCOUT)
    )
