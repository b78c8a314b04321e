"""The document of a Nusfjord board at the end of a game: its form, and what makes one well-formed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.envelope import MOST_AMOUNT, MOST_PLAYERS, Amount, Envelope, Model, Seat, Word, refuse_namesakes

ShipKind = Literal["sloop", "cutter", "schooner"]
MOST_OF_A_PLAYER = 300
"""Buildings or ships of one player; a board has room for 15 of each."""
_Points = Annotated[int, Field(ge=-MOST_AMOUNT, le=MOST_AMOUNT)]


class BuildingModel(Model):
    """A building and the points it earned: those printed, or what its condition came to."""

    name: Word
    points: _Points


class ShipModel(Model):
    """A ship and the points on its token."""

    kind: ShipKind
    points: _Points


class PlayerModel(Seat):
    """Everything before one player that counts at the end."""

    buildings: Annotated[list[BuildingModel], Field(max_length=MOST_OF_A_PLAYER, strict=False)]
    ships: Annotated[list[ShipModel], Field(max_length=MOST_OF_A_PLAYER, strict=False)]
    shares_owned: Amount
    unissued: Amount
    gold: Amount
    free_spaces: Amount


class BoardDocument(Envelope):
    """The boards of all players."""

    game: Literal["nusfjord"]
    players: Annotated[list[PlayerModel], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]


def parse_document(data: object) -> BoardDocument:
    """Return the board document in `data`, a mapping as JSON gives it.

    Raises:
        DocumentError: A field is missing, of the wrong type, negative where it counts something, or of an unknown kind
            or version; or there is no player, or two have the same name.
    """
    document = BoardDocument.parse(data)
    refuse_namesakes(document.players)
    return document
