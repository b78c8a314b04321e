"""Applies a tap to a player's part of the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.boardgames.board_game import Document, Form
from companion.boardgames.photos import doubts_of
from companion.hokkaido.brushes import ERASER, square_of
from companion.hokkaido.cards import Refused, laying_in, visible_squares
from companion.hokkaido.rounds import FREE_TILES, ROUND, goal_points
from companion.language import N_
from companion.problems import Problem
from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION, Board, City, Place, Square, square_document
from games.hokkaido.document import FACTORY_VALUE
from games.hokkaido.play.terraforming import terraform_refusals, terraformed

_MAX_COORDINATE, _MAX_PLACES = 10_000, 400
"""Squares from the origin, and places of one tap, at most."""
VALUE, HIGH_VALUE = "value", 5
"""What a question about a factory's value is about, and the value of the one factory in a start province of side B."""
_VALUES = (FACTORY_VALUE, HIGH_VALUE, 6, 2, 3)
"""Values of a factory, in the order in which taps cycle through them."""
_TERRAFORM, _FREE = "terraform-", "free-"
TERRAFORMED = "terraformed_round"
"""A player's field with the last round in which a desert was terraformed for cubes."""
_NO_PLACE = N_("Choose a square on the board first.")
_NO_BRUSH = N_("First choose what the square shows.")
_ONCE = N_("Only one desert a round may be terraformed for cubes; save the round first if the next one has begun.")
_NO_FREE_TILE = N_(
    "A free tile may be laid only by a player who tied for a goal in the last round and won none, and only one."
)

Player = dict[str, Any]


def new_player(name: str) -> Player:
    """Return a player's part of a document, with no square laid yet."""
    return {"name": name, "squares": [], "cubes": [], "goals": []}


def change(document: Document, player: int, form: Form) -> dict[str, Any]:
    """Return the document after a tap.

    Fields: ``cells`` (places as ``x,y`` with spaces between) with ``brush``, what they show from now on; with the brush
    ``card`` the whole card that is laid there, with ``terraform-blue`` or ``free-blue`` (any colour) the desert that is
    terraformed for cubes or for nothing; or ``goal``, the points of a goal that was won, or ``goal-back``, of one that
    was not; or ``about``, ``square``, ``cube`` or ``value``, with the answer to a question in ``brush`` or in ``cube``.

    Raises:
        Problem: the fields name no places, no brush, or no points, or the rules forbid it.
    """
    players = [dict(known) for known in document["players"]]
    brush = form.get("brush", "")
    if "goal" in form or "goal-back" in form:
        players[player] = _with_goal(players[player], form)
    elif brush == "card" or brush.startswith((_TERRAFORM, _FREE)):
        city = Board.from_document(document).cities[player]
        (place, *_) = places_in(form.get("cells", ""))
        if brush == "card":
            players[player] = laid(players[player], visible_squares(laying_in(form, city, place)))
        else:
            players[player] = _terraformed(players[player], city, place, brush, document.get(ROUND, 1))
    elif "about" in form:
        players[player] = _answered(players[player], form)
    else:
        places = places_in(form.get("cells", ""))
        players[player] = confirmed(_painted(players[player], places, brush), places)
    return {**document, "players": players}


def places_in(text: str) -> list[Place]:
    """Return the places of a tap; raises `Problem` if they are missing or invalid."""
    try:
        places = [(int(x), int(y)) for x, y in (pair.split(",") for pair in text.split())]
    except ValueError:
        raise Problem(_NO_PLACE) from None
    if not 0 < len(places) <= _MAX_PLACES or any(max(abs(x), abs(y)) > _MAX_COORDINATE for x, y in places):
        raise Problem(_NO_PLACE)
    return list(dict.fromkeys(places))


def without(player: Player, places: Iterable[Place]) -> Player:
    """Return a player's part with nothing in these places."""
    gone = set(places)
    return {
        **player,
        "squares": [s for s in player["squares"] if (s["x"], s["y"]) not in gone],
        "cubes": [c for c in player.get("cubes", []) if (c["x"], c["y"]) not in gone],
    }


def confirmed(player: Player, places: Iterable[Place]) -> Player:
    """Return a player's part without the questions about these places, which the user has settled.

    That about the value of a factory stays, because it is about all of them.
    """
    settled = set(places)
    asked = doubts_of(player)
    left = [d for d in asked if d.get("about") == VALUE or (d.get("x"), d.get("y")) not in settled]
    return {**player, "ask": left} if len(left) < len(asked) else player


