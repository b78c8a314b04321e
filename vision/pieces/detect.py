"""Pieces from cell inspections: their number on each cell, and for each its foot, kind, pixels and colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.geometry.lattice import Cell, position
from vision.imaging.chromaticity import median
from vision.imaging.peaks import find_peaks
from vision.networks.closeup_channels import STRIDE
from vision.pieces.background import art_colours
from vision.pieces.closeup_network import count_probabilities
from vision.pieces.closeups import MIDDLE, SCALE, SIZE
from vision.pieces.contents import CONTENTS, EMPTY, WITH_STONE, content_probabilities, kind_and_certainty
from vision.pieces.inspect_cells import CellInspection
from vision.pieces.pair_network import Content
from vision.pieces.shade import piece_shades
from vision.vocabulary import PIECES

PRESENT = 0.5
"""Probability from which a candidate is read as a piece."""
_MIN_PRESENCE = 0.02
"""Probability below which a candidate is left out: it is not worth a question; chosen by hand."""
_MIN_PIXEL_PROBABILITY = 0.5
"""Probability from which a pixel belongs to a piece."""
_MIN_PIXELS = 20
"""Fewest pixels of a close-up by which a piece is described; chosen by hand."""
_DEFAULT_RADIUS = 7.0
"""Radius, close-up pixels, of the disc around its foot that stands for a piece with fewer pixels; chosen by hand."""
_MIN_SPLIT_PIXELS = 6
"""Fewest pixels of the mask that are split into two pieces; chosen by hand."""
_COLOUR_SCALE = 0.15
"""Close-up pixels to one grey level of colour, in the features by which pixels are split; chosen by hand."""
_MIN_FOOT = 0.1
"""Least probability of a foot; chosen by hand."""
_MAX_FOOT_DISTANCE = 0.46
"""Pitches from the centre of a cell within which its pieces' feet are placed: an edge is 0.5 away."""
_NO_ART = np.empty((0, 3), np.uint8)
_STONE = PIECES.index("stone")
CERTAIN_STONE = 0.9
"""Probability of any stone from which rune stones are in play; then a longhouse on one is not rare; chosen by hand."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A candidate for a piece, before its colour is named.

    Attributes:
        kinds: (3,) probabilities of viking, longhouse and stone.
        certainty: 0..1, probability that there is a piece at all.
        foot: (2,) where it touches the table, table coordinates.
        hull: (n, 2) convex hull of its visible pixels, projected onto the table.
        spots: (m, 2) those pixels themselves, without the outermost where enough remain, projected likewise.
        colour: (11,) mean log probabilities of the colour names, from its own pixels.
        shade: (3,) median of its lit pixels, linear BGR in 0..1.
        rune: rune and its player's colour, where it was recognised as a taught stone.
        area: visible area, square pitches across the view; 0 where that is unknown.
        counts: (3, 3) the close-up network's own probabilities of none, one and several of each kind on its cell,
            before the context network; empty where it was not inspected.
        features: (FEATURE_COUNT,) the close-up network's features of its cell; empty likewise.
        look: (LOOK_COUNT,) see `looks.with_looks`; empty where it was not described.
        signs: (9,) probabilities of the rune on it, as ``vocabulary.SIGNS``; empty where that was not read.
        states: (24,) log probabilities of the states of the joint model by pixels alone, without the rules; ``None``
            before it was weighed.
    """

    kinds: np.ndarray
    certainty: float
    foot: np.ndarray
    hull: np.ndarray
    spots: np.ndarray
    colour: np.ndarray
    shade: np.ndarray
    rune: tuple[str, str | None] | None = None
    area: float = 0.0
    counts: np.ndarray = field(default_factory=lambda: np.empty((0, 3)))
    features: np.ndarray = field(default_factory=lambda: np.empty(0, np.float32))
    look: np.ndarray = field(default_factory=lambda: np.empty(0, np.float32))
    signs: np.ndarray = field(default_factory=lambda: np.empty(0))
    states: np.ndarray | None = None

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]


