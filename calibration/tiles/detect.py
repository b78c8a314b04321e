"""Detects and reads the tiles in one photo of spread out tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.problems import N_, BlurredPicture, CalibrationError
from calibration.sharpness import edge_width, picture_blur
from vision.geometry.lens import Lens
from vision.geometry.rotation import rotated
from vision.imaging.file_pixels import file_pixels, file_point
from vision.imaging.photo import Photo
from vision.loose_tiles.pose import TilePose
from vision.loose_tiles.spread import SpreadTiles, find_spread
from vision.networks.activations import softmax
from vision.networks.models import Networks
from vision.terrain.edge_samples import sample_edges
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_log_likelihoods
from vision.terrain.regions import PLACES, RegionLayout, patches_of, terrain_within
from vision.tiles.crop import tile_picture, tile_width_px
from vision.tiles.printed_marks import DOUBTFUL as DOUBTFUL_MARK
from vision.tiles.printed_marks import MARKS, mark_probabilities
from vision.tiles.printed_marks import SIDE as MARKS_SIDE
from vision.tiles.printed_marks import SURE as SURE_MARK
from vision.tiles.tile_set import ART_SIDE

_MAX_EDGE_TO_TILE = 0.08
"""Edges wider than this fraction of a tile's width mean that its art is blurred; chosen by hand."""
_MAX_EDGE_TO_PICTURE = 1 / 150
"""The same as a fraction of the picture's longer side, where no tile is found; chosen by hand."""


@dataclass(frozen=True, eq=False)
class DetectedTile:
    """One tile in one photo.

    Attributes:
        photo: the photo's file name.
        px: its centre in the upright photo, pixels.
        outline: (6, 2) its corners in the upright photo, pixels; edge ``i`` runs from corner ``i`` to ``i + 1``.
        edge_logits: (6, 21) unnormalised log probabilities of ``edges.EDGES``.
        land: (49, 49) uint8 terrain at ``regions.PLACES`` with edge 0 to the right.
        art: its rectified picture, as in ``tile_set.KnownTile``.
        fineness: its width in the photo, pixels.
        mark_probabilities: (5,) probabilities that each of ``printed_marks.MARKS`` is printed on it.
        given_edges: the edges as given by the user, if any.
        given_marks: the printed marks as given by the user, if any.
        separate: whether the user says that it is none of the tiles seen before.
    """

    photo: str
    px: tuple[float, float]
    outline: np.ndarray
    edge_logits: np.ndarray
    land: np.ndarray
    art: np.ndarray
    fineness: float
    mark_probabilities: np.ndarray
    given_edges: tuple[str, ...] | None = None
    given_marks: tuple[str, ...] | None = None
    separate: bool = False

    @property
    def turned_deg(self) -> float:
        """The clockwise rotation in the picture, degrees in [0, 360); 0 means that edge 0 faces right."""
        x, y = self.outline[:2].mean(axis=0) - self.px
        return float(np.degrees(np.arctan2(y, x)) % 360)

    @property
    def edges(self) -> tuple[str, ...]:
        """The six edge strings: those given by the user, or else the most probable."""
        return self.given_edges or tuple(EDGES[k] for k in self.edge_logits.argmax(axis=1))

    @property
    def edge_confidence(self) -> tuple[float, ...]:
        """The six probabilities that the edges are right."""
        if self.given_edges:
            return (1.0,) * 6
        return tuple(float(v) for v in softmax(self.edge_logits).max(axis=1))

    @property
    def marks(self) -> tuple[str, ...]:
        """The printed marks: those given by the user, or else those that are certain."""
        if self.given_marks is not None:
            return self.given_marks
        return tuple(mark for mark, likely in zip(MARKS, self.mark_probabilities, strict=True) if likely >= SURE_MARK)

    @property
    def doubtful_marks(self) -> tuple[str, ...]:
        """The uncertain marks, most probable first; empty where the user gave the marks."""
        if self.given_marks is not None:
            return ()
        return tuple(
            MARKS[k]
            for k in np.argsort(-self.mark_probabilities)
            if DOUBTFUL_MARK <= self.mark_probabilities[k] < SURE_MARK
        )

    def mark_confidence(self, mark: str) -> float:
        """Return the probability that a mark is printed on the tile."""
        return float(self.mark_probabilities[MARKS.index(mark)])

    @property
    def patches(self) -> RegionLayout:
        """The regions inside, from the terrain and the edges."""
        return patches_of(self.land, self.edges)

    def rotated(self, first: int) -> DetectedTile:
        """Return the same tile renumbered so that edge ``first`` becomes edge 0."""
        first %= 6
        turn = cv2.getRotationMatrix2D(((ART_SIDE - 1) / 2,) * 2, 60.0 * first, 1.0)
        size = self.land.shape[0]
        land_turn = cv2.getRotationMatrix2D(((size - 1) / 2,) * 2, 60.0 * first, 1.0)
        nearest, edge = cv2.INTER_NEAREST, cv2.BORDER_REPLICATE
        return replace(
            self,
            outline=np.roll(self.outline, -first, axis=0),
            edge_logits=np.roll(self.edge_logits, -first, axis=0),
            land=cv2.warpAffine(self.land, land_turn, (size, size), flags=nearest, borderMode=edge),
            art=cv2.warpAffine(self.art, turn, (ART_SIDE, ART_SIDE), flags=cv2.INTER_LINEAR, borderMode=edge),
            given_edges=None if self.given_edges is None else self.given_edges[first:] + self.given_edges[:first],
        )