def laid(player: Player, squares: Iterable[tuple[Place, Square]]) -> Player:
    """Return a player's part with these squares in their places; each production square gets its cube.

    Where the photo shows the places stays known.
    """
    new_squares = list(squares)
    px = {(s["x"], s["y"]): {"px": s["px"]} for s in player["squares"] if "px" in s}
    player = without(player, (place for place, _ in new_squares))
    return {
        **player,
        "squares": [*player["squares"], *({**_square(at, square), **px.get(at, {})} for at, square in new_squares)],
        "cubes": [*player["cubes"], *(_cube(p, s.colour) for p, s in new_squares if s.terrain == PRODUCTION)],
    }


def _answered(player: Player, form: Form) -> Player:
    """Return a player's part after an answer: other questions stay unless they were about what is not there."""
    if form["about"] == VALUE:
        return _with_valuable_factory(player, form.get("brush", ""))
    (place, *_) = places = places_in(form.get("cells", ""))
    if form["about"] == "cube":
        return _without_question(_with_cube(player, place, form.get("cube") == "cube"), place, "cube")
    brush = form.get("brush", "")
    square = square_of(brush)
    if square is not None and _shows(player, place, square):
        return _without_question(player, place, "square")
    return confirmed(_painted(player, places[:1], brush), places[:1])


def _with_cube(player: Player, place: Place, there: bool) -> Player:
    kept = [cube for cube in player.get("cubes", []) if (cube["x"], cube["y"]) != place]
    colour = next((s.get("colour") for s in player["squares"] if (s["x"], s["y"]) == place), None)
    return {**player, "cubes": [*kept, _cube(place, colour)] if there and colour is not None else kept}


def _with_valuable_factory(player: Player, brush: str) -> Player:
    """Return a player's part with the factory of a start province, the first of the brush's colour, or with none."""
    player, square = _value_known(player), square_of(brush)
    if square is None or square.terrain != FACTORY:
        return player
    index = next((n for n, s in enumerate(player["squares"]) if square_of(_code(s)) == square), None)
    squares = [{**s, "value": HIGH_VALUE} if n == index else s for n, s in enumerate(player["squares"])]
    return {**player, "squares": squares}


def _value_known(player: Player) -> Player:
    """Return a player's part without the question about the value of a factory."""
    asked = doubts_of(player)
    left = [doubt for doubt in asked if doubt.get("about") != VALUE]
    return {**player, "ask": left} if len(left) < len(asked) else player


def _code(square: Mapping[str, Any]) -> str:
    return "-".join(filter(None, (square["terrain"], square.get("colour"))))


def _without_question(player: Player, place: Place, about: str) -> Player:
    asked = doubts_of(player)
    return {**player, "ask": [d for d in asked if (d.get("x"), d.get("y")) != place or d.get("about") != about]}


def _painted(player: Player, places: list[Place], brush: str) -> Player:
    if brush == ERASER:
        return without(player, places)
    square = square_of(brush)
    if square is None:
        raise Problem(_NO_BRUSH)
    if len(places) == 1 and _shows(player, places[0], square):
        if confirmed(player, places) != player:
            return player
        return _again(player, places[0], square)
    return laid(player, [(place, square) for place in places if not _shows(player, place, square)])


def _again(player: Player, place: Place, square: Square) -> Player:
    """Return a player's part after a tap with the square's own brush: toggles the cube or changes the value."""
    if square.terrain == PRODUCTION:
        cubes = player.get("cubes", [])
        kept = [cube for cube in cubes if (cube["x"], cube["y"]) != place]
        return {**player, "cubes": kept if len(kept) < len(cubes) else [*cubes, _cube(place, square.colour)]}
    if square.terrain == FACTORY:
        (old,) = (s for s in player["squares"] if (s["x"], s["y"]) == place)
        value = old.get("value", FACTORY_VALUE)
        later = _VALUES[(_VALUES.index(value) + 1) % len(_VALUES)] if value in _VALUES else FACTORY_VALUE
        changed = {key: held for key, held in old.items() if key != "value"}
        if later != FACTORY_VALUE:
            changed["value"] = later
        return _value_known({**player, "squares": [changed if s is old else s for s in player["squares"]]})
    return player


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
        raise Problem(_NO_BRUSH)
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


def _shows(player: Player, place: Place, square: Square) -> bool:
    return any(
        (s["x"], s["y"]) == place and s["terrain"] == square.terrain and s.get("colour") == square.colour
        for s in player["squares"]
    )


def _square(place: Place, square: Square) -> dict[str, Any]:
    return {"x": place[0], "y": place[1], **square_document(square)}


def _cube(place: Place, colour: str | None) -> dict[str, Any]:
    return {"x": place[0], "y": place[1], "colour": colour}
