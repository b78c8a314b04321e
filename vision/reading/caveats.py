"""What makes the reading of a photo doubtful as a whole, whatever is asked about single places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.hexgrid import Cell
from vision.imaging.chromaticity import is_in_one_tint
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

BLACK_AND_WHITE, CUT_OFF, TILES_BESIDE, STRANGE = "black-and-white", "cut-off", "tiles-beside", "strange"
"""Codes: the colours of pieces and grounds were guessed; tiles may lie beyond the photo; many tiles lie beside the
board, as those of another one; there are more questions than tiles, as about a board of another game. Of 6 photos of
another game each has 1.2 questions a tile or more, of 46 photos and 40 synthetic pictures of Fjords none more than
0.8. Of 16 pictures of Fjords, Hokkaido and Nusfjord that are read as fjords of Vikings each has 2 a tile or more, and
so has the one synthetic fjord that is read as a city of Hokkaido."""
_MIN_BESIDE, _MIN_BESIDE_SHARE = 12, 0.4
"""Fewest tiles beside the board that may be another board, and their share of its own: of 36 photos of single boards,
most with a row of open tiles, none has more than 7; each of five of two or three boards has 38 or more."""
_MIN_CUT = 0.1
"""Share of a tile's width and height that must lie beyond the photo for it to be cut off; chosen by hand. Of 25 photos
that show the whole board none has a tile that reaches beyond at all."""


def caveats_of(photo: Photo, reading: Reading, tiles_beside: int = 0) -> tuple[str, ...]:
    """Return the codes of the caveats about the reading of a photo.

    Args:
        photo: the photo.
        reading: its reading.
        tiles_beside: number of tiles that lie beside the board.
    """
    colourless = is_in_one_tint(photo.pixels)  # which alone leads to many questions
    found = {
        BLACK_AND_WHITE: colourless,
        CUT_OFF: bool(_cut_off(reading)),
        TILES_BESIDE: tiles_beside >= max(_MIN_BESIDE, _MIN_BESIDE_SHARE * len(reading.tiles)),
        STRANGE: not colourless and is_strange(len(reading.tiles), len(reading.ask)),
    }
    return tuple(code for code, true in found.items() if true)


def is_strange(tiles: int, questions: int) -> bool:
    """Return whether so much of a board is in doubt that it may be one of another game."""
    return questions > tiles


def caveats_of_several(readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return the codes of the caveats about readings in common coordinates, taken together.

    What one photo cuts off another may show.
    """
    cut = [_cut_off(reading) for reading in readings]
    whole = frozenset[Cell]().union(*({t.cell for t in r.tiles} - gone for r, gone in zip(readings, cut, strict=True)))
    found = {
        BLACK_AND_WHITE: any(BLACK_AND_WHITE in reading.caveats for reading in readings),
        CUT_OFF: any(not gone <= whole for gone in cut),
        TILES_BESIDE: any(TILES_BESIDE in reading.caveats for reading in readings),
        STRANGE: all(STRANGE in reading.caveats for reading in readings),
    }
    return tuple(code for code, true in found.items() if true)


def _cut_off(reading: Reading) -> frozenset[Cell]:
    """Return the cells whose tiles the photo shows in part."""
    size = np.array([reading.width, reading.height])
    return frozenset(
        tile.cell
        for tile in reading.tiles
        if (np.maximum(-tile.outline, tile.outline - size).max(axis=0) > _MIN_CUT * np.ptp(tile.outline, axis=0)).any()
    )
