"""Legal moves in Hokkaido, places for a card, and what happened between two boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from games.answers import Answers, Described, Judged, fresh_notices
from games.documents import DocumentError, refuse_repeats
from games.envelope import Model
from games.hokkaido.city import COLOURS, DESERT, LAKE, MOUNTAIN, PRODUCTION, Board, City, Place, Square
from games.hokkaido.document import FACTORY_VALUE, SquareModel
from games.hokkaido.play.bidding import cubes_by_colour
from games.hokkaido.play.laying import CARD_STEPS, SQUARES, Card, breaks_range, fits_one_card, legal_layings
from games.hokkaido.play.terraforming import BECOMES, PRICE, terraform_refusals
from games.hokkaido.warnings import status
from games.hokkaido.words import DESCRIBED, FIELDS, JUDGED, REFUSALS
from games.language import N_
from games.rulebook import RuleNotice


class _Card(Model):
    """A card as `place` reads it: its squares, `x` 0 to 1 to the right and `y` 0 to 2 down."""

    squares: Annotated[list[SquareModel], Field(strict=False, min_length=SQUARES, max_length=SQUARES)]


def moves(board: Board, player: str) -> list[Described]:
    """Return the deserts that a player may terraform now, each with the colour of the cubes and what it becomes.

    A player who still has a free tile, after a tie for a goal, needs no cubes: the colour only says what is laid.
    """
    city = next(city for city in board.cities if city.name == player)
    return [
        {"move": "terraform", "x": x, "y": y, "colour": colour, "terrain": BECOMES[colour]}
        for x, y in sorted(city.places(DESERT))
        for colour in COLOURS
        if not terraform_refusals(city, (x, y), colour, free=city.free_tiles > 0)
    ]


def place(board: Board, card: Any) -> list[Described]:
    """Return every place where a card may be laid in a city, wholly over or wholly under what lies there.

    `x` and `y` are those of its top left square after the turn, `turn` its clockwise quarters.

    Raises:
        DocumentError: It is no card of six squares; the error names the field.
    """
    laid = _card(card)
    return [
        {"player": city.name, "x": found.at[0], "y": found.at[1], "turn": found.turn, "under": bool(found.under)}
        for city in board.cities
        for found in legal_layings(city, laid)
    ]


def _card(data: Any) -> Card:
    squares = _Card.parse(data).squares
    refuse_repeats((f"squares[{number}]", (square.x, square.y)) for number, square in enumerate(squares))
    for number, square in enumerate(squares):
        if not (0 <= square.x <= CARD_STEPS[0] and 0 <= square.y <= CARD_STEPS[1]):
            raise DocumentError(f"squares[{number}]", "value", [square.x, square.y])
    return Card(0, {(s.x, s.y): Square(s.terrain, s.colour, s.value or FACTORY_VALUE) for s in squares})


def judge(before: Board, after: Board) -> Judged:
    """Return what was laid and terraformed from one board to the next, and what of it the rules forbid.

    A round brings a card to each city, and a desert may be terraformed; with the player's `free_tiles` of the earlier
    board one more, for nothing. Only what the two boards show is judged: not whether a card was drafted, nor whether
    one square of it lies beneath another.
    """
    earlier = {city.name: city for city in before.cities}
    events: list[Described] = []
    found: list[RuleNotice] = []
    for city in after.cities:
        old = earlier.get(city.name, City(city.name))
        events += _events(old, city)
        found += _broken(old, city)
    return Judged(events, [*found, *fresh_notices(status(before), status(after))])


def _changed(old: City, city: City) -> dict[Place, Square]:
    return {place: square for place, square in city.squares.items() if _shown(old, place) != _shown(city, place)}


def _shown(city: City, place: Place) -> tuple[str, str | None] | None:
    square = city.squares.get(place)
    return None if square is None else (square.terrain, square.colour)


def _tiles(old: City, city: City) -> dict[Place, Square]:
    """Return the deserts that a terraforming tile covers now."""
    changed = _changed(old, city)
    return {p: s for p, s in changed.items() if p in old.squares and old.squares[p].terrain == DESERT and s.terraformed}


def _events(old: City, city: City) -> Iterator[Described]:
    tiles = _tiles(old, city)
    card = sorted(_changed(old, city).keys() - tiles.keys())
    if card:
        yield {"event": "card-laid", "player": city.name, "squares": [list(place) for place in card]}
    for (x, y), square in tiles.items():
        yield {"event": "terraformed", "player": city.name, "x": x, "y": y, "terrain": square.terrain}


def _broken(old: City, city: City) -> Iterator[RuleNotice]:
    changed, tiles = _changed(old, city), _tiles(old, city)
    card = changed.keys() - tiles.keys()
    gone = sorted(old.squares.keys() - city.squares.keys())
    if gone:
        yield _judged("square-gone", city, gone)
    if card and not fits_one_card(sorted(card)):
        yield _judged("no-card", city, sorted(card))
    for terrain in (MOUNTAIN, LAKE):
        hidden = sorted(place for place in changed if _terrain(old, place) == terrain)
        if hidden:
            yield RuleNotice(f"hidden-{terrain}", REFUSALS[f"hidden-{terrain}"], city.name, tuple(hidden))
    if card and old.squares and not any(place in old.squares for place in card) and not _touches(old, sorted(card)):
        yield RuleNotice("no-overlap", REFUSALS["no-overlap"], city.name, tuple(sorted(card)))
    broken = breaks_range(old.places(MOUNTAIN), {place for place in changed if _terrain(city, place) == MOUNTAIN})
    if broken:
        yield RuleNotice("range", REFUSALS["range"], city.name, tuple(sorted(broken)))
    if old.squares:
        yield from _wrongly_terraformed(old, city)


def _wrongly_terraformed(old: City, city: City) -> Iterator[RuleNotice]:
    fresh = {place: square for place, square in _changed(old, city).items() if square.terraformed}
    unpaid = _unpaid(old, city, fresh)
    paid = sorted(fresh.keys() - set(unpaid))
    if len(unpaid) > old.free_tiles:
        yield _judged("unpaid-tile", city, unpaid)
    if len(paid) > 1:
        yield _judged("two-tiles", city, paid)


def _unpaid(old: City, city: City, tiles: Mapping[Place, Square]) -> list[Place]:
    """Return the tiles for which too few cubes of the colour of their terrain are gone.

    Cubes that a card covers, and those that its own production squares would bring, may have paid for a tile, too.
    """
    gone = cubes_by_colour(old)
    made = [square for square in _changed(old, city).values() if square.terrain == PRODUCTION]
    gone.update(square.colour for square in made if square.colour is not None)
    gone.subtract(cubes_by_colour(city))
    found: list[Place] = []
    for colour, terrain in BECOMES.items():
        laid = sorted(place for place, square in tiles.items() if square.terrain == terrain)
        found += laid[max(0, gone[colour]) // PRICE :]
    return sorted(found)


def _terrain(city: City, place: Place) -> str:
    square = city.squares.get(place)
    return "" if square is None else square.terrain


def _touches(old: City, places: Sequence[Place]) -> bool:
    """Return whether a card that shows only these squares may lie beneath a square of the city, too."""
    return len(places) < SQUARES and any(fits_one_card([*places, known]) for known in old.squares)


def _judged(code: str, city: City, places: Sequence[Place]) -> RuleNotice:
    return RuleNotice(code, JUDGED[code], city.name, tuple(places))


_WHY_NOT: Mapping[str, str] = {
    "hint": N_("There is no hint for Hokkaido: hands and deck are hidden; “place” shows where a card may lie."),
}
ANSWERS: Answers[Board] = Answers(
    moves=moves, place=place, judge=judge, fields=FIELDS, words=DESCRIBED, why_not=_WHY_NOT
)