def find_pieces(
    cells: Mapping[Cell, CellInspection], others: Sequence[Piece] = (), art: np.ndarray = _NO_ART
) -> list[Piece]:
    """Return the candidates on inspected cells, unlikely ones included: see ``PRESENT``.

    Args:
        cells: the inspections.
        others: pieces on other cells of the same table.
        art: (m, 3) uint8 BGR pixels of the board's bare art, see `background.sample_art`.
    """
    if not cells:
        return []
    counts, pairs = np.array([c.counts for c in cells.values()]), np.array([c.pairs for c in cells.values()])
    contents = content_probabilities(counts, pairs)
    if (contents[:, WITH_STONE].sum(axis=1) >= CERTAIN_STONE).any() or any(map(is_certain_stone, others)):
        contents = content_probabilities(counts, pairs, stones=True)
    parts = zip(cells.items(), contents, strict=True)
    found = [candidate for (at, cell), likely in parts for candidate in _candidates_on(at, cell, likely)]
    seen = [_visible(candidate) for candidate in found]
    shades = piece_shades([one.colours for one in seen], [one.likeliest for one in seen], art_colours(art))
    return [_piece(*described) for described in zip(found, seen, shades, strict=True)]


def is_certain_stone(piece: Piece) -> bool:
    """Return whether a piece is certainly a rune stone."""
    return bool(piece.certainty * piece.kinds[_STONE] >= CERTAIN_STONE)


@dataclass(frozen=True, eq=False)
class _Candidate:
    """One of the pieces that a cell most probably holds, if any.

    Attributes:
        at: the cell.
        cell: its inspection.
        kinds: of all pieces on the cell, indices of ``PIECES``.
        feet: (2,) of these, close-up pixels.
        which: index of this one among them.
        contents: the probabilities of ``contents.CONTENTS``.
    """

    at: Cell
    cell: CellInspection
    kinds: Sequence[int]
    feet: Sequence[np.ndarray]
    which: int
    contents: Mapping[Content, float]


@dataclass(frozen=True, eq=False)
class _Visible:
    """The n pixels of a close-up that show a piece.

    Attributes:
        spots: (n, 2) their x and y.
        colours: (n, 3) uint8 BGR.
        likeliest: (m, 3) those of them that most probably show it.
    """

    spots: np.ndarray
    colours: np.ndarray
    likeliest: np.ndarray


def _candidates_on(at: Cell, cell: CellInspection, probabilities: np.ndarray) -> list[_Candidate]:
    """Return the candidates on a cell with these (10,) probabilities of ``contents.CONTENTS``."""
    contents = dict(zip(CONTENTS, probabilities.tolist(), strict=True))
    if 1 - contents[EMPTY] < _MIN_PRESENCE:
        return []
    likeliest = max(contents, key=lambda content: (content != EMPTY) * contents[content])
    kinds = [k for k, number in enumerate(likeliest) for _ in range(number)]
    feet = _in_order_of_kinds(cell, kinds, _feet(cell, len(kinds)))
    return [_Candidate(at, cell, kinds, feet, n, contents) for n in range(len(kinds))]


def _feet(cell: CellInspection, number: int) -> list[np.ndarray]:
    """Return the feet of the pieces, close-up pixels: the highest peaks, or the centres of two split clusters."""
    peaks, _ = find_peaks(cell.foot, _MIN_FOOT, 1)
    found = [(p + 0.5) * STRIDE - 0.5 for p in peaks[:number]]
    if len(found) < number == 2:
        return _split(cell)
    return found + [MIDDLE] * (number - len(found))


def _in_order_of_kinds(cell: CellInspection, kinds: list[int], feet: list[np.ndarray]) -> list[np.ndarray]:
    """Return the feet in the order of the kinds: of two kinds each has the foot with more of its pixels around."""
    if len(set(kinds)) < 2:
        return feet
    near = [_distances(foot)[::STRIDE, ::STRIDE] < 2 * _DEFAULT_RADIUS for foot in feet]
    mass = [[float(cell.mask[..., 1 + kind][around].sum()) for around in near] for kind in kinds]
    crossed = mass[0][1] * mass[1][0] > mass[0][0] * mass[1][1]
    return feet[::-1] if crossed else feet


