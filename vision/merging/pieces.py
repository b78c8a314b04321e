"""The pieces of a table by several photos.

The log probabilities that each photo's pixels give are summed, and the rules are weighed in once, over all pieces that
any photo shows: see `vision.pieces.evidence.model`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from vision.detections import PieceReading
from vision.geometry.lattice import CORNERS, Cell, position
from vision.merging.correlation import weight_of_each
from vision.merging.photo_view import PhotoView, probabilities_of, states_of
from vision.networks.activations import softmax
from vision.pieces.detect import PRESENT, Piece
from vision.pieces.evidence.model import weigh_by_rules
from vision.pieces.evidence.scene import Scene
from vision.pieces.evidence.states import LONGHOUSE, NOTHING, STATE_COUNT, VIKING, kind_probabilities
from vision.vocabulary import COLOURS, PIECES

_MAX_DISTANCE = 0.3
"""Pitches within which pieces of two photos may be one, even if assigned to different cells; chosen by hand."""
_UNREAD_PROBABILITY = 0.06
"""Likelihood of each piece by a photo that shows its tile and did not read it, since another may hide it, beside the
rest of 1 for none; chosen by hand."""
_MAX_UNREAD = PRESENT - 0.02
"""Cap of the probability of a piece that no photo read: it becomes a question, not a piece."""
_MIN_PROBABILITY = 1e-3
"""Least probability of a state by one photo; chosen by hand."""
_OTHER_KIND_COST = 9.0
"""Added to the distance of pieces of different kinds, so that they are matched last."""
_MIN_SHARE = 1e-6
"""Least merged probability."""
_UNREAD = np.where(np.arange(STATE_COUNT) == NOTHING, 1 - _UNREAD_PROBABILITY, _UNREAD_PROBABILITY)


@dataclass(frozen=True, eq=False)
class MergedPiece:
    """One piece.

    Attributes:
        cell: the tile that it stands on.
        foot: (2,) where it stands, table coordinates.
        certainty: 0..1, probability that it is there at all.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colours: (11,) probabilities of ``vocabulary.COLOURS``.
        members: its readings by the photos.
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
        """The rune on a stone and its player's colour, by the most confident photo that recognised it."""
        known = [piece for piece in self.members if piece.rune is not None]
        surest = max(known, key=lambda piece: piece.confidence, default=None)
        return None if surest is None or surest.rune is None else (surest.rune, surest.colour)

    def as_piece(self) -> Piece:
        """Return it as a piece of one photo at the centre of its tile."""
        return replace(
            _candidate(self.cell),
            kinds=self.kinds,
            certainty=self.certainty,
            colour=np.log(self.colours),
            rune=self.rune,
        )


_Group = dict[int, tuple[PieceReading, np.ndarray]]
"""The reading of one piece by each photo, by the photo's index, with its table position."""


def merge_pieces(
    views: Sequence[PhotoView],
    unseen: Collection[Cell] = (),
    plains: Mapping[tuple[Cell, Cell], float] = MappingProxyType({}),
) -> list[MergedPiece]:
    """Return all pieces that any photo read or holds possible.

    Args:
        views: the photos.
        unseen: cells that no photo shows, where more pieces may stand.
        plains: probability that plains join two neighbouring cells; 1 for pairs that are not in it.
    """
    groups = _grouped(views)
    read = [_place(group) for group in groups]
    taken = {cell for cell, _ in read}
    doubtful = sorted({cell for view in views for cell in view.possible} - taken)
    places = [*read, *((cell, position(cell)) for cell in doubtful)]
    if not places:
        return []
    members = [*groups, *({} for _ in doubtful)]
    logs = np.array([_by_pixels(cell, group, views) for (cell, _), group in zip(places, members, strict=True)])
    if all(piece.probabilities is None for group in groups for piece, _ in group.values()):
        belief = softmax(logs)  # these readings were not made from pixels, and hold the rules already
    else:
        scene = Scene([_candidate(cell) for cell, _ in places], unseen=unseen, plains=plains)
        belief = weigh_by_rules(scene, logs)
    return [_merged(at, group, own) for at, group, own in zip(places, members, belief, strict=True)]


def _grouped(views: Sequence[PhotoView]) -> list[_Group]:
    """Return the photos' readings grouped by piece: near each other, or in the same cell."""
    groups: list[_Group] = []
    for number, view in enumerate(views):
        found = [(piece, view.plane.to_table(np.array(piece.px))) for piece in view.reading.pieces]
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
    """Return the distance, pitches, of a piece from a group; infinite if they cannot be the same.

    Pieces of different kinds are matched last: a stone lies under its longhouse.
    """
    away = float(np.linalg.norm(one[1] - np.mean([where for _, where in group.values()], axis=0)))
    if away >= _MAX_DISTANCE and all(piece.cell != one[0].cell for piece, _ in group.values()):
        return np.inf
    return away + _OTHER_KIND_COST * all(piece.kind != one[0].kind for piece, _ in group.values())


def _place(group: _Group) -> tuple[Cell, np.ndarray]:
    """Return the cell on which most photos see the piece, by their certainties, and (2,) where it stands."""
    cells: defaultdict[Cell, float] = defaultdict(float)
    for piece, _ in group.values():
        cells[piece.cell] += probabilities_of(piece).certainty
    return max(cells, key=lambda c: cells[c]), np.mean([where for _, where in group.values()], axis=0)


def _by_pixels(cell: Cell, group: _Group, views: Sequence[PhotoView]) -> np.ndarray:
    """Return (24,) log likelihoods of a piece's states by the pixels of all photos that show its tile."""
    seen = []
    for number, view in enumerate(views):
        if number in group:
            seen.append(states_of(probabilities_of(group[number][0], views[0].reading.names)))
        elif cell in view.possible:
            seen.append(states_of(view.possible[cell]))
        elif cell in view.tiles:
            seen.append(_UNREAD)
    return np.asarray(np.log(np.maximum(seen, _MIN_PROBABILITY)).sum(axis=0) * weight_of_each(len(seen)))


def _candidate(cell: Cell) -> Piece:
    """Return a candidate at the centre of a tile, of which nothing else is known."""
    at, flat = position(cell), np.full(len(PIECES), 1 / len(PIECES))
    return Piece(flat, 1.0, at, at + CORNERS, at + CORNERS, np.zeros(len(COLOURS)), np.zeros(3))


def _merged(at: tuple[Cell, np.ndarray], group: _Group, belief: np.ndarray) -> MergedPiece:
    """Return the piece of (24,) probabilities of its states; one that no photo read becomes a question."""
    nothing, *kinds = kind_probabilities(belief[None])[0].tolist()
    colours = belief[VIKING] + belief[LONGHOUSE] + _MIN_SHARE
    shares = np.maximum(kinds, _MIN_SHARE)
    return MergedPiece(
        cell=at[0],
        foot=at[1],
        certainty=1 - nothing if group else min(1 - nothing, _MAX_UNREAD),
        kinds=shares / shares.sum(),
        colours=colours / colours.sum(),
        members=tuple(piece for piece, _ in group.values()),
    )
