"""The final scoring, added to the track after the third big scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.vikings.board import Player
from games.vikings.figures import FISHERMAN
from games.vikings.islands import completed
from games.vikings.ships import repelled
from games.vikings.specials import Special, amounts

GOLD_PER_POINT = 5
FED_PER_FISHERMAN = 5
POINTS_PER_SPARE_FOOD = 2
POINTS_PER_UNFED = -1
BOATSWAINS_PRIZE, ISLANDS_PRIZE, LONGEST_ISLAND_PRIZE = 10, 7, 5
"""Points of every player with most boatswains, most islands and the longest island (rule book)."""


@dataclass(frozen=True)
class FinalScore:
    """One player's points after the final scoring by kind, and the gold left then."""

    player: str
    track: int
    ships: int
    gold: int
    boatswains: int
    islands: int
    longest: int
    supply: int
    special: int = 0
    gold_left: int = 0

    @property
    def parts(self) -> dict[str, int]:
        """The points by kind; `special` only if special cards brought some."""
        named = {k: v for k, v in asdict(self).items() if k not in ("player", "gold_left", "special")}
        return {**named, "special": self.special} if self.special else named

    @property
    def total(self) -> int:
        """All the points together."""
        return sum(self.parts.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the score as the commands print it."""
        return {"player": self.player, **self.parts, "total": self.total}


@dataclass(frozen=True)
class Standing:
    """The numbers of one player that the final scoring counts: `fed` is the number of figures that can be fed."""

    boatswains: int
    islands: int
    longest: int
    fed: int
    figures: int


def standing(player: Player, specials: Sequence[Special] = ()) -> Standing:
    """Return the numbers that the final scoring counts of a player, including those of special cards.

    People drawn on special cards need no food, so `figures` counts wooden figures only.
    """
    islands, extra = completed(player.island_tiles), amounts(specials, player.name)
    return Standing(
        boatswains=player.boatswains + extra["boatswains"],
        islands=len(islands) + extra["islands"],
        longest=max(map(len, islands), default=0) + extra["longest"],
        fed=FED_PER_FISHERMAN * (len(player.safe(FISHERMAN)) + extra["fishermen"]) + extra["fed"],
        figures=player.figures,
    )


def final_scores(players: Sequence[Player], specials: Sequence[Special] = ()) -> list[FinalScore]:
    """Return the final scores in the order of the players."""
    standings = {player.name: standing(player, specials) for player in players}
    boatswains = _prizes({name: s.boatswains for name, s in standings.items()}, BOATSWAINS_PRIZE)
    islands = _prizes({name: s.islands for name, s in standings.items()}, ISLANDS_PRIZE)
    longest = _prizes({name: s.longest for name, s in standings.items()}, LONGEST_ISLAND_PRIZE)
    scores = []
    for player in players:
        name, extra = player.name, amounts(specials, player.name)
        ships, gold = settle_ships(player, extra["gold"])
        scores.append(
            FinalScore(
                player=name,
                track=player.points,
                ships=ships,
                gold=gold // GOLD_PER_POINT,
                boatswains=boatswains[name],
                islands=islands[name],
                longest=longest[name],
                supply=supply_points(standings[name]),
                special=extra["points"],
                gold_left=gold % GOLD_PER_POINT,
            )
        )
    return scores


def settle_ships(player: Player, more_gold: int = 0) -> tuple[int, int]:
    """Return the points that ships cost, zero or less, and the gold left.

    Ships that are not repelled cost the amount they show; missing gold costs as many points.
    """
    raiding = [ship for ship in player.ships if not repelled(ship, player.island_tiles)]
    gold = player.gold + more_gold - sum(ship.gold for ship in raiding)
    return min(gold, 0) - sum(ship.points for ship in raiding), max(gold, 0)


def supply_points(counted: Standing) -> int:
    """Return the points for spare food, or the loss, zero or less, for figures that are not fed."""
    spare = counted.fed - counted.figures
    return POINTS_PER_SPARE_FOOD * spare if spare > 0 else POINTS_PER_UNFED * -spare


def winner(scores: Sequence[FinalScore]) -> str | None:
    """Return the player with most points, then most gold left; None for a further tie or without players."""
    ranked = sorted(scores, key=lambda score: (score.total, score.gold_left), reverse=True)
    if not ranked:
        return None
    first, *others = ranked
    tied = others and (others[0].total, others[0].gold_left) == (first.total, first.gold_left)
    return None if tied else first.player


def _prizes(counts: Mapping[str, int], prize: int) -> dict[str, int]:
    """Return the prize for each player with the highest count, and 0 for the others or if the highest is 0."""
    most = max(counts.values(), default=0)
    return {name: prize if count == most > 0 else 0 for name, count in counts.items()}
