"""All corrections of a cell on a photo, as answers to be tapped: its pieces, its tile, and that nothing lies there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.language import N_, translator
from companion.record.entered_tile import join_of, likely_edges
from companion.record.events.cells import Thing
from companion.web.board.question_drawings import things_drawing
from companion.web.board.tappable import tile_to_tap
from companion.web.photos.questions import PhotoAnswer, named
from games.fjords.board import LONGHOUSE, VIKING, Board
from games.hexgrid import Cell
from vision.facts import NONE
from vision.vocabulary import COLOURS, RUNES

_NOTHING, _NO_TILE, _NO_HOME = N_("Nothing"), N_("No tile"), N_("No Home stone")


@dataclass(frozen=True)
class Choices:
    """The possible corrections of a cell.

    Attributes:
        cell: the cell.
        pieces: pieces of the colour that was read there, that nothing stands there, and pieces in the other colours on
            the board.
        others: pieces in all other colours.
        stones: rune stones in the open, or a Home stone under the longhouse that was read there.
        no_tile: that no tile lies there.
        edges: the tile's edges as they were read.
        join: the terrain whose patches are joined inside the tile.
        preview: the drawing of the tile with a wedge over each edge.
    """

    cell: Cell
    pieces: tuple[PhotoAnswer, ...]
    others: tuple[PhotoAnswer, ...]
    stones: tuple[PhotoAnswer, ...]
    no_tile: PhotoAnswer
    edges: tuple[str, ...]
    join: str
    preview: Markup


def choices_of(document: Mapping[str, Any], cell: Cell, lang: str) -> Choices:
    """Return the possible corrections of a cell.

    Args:
        document: the board document as it was read.
        cell: a cell with a tile.
        lang: ``en`` or ``ru``.
    """
    board, at = Board.from_document(document), _Place.of(document, cell)
    played = [colour for player in board.players for colour in player.colours]
    here = [piece.colour for piece in board.pieces_at.get(cell, ())]
    others = [colour for colour in played if colour not in here]
    say = translator(lang)
    return Choices(
        cell=cell,
        pieces=(*_pieces(at, here, lang), at.says([("piece", NONE)], [], say(_NOTHING)), *_pieces(at, others, lang)),
        others=tuple(_pieces(at, [colour for colour in COLOURS if colour not in played], lang)),
        stones=tuple(_stones(board, at, played, lang)),
        no_tile=at.says([("tile", NONE)], [], say(_NO_TILE)),
        edges=likely_edges(board, cell),
        join=join_of(board, cell),
        preview=tile_to_tap(board.tiles[cell].to_document(), lang),
    )


def place_of(document: Mapping[str, Any], cell: Cell) -> dict[str, Any]:
    """Return the fields that name a cell in an answer about its tile: with its pixel where that is known."""
    return _Place.of(document, cell).tile


@dataclass(frozen=True)
class _Place:
    """The fields that name a cell in an answer about its tile, and in one about the piece on it."""

    tile: dict[str, Any]
    piece: dict[str, Any]

    @classmethod
    def of(cls, document: Mapping[str, Any], cell: Cell) -> _Place:
        return cls(_fields(document, cell, ("tiles",)), _fields(document, cell, ("pieces", "runes", "tiles")))

    def says(
        self, facts: list[tuple[str, str]], things: list[Thing], words: str, colour: str | None = None
    ) -> PhotoAnswer:
        """Return an answer that states facts: what each is about, and its value."""
        owner = {} if colour is None else {"colour": colour}
        said = [
            {"about": about, **(self.tile if about in ("tile", "home") else self.piece), "answer": value, **owner}
            for about, value in facts
        ]
        value = json.dumps(said, separators=(",", ":"))
        return PhotoAnswer(words[:1].upper() + words[1:], things_drawing(things), value)


def _fields(document: Mapping[str, Any], cell: Cell, kinds: Sequence[str]) -> dict[str, Any]:
    """Return a cell and its pixel, that of the first thing of these kinds that lies there."""
    here = (thing for kind in kinds for thing in document.get(kind, ()) if (thing["q"], thing["r"]) == cell)
    px = next((px for thing in here if (px := thing.get("px")) is not None), None)
    return {"q": cell[0], "r": cell[1]} | ({} if px is None else {"px": px})


def _pieces(at: _Place, colours: list[str], lang: str) -> Iterator[PhotoAnswer]:
    for colour in colours:
        for kind in (VIKING, LONGHOUSE):
            thing = Thing(kind, colour)
            yield at.says([("piece", kind), ("colour", colour)], [thing], named(thing, lang))


def _stones(board: Board, at: _Place, colours: list[str], lang: str) -> Iterator[PhotoAnswer]:
    """Yield the stones that may be on a tile; of one with a longhouse only whether a Home rune lies beneath."""
    houses = [piece for piece in board.pieces_at.get((at.tile["q"], at.tile["r"]), ()) if piece.kind == LONGHOUSE]
    for house in houses:
        home = Thing("home", house.colour)
        yield at.says([("home", "home")], [home], named(home, lang), house.colour)
        yield at.says([("home", NONE)], [], translator(lang)(_NO_HOME))
    for rune in () if houses else RUNES:
        for colour in colours if rune == "home" else [None]:
            stone = Thing(rune, colour)  # type: ignore[arg-type]  # all are kinds of runes
            yield at.says([("stone", rune)], [stone], named(stone, lang), colour)
