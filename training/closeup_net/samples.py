"""A made picture's cells as close-ups, each with its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.scenes.hexes import DIRECTIONS
from training.scenes.picture import Picture, PlacedPiece, PlacedTile
from vision.geometry.plane import Plane
from vision.networks.closeup_channels import STRIDE
from vision.pieces.closeups import SCALE, SIZE, cut_closeups
from vision.vocabulary import COLOURS, PIECES

UNKNOWN = 255
"""Label of what cannot be told from the picture, and teaches nothing."""
GRID = SIZE // STRIDE
LABELS = len(PIECES) + 4
"""Labels of a sample: how many of each kind (2 for several), the two colours, whether a tile lies there, covered."""
_SEEN, _HINTED = 0.3, 0.05
"""Shares of a piece in sight from which it counts, and below which nobody could know of it."""
_FOOT = 0.075
"""Width of a foot's bump, pitches."""


@dataclass(frozen=True)
class Samples:
    """Close-ups (n, SIZE, SIZE, 4) uint8, labels (n, LABELS) uint8, masks and feet (n, GRID, GRID) uint8."""

    closeups: np.ndarray
    labels: np.ndarray
    masks: np.ndarray
    feet: np.ndarray


def samples_of(rng: np.random.Generator, picture: Picture, empty: float = 0.12) -> Samples | None:
    """Cut close-ups of the board's cells and of empty ones beside it, as a reading would: a little off.

    Returns None where no cell can be seen. ``empty`` is how likely a tile at the rim brings an empty cell along.
    """
    plane = _roughly(rng, picture)
    chosen = [*_occupied(rng, picture, plane), *_beside(rng, picture, plane, empty)]
    if not chosen:
        return None
    centres = [centre + rng.normal(0, 0.02, 2) for centre, _ in chosen]
    cut, frames = cut_closeups(picture.image, plane, centres)
    truths = [_truth(picture, tile, f.matrix) for (_, tile), f in zip(chosen, frames, strict=True)]
    labels, masks, feet = (np.stack(part) for part in zip(*truths, strict=True))
    return Samples(cut, labels, masks, feet)


def _roughly(rng: np.random.Generator, picture: Picture) -> Plane:
    """Return the picture's plane as well as a lattice fitted to found tiles knows it."""
    shift = picture.plane.homography @ np.array([0.0, 0.0, 1.0])
    noise = np.eye(3)
    noise[:2, :2] += rng.normal(0, 0.01, (2, 2))
    about = np.array([[1, 0, shift[0] / shift[2]], [0, 1, shift[1] / shift[2]], [0, 0, 1]])
    homography = about @ noise @ np.linalg.inv(about) @ picture.plane.homography
    return replace(picture.plane, homography=homography, radial=picture.plane.radial * float(rng.uniform(0, 1.2)))


def _occupied(rng: np.random.Generator, picture: Picture, plane: Plane) -> list[tuple[np.ndarray, PlacedTile | None]]:
    """Return the tiles that lie on the board with their table centres: all with pieces, as many without."""
    inside = [t for t in picture.tiles if t.on_board and _in_picture(picture, np.array(t.centre))]
    taken = {p.cell for p in picture.pieces}
    full = [t for t in inside if t.cell in taken]
    bare = [t for t in inside if t.cell not in taken]
    rng.shuffle(bare)
    kept = full + bare[: max(4, len(full))]
    return [(plane.to_table(np.array(t.centre)), t) for t in kept]


def _beside(
    rng: np.random.Generator, picture: Picture, plane: Plane, share: float
) -> list[tuple[np.ndarray, PlacedTile | None]]:
    """Return the table centres of a few cells beside the board."""
    tiles = {t.cell: t for t in picture.tiles if t.on_board and t.cell is not None}
    found = []
    for (q, r), tile in tiles.items():
        dq, dr = DIRECTIONS[int(rng.integers(6))]
        opposite = tiles.get((q - dq, r - dr))
        if (q + dq, r + dr) in tiles or opposite is None or rng.random() > share:
            continue
        here, there = (plane.to_table(np.array(t.centre)) for t in (tile, opposite))
        beside = 2 * here - there
        if _in_picture(picture, plane.to_photo(beside)):
            found.append((beside, None))
    return found


def _in_picture(picture: Picture, at: np.ndarray) -> bool:
    height, width = picture.image.shape[:2]
    return bool((at >= 0).all() and (at < [width, height]).all())


def _truth(picture: Picture, tile: PlacedTile | None, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the labels, the mask and the feet of one close-up."""
    if tile is None:
        labels = np.full(LABELS, UNKNOWN, np.uint8)
        labels[-2:] = 0, 0
        return labels, np.full((GRID, GRID), UNKNOWN, np.uint8), np.zeros((GRID, GRID), np.uint8)
    own = [_as_far_as_shown(picture, p) for p in picture.pieces if p.cell == tile.cell]
    mask = _mask(picture, own, matrix)
    feet = _feet([p for p in own if p.visible >= _SEEN], matrix)
    labels = [*(_count(own, kind) for kind in PIECES), *(_colour(own, kind) for kind in PIECES[:2])]
    covered = UNKNOWN if tile.cut or 0.3 < tile.visible < 0.7 else int(tile.visible <= 0.3)
    seen = 1 if tile.visible > 0.5 else UNKNOWN
    return np.array([*labels, seen, covered], np.uint8), mask, feet


def _as_far_as_shown(picture: Picture, piece: PlacedPiece) -> PlacedPiece:
    """Return the piece; as hardly visible, so that it teaches nothing, where the picture does not show its foot."""
    if _in_picture(picture, np.array(piece.foot)):
        return piece
    return replace(piece, visible=min(piece.visible, (_SEEN + _HINTED) / 2))


def _count(own: Sequence[PlacedPiece], kind: str) -> int:
    of_kind = [p for p in own if p.kind == kind]
    if any(_HINTED < p.visible < _SEEN for p in of_kind):
        return UNKNOWN
    return min(2, sum(p.visible >= _SEEN for p in of_kind))


def _colour(own: Sequence[PlacedPiece], kind: str) -> int:
    colours = {p.colour for p in own if p.kind == kind and p.visible >= _SEEN}
    return COLOURS.index(colours.pop()) if len(colours) == 1 else UNKNOWN


def _mask(picture: Picture, own: Sequence[PlacedPiece], matrix: np.ndarray) -> np.ndarray:
    kinds = np.zeros(int(picture.numbers.max()) + 1, np.uint8)
    for piece in own:
        if piece.number < len(kinds):
            kinds[piece.number] = 1 + PIECES.index(piece.kind)
    # Maps of the picture have half its pixels, the mask a quarter of the close-up's; middles of pixels must agree.
    half = matrix[:, :2] * 2 / STRIDE
    shift = (matrix[:, :2] @ np.full(2, 0.5) + matrix[:, 2] + 0.5) / STRIDE - 0.5
    return cv2.warpAffine(
        kinds[picture.numbers], np.column_stack([half, shift]), (GRID, GRID), flags=cv2.INTER_NEAREST, borderValue=0
    )


def _feet(own: Sequence[PlacedPiece], matrix: np.ndarray) -> np.ndarray:
    ys, xs = np.mgrid[0:GRID, 0:GRID]
    field = np.zeros((GRID, GRID))
    for piece in own:
        x, y = (matrix[:, :2] @ np.array(piece.foot) + matrix[:, 2] + 0.5) / STRIDE - 0.5
        width = _FOOT * SCALE / STRIDE
        field = np.maximum(field, np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * width**2)))
    return np.round(255 * field).astype(np.uint8)
