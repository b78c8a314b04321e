"""Applies a tap to a player's part of the document."""

from __future__ import annotations

from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.hokkaido.answers import with_answer
from companion.hokkaido.cards import Refused, laying_in, visible_squares
from companion.hokkaido.city_document import Player, laid
from companion.hokkaido.doubts import confirmed
from companion.hokkaido.painting import NO_BRUSH, painted
from companion.hokkaido.places import places_in
from companion.hokkaido.rounds import FREE_TILES, ROUND, goal_points
from companion.language import N_
from companion.problems import Problem
from games.hokkaido.city import COLOURS, Board, City, Place
from games.hokkaido.play.terraforming import terraform_refusals, terraformed

_CARD, _TERRAFORM, _FREE = "card", "terraform-", "free-"
"""The brush that lays a whole card, and what the brushes that terraform begin with."""
TERRAFORMED = "terraformed_round"
"""A player's field with the last round in which a desert was terraformed for cubes."""
_ONCE = N_("Only one desert a round may be terraformed for cubes; save the round first if the next one has begun.")
_NO_FREE_TILE = N_(
    "A free tile may be laid only by a player who tied for a goal in the last round and won none, and only one."
)


def change(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap.

    Fields: ``cells`` (places as ``x,y`` with spaces between) with ``brush``, what they show from now on; with the brush
    ``card`` the whole card that is laid there, with ``terraform-blue`` or ``free-blue`` (any colour) the desert that is
    terraformed for cubes or for nothing; or ``goal``, the points of a goal that was won, or ``goal-back``, of one that
    was not; or ``about`` with the answer to a question, see `companion.hokkaido.answers`.

    Raises:
        Problem: the fields name no places, no brush, or no points, or the rules forbid it.
    """
    players = [dict(known) for known in document["players"]]
    players[player] = _changed(players[player], Board.from_document(document).cities[player], document, form)
    return {**document, "players": players}


def _changed(player: Player, city: City, document: Document, form: Form) -> Player:
    if "goal" in form or "goal-back" in form:
        return _with_goal(player, form)
    # The brush of a tool that lies ready goes along with every tap, also with an answer.
    if "about" in form:
        return with_answer(player, form)
    brush, places = form.get("brush", ""), places_in(form)
    if brush == _CARD:
        return laid(player, visible_squares(laying_in(form, city, places[0])))
    if brush.startswith((_TERRAFORM, _FREE)):
        return _terraformed(player, city, places[0], brush, document.get(ROUND, 1))
    return confirmed(painted(player, places, brush), places)


def _with_goal(player: Player, form: Form) -> Player:
    goals = list(player.get("goals", []))
    points = goal_points(form.get("goal", form.get("goal-back", "")))
    if "goal" in form:
        goals.append(points)
    elif points in goals:
        goals.remove(points)
    return {**player, "goals": goals}


def _terraformed(player: Player, city: City, place: Place, brush: str, round_now: object) -> Player:
    """Return a player's part after a desert was terraformed: for cubes once a round, or with a tile for nothing."""
    free = brush.startswith(_FREE)
    colour = brush.removeprefix(_FREE if free else _TERRAFORM)
    if colour not in COLOURS:
        raise Problem(NO_BRUSH)
    if free and not player.get(FREE_TILES):
        raise Problem(_NO_FREE_TILE)
    for refusal in terraform_refusals(city, place, colour, free):
        raise Refused(refusal)
    if not free and player.get(TERRAFORMED) == round_now:
        raise Problem(_ONCE)
    after = terraformed(city, place, colour, free)
    paid = city.cubes.keys() - after.cubes.keys()
    player = {**player, "cubes": [cube for cube in player["cubes"] if (cube["x"], cube["y"]) not in paid]}
    if free:
        player.pop(FREE_TILES)
    else:
        player[TERRAFORMED] = round_now
    return laid(player, [(place, after.squares[place])])
