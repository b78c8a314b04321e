"""The further photos of a table, in which places are shown that the first does not show.

A board document tells places in pixels of the first photo alone, and the server keeps nothing. What the others show is
therefore part of the page, and comes back with each answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, TypeAdapter

from companion.merge_photos import MergedPhotos
from companion.web.board.overlay import CloseUp, close_up_of_cell, detail_around
from games.fjords.board import Board
from games.hexgrid import Cell, Point

MAX_PHOTOS = 12
"""Photos of one board that are read together."""
_MAX_PX, _MAX_TILES = 10**6, 1000
"""The largest coordinate of a tile, and the most tiles of a photo, that a page may send; chosen by hand."""
_Pixels = Annotated[float, Field(ge=-_MAX_PX, le=_MAX_PX)]


@dataclass(frozen=True)
class OtherPhoto:
    """Where one of several photos shows the tiles.

    Attributes:
        number: its index among the photos that were sent.
        size: width and height, pixels.
        tiles: coordinates of each tile that it shows, and its centre in pixels of this photo.
    """

    number: Annotated[int, Field(gt=0)]
    size: tuple[int, int]
    tiles: Annotated[tuple[tuple[int, int, _Pixels, _Pixels], ...], Field(max_length=_MAX_TILES)]

    @property
    def places(self) -> dict[Cell, Point]:
        """The tiles' centres in pixels, by cell."""
        return {(q, r): (x, y) for q, r, x, y in self.tiles}


_FORM = TypeAdapter(Annotated[tuple[OtherPhoto, ...], Field(max_length=MAX_PHOTOS)])


def other_photos(merged: MergedPhotos) -> tuple[OtherPhoto, ...]:
    """Return all photos of a merged reading but the first."""
    return tuple(
        OtherPhoto(
            number,
            (seen.width, seen.height),
            tuple((*tile.cell, round(float(tile.px[0]), 1), round(float(tile.px[1]), 1)) for tile in seen.tiles),
        )
        for number, seen in zip(merged.numbers[1:], merged.seen[1:], strict=True)
    )


def to_field(photos: tuple[OtherPhoto, ...]) -> str:
    """Return the value of a form's field for photos."""
    return _FORM.dump_json(photos).decode()


def from_field(text: str) -> tuple[OtherPhoto, ...]:
    """Return the photos in a form's field, none for an empty one; raises `ValueError` where it is malformed."""
    return _FORM.validate_json(text) if text else ()


def close_up_in_photos(
    board: Board, cell: Cell, size: tuple[int, int], others: tuple[OtherPhoto, ...]
) -> CloseUp | None:
    """Return the detail of a photo that shows a tile: of the first photo, or else of another; ``None`` where none does.

    Args:
        board: the board, whose tiles name their pixels in the first photo.
        cell: the tile's cell.
        size: width and height of the first photo, pixels.
        others: the other photos.
    """
    # A document that was not made by a reading may give ``null`` for a tile's pixels.
    places = {at: px for at, tile in board.tiles.items() if (px := tile.source.get("px")) is not None}
    found = close_up_of_cell(places, cell, size)
    return found if found is not None else close_up_elsewhere(others, places, cell)


def close_up_elsewhere(photos: tuple[OtherPhoto, ...], places: Mapping[Cell, Point], cell: Cell) -> CloseUp | None:
    """Return the detail around a tile in the photo that shows it farthest from the edge; ``None`` where none does.

    Args:
        photos: the photos but the first.
        places: the tiles' centres in pixels of the first photo, in which questions tell places.
        cell: the tile's cell.
    """
    showing = [photo for photo in photos if cell in photo.places]
    if not showing:
        return None
    best = max(showing, key=lambda photo: _from_edge(photo.places[cell], photo.size))
    found = close_up_of_cell(best.places, cell, best.size)
    return None if found is None else found.of_photo(best.number, detail_around(places, cell, best.size))


def _from_edge(px: Point, size: tuple[int, int]) -> float:
    return min(px[0], px[1], size[0] - px[0], size[1] - px[1])
