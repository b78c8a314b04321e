"""The board document: its form, and what makes one well-formed.

A document that breaks the form is refused with a `DocumentError` that names the field; a document that is
well-formed may still show a board that the rules forbid, and that is what `games.fjords.warnings` is for.
Fields that are not named here are kept as they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

RuneSet = Literal["strength", "water", "friendship", "journey", "horse", "wisdom", "home", "secret"]
RuneKind = Literal[RuneSet, "stone"]
PieceKind = Literal["viking", "longhouse"]
Variant = Literal["base", "epic", "classic"]
Terrain = Literal["P", "M", "O"]
Edge = Annotated[str, Field(pattern="^[PMO]+$")]

_Loose = Field(strict=False)  # a tuple is as good as a list

_SENTENCES = {
    ("missing", "en"): "The field “{field}” is missing.",
    ("missing", "ru"): "Не хватает поля «{field}».",
    ("type", "en"): "The field “{field}” has a value of the wrong type: {given}.",
    ("type", "ru"): "Значение поля «{field}» неверного типа: {given}.",
    ("unknown", "en"): "The field “{field}” has a value that is not known: {given}.",
    ("unknown", "ru"): "Неизвестное значение поля «{field}»: {given}.",
    ("value", "en"): "The field “{field}” has a value that is not allowed: {given}.",
    ("value", "ru"): "Недопустимое значение поля «{field}»: {given}.",
    ("parts", "en"): "The field “{field}” does not carry every part of the edges exactly once: {given}.",
    ("parts", "ru"): "Поле «{field}» не покрывает каждую часть граней ровно один раз: {given}.",
    ("off-board", "en"): "The field “{field}” lies on no tile: {given}.",
    ("off-board", "ru"): "Под «{field}» нет гекса: {given}.",
    ("colour", "en"): "The field “{field}” is a colour that no listed player has: {given}.",
    ("colour", "ru"): "Цвет в поле «{field}» не принадлежит ни одному игроку: {given}.",
    ("twice", "en"): "The field “{field}” repeats what was given before: {given}.",
    ("twice", "ru"): "Поле «{field}» повторяет уже сказанное: {given}.",
}


class DocumentError(ValueError):
    """A document that does not have the form asked for.

    Parameters
    ----------
    field : where it went wrong, such as ``tiles[2].edges[1]``.
    code : what is wrong: missing, type, unknown, value, parts, off-board, colour or twice.
    given : the value found there.
    """

    def __init__(self, field: str, code: str, given: object = None) -> None:
        """Keep the field, the code and the value; the text of the error is its English sentence."""
        self.field, self.code, self.given = field, code, given
        super().__init__(self.message())

    def message(self, lang: str = "en") -> str:
        """Return one sentence that names the field, in English (``en``) or Russian (``ru``)."""
        shown = repr(self.given)
        shown = shown if len(shown) <= 60 else shown[:57] + "…"
        return _SENTENCES[self.code, lang].format(field=self.field, given=shown)


class Model(BaseModel):
    """A part of a document: types are taken strictly, unknown fields are kept."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    @classmethod
    def parse(cls, data: object) -> Self:
        """Return the model of `data`; raises `DocumentError` naming the first field that is wrong."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise _translated(error) from None

    def given(self) -> dict[str, Any]:
        """Return the fields as they were given, without the ones left out."""
        return self.model_dump(exclude_unset=True)


class RegionModel(Model):
    """One connected patch of terrain on a tile and the edge parts it reaches."""

    terrain: Terrain
    ports: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2, strict=False)]], _Loose]


class TileModel(Model):
    """A tile by itself: its six edges, its regions, and which of them share a border inside it."""

    edges: Annotated[list[Edge], Field(min_length=6, max_length=6, strict=False)]
    regions: Annotated[list[RegionModel], _Loose]
    touching: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2, strict=False)]], _Loose]
    marks: Annotated[list[str], _Loose] = []


class PlacedTileModel(TileModel):
    """A tile in its place on the table."""

    q: int
    r: int
    px: Annotated[list[float], Field(min_length=2, max_length=2, strict=False)] | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class PieceModel(Model):
    """A viking or a longhouse on a tile."""

    kind: PieceKind
    colour: str
    q: int
    r: int
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None


class RuneModel(Model):
    """A rune stone on a tile, or a Wisdom rune in an empty space."""

    kind: RuneKind
    q: int
    r: int
    colour: str | None = None


class PlayerModel(Model):
    """A player, the colours the player moves, and the supply at the start."""

    name: str
    colours: Annotated[list[str], Field(min_length=1, strict=False)]
    vikings: Annotated[int, Field(ge=0)] | None = None
    longhouses: Annotated[int, Field(ge=0)] | None = None


class RulesModel(Model):
    """The variant played and the rune sets in play."""

    variant: Variant = "base"
    runes: Annotated[list[RuneSet], _Loose] = []


class BoardDocument(Model):
    """A whole board as data."""

    format: Literal["longhouse-board"]
    version: Literal[1]
    game: Literal["fjords"]
    rules: RulesModel = RulesModel()
    players: Annotated[list[PlayerModel], _Loose] = []
    tiles: Annotated[list[PlacedTileModel], _Loose]
    pieces: Annotated[list[PieceModel], _Loose]
    runes: Annotated[list[RuneModel], _Loose] = []
    settlement_order: Annotated[list[str], _Loose] = []


def parse_document(data: object) -> BoardDocument:
    """Return the board document in `data`, a mapping as JSON gives it.

    Raises
    ------
    DocumentError
        A field is missing, of the wrong type or of an unknown version or kind; regions do not carry every edge
        part exactly once; a piece lies on no tile; a colour belongs to no listed player; two tiles share a cell.
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
                raise DocumentError(f"{path}regions[{index}].ports[{number}]", "parts", port)
    if open_parts:
        raise DocumentError(f"{path}regions", "parts", [list(port) for port in sorted(open_parts)])
    for index, pair in enumerate(tile.touching):
        if pair[0] == pair[1] or not all(0 <= region < len(tile.regions) for region in pair):
            raise DocumentError(f"{path}touching[{index}]", "value", pair)


