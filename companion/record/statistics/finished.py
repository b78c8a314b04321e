"""A game that is over, as far as statistics need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from companion.record.same_name import name_key, named_twice
from companion.record.storage.library import StoredGame
from games.fjords.board import Board
from games.fjords.drawing.colours import COLOURS
from games.fjords.settlement import lands

_FEWEST_PLAYERS = 2


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, between at least two players.

    Attributes:
        id: its number in the library.
        game: the name of its rulebook.
        variant: the variant of the rules; empty in games without variants.
        begun: when it began.
        points: the points of each player, by name.
        winners: the names of the winner, or of all who share the victory.
        lands: the tiles of each player's longest land, by name; empty in games without lands.
    """

    id: int
    game: str
    variant: str
    begun: datetime
    points: Mapping[str, int]
    winners: frozenset[str]
    lands: Mapping[str, int]

    @property
    def people(self) -> tuple[str, ...]:
        """The players who gave a name; the others are known by their colours only, which change hands."""
        return tuple(name for name in self.points if name not in COLOURS)

    @property
    def margin(self) -> int:
        """Points between the best player and the next."""
        best, second, *_ = sorted(self.points.values(), reverse=True)
        return best - second


@dataclass(frozen=True)
class Selection:
    """Which games count; an empty field or 0 selects all.

    Attributes:
        game: the name of a rulebook.
        variant: a variant of the rules.
        player: the name of somebody who played.
        seats: how many played.
    """

    game: str = ""
    variant: str = ""
    player: str = ""
    seats: int = 0

    def of(self, games: Iterable[FinishedGame]) -> list[FinishedGame]:
        """Return the selected games, the oldest first."""
        return sorted(filter(self._has, games), key=lambda game: (game.begun, game.id))

    def _has(self, game: FinishedGame) -> bool:
        return (
            self.game in ("", game.game)
            and self.variant in ("", game.variant)
            and (not self.player or self.player in game.people)
            and self.seats in (0, len(game.points))
        )


def finished_game(stored: StoredGame) -> FinishedGame | None:
    """Return a game for statistics; ``None`` where it is not over, or fewer than two played."""
    position, result = stored.timeline.position, stored.timeline.result
    if not position.ended or len(result.players) < _FEWEST_PLAYERS:
        return None
    is_fjords = position.board is None
    return FinishedGame(
        id=stored.id,
        game=result.game,
        variant=position.setup.variant if is_fjords else "",
        begun=stored.begun,
        points={score.player: score.total for score in result.scores.scores},
        winners=result.scores.winners,
        lands=_longest_lands(Board.from_document(position.document())) if is_fjords else {},
    )


def with_one_spelling(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Return games in which each person has one name, spelled as in the newest game, however it was typed each time.

    A game of two people whose names are spellings of one keeps them.
    """
    games = list(games)
    by_age = sorted(games, key=lambda game: (game.begun, game.id))
    spelling = {name_key(name): name for game in by_age for name in game.people}
    return [game if named_twice(game.people) else _respelled(game, spelling) for game in games]


def _respelled(game: FinishedGame, spelling: Mapping[str, str]) -> FinishedGame:
    names = {name: spelling[name_key(name)] if name in game.people else name for name in game.points}
    return replace(
        game,
        points={names[name]: points for name, points in game.points.items()},
        winners=frozenset(names[name] for name in game.winners),
        lands={names[name]: tiles for name, tiles in game.lands.items()},
    )


def _longest_lands(board: Board) -> dict[str, int]:
    return {player.name: max(map(len, lands(board, player)), default=0) for player in board.players}
