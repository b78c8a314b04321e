"""Which cards of the catalogue a village may still meet: campaigns and double games leave some out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.language import N_
from companion.nusfjord.alone_view import campaign_of
from companion.nusfjord.campaign import Campaign, is_campaign
from companion.problems import Problem
from companion.record.storage.library import StoredGame
from companion.web.base.store import library
from games.nusfjord.catalogue import Catalogue, key_of
from games.nusfjord.play.village import Village
from games.nusfjord.stored_village import village_of

_PLAYED = N_("These cards took part in the game before and are removed now; choose others: {cards}.")
_LAST_GAME = 2
"""The index of the game of a campaign that is played with the cards set aside in the games before."""


def cards_in_play(stored: StoredGame, known: Catalogue, *, second_of_two: bool = False) -> Catalogue:
    """Return the catalogue without the cards that are out of this game.

    In a campaign no building is built again; its second game is played without the A and B buildings of the first, its
    third with those only that were left in both. Of two games with one deck the second has other A and B buildings.

    Args:
        stored: the game.
        known: all the cards.
        second_of_two: whether this is the second game of two players with one deck.
    """
    document = stored.timeline.position.document()
    if is_campaign(document):
        campaign = campaign_of(stored.id, known)
        return known if campaign is None else _of_campaign(campaign, stored.id, known)
    last = last_village_of_players(stored) if second_of_two else None
    return known if last is None else _without(known, _on_boards([last]))


def refuse_played(names: Iterable[str], in_play: Catalogue, known: Catalogue) -> None:
    """Refuse cards that are known but were removed from the deck before this game.

    Args:
        names: of the cards that lie open, or are in hands.
        in_play: the cards that this game may still meet.
        known: all the cards.

    Raises:
        Problem: some of the cards are out of this game; it names them.
    """
    played = [name for name in names if known.card(name) is not None and in_play.card(name) is None]
    if played:
        raise Problem(_PLAYED, cards=", ".join(played))


def last_village_of_players(stored: StoredGame) -> Village | None:
    """Return the village that the same players played last before this game; ``None`` where there is none."""
    names = {player["name"] for player in stored.timeline.position.document()["players"]}
    for other in library().newest_first():
        if other.id < stored.id and other.timeline.position.game == "nusfjord":
            village = village_of(other.timeline.position.document())
            if village is not None and {company.name for company in village.companies} == names:
                return village
    return None


def _of_campaign(campaign: Campaign, game: int, known: Catalogue) -> Catalogue:
    numbers = [played.id for played in campaign.games]
    index = numbers.index(game) if game in numbers else len(numbers)
    villages = [village for number in numbers[:index] if (village := _village_of_game(number)) is not None]
    built = {key_of(name) for name in campaign.built_before(game)}
    left = _without(known, built)
    if index == 1:
        return _without(left, _on_boards(villages))
    if index == _LAST_GAME and len(villages) == index:
        aside = _on_boards(villages)
        return replace(left, cards=tuple(c for c in left.cards if c.deck == "C" or key_of(c.name) in aside))
    return left


def _village_of_game(number: int) -> Village | None:
    stored = next((game for game in library().games() if game.id == number), None)
    return None if stored is None else village_of(stored.timeline.position.document())


def _on_boards(villages: Iterable[Village]) -> set[str]:
    """Return the names, in their normal form, of the A and B buildings that took part in these villages."""
    cards = (c for v in villages for c in (*v.open_cards, *(b for company in v.companies for b in company.buildings)))
    return {key_of(card.name) for card in cards if card.deck != "C"}


def _without(known: Catalogue, names: set[str]) -> Catalogue:
    return replace(known, cards=tuple(card for card in known.cards if key_of(card.name) not in names))
