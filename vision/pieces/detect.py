"""Standing things: where each touches the table, what it is, and its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.lattice import Cell, position
from vision.imaging.chromaticity import lit_shade
from vision.imaging.peaks import find_peaks
from vision.networks.closeup_channels import STRIDE
from vision.pieces.closeups import MIDDLE, SCALE, SIZE
from vision.pieces.inspect_cells import CellInspection
from vision.pieces.pair_network import CONTENTS, Content
from vision.vocabulary import PIECES

PRESENT = 0.5
"""What is at least this certain to be there is read as there."""
_POSSIBLE = 0.02
"""What is less likely than this is not worth a question."""
_SHOWN = 0.5
_LEAST = 20
"""Probability from which a pixel belongs to a piece, and the fewest pixels of a close-up that show one."""
_AROUND = 7.0
"""Pixels around its foot that stand for a piece of which no pixel is sure."""
_FEW = 6
_COLOURED = 0.15
"""Fewest pixels of the mask that can be parted into two pieces; pixels that one level of colour is worth then."""
_FOOT = 0.1
"""Lowest height of a foot."""
_MIXED = 0.01
"""Of each other kind, where several pieces stand on a cell and each has its own kind."""
_WELL_ON = 0.46
"""A piece's foot is at most so many pitches from the middle of its cell."""