def _check_players(document: BoardDocument) -> None:
    names: set[str] = set()
    colours: set[str] = set()
    for index, player in enumerate(document.players):
        if player.name in names:
            raise DocumentError(f"players[{index}].name", "twice", player.name)
        names.add(player.name)
        for number, colour in enumerate(player.colours):
            if colour in colours:
                raise DocumentError(f"players[{index}].colours[{number}]", "twice", colour)
            colours.add(colour)
    if not document.players:
        return
    for field, colour in _colours_used(document):
        if colour not in colours:
            raise DocumentError(field, "colour", colour)


def _colours_used(document: BoardDocument) -> Iterator[tuple[str, str]]:
    for index, piece in enumerate(document.pieces):
        yield f"pieces[{index}].colour", piece.colour
    for index, rune in enumerate(document.runes):
        if rune.colour is not None:
            yield f"runes[{index}].colour", rune.colour


def _check_places(document: BoardDocument, cells: set[tuple[int, int]]) -> None:
    for index, piece in enumerate(document.pieces):
        if (piece.q, piece.r) not in cells:
            raise DocumentError(f"pieces[{index}]", "off-board", [piece.q, piece.r])
    for index, rune in enumerate(document.runes):
        if rune.kind not in ("wisdom", "stone") and (rune.q, rune.r) not in cells:
            raise DocumentError(f"runes[{index}]", "off-board", [rune.q, rune.r])


def _translated(error: ValidationError) -> DocumentError:
    """Return the first of pydantic's findings as a `DocumentError`."""
    first = error.errors(include_url=False)[0]
    kind = first["type"]
    if kind == "missing":
        code = "missing"
    elif kind in ("literal_error", "enum"):
        code = "unknown"
    elif kind.endswith(("_type", "_parsing", "_from_float")):
        code = "type"
    else:
        code = "value"
    given = first["input"]
    return DocumentError(_path(first["loc"]), code, "{…}" if isinstance(given, Mapping) else given)


def _path(loc: tuple[int | str, ...]) -> str:
    path = ""
    for step in loc:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path or "document"
