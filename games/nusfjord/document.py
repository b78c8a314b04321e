"""The document of a Nusfjord board at the end of a game: its form, and what makes one well-formed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.envelope import Envelope, Loose, Model, Seat, refuse_namesakes

ShipKind = Literal["sloop", "cutter", "schooner"]
Count = Annotated[int, Field(ge=0)]


class BuildingModel(Model):
    """A building and the points it earned: those printed, or what its condition came to."""

    name: str
    points: int


class ShipModel(Model):
    """A ship and the points on its token."""

    kind: ShipKind
    points: int


class PlayerModel(Seat):
    """Everything before one player that counts at the end."""

    buildings: Annotated[list[BuildingModel], Loose]
    ships: Annotated[list[ShipModel], Loose]
    shares_owned: Count
    unissued: Count
    gold: Count
    free_spaces: Count


class BoardDocument(Envelope):
    """The boards of all players."""

    game: Literal["nusfjord"]
    players: Annotated[list[PlayerModel], Field(strict=False, min_length=1)]


def parse_document(data: object) -> BoardDocument:
    """Return the board document in `data`, a mapping as JSON gives it.

    Raises
    ------
    DocumentError
        A field is missing, of the wrong type, negative where it counts something, or of an unknown kind or version;
        or there is no player, or two have the same name.
    """
    document = BoardDocument.parse(data)
    refuse_namesakes(document.players)
    return document