def detect_spread(photo: Photo, networks: Networks, lens: Lens | None = None) -> SpreadTiles:
    """Return the tiles that lie apart from each other in a photo.

    Raises:
        BlurredPicture: the photo is blurred.
        CalibrationError: there is no tile.
    """
    spread = find_spread(photo.normalised, networks, lens)
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    if spread is None:
        if picture_blur(grey) > _MAX_EDGE_TO_PICTURE * max(grey.shape):
            raise BlurredPicture
        raise CalibrationError(
            N_(
                "No tile was found in the picture; spread the tiles out face up, apart from each other, and take "
                "the picture from above."
            )
        )  # fmt: skip
    corners = spread.plane.to_photo(np.concatenate([pose.corners() for pose in spread.tiles]))
    wide = tile_width_px(spread.plane, spread.tiles[0])
    if edge_width(grey, corners, 0.12 * wide) > _MAX_EDGE_TO_TILE * wide:
        raise BlurredPicture
    return spread


def read_tiles(spread: SpreadTiles, poses: tuple[TilePose, ...], photo: Photo, name: str) -> list[DetectedTile]:
    """Return the tiles at these poses of a spread, with edges, terrain, art and marks."""
    outlines = np.array([pose.corners() for pose in poses])
    logits = [edge_log_likelihoods(sample_edges(maps, view, outlines)) for view, maps in spread.views]
    edge_logits = np.mean(logits, axis=0) + LOG_PRIOR
    inside = np.array([pose.centre + pose.size * rotated(PLACES, pose.angle) for pose in poses])
    land = terrain_within(spread.maps, spread.view, inside)
    pictures = [tile_picture(photo.normalised, spread.plane, pose, MARKS_SIDE) for pose in poses]
    marks = mark_probabilities(pictures)
    seen = []
    for k, pose in enumerate(poses):
        seen.append(
            DetectedTile(
                photo=name,
                px=file_point(spread.plane.to_photo(pose.centre), photo.scale),
                outline=file_pixels(spread.plane.to_photo(outlines[k]), photo.scale),
                edge_logits=edge_logits[k],
                land=land[k],
                art=tile_picture(photo.normalised, spread.plane, pose, ART_SIDE),
                fineness=tile_width_px(spread.plane, pose) * photo.scale,
                mark_probabilities=marks[k],
            )
        )
    return seen
