"""Rectified views of the tiles on a table, with the probability that each pixel shows the tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.rectified_view import View
from vision.geometry.rotation import rotated
from vision.imaging.sampling import sample
from vision.loose_tiles.pose import TilePose
from vision.networks.models import SceneMaps
from vision.tiles.colour_layout import ColourGrid, colour_grid
from vision.tiles.descriptor import PATCH, SIDE, blurred_lab, describe_blurred, tile_mask
from vision.tiles.shifted_descriptors import ShiftedDescriptor, fine_shifts

HIDDEN_VISIBILITY = 0.12
"""Visibility of a pixel that certainly shows a piece: what looks like a piece may be printed on the tile.
Chosen by hand."""
_MASK = tile_mask(SIDE)
_PIECE_MARGIN = np.ones((5, 5), np.uint8)
"""Kernel, patch pixels, by which pieces are widened: their soft outline and darkest shadow."""


@dataclass(frozen=True, eq=False)
class TileView:
    """One tile on the table, rectified.

    Attributes:
        patch: (SIDE, SIDE, 3) BGR 0..255, laid out as ``descriptor.PATCH``.
        visibility: (SIDE, SIDE) 0..1, probability that each pixel shows what lies on the table.
    """

    patch: np.ndarray
    visibility: np.ndarray
    _descriptors: dict[float, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict, repr=False)
    _shifted: dict[tuple[float, int], ShiftedDescriptor] = field(default_factory=dict, repr=False)

    @property
    def visible_share(self) -> float:
        """Visible share of the tile, 0..1."""
        return float((self._blurred[1] * _MASK).sum() / _MASK.sum())

    @cached_property
    def _blurred(self) -> tuple[np.ndarray, np.ndarray]:
        return blurred_lab(self.patch, self.visibility)

    def descriptor(self, size: float) -> tuple[np.ndarray, np.ndarray]:
        """Return its features and their weights for a size in pitches; cached."""
        if size not in self._descriptors:
            self._descriptors[size] = describe_blurred(self._blurred, size)
        return self._descriptors[size]

    def shifted(self, size: float, coarse: int) -> ShiftedDescriptor:
        """Return the same under fine displacements around a coarse one, see `fine_shifts`; cached."""
        if (size, coarse) not in self._shifted:
            self._shifted[size, coarse] = fine_shifts(*self.descriptor(size), coarse)
        return self._shifted[size, coarse]

    def colour_grid(self, size: float) -> ColourGrid:
        """Return its coarse colours for this size."""
        return colour_grid(self.patch, self.visibility, size)


def view_tiles(maps: SceneMaps, view: View, poses: Sequence[TilePose]) -> list[TileView]:
    """Return rectified views of the tiles at these poses; the size of a pose is the pitch, including gaps."""
    if not poses:
        return []
    places = np.array([pose.centre + rotated(PATCH * pose.size, pose.angle) for pose in poses])
    patches = sample(view.pixels, view.to_view(places))
    no_piece = sample(maps.piece[..., 0], view.to_maps(places))
    # Things that cover a tile and are no pieces are segmented as table.
    no_table = 1 - sample(maps.terrain[..., 0], view.to_maps(places))
    visibilities = [
        HIDDEN_VISIBILITY + (1 - HIDDEN_VISIBILITY) * cv2.erode(free, _PIECE_MARGIN) * land
        for free, land in zip(no_piece, no_table, strict=True)
    ]
    return [TileView(patch, visibility) for patch, visibility in zip(patches, visibilities, strict=True)]