def _split(cell: CellInspection) -> list[np.ndarray]:
    """Return the centres of two touching pieces, split along the principal axis of pixel positions and colours."""
    ys, xs = np.nonzero(cell.mask[..., 0] < 1 - _MIN_PIXEL_PROBABILITY)
    if len(xs) < _MIN_SPLIT_PIXELS:
        return [MIDDLE, MIDDLE]
    colours = cv2.resize(cell.closeup[..., :3], cell.mask.shape[1::-1], interpolation=cv2.INTER_AREA)[ys, xs]
    positions = (np.column_stack([xs, ys]) + 0.5) * STRIDE - 0.5
    features = np.column_stack([positions, _COLOUR_SCALE * colours])
    centred = features - features.mean(axis=0)
    first = centred @ np.linalg.svd(centred, full_matrices=False)[2][0] > 0
    return [positions[first].mean(axis=0), positions[~first].mean(axis=0)]


def _visible(candidate: _Candidate) -> _Visible:
    """Return the pixels that show a candidate."""
    cell, kinds, feet, which = candidate.cell, candidate.kinds, candidate.feet, candidate.which
    probabilities = _pixel_probabilities(cell, kinds[which], len(feet) > 1)
    same_kind = [n for n, other in enumerate(kinds) if other == kinds[which]]
    region = _region(probabilities, [feet[n] for n in same_kind], same_kind.index(which))
    # Things beside a piece may resemble a part of it, but rarely with as high a probability as the piece itself.
    shown = np.flatnonzero(region)
    sure = probabilities.ravel().take(shown)
    colours = cell.closeup.reshape(SIZE * SIZE, -1).take(shown, axis=0)[:, :3]
    return _Visible(np.column_stack(np.divmod(shown, SIZE)[::-1]), colours, colours[sure >= median(sure)])


def _piece(candidate: _Candidate, seen: _Visible, shade: np.ndarray) -> Piece:
    """Return the piece that a candidate is, shown by these pixels in this (3,) shade."""
    cell, foot = candidate.cell, candidate.feet[candidate.which]
    kinds, certainty = kind_and_certainty(candidate.kinds, candidate.which, candidate.contents)
    hull = cv2.convexHull(seen.spots.astype(np.int32)).reshape(-1, 2)
    return Piece(
        kinds,
        certainty,
        _within_cell(candidate.at, cell.frame.on_table(foot)),
        cell.frame.on_table(hull),
        cell.frame.on_table(seen.spots),
        cell.colours[min(candidate.kinds[candidate.which], 1)],
        shade,
        area=len(seen.spots) / SCALE**2,
        counts=count_probabilities(cell.output.logits),
        features=cell.output.features,
    )


def _pixel_probabilities(cell: CellInspection, kind: int, shared: bool) -> np.ndarray:
    """Return (SIZE, SIZE) probabilities of the kind at each pixel; of any kind where the piece is alone on the cell."""
    coarse = np.ascontiguousarray(cell.mask[..., 1 + kind]) if shared else 1 - cell.mask[..., 0]
    return np.asarray(cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR))


def _region(probabilities: np.ndarray, feet: list[np.ndarray], which: int) -> np.ndarray:
    """Return the (SIZE, SIZE) bool pixels of the piece, without the outermost where enough remain.

    Of pieces of one kind that share a cell each has the pixels nearest to its foot. A piece with too few pixels has a
    disc around its foot.
    """
    region = probabilities > _MIN_PIXEL_PROBABILITY
    if len(feet) > 1:
        region &= np.argmin([_distances(foot) for foot in feet], axis=0) == which
    if region.sum() < _MIN_PIXELS:
        return _distances(feet[which]) < _DEFAULT_RADIUS
    within = cv2.erode(region.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return within if within.sum() >= _MIN_PIXELS else region


def _distances(foot: np.ndarray) -> np.ndarray:
    """Return the (SIZE, SIZE) distances from a foot, close-up pixels."""
    along = np.arange(SIZE)
    distances: np.ndarray = np.hypot(along - foot[0], along[:, None] - foot[1])
    return distances


def _within_cell(cell: Cell, foot: np.ndarray) -> np.ndarray:
    """Return the table point nearest to the foot within the cell, which the network inspected for its pieces."""
    offset = foot - position(cell)
    return np.asarray(position(cell) + offset * min(1.0, _MAX_FOOT_DISTANCE / max(float(np.linalg.norm(offset)), 1e-9)))
