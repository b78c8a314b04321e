"""The rounds in a game's record: cards drafted by each player, kind of draft, and goals won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.boardgames.entry import Document, Form
from companion.hokkaido.cards import Refused
from companion.language import N_
from companion.problems import Problem
from companion.record.board_events import FactRecorded, changes_between
from games.hokkaido.draft import ROUNDS, Bid, draft_refusals, taking_order, taking_order_of_two
from games.hokkaido.goals import GOALS, awards

PLAIN, HONSHU = "hokkaido", "honshu"
DRAFTS = (PLAIN, HONSHU)
TOLD_GOALS, TOLD_ROUND = "goals", "round"
_NO_NUMBER = N_("Give the number of each player's card, from 1 to 60.")
_NO_CUBES = N_("A card is made worth more by up to 14 cubes.")
_NOT_LAID_OUT = N_("In Honshu's draft everybody takes one of the cards that were laid out.")
_ALL_PLAYED = N_("All twelve rounds are kept already.")


@dataclass(frozen=True)
class Round:
    """One round.

    Attributes:
        draft: by which rules cards were drafted.
        drafted: the card that each player got.
        bids: in Honshu's draft, what each player laid out.
        goals: who won each goal.
        tiles: who may lay a terraforming tile for nothing.
    """

    draft: str
    drafted: Mapping[str, int]
    bids: tuple[Bid, ...] = ()
    goals: Mapping[int, str] = field(default_factory=dict)
    tiles: tuple[str, ...] = ()

    def event(self, before: Document, after: Document) -> FactRecorded:
        """Return the event that records the round with the changes of its goals to the board document."""
        data: dict[str, Any] = {"draft": self.draft, "drafted": dict(self.drafted)}
        if self.bids:
            data["bids"] = {bid.player: [bid.card, bid.cubes] for bid in self.bids}
        if self.goals:
            data["goals"] = {str(goal): player for goal, player in self.goals.items()}
        if self.tiles:
            data["tiles"] = list(self.tiles)
        return FactRecorded(what=TOLD_ROUND, data=data, changes=tuple(changes_between(before, after)))


@dataclass(frozen=True)
class Course:
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
        """The cards of all rounds."""
        return [card for played in self.rounds for card in played.drafted.values()]


def course_of(events: Iterable[FactRecorded]) -> Course:
    """Return the rounds in a list of events; other events are ignored."""
    rounds: list[Round] = []
    points: dict[int, int] = {}
    for event in events:
        if event.what == TOLD_ROUND:
            rounds.append(_round(event.data))
        elif event.what == TOLD_GOALS:
            points = {int(goal): number for goal, number in event.data.get("points", {}).items()}
    return Course(tuple(rounds), points)


def _round(data: Mapping[str, Any]) -> Round:
    return Round(
        data.get("draft", PLAIN),
        data.get("drafted", {}),
        tuple(Bid(player, card, cubes) for player, (card, cubes) in data.get("bids", {}).items()),
        {int(goal): player for goal, player in data.get("goals", {}).items()},
        tuple(data.get("tiles", ())),
    )


def goals_in(form: Form) -> FactRecorded:
    """Return the goals in play with their points, from the fields ``goal-1`` to ``goal-9``; empty means not in play."""
    given = {goal: form.get(f"goal-{goal}", "").strip() for goal in GOALS}
    points = {str(goal): min(20, int(text)) for goal, text in given.items() if text.isdecimal()}
    return FactRecorded(what=TOLD_GOALS, data={"points": points})


def bids_in(form: Form, names: list[str]) -> tuple[Bid, ...]:
    """Return each player's bid, from the fields ``bid-0``, ``cubes-0`` and so on; raises `Problem` for no numbers."""
    cubes = [form.get(f"cubes-{seat}", "").strip() or "0" for seat in range(len(names))]
    if not all(text.isdecimal() and int(text) <= 14 for text in cubes):
        raise Problem(_NO_CUBES)
    cards = _numbers(form, "bid", names)
    return tuple(Bid(name, cards[name], int(text)) for name, text in zip(names, cubes, strict=True))


def order_of(form: Form, names: list[str]) -> list[str]:
    """Return who takes first in Honshu's draft; of two, the lower with ``overbid``; raises `Problem` like `bids_in`."""
    bids = bids_in(form, names)
    return taking_order_of_two(bids, bool(form.get("overbid"))) if len(bids) == 2 else taking_order(bids)


def round_in(form: Form, names: list[str], course: Course) -> Round:
    """Return the round of a form: ``draft``, ``card-0``…, for Honshu bids, and ``meets-0-4`` where a goal is met.

    Raises:
        Problem: a card is missing or cannot be, or all rounds were played.
    """
    if len(course.rounds) >= ROUNDS:
        raise Problem(_ALL_PLAYED)
    draft = HONSHU if form.get("draft") == HONSHU else PLAIN
    drafted = _numbers(form, "card", names)
    for refusal in draft_refusals(drafted, course.used):
        raise Refused(refusal)
    bids = bids_in(form, names) if draft == HONSHU else ()
    if len(bids) > 2 and {bid.card for bid in bids} != set(drafted.values()):
        raise Problem(_NOT_LAID_OUT)
    meeting = {
        name: [goal for goal in course.open_goals if form.get(f"meets-{seat}-{goal}")]
        for seat, name in enumerate(names)
    }
    brought = awards(course.open_goals, meeting, drafted)
    return Round(draft, drafted, bids, brought.goals, tuple(sorted(brought.tiles)))


def rewarded(document: Document, played: Round, course: Course) -> dict[str, Any]:
    """Return the document with the points of the goals that were won in a round."""
    players = []
    for player in document["players"]:
        won = [course.points[goal] for goal, winner in played.goals.items() if winner == player["name"]]
        players.append({**player, "goals": [*player.get("goals", []), *won]} if won else player)
    return {**document, "players": players}


def _numbers(form: Form, field_name: str, names: list[str]) -> dict[str, int]:
    texts = [form.get(f"{field_name}-{seat}", "").strip() for seat in range(len(names))]
    if not all(text.isdecimal() for text in texts):
        raise Problem(_NO_NUMBER)
    return {name: int(text) for name, text in zip(names, texts, strict=True)}
