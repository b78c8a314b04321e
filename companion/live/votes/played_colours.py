"""A prior for the colours of pieces: those that the set-up gives to players.

A piece of a colour that nobody plays was most likely misread, as white for yellow under a lamp, so the likeliest of the
played colours is taken. Where the pixels rule out all of them the piece keeps its colour: it is not part of the game,
and people are warned of it. But where several pieces share such a colour and a player has none at all, they are that
player's. A piece of no clear colour remains a sign that nothing stands there: `PieceProbabilities.clear` keeps how
clear its colour was before the prior.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from companion.live.changes.region_reader import CellReader
from companion.reader_service import PhotoReader, ReadsWith
from games.hexgrid import Cell
from vision.detections import PieceReading
from vision.imaging.photo import Photo
from vision.reading.answers.answer import Answer
from vision.reading.reading import Reading

_MIN_PLAYED_PROBABILITY = 0.01
"""Least total probability of the played colours; below it the piece keeps its colour. Chosen by hand."""
_MIN_PIECES_OF_A_COLOUR = 2
"""Pieces of one colour that cannot be there by chance."""
_MIN_PROBABILITY = 1e-30
"""Probabilities are raised to this before their logarithm is taken."""


class PlayedColoursReader:
    """A reader that applies the prior of the played colours to another reader's readings."""

    def __init__(self, read: PhotoReader, colours: Callable[[], Collection[str]]) -> None:
        """Wrap a reader.

        Args:
            read: the reader.
            colours: returns the colours that are played now; none where that is unknown.
        """
        self._read, self._colours = read, colours

    def __call__(self, photo: Photo) -> Reading:
        """Return the reading of a photo, in the played colours."""
        return self.read_with(photo, ())

    def read_with(self, photo: Photo, answers: Sequence[Answer]) -> Reading:
        """Return the reading of a photo by a person's answers, where the reader can, in the played colours."""
        read = self._read
        found = read.read_with(photo, answers) if isinstance(read, ReadsWith) else read(photo)
        return in_played_colours(found, self._colours())

    def reread_cells(self, photo: Photo, before: Reading, cells: Collection[Cell]) -> Reading | None:
        """Return the whole board with some cells read again; ``None`` where a full reading is needed."""
        found = self._read.reread_cells(photo, before, cells) if isinstance(self._read, CellReader) else None
        return None if found is None else in_played_colours(found, self._colours())


def in_played_colours(reading: Reading, colours: Collection[str]) -> Reading:
    """Return the reading with every piece in the likeliest of these colours, unless the pixels rule out all of them.

    The candidates of its questions about colours are limited to these, too.
    """
    if not colours:
        return reading
    pieces = [_in_played_colour(piece, colours, reading.names) for piece in reading.pieces]
    pieces = _given_to_players_without(pieces, colours, reading.names)
    return replace(reading, pieces=tuple(pieces), ask=tuple(_questions_in_played_colours(reading.ask, colours)))


def _given_to_players_without(
    pieces: Sequence[PieceReading], colours: Collection[str], names: Sequence[str]
) -> list[PieceReading]:
    """Return the pieces, those of an unplayed colour that occurs repeatedly recoloured for a player without any."""
    given = list(pieces)
    standing = {k: p.probabilities for k, p in enumerate(pieces) if p.kind != "stone" and p.probabilities is not None}
    strange = Counter(pieces[k].colour for k in standing if pieces[k].colour not in colours)
    without = set(colours).intersection(names) - {p.colour for p in pieces}
    for colour, count in strange.most_common():
        if count < _MIN_PIECES_OF_A_COLOUR or not without:
            break
        theirs = {k: seen for k, seen in standing.items() if pieces[k].colour == colour}
        log_likelihood = np.log(np.maximum([seen.colours for seen in theirs.values()], _MIN_PROBABILITY)).sum(axis=0)
        likeliest = max(sorted(without), key=lambda name: float(log_likelihood[names.index(name)]))
        without.remove(likeliest)
        only = np.array([float(name == likeliest) for name in names])
        for k, seen in theirs.items():
            known = replace(seen, colours=only, clear=float(seen.colours.max()))
            given[k] = replace(pieces[k], colour=likeliest, probabilities=known)
    return given


def _questions_in_played_colours(
    ask: Sequence[Mapping[str, Any]], colours: Collection[str]
) -> Iterator[Mapping[str, Any]]:
    for doubt in ask:
        played = [c for c in doubt["candidates"] if c in colours] if doubt["about"] == "colour" else []
        if not played:
            yield doubt
        elif len(played) > 1:
            yield {**doubt, "candidates": played}


def _in_played_colour(piece: PieceReading, colours: Collection[str], names: Sequence[str]) -> PieceReading:
    if piece.kind == "stone" or piece.probabilities is None:
        return piece
    probabilities = {c: float(piece.probabilities.colours[names.index(c)]) for c in colours if c in names}
    total = sum(probabilities.values())
    if total < _MIN_PLAYED_PROBABILITY:
        return piece
    best = max(probabilities, key=lambda colour: probabilities[colour])
    clear = min(1.0, max(total, float(piece.probabilities.colours.max())))
    confidence = piece.probabilities.certainty * float(piece.probabilities.kinds.max()) * probabilities[best] / total
    weighed = np.array([probabilities.get(name, 0.0) / total for name in names])
    return replace(
        piece,
        colour=best,
        confidence=confidence,
        probabilities=replace(piece.probabilities, colours=weighed, clear=clear),
    )
