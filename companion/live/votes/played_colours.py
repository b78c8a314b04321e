"""What is known of the colours at a table: pieces are read as those that somebody plays, unless the pixels are clear.

Who plays what is known from the set-up. A piece of a colour that nobody plays was most likely read wrong, as white
for yellow under a lamp; so the likeliest of the played colours is taken. Where the evidence rules all of them out the
piece stays what it is: something that is not part of the game, which a person is to be told of. But where several
pieces look alike and some player has none at all, they are that player's, in a colour that nobody has seen before.
That something is of no clear colour is no less a sign that nothing stands there for knowing who plays, and is kept
beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.live.changes.region_reader import CellReader
from companion.reader_service import PhotoReader
from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.imaging.photo import Photo
from vision.reading.reading import Reading

_POSSIBLE = 0.01
"""Share of the evidence that the played colours must have together, or the piece is nobody's."""
_SEVERAL = 2
"""Pieces of one colour that cannot be there by chance."""
_NEVER = 1e-30


class PlayedColoursReader:
    """A reader that knows which colours are played."""

    def __init__(self, read: PhotoReader, colours: Callable[[], Collection[str]]) -> None:
        """Read with `read`; `colours` says which are played now, none if that is not known."""
        self._read, self._colours = read, colours

    def __call__(self, photo: Photo) -> Reading:
        """Return what is seen in the photo."""
        return in_played_colours(self._read(photo), self._colours())

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return what is seen after a look at some cells; ``None`` where the reader looks at the whole only."""
        found = self._read.reread_cells(photo, before, cells) if isinstance(self._read, CellReader) else None
        return None if found is None else in_played_colours(found, self._colours())


def in_played_colours(reading: Reading, colours: Collection[str]) -> Reading:
    """Return the reading with every piece in the likeliest of these colours, unless it can be none of them.

    What it asks of colours is asked between these.
    """
    if not colours:
        return reading
    pieces = [_in_played_colour(piece, colours, reading.names) for piece in reading.pieces]
    pieces = _of_those_without(pieces, colours, reading.names)
    return replace(reading, pieces=tuple(pieces), ask=tuple(_still_asked(reading.ask, colours)))


def _of_those_without(
    pieces: Sequence[PieceReading], colours: Collection[str], names: Sequence[str]
) -> list[PieceReading]:
    """Return the pieces with several of a colour that nobody plays given to a player of whom no piece is seen."""
    given = list(pieces)
    standing = {k: p.odds for k, p in enumerate(pieces) if p.kind != "stone" and p.odds is not None}
    strange = Counter(pieces[k].colour for k in standing if pieces[k].colour not in colours)
    without = set(colours).intersection(names) - {p.colour for p in pieces}
    for colour, count in strange.most_common():
        if count < _SEVERAL or not without:
            break
        theirs = {k: odds for k, odds in standing.items() if pieces[k].colour == colour}
        told = np.log(np.maximum([odds.colours for odds in theirs.values()], _NEVER)).sum(axis=0)
        likeliest = max(sorted(without), key=lambda name: float(told[names.index(name)]))
        without.remove(likeliest)
        only = np.array([float(name == likeliest) for name in names])
        for k, odds in theirs.items():
            known = replace(odds, colours=only, clear=float(odds.colours.max()))
            given[k] = replace(pieces[k], colour=likeliest, odds=known)
    return given


def _still_asked(ask: Sequence[Mapping[str, Any]], colours: Collection[str]) -> Iterator[Mapping[str, Any]]:
    for doubt in ask:
        played = [c for c in doubt["candidates"] if c in colours] if doubt["about"] == "colour" else []
        if not played:
            yield doubt
        elif len(played) > 1:
            yield {**doubt, "candidates": played}


def _in_played_colour(piece: PieceReading, colours: Collection[str], names: Sequence[str]) -> PieceReading:
    if piece.kind == "stone" or piece.odds is None:
        return piece
    shares = {c: float(piece.odds.colours[names.index(c)]) for c in colours if c in names}
    total = sum(shares.values())
    if total < _POSSIBLE:
        return piece
    best = max(shares, key=lambda colour: shares[colour])
    clear = min(1.0, max(total, float(piece.odds.colours.max())))
    sure = piece.odds.certainty * float(piece.odds.kinds.max()) * shares[best] / total
    weighed = np.array([shares.get(name, 0.0) / total for name in names])
    return replace(piece, colour=best, confidence=sure, odds=replace(piece.odds, colours=weighed, clear=clear))
