"""The board document: its form, and what makes one well-formed.

A document that breaks the form is refused with a `DocumentError` that names the field; a document that is
well-formed may still show a board that the rules forbid, and that is what `games.fjords.checks.warnings` is for.
Fields that are not named here are kept as they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from games.documents import DocumentError
from games.envelope import MOST_PLAYERS, Amount, Envelope, Model, Seat, Word, refuse_namesakes
from games.fjords.vocabulary import PieceKind, RuneKind, RuneSet, Variant
from games.language import N_

Terrain = Literal["P", "M", "O"]
Edge = Annotated[str, Field(pattern="^[PMO]+$", max_length=12)]
"""Letters for the parts of an edge, of which printed tiles have up to three."""

FURTHEST = 200
"""Cells from the origin that a game's log takes; all tiles of the largest set in one line are a third as long."""
MOST_TILES = 300
"""The largest set has 68 tiles; a board of 300, with two pieces on each, is counted and drawn within 0.1 s."""
MOST_PIECES = 600
"""Two a tile; four players have 96 pieces together."""
MOST_PARTS = 60
"""Regions of a tile, ports of a region, or borders; a tile has 18 parts of edges at most."""
Coordinate = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
_Pair = Annotated[list[int], Field(min_length=2, max_length=2, strict=False)]
_Pairs = Annotated[list[_Pair], Field(max_length=MOST_PARTS, strict=False)]


class FjordsError(DocumentError):
    """A document that is not one of a Fjords board."""

    SENTENCES: ClassVar[Mapping[str, str]] = {
        **DocumentError.SENTENCES,
        "parts": N_("The field “{field}” does not carry every part of the edges exactly once: {given}."),
        "off-board": N_("The field “{field}” lies on no tile: {given}."),
        "colour": N_("The field “{field}” is a colour that no listed player has: {given}."),
    }


class RegionModel(Model):
    """One connected patch of terrain on a tile and the edge parts it reaches."""

    terrain: Terrain
    ports: _Pairs


class TileModel(Model):
    """A tile by itself: its six edges, its regions, and which of them share a border inside it."""

    edges: Annotated[list[Edge], Field(min_length=6, max_length=6, strict=False)]
    regions: Annotated[list[RegionModel], Field(max_length=MOST_PARTS, strict=False)]
    touching: _Pairs
    marks: Annotated[list[Word], Field(max_length=MOST_PARTS, strict=False)] = Field(default_factory=list)


class PlacedTileModel(TileModel):
    """A tile in its place on the table."""

    q: Coordinate
    r: Coordinate
    px: Annotated[list[float], Field(min_length=2, max_length=2, strict=False)] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class PieceModel(Model):
    """A viking or a longhouse on a tile."""

    kind: PieceKind
    colour: Word
    q: Coordinate
    r: Coordinate
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class RuneModel(Model):
    """A rune stone on a tile, or a Wisdom rune in an empty space."""

    kind: RuneKind
    q: Coordinate
    r: Coordinate
    colour: Word | None = None


class PlayerModel(Seat):
    """A player, the colours the player moves, and the supply at the start."""

    colours: Annotated[list[Word], Field(min_length=1, max_length=MOST_PLAYERS, strict=False)]
    vikings: Amount | None = None
    longhouses: Amount | None = None


class RulesModel(Model):
    """The variant played and the rune sets in play."""

    variant: Variant = "base"
    runes: Annotated[list[RuneSet], Field(max_length=MOST_PARTS, strict=False)] = Field(default_factory=list)


class BoardDocument(Envelope):
    """A whole board as data."""

    game: Literal["fjords"]
    rules: RulesModel = Field(default_factory=RulesModel)
    players: Annotated[list[PlayerModel], Field(max_length=MOST_PLAYERS, strict=False)] = Field(default_factory=list)
    tiles: Annotated[list[PlacedTileModel], Field(max_length=MOST_TILES, strict=False)]
    pieces: Annotated[list[PieceModel], Field(max_length=MOST_PIECES, strict=False)]
    runes: Annotated[list[RuneModel], Field(max_length=MOST_PIECES, strict=False)] = Field(default_factory=list)
    settlement_order: Annotated[list[Word], Field(max_length=MOST_PLAYERS, strict=False)] = Field(default_factory=list)


def parse_document(data: object) -> BoardDocument:
    """Return the board document in `data`, a mapping as JSON gives it.

    Raises:
        DocumentError: A field is missing, of the wrong type or of an unknown version or kind; regions do not carry
            every edge part exactly once; a piece lies on no tile; a colour belongs to no listed player; two tiles share
            a cell.
    """
    document = BoardDocument.parse(data)
    cells: set[tuple[int, int]] = set()
    for index, tile in enumerate(document.tiles):
        check_tile(tile, f"tiles[{index}].")
        if (tile.q, tile.r) in cells:
            raise DocumentError(f"tiles[{index}]", "twice", [tile.q, tile.r])
        cells.add((tile.q, tile.r))
    _check_players(document)
    _check_places(document, cells)
    return document


def parse_tile(data: object) -> TileModel:
    """Return the tile in `data`, given without a place; raises `DocumentError` like `parse_document`."""
    tile = TileModel.parse(data)
    check_tile(tile)
    return tile


def check_tile(tile: TileModel, path: str = "") -> None:
    """Check that the regions of `tile` carry every edge part once and that borders join two of them.

    `path` is put before the names of fields. Raises `DocumentError`.
    """
    for side, edge in enumerate(tile.edges):
        if any(one == other for one, other in pairwise(edge)):
            raise DocumentError(f"{path}edges[{side}]", "value", edge)
    open_parts = {(side, part): letter for side, edge in enumerate(tile.edges) for part, letter in enumerate(edge)}
    for index, region in enumerate(tile.regions):
        for number, port in enumerate(region.ports):
            if open_parts.pop((port[0], port[1]), None) != region.terrain:
                raise FjordsError(f"{path}regions[{index}].ports[{number}]", "parts", port)
    if open_parts:
        raise FjordsError(f"{path}regions", "parts", [list(port) for port in sorted(open_parts)])
    for index, pair in enumerate(tile.touching):
        if pair[0] == pair[1] or not all(0 <= region < len(tile.regions) for region in pair):
            raise DocumentError(f"{path}touching[{index}]", "value", pair)


def _check_players(document: BoardDocument) -> None:
    refuse_namesakes(document.players)
    colours: set[str] = set()
    for index, player in enumerate(document.players):
        for number, colour in enumerate(player.colours):
            if colour in colours:
                raise DocumentError(f"players[{index}].colours[{number}]", "twice", colour)
            colours.add(colour)
    if not document.players:
        return
    for field, colour in _colours_used(document):
        if colour not in colours:
            raise FjordsError(field, "colour", colour)


def _colours_used(document: BoardDocument) -> Iterator[tuple[str, str]]:
    for index, piece in enumerate(document.pieces):
        yield f"pieces[{index}].colour", piece.colour
    for index, rune in enumerate(document.runes):
        if rune.colour is not None:
            yield f"runes[{index}].colour", rune.colour


def _check_places(document: BoardDocument, cells: set[tuple[int, int]]) -> None:
    for index, piece in enumerate(document.pieces):
        if (piece.q, piece.r) not in cells:
            raise FjordsError(f"pieces[{index}]", "off-board", [piece.q, piece.r])
    for index, rune in enumerate(document.runes):
        if rune.kind not in ("wisdom", "stone") and (rune.q, rune.r) not in cells:
            raise FjordsError(f"runes[{index}]", "off-board", [rune.q, rune.r])
