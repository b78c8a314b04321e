"""The solitaire part of the page: kind of game, good result, campaign and rank."""

from __future__ import annotations

from dataclasses import dataclass

from companion.nusfjord.campaign import Campaign, campaigns, is_campaign
from companion.record.storage.library import StoredGame
from companion.web.base.store import library
from games.nusfjord.board import ALONE, BASE, rules_of, variant_of
from games.nusfjord.campaign import GAMES, PAR
from games.nusfjord.catalogue import Catalogue, key_of

GOOD_RESULT = (30, 40)
"""Range of points of a good solitaire result, by the rules."""


@dataclass(frozen=True)
class AloneView:
    """The state of a solitaire game.

    Attributes:
        variant: base, solo, harder or campaign.
        variants: those to choose from.
        number: which game of a campaign this is, 1 to 3.
        games: how many games make a campaign.
        campaign: the campaign that it is part of, if it is.
        wanted: the points for which the rank would rise.
        gone: buildings of earlier games, which are out of the campaign.
        again: those of them that were built again all the same.
        good: the fewest and the most points that are called a good result.
    """

    variant: str
    variants: tuple[str, ...]
    number: int
    games: int
    campaign: Campaign | None
    wanted: int
    gone: tuple[str, ...]
    again: tuple[str, ...]
    good: tuple[int, int] = GOOD_RESULT


def alone_view(stored: StoredGame, known: Catalogue) -> AloneView | None:
    """Return the view for a game of one player; ``None`` for others."""
    document = stored.timeline.position.document()
    if len(document["players"]) != 1:
        return None
    found = campaign_of(stored.id, known) if is_campaign(document) else None
    gone = found.built_before(stored.id) if found is not None else ()
    built = {key_of(building["name"]) for building in document["players"][0]["buildings"]}
    return AloneView(
        variant=variant_of(document),
        variants=(BASE, *ALONE),
        number=rules_of(document).get("campaign_game", 1),
        games=GAMES,
        campaign=found,
        wanted=PAR + 1 + (found.rank_before if found is not None else 0),
        gone=gone,
        again=tuple(name for name in gone if key_of(name) in built),
    )


def campaign_of(game: int, known: Catalogue) -> Campaign | None:
    """Return the campaign that the game kept under this number is part of; ``None`` where it is in none."""
    found = campaigns(reversed(library().games()), known)
    return next((one for one in found if any(played.id == game for played in one.games)), None)
