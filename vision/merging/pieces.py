"""The pieces on a table that several photos show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import PieceOdds, PieceReading
from vision.geometry.lattice import CORNERS, Cell, position
from vision.merging.photo_view import Witness, odds_of
from vision.networks.activations import log_odds, sigmoid, softmax
from vision.pieces.detect import PRESENT, Piece
from vision.pieces.evidence.supply_term import apply_supply_term
from vision.vocabulary import COLOURS, PIECES

_NEAR = 0.3
"""Pitches within which two photos' pieces are one, whichever cells they were given to."""
_SILENT = 0.06
"""How likely a piece is that a photo, which shows its tile, says nothing of: it may stand behind another."""
_DOUBTED = PRESENT - 0.02
_LEAST_KIND, _LEAST_COLOUR = 1e-3, 1e-3
_WITNESSES = 4.0
"""So many pieces that a photo names alike speak in full for what that photo means by the name."""


@dataclass(frozen=True, eq=False)
class Merged:
    """One piece.

    Attributes:
        cell: the tile that it stands on.
        foot: (2,) where it stands, table coordinates.
        certainty: 0..1, that it is there at all.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colours: (11,) probabilities of ``vocabulary.COLOURS``.
        members: what the photos read it as.
    """

    cell: Cell
    foot: np.ndarray
    certainty: float
    kinds: np.ndarray
    colours: np.ndarray
    members: tuple[PieceReading, ...]

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]

    @property
    def rune(self) -> tuple[str, str | None] | None:
        """Which rune a stone bears, and whose it is, as the surest photo that knows has it."""
        known = [piece for piece in self.members if piece.rune is not None]
        surest = max(known, key=lambda piece: piece.confidence, default=None)
        return None if surest is None or surest.rune is None else (surest.rune, surest.colour)

    def as_piece(self) -> Piece:
        """Return it as a piece of one photo, standing in the middle of its tile."""
        at = position(self.cell)
        piece = Piece(self.kinds, self.certainty, at, at + CORNERS, at + CORNERS, np.log(self.colours), np.zeros(3))
        return replace(piece, rune=self.rune)


_Group = dict[int, tuple[PieceReading, np.ndarray]]
"""What each photo, by its place, reads one piece as, and where on the table."""


def merge_pieces(witnesses: Sequence[Witness]) -> list[Merged]:
    """Return all pieces that any photo speaks of, likely or not."""
    groups = _grouped(witnesses)
    names = witnesses[0].reading.names
    colours = _colours(groups, names)
    merged = [_merged(group, colour, witnesses) for group, colour in zip(groups, colours, strict=True)]
    taken = {piece.cell for piece in merged}
    merged += [_possible(cell, witnesses) for cell in sorted({c for w in witnesses for c in w.possible} - taken)]
    weighed = apply_supply_term([piece.as_piece() for piece in merged], [piece.colours for piece in merged])
    return [replace(piece, kinds=other.kinds) for piece, other in zip(merged, weighed, strict=True)]


def _grouped(witnesses: Sequence[Witness]) -> list[_Group]:
    """Put together what is one piece: near each other, or alone in one cell."""
    groups: list[_Group] = []
    for number, witness in enumerate(witnesses):
        found = [(piece, witness.plane.to_table(np.array(piece.px))) for piece in witness.reading.pieces]
        pairs = [(_apart(one, group), i, j) for i, one in enumerate(found) for j, group in enumerate(groups)]
        paired: dict[int, int] = {}
        for away, i, j in sorted(pairs):
            if away < np.inf and i not in paired and j not in paired.values():
                paired[i] = j
        for i, one in enumerate(found):
            if i in paired:
                groups[paired[i]][number] = one
            else:
                groups.append({number: one})
    return groups


def _apart(one: tuple[PieceReading, np.ndarray], group: _Group) -> float:
    """Return how far a piece stands from those of a group, pitches; infinitely far if it cannot be the same.

    Of those that can, one of another kind is the last to be chosen: a stone lies under its longhouse.
    """
    away = float(np.linalg.norm(one[1] - np.mean([where for _, where in group.values()], axis=0)))
    if away >= _NEAR and all(piece.cell != one[0].cell for piece, _ in group.values()):
        return np.inf
    return away + 9.0 * all(piece.kind != one[0].kind for piece, _ in group.values())


def _merged(group: _Group, colours: np.ndarray, witnesses: Sequence[Witness]) -> Merged:
    odds = {number: odds_of(piece) for number, (piece, _) in group.items()}
    cells: defaultdict[Cell, float] = defaultdict(float)
    for number, (piece, _) in group.items():
        cells[piece.cell] += odds[number].certainty
    cell = max(cells, key=lambda c: cells[c])
    foot: np.ndarray = np.mean([where for _, where in group.values()], axis=0)
    kinds = np.sum([np.log(np.maximum(o.kinds, _LEAST_KIND)) for o in odds.values()], axis=0)
    certainty = _certainty(cell, odds, witnesses)
    return Merged(cell, foot, certainty, _shares(kinds), colours, tuple(piece for piece, _ in group.values()))


def _possible(cell: Cell, witnesses: Sequence[Witness]) -> Merged:
    """Return a piece that some photos hold for possible; that none reads it, nor its colour, makes it a question."""
    certainty = min(_certainty(cell, {}, witnesses), _DOUBTED)
    kinds = [np.log(witness.possible[cell].kinds) for witness in witnesses if cell in witness.possible]
    flat = np.full(len(COLOURS), 1 / len(COLOURS))
    return Merged(cell, position(cell), certainty, _shares(np.sum(kinds, axis=0)), flat, ())


def _certainty(cell: Cell, odds: Mapping[int, PieceOdds], witnesses: Sequence[Witness]) -> float:
    """Weigh what each photo says of there being a piece; one that does not show the tile says nothing."""
    total = 0.0
    for number, witness in enumerate(witnesses):
        if number in odds:
            sure = odds[number].certainty
        elif cell in witness.tiles:
            sure = witness.possible[cell].certainty if cell in witness.possible else _SILENT
        else:
            continue
        total += float(log_odds(sure, 0.01))
    return float(sigmoid(total))


def _colours(groups: Sequence[_Group], names: Sequence[str]) -> list[np.ndarray]:
    """Return the (11,) probabilities of the colour names for each group.

    A photo names all pieces of one look alike, so that what it means by a name is told by all pieces that bear it: a
    piece that only one photo shows is named as the others of its colour are.
    """
    own = [
        np.sum([np.log(np.maximum(odds_of(p, names).colours, _LEAST_COLOUR)) for p, _ in group.values()], axis=0)
        for group in groups
    ]
    meant: defaultdict[tuple[int, str | None], list[np.ndarray]] = defaultdict(list)
    for group, words in zip(groups, own, strict=True):
        for number, (piece, _) in group.items():
            meant[number, piece.colour].append(words)
    spoken = {name: np.mean(words, axis=0) * min(len(words), _WITNESSES) for name, words in meant.items()}
    return [
        _shares(words + np.sum([spoken[number, piece.colour] for number, (piece, _) in group.items()], axis=0))
        for group, words in zip(groups, own, strict=True)
    ]


def _shares(logs: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(softmax(logs), 1e-6))