_EMPTY: Content = (0, 0, 0)
_SINGLE: tuple[Content, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_SHARED = dict(zip(CONTENTS, (0.3, 0.03, 0.1, 0.3, 0.1, 0.1), strict=True))
"""How much rarer than one thing two of them are on one cell, against what the network takes for as good as usual."""
_PAIRED = 0.002
"""How much rarer than one thing several are on one cell, against what the network for pairs takes for usual."""
_CONTENTS = (_EMPTY, *_SINGLE, *_SHARED)
_PAIRS = np.array([content in _SHARED for content in _CONTENTS])
_HOME, _STONE = CONTENTS.index((0, 1, 1)), _SINGLE.index((0, 0, 1))
_IN_PLAY = 0.9
"""So certain a stone must be for rune stones to be in play; then a longhouse on one is no rarity."""


@dataclass(frozen=True, eq=False)
class Piece:
    """One standing thing, before its colour is named.

    Attributes:
        kinds: (3,) probabilities of viking, longhouse and stone.
        certainty: 0..1, that there is one at all.
        foot: (2,) where it touches the table, table coordinates.
        hull: (n, 2) outline of its visible pixels, table coordinates of the plane behind them.
        spots: (m, 2) those pixels themselves, its inside where it has one, in the same coordinates.
        colour: (11,) mean log probabilities of the colour names, from its own pixels.
        shade: (3,) its typical pixel, linear BGR in 0..1.
        rune: kind and colour, where it is a rune stone that was taught.
        area: of what is seen of it, square pitches across the view; 0 where that is unknown.
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

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]


def find_pieces(looks: Mapping[Cell, CellInspection], others: Sequence[Piece] = ()) -> list[Piece]:
    """Return what stands on the cells that were looked at, where ``others`` stand on other cells.

    What is unlikely, but not impossible, is among it: see ``PRESENT``.
    """
    in_play = any(_chances(look)[_SINGLE[_STONE]] >= _IN_PLAY for look in looks.values()) or any(map(is_stone, others))
    return [piece for cell, look in looks.items() for piece in _pieces_on(cell, look, in_play)]


def is_stone(piece: Piece) -> bool:
    """Say whether a piece surely is a rune stone."""
    return bool(piece.certainty * piece.kinds[_STONE] >= _IN_PLAY)


def _pieces_on(cell: Cell, look: CellInspection, stones: bool) -> list[Piece]:
    chances = _chances(look, stones)
    if 1 - chances[_EMPTY] < _POSSIBLE:
        return []
    likeliest = max(chances, key=lambda content: (content != _EMPTY) * chances[content])
    kinds = [k for k, number in enumerate(likeliest) for _ in range(number)]
    feet = _assigned(look, kinds, _feet(look, len(kinds)))
    return [_piece(cell, look, kinds, feet, n, chances) for n in range(len(kinds))]


def _chances(look: CellInspection, stones: bool = False) -> dict[Content, float]:
    """Return how likely a cell is to hold each content, with rune stones in play or without.

    The network judges every kind for itself, so one thing that might be of either of two kinds looks to it like two
    things. That two share a cell is rare (the rules forbid it, but for a longhouse on a Home rune). Whether they do is
    told by a network of its own, too, which is believed where it is surer of it.
    """
    weights = look.counts[range(len(PIECES)), _CONTENTS].prod(axis=1)
    weights[_PAIRS] *= list(_SHARED.values())
    weights = weights / weights.sum()
    rarities = np.full(len(CONTENTS), _PAIRED)
    if stones:
        rarities[_HOME] = 1.0
    shares = rarities * look.pairs
    several = float(shares.sum() / (shares.sum() + max(1 - look.pairs.sum(), 0.0) + 1e-12))
    if several > weights[_PAIRS].sum():
        weights[~_PAIRS] *= (1 - several) / weights[~_PAIRS].sum()
        weights[_PAIRS] = several * shares / shares.sum()
    return dict(zip(_CONTENTS, weights.tolist(), strict=True))


def _feet(look: CellInspection, number: int) -> list[np.ndarray]:
    """Return where the pieces stand, close-up pixels: the strongest feet, and where for want of those two part."""
    peaks, _ = find_peaks(look.foot, _FOOT, 1)
    found = [(p + 0.5) * STRIDE - 0.5 for p in peaks[:number]]
    if len(found) < number == 2:
        return _parted(look)
    return found + [MIDDLE] * (number - len(found))


def _assigned(look: CellInspection, kinds: list[int], feet: list[np.ndarray]) -> list[np.ndarray]:
    """Return the feet in the order of the kinds: of two kinds each has the foot about which more of it is seen."""
    if len(set(kinds)) < 2:
        return feet
    near = [_away(foot)[::STRIDE, ::STRIDE] < 2 * _AROUND for foot in feet]
    seen = [[float(look.mask[..., 1 + kind][spots].sum()) for spots in near] for kind in kinds]
    crossed = seen[0][1] * seen[1][0] > seen[0][0] * seen[1][1]
    return feet[::-1] if crossed else feet


def _parted(look: CellInspection) -> list[np.ndarray]:
    """Return the middles of two things that touch, parted where place and colour differ most (principal axis)."""
    ys, xs = np.nonzero(look.mask[..., 0] < 1 - _SHOWN)
    if len(xs) < _FEW:
        return [MIDDLE, MIDDLE]
    colours = cv2.resize(look.closeup[..., :3], look.mask.shape[1::-1], interpolation=cv2.INTER_AREA)[ys, xs]
    places = (np.column_stack([xs, ys]) + 0.5) * STRIDE - 0.5
    seen = np.column_stack([places, _COLOURED * colours])
    away = seen - seen.mean(axis=0)
    first = away @ np.linalg.svd(away, full_matrices=False)[2][0] > 0
    return [places[first].mean(axis=0), places[~first].mean(axis=0)]


def _piece(
    cell: Cell,
    look: CellInspection,
    all_kinds: list[int],
    feet: list[np.ndarray],
    which: int,
    chances: Mapping[Content, float],
) -> Piece:
    """Make the piece that stands at ``feet[which]`` of all that stand on the cell."""
    kind = all_kinds[which]
    if len(feet) == 1:
        kinds, certainty = np.array([chances[content] for content in _SINGLE]) + 1e-4, 1 - chances[_EMPTY]
    else:
        kinds = np.where(np.arange(len(PIECES)) == kind, 1.0, _MIXED)
        before = all_kinds[:which].count(kind)
        certainty = sum(chance for content, chance in chances.items() if content[kind] > before)
    likely = _likely(look, kind, len(feet) > 1)
    alike = [n for n, other in enumerate(all_kinds) if other == kind]
    region = _region(likely, [feet[n] for n in alike], alike.index(which))
    # What lies beside a piece may look like a part of it, but rarely as sure as the piece itself.
    surest = region & (likely >= np.median(likely[region]))
    ys, xs = np.nonzero(region)
    hull = cv2.convexHull(np.column_stack([xs, ys]).astype(np.int32)).reshape(-1, 2)
    return Piece(
        kinds / kinds.sum(),
        certainty,
        _on_cell(cell, look.frame.on_table(feet[which])),
        look.frame.on_table(hull),
        look.frame.on_table(np.column_stack([xs, ys])),
        look.colours[min(kind, 1)],
        lit_shade(look.closeup[surest][:, :3]),
        area=len(xs) / SCALE**2,
    )


def _likely(look: CellInspection, kind: int, shared: bool) -> np.ndarray:
    """(SIZE, SIZE) 0..1, how likely each pixel of a close-up shows the kind of piece, or any where no others share."""
    likely = np.ascontiguousarray(look.mask[..., 1 + kind]) if shared else 1 - look.mask[..., 0]
    return np.asarray(cv2.resize(likely, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR))


def _region(likely: np.ndarray, feet: list[np.ndarray], which: int) -> np.ndarray:
    """Return the (SIZE, SIZE) bool close-up pixels that show the piece, its inside where it has one.

    Of pieces of one kind that share a cell each has the pixels nearest to its foot. A piece of which no pixel is
    sure has those around its foot.
    """
    region = likely > _SHOWN
    if len(feet) > 1:
        region &= np.argmin([_away(foot) for foot in feet], axis=0) == which
    if region.sum() < _LEAST:
        return _away(feet[which]) < _AROUND
    within = cv2.erode(region.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return within if within.sum() >= _LEAST else region


def _away(foot: np.ndarray) -> np.ndarray:
    """(SIZE, SIZE) distances from a foot, pixels."""
    along = np.arange(SIZE)
    distances: np.ndarray = np.hypot(along - foot[0], along[:, None] - foot[1])
    return distances


def _on_cell(cell: Cell, foot: np.ndarray) -> np.ndarray:
    """Return the table point nearest to the foot that lies well on the cell, to which the network gave the piece."""
    away = foot - position(cell)
    return np.asarray(position(cell) + away * min(1.0, _WELL_ON / max(float(np.linalg.norm(away)), 1e-9)))
