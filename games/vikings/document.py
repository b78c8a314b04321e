"""The board document of *Vikings*: its form, and what makes one well-formed.

Each player has ``island_tiles`` (``row``, ``column`` from 0 at the home fjord, ``part``, ``figure`` or null),
``ships`` (``column``, ``sail``, ``pays``, which is either points or gold), a count of figures at ``home``, and the
``points`` and ``gold`` held before the scoring that ``stage`` names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from games.documents import DocumentError, refuse_repeats
from games.envelope import MOST_PLAYERS, Amount, Envelope, Model, Seat, refuse_namesakes
from games.language import N_
from games.vikings.board import Stage
from games.vikings.figures import FIGURES, Figure, Row, Sail
from games.vikings.islands import Part

FURTHEST = 99
"""The furthest column: more than there are tiles in the box."""

MOST_TILES = 600
"""Tiles or ships of one fjord: six rows of a hundred columns."""
Column = Annotated[int, Field(ge=0, le=FURTHEST)]


class VikingsDocumentError(DocumentError):
    """A document of *Vikings* that does not have the form asked for; its own codes are row and pays."""

    SENTENCES: ClassVar[Mapping[str, str]] = {
        **DocumentError.SENTENCES,
        "row": N_(
            "The field “{field}” is a figure of another row: {given}; a tile carries its own row's figure or null."
        ),
        "pays": N_("The field “{field}” must hold either points or gold: {given}."),
    }


class IslandTileModel(Model):
    """An island tile in its place, and the figure on it."""

    row: Row
    column: Column
    part: Part
    figure: Figure | None
    px: Annotated[list[float], Field(min_length=2, max_length=2, strict=False)] | None = None


class PaysModel(Model):
    """The payment of a ship: points or gold."""

    points: Amount | None = None
    gold: Amount | None = None


class ShipModel(Model):
    """A ship over a column."""

    column: Column
    sail: Sail
    pays: PaysModel


class HomeModel(Model):
    """How many of each figure are at home; those that are left out are none."""

    warrior: Amount = 0
    jarl: Amount = 0
    scout: Amount = 0
    goldsmith: Amount = 0
    fisherman: Amount = 0
    boatswain: Amount = 0


class PlayerModel(Seat):
    """One player's fjord."""

    points: Amount
    gold: Amount
    island_tiles: Annotated[list[IslandTileModel], Field(max_length=MOST_TILES, strict=False)]
    ships: Annotated[list[ShipModel], Field(max_length=MOST_TILES, strict=False)]
    home: HomeModel


class VikingsDocument(Envelope):
    """A whole board as data."""

    game: Literal["vikings"]
    stage: Stage
    players: Annotated[list[PlayerModel], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]


def parse_document(data: object) -> VikingsDocument:
    """Return the board document in `data`, a mapping as JSON gives it.

    Raises:
        DocumentError: A field is missing, of the wrong type or of an unknown kind; two players have one name; two tiles
            or two ships share a place; a figure stands in another figure's row; a ship pays both points and gold, or
            neither.
    """
    document = VikingsDocument.parse(data)
    refuse_namesakes(document.players)
    for index, player in enumerate(document.players):
        path = f"players[{index}]"
        refuse_repeats((f"{path}.island_tiles[{n}]", (t.row, t.column)) for n, t in enumerate(player.island_tiles))
        refuse_repeats((f"{path}.ships[{n}].column", ship.column) for n, ship in enumerate(player.ships))
        _check_figures(player, path)
        _check_pay(player, path)
        for name in player.home.model_extra or {}:
            raise DocumentError(f"{path}.home.{name}", "unknown", name)
    return document


def _check_figures(player: PlayerModel, path: str) -> None:
    for number, tile in enumerate(player.island_tiles):
        if tile.figure not in (None, tile.row):
            raise VikingsDocumentError(f"{path}.island_tiles[{number}].figure", "row", tile.figure)


def _check_pay(player: PlayerModel, path: str) -> None:
    for number, ship in enumerate(player.ships):
        if (ship.pays.points is None) == (ship.pays.gold is None):
            raise VikingsDocumentError(f"{path}.ships[{number}].pays", "pays", ship.pays.given())


def home_counts(home: HomeModel) -> dict[str, int]:
    """Return the count of every kind of figure at home."""
    return {figure: getattr(home, figure) for figure in FIGURES}
