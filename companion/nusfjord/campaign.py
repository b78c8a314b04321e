"""Campaigns in the record: three solitaire games each, and the rank that they earn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.record.storage.library import StoredGame
from games.nusfjord.board import CAMPAIGN, Board, rules_of, variant_of
from games.nusfjord.campaign import GAMES, rank_after
from games.nusfjord.catalogue import Catalogue, key_of
from games.nusfjord.scoring import score


@dataclass(frozen=True)
class Played:
    """One game of a campaign: the number that it is kept under, its points, the buildings built, whether it is over.

    Of the buildings those count that the catalogue knows: others may have been entered by their points alone.
    """

    id: int
    points: int
    buildings: tuple[str, ...]
    ended: bool


@dataclass(frozen=True)
class Campaign:
    """A campaign of one player, whole or begun, and the rank held before it."""

    player: str
    rank_before: int
    games: tuple[Played, ...] = field(default=())

    @property
    def points(self) -> int:
        """The sum of points of its games so far."""
        return sum(game.points for game in self.games)

    @property
    def is_over(self) -> bool:
        """Whether all three games are over."""
        return len(self.games) == GAMES and all(game.ended for game in self.games)

    @property
    def rank(self) -> int:
        """The present rank: once the campaign is over, the one it earned."""
        return rank_after(self.rank_before, self.points) if self.is_over else self.rank_before

    @property
    def built_again(self) -> tuple[str, ...]:
        """Buildings that were built in one of its games and again in a later one, which the rules forbid."""
        seen: set[str] = set()
        again = []
        for game in self.games:
            again += [name for name in game.buildings if key_of(name) in seen]
            seen |= {key_of(name) for name in game.buildings}
        return tuple(again)

    def built_before(self, game: int) -> tuple[str, ...]:
        """Return the buildings of the games before this one, which are out of the campaign."""
        numbers = [played.id for played in self.games]
        before = self.games[: numbers.index(game)] if game in numbers else ()
        return tuple(name for played in before for name in played.buildings)


def campaigns(stored: Iterable[StoredGame], known: Catalogue) -> list[Campaign]:
    """Return the campaigns of all players, the oldest first, from games in the order in which they began.

    A first game begins a campaign; so does one whose number does not follow on the last one's.
    """
    found: list[Campaign] = []
    for one in stored:
        document = one.timeline.position.document()
        if not is_campaign(document):
            continue
        number = rules_of(document).get("campaign_game", 1)
        played, player = _played(one, document, known), document["players"][0]["name"]
        index = next((n for n in reversed(range(len(found))) if found[n].player == player), None)
        if index is not None and number == len(found[index].games) + 1:
            found[index] = replace(found[index], games=(*found[index].games, played))
        else:
            rank = 0 if index is None else found[index].rank
            found.append(Campaign(player, rank, (played,)))
    return found


def is_campaign(document: Any) -> bool:
    """Return whether a board document is a game of a campaign."""
    is_ours = document.get("game") == "nusfjord" and len(document["players"]) == 1
    return is_ours and variant_of(document) == CAMPAIGN


def _played(stored: StoredGame, document: Any, known: Catalogue) -> Played:
    board = Board.from_document(document)
    names = {key_of(card.name) for card in known.cards}
    buildings = tuple(b.name for b in board.harbours[0].buildings if key_of(b.name) in names)
    return Played(stored.id, score(board).scores[0].total, buildings, stored.timeline.position.ended)
