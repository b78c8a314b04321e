"""Close-ups of the cells of a synthetic picture, with ground truth."""

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
"""Label of what the picture does not determine; it is left out of the loss."""
GRID = SIZE // STRIDE
"""Width and height of the maps."""
LABELS = len(PIECES) + 4
"""Labels of a sample: the count of each kind (2 for several), two colours, tile present, cell hidden."""
_MIN_COUNTED, _MAX_ABSENT = 0.3, 0.05
"""Visible share of a piece from which it counts, and up to which it counts as absent. Chosen by hand."""
_FOOT_SIGMA = 0.075
"""Standard deviation of a foot's peak, pitches. Chosen by hand."""


@dataclass(frozen=True)
class Samples:
    """Close-ups (n, SIZE, SIZE, 4) uint8, labels (n, LABELS) uint8, masks and feet (n, GRID, GRID) uint8."""

    closeups: np.ndarray
    labels: np.ndarray
    masks: np.ndarray
    feet: np.ndarray


def samples_of(rng: np.random.Generator, picture: Picture, empty: float = 0.12) -> Samples | None:
    """Cut close-ups of the board's cells and of empty cells beside it, with the position errors of a reading.

    Args:
        rng: the generator of random numbers.
        picture: a synthetic picture.
        empty: probability that a tile at the board's rim adds an empty cell beside it.

    Returns:
        the samples, or None if no cell is in the picture.
    """
    plane = _estimated_plane(rng, picture)
    chosen = [*_occupied(rng, picture, plane), *_beside(rng, picture, plane, empty)]
    if not chosen:
        return None
    centres = [centre + rng.normal(0, 0.02, 2) for centre, _ in chosen]
    cut, frames = cut_closeups(picture.image, plane, centres)
    truths = [_truth(picture, tile, f.matrix) for (_, tile), f in zip(chosen, frames, strict=True)]
    labels, masks, feet = (np.stack(part) for part in zip(*truths, strict=True))
    return Samples(cut, labels, masks, feet)


def _estimated_plane(rng: np.random.Generator, picture: Picture) -> Plane:
    """Return the picture's plane with the errors of a lattice fitted to detected tiles."""
    shift = picture.plane.homography @ np.array([0.0, 0.0, 1.0])
    noise = np.eye(3)
    noise[:2, :2] += rng.normal(0, 0.01, (2, 2))
    about = np.array([[1, 0, shift[0] / shift[2]], [0, 1, shift[1] / shift[2]], [0, 0, 1]])
    homography = about @ noise @ np.linalg.inv(about) @ picture.plane.homography
    return replace(picture.plane, homography=homography, radial=picture.plane.radial * float(rng.uniform(0, 1.2)))


def _occupied(rng: np.random.Generator, picture: Picture, plane: Plane) -> list[tuple[np.ndarray, PlacedTile | None]]:
    """Return tiles on the board with their centres on the table: all with pieces, and as many without."""
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
    """Return the centres on the table of some empty cells beside the board."""
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
    """Return labels, mask and feet of one close-up; ``tile`` is None beside the board."""
    if tile is None:
        labels = np.full(LABELS, UNKNOWN, np.uint8)
        labels[-2:] = 0, 0
        return labels, np.full((GRID, GRID), UNKNOWN, np.uint8), np.zeros((GRID, GRID), np.uint8)
    own = [_within_picture(picture, p) for p in picture.pieces if p.cell == tile.cell]
    mask = _mask(picture, own, matrix)
    feet = _feet([p for p in own if p.visible >= _MIN_COUNTED], matrix)
    labels = [*(_count(own, kind) for kind in PIECES), *(_colour(own, kind) for kind in PIECES[:2])]
    covered = UNKNOWN if tile.cut or 0.3 < tile.visible < 0.7 else int(tile.visible <= 0.3)
    seen = 1 if tile.visible > 0.5 else UNKNOWN
    return np.array([*labels, seen, covered], np.uint8), mask, feet


def _within_picture(picture: Picture, piece: PlacedPiece) -> PlacedPiece:
    """Return the piece, its count unknown if its foot lies outside the picture."""
    if _in_picture(picture, np.array(piece.foot)):
        return piece
    return replace(piece, visible=min(piece.visible, (_MIN_COUNTED + _MAX_ABSENT) / 2))


def _count(own: Sequence[PlacedPiece], kind: str) -> int:
    of_kind = [p for p in own if p.kind == kind]
    if any(_MAX_ABSENT < p.visible < _MIN_COUNTED for p in of_kind):
        return UNKNOWN
    return min(2, sum(p.visible >= _MIN_COUNTED for p in of_kind))


def _colour(own: Sequence[PlacedPiece], kind: str) -> int:
    colours = {p.colour for p in own if p.kind == kind and p.visible >= _MIN_COUNTED}
    return COLOURS.index(colours.pop()) if len(colours) == 1 else UNKNOWN


def _mask(picture: Picture, own: Sequence[PlacedPiece], matrix: np.ndarray) -> np.ndarray:
    kinds = np.zeros(int(picture.numbers.max()) + 1, np.uint8)
    for piece in own:
        if piece.number < len(kinds):
            kinds[piece.number] = 1 + PIECES.index(piece.kind)
    # Picture maps have stride 2 and the mask stride STRIDE: align the pixel centres of all three grids.
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
        width = _FOOT_SIGMA * SCALE / STRIDE
        field = np.maximum(field, np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * width**2)))
    return np.round(255 * field).astype(np.uint8)
