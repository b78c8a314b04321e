"""The rounds in a game's record: cards drafted and discarded, cubes paid, kind of draft, and goals won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.language import N_
from companion.numbers import whole_number
from companion.problems import Problem
from companion.record.events.boards import FactRecorded, changes_between
from companion.record.events.log import Event
from companion.record.timeline import Step
from games.hokkaido.city import Board, City
from games.hokkaido.goals import GOALS
from games.hokkaido.play.bidding import paid
from games.hokkaido.play.draft import Bid
from games.hokkaido.recorded_rounds import GOALS_FACT, ROUND_FACT

PLAIN, HONSHU = "hokkaido", "honshu"
ROUND, FREE_TILES = "round", "free_tiles"
"""The document's field with the number of the round that is played, once a round was kept; and a player's with the
terraforming tiles that may be laid for nothing."""
_MOST_POINTS = 20
_NO_GOAL = N_("A goal earns between 0 and 20 points.")


@dataclass(frozen=True)
class Round:
    """One round.

    Attributes:
        draft: by which rules cards were drafted.
        drafted: the card that each player got.
        bids: in Honshu's draft, what each player laid out.
        goals: who won each goal.
        tiles: who may lay a terraforming tile for nothing.
        thrown: the cards that left the game.
        paid: the cubes that players gave, by colour.
    """

    draft: str
    drafted: Mapping[str, int]
    bids: tuple[Bid, ...] = ()
    goals: Mapping[int, str] = field(default_factory=dict)
    tiles: tuple[str, ...] = ()
    thrown: tuple[int, ...] = ()
    paid: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def event(self, before: Document, after: Document) -> FactRecorded:
        """Return the event that records the round with the changes of its goals to the board document."""
        data: dict[str, Any] = {"draft": self.draft, "drafted": dict(self.drafted)}
        if self.bids:
            data["bids"] = {bid.player: _bid_data(bid) for bid in self.bids}
        if self.goals:
            data["goals"] = {str(goal): player for goal, player in self.goals.items()}
        if self.tiles:
            data["tiles"] = list(self.tiles)
        if self.thrown:
            data["thrown"] = list(self.thrown)
        if self.paid:
            data["paid"] = {player: dict(price) for player, price in self.paid.items()}
        return FactRecorded(what=ROUND_FACT, data=data, changes=tuple(changes_between(before, after)))


@dataclass(frozen=True)
class RecordedRounds:
    """The recorded rounds of a game, and the points of the goals in play."""

    rounds: tuple[Round, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)

    @property
    def open_goals(self) -> list[int]:
        """The goals that nobody has won yet."""
        won = {goal for played in self.rounds for goal in played.goals}
        return sorted(self.points.keys() - won)

    @property
    def used(self) -> list[int]:
        """The cards of all rounds, including the discarded ones."""
        return [card for played in self.rounds for card in (*played.drafted.values(), *played.thrown)]


def recorded_rounds(steps: Iterable[Step]) -> RecordedRounds:
    """Return the rounds in a game's log, each under the names that its players have now."""
    recorded, names = RecordedRounds(), list[str]()
    for step in steps:
        now = [player["name"] for player in step.position.document().get("players", ())]
        if now != names and len(now) == len(names):
            renamed = dict(zip(names, now, strict=True))
            recorded = replace(recorded, rounds=tuple(_under_names(played, renamed) for played in recorded.rounds))
        recorded, names = _followed(recorded, step.entry.event), now
    return recorded


def _followed(recorded: RecordedRounds, event: Event) -> RecordedRounds:
    """Return the rounds after an event."""
    if not isinstance(event, FactRecorded):
        return recorded
    if event.what == ROUND_FACT:
        return replace(recorded, rounds=(*recorded.rounds, _round(event.data)))
    if event.what == GOALS_FACT:
        return RecordedRounds(
            recorded.rounds, {int(goal): number for goal, number in event.data.get("points", {}).items()}
        )
    return recorded


def _under_names(played: Round, renamed: Mapping[str, str]) -> Round:
    def name_now(name: str) -> str:
        return renamed.get(name, name)

    return replace(
        played,
        drafted={name_now(name): card for name, card in played.drafted.items()},
        bids=tuple(replace(bid, player=name_now(bid.player)) for bid in played.bids),
        goals={goal: name_now(name) for goal, name in played.goals.items()},
        tiles=tuple(name_now(name) for name in played.tiles),
        paid={name_now(name): price for name, price in played.paid.items()},
    )


def _round(data: Mapping[str, Any]) -> Round:
    return Round(
        data.get("draft", PLAIN),
        data.get("drafted", {}),
        tuple(Bid(player, *bid) for player, bid in data.get("bids", {}).items()),
        {int(goal): player for goal, player in data.get("goals", {}).items()},
        tuple(data.get("tiles", ())),
        tuple(data.get("thrown", ())),
        data.get("paid", {}),
    )


def _bid_data(bid: Bid) -> list[int | str]:
    return [bid.card, bid.cubes, *([bid.colour] if bid.colour else [])]


def goals_in(form: Form) -> FactRecorded:
    """Return the goals in play with their points, from the fields ``goal-1`` to ``goal-9``; empty means not in play.

    Raises:
        Problem: A goal has other points than any earns.
    """
    given = {goal: form.get(f"goal-{goal}", "").strip() for goal in GOALS}
    points = {str(goal): goal_points(text) for goal, text in given.items() if text}
    return FactRecorded(what=GOALS_FACT, data={"points": points})


def goal_points(text: str) -> int:
    """Return the points of a goal; raises `Problem` where the text is no number from 0 to 20."""
    points = whole_number(text)
    if points is None or points > _MOST_POINTS:
        raise Problem(_NO_GOAL)
    return points


def rewarded(document: Document, played: Round, recorded: RecordedRounds) -> dict[str, Any]:
    """Return the document after a round: points of goals that were won, cubes that were paid, tiles for nothing.

    The document's field ``round`` is the number of the round that begins.
    """
    cities = Board.from_document(document).cities
    players = [_after(player, city, played, recorded) for player, city in zip(document["players"], cities, strict=True)]
    return {**document, ROUND: len(recorded.rounds) + 2, "players": players}


def _after(player: Mapping[str, Any], city: City, played: Round, recorded: RecordedRounds) -> dict[str, Any]:
    name, after = player["name"], {key: value for key, value in player.items() if key != FREE_TILES}
    won = [recorded.points[goal] for goal, winner in played.goals.items() if winner == name]
    if won:
        after["goals"] = [*player.get("goals", []), *won]
    if name in played.paid:
        after["cubes"] = _left(player["cubes"], paid(city, played.paid[name]))
    if name in played.tiles:
        after[FREE_TILES] = 1
    return after


def _left(cubes: Iterable[Mapping[str, Any]], city: City) -> list[Mapping[str, Any]]:
    """Return those of a player's cubes that the city still has."""
    there = Counter(((x, y), colour) for (x, y), colours in city.cubes.items() for colour in colours)
    kept = []
    for cube in cubes:
        key = (cube["x"], cube["y"]), cube["colour"]
        if there[key]:
            there[key] -= 1
            kept.append(cube)
    return kept
