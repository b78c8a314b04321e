"""The tiles of a copy as one photo shows them, spread out: where each lies, what its rim says, how it looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.problems import N_, CalibrationError
from calibration.sharpness import edge_width, picture_blur
from vision.geometry.lens import Lens
from vision.imaging.photo import Photo
from vision.loose_tiles.pose import Loose, turned
from vision.loose_tiles.spread import Spread, find_spread
from vision.networks.activations import softmax
from vision.networks.models import Networks
from vision.terrain.edges import EDGES, LOG_PRIOR, edge_likelihoods
from vision.terrain.regions import PLACES, Patches, patches_of, terrain_within
from vision.tiles.crop import fineness, tile_picture
from vision.tiles.printed_marks import DOUBTFUL as DOUBTFUL_MARK
from vision.tiles.printed_marks import MARKS, likelihoods
from vision.tiles.printed_marks import SIDE as MARKS_SIDE
from vision.tiles.printed_marks import SURE as SURE_MARK
from vision.tiles.tile_set import ART_SIDE

_BLURRED = 0.08
"""Edges wider than this share of a tile blur its art."""
_BLURRED_PICTURE = 1 / 150
"""The same as a share of the picture's longer side, where no tile can be found."""


@dataclass(frozen=True, eq=False)
class SeenTile:
    """One tile in one photo.

    Attributes:
        photo: the photo's name.
        px: its centre in the upright photo, pixels.
        outline: (6, 2) its corners there; edge ``i`` runs from corner ``i`` to ``i + 1``.
        evidence: (6, 21) log odds of each of ``terrain.EDGES``, not yet made to sum to 1.
        land: (49, 49) uint8 terrain inside, as ``regions.PLACES`` lie with edge 0 to the right.
        art: its picture, as ``tile_sets.KnownTile`` has it.
        fineness: pixels to its width in the photo.
        signs: (5,) 0..1, how likely each of ``printed_marks.MARKS`` is printed on it.
        told: the edges, where a person gave them.
        told_marks: what is printed on it besides the land, where a person said so.
        apart: whether a person says that it is none of those seen before.
    """

    photo: str
    px: tuple[float, float]
    outline: np.ndarray
    evidence: np.ndarray
    land: np.ndarray
    art: np.ndarray
    fineness: float
    signs: np.ndarray
    told: tuple[str, ...] | None = None
    told_marks: tuple[str, ...] | None = None
    apart: bool = False

    @property
    def turned_deg(self) -> float:
        """Degrees, [0, 360), clockwise in the picture from "edge 0 faces right"."""
        x, y = self.outline[:2].mean(axis=0) - self.px
        return float(np.degrees(np.arctan2(y, x)) % 360)

    @property
    def edges(self) -> tuple[str, ...]:
        """The six edge strings: as told, or else the likeliest."""
        return self.told or tuple(EDGES[k] for k in self.evidence.argmax(axis=1))

    @property
    def sureness(self) -> tuple[float, ...]:
        """Six probabilities that the edges are right."""
        if self.told:
            return (1.0,) * 6
        return tuple(float(v) for v in softmax(self.evidence).max(axis=1))

    @property
    def marks(self) -> tuple[str, ...]:
        """What is printed on it besides the land: as told, or else what surely is."""
        if self.told_marks is not None:
            return self.told_marks
        return tuple(mark for mark, likely in zip(MARKS, self.signs, strict=True) if likely >= SURE_MARK)

    @property
    def doubtful_marks(self) -> tuple[str, ...]:
        """What may be printed on it, likeliest first; nothing where a person said what is."""
        if self.told_marks is not None:
            return ()
        return tuple(MARKS[k] for k in np.argsort(-self.signs) if DOUBTFUL_MARK <= self.signs[k] < SURE_MARK)

    def sure_of(self, mark: str) -> float:
        """Return 0..1, how likely a sign is printed on it."""
        return float(self.signs[MARKS.index(mark)])

    @property
    def patches(self) -> Patches:
        """The regions inside, by what was seen there and the edges."""
        return patches_of(self.land, self.edges)

    def begun_at(self, first: int) -> SeenTile:
        """Return the same tile with what was edge ``first`` as its edge 0."""
        first %= 6
        turn = cv2.getRotationMatrix2D(((ART_SIDE - 1) / 2,) * 2, 60.0 * first, 1.0)
        size = self.land.shape[0]
        swing = cv2.getRotationMatrix2D(((size - 1) / 2,) * 2, 60.0 * first, 1.0)
        nearest, edge = cv2.INTER_NEAREST, cv2.BORDER_REPLICATE
        return replace(
            self,
            outline=np.roll(self.outline, -first, axis=0),
            evidence=np.roll(self.evidence, -first, axis=0),
            land=cv2.warpAffine(self.land, swing, (size, size), flags=nearest, borderMode=edge),
            art=cv2.warpAffine(self.art, turn, (ART_SIDE, ART_SIDE), flags=cv2.INTER_LINEAR, borderMode=edge),
            told=None if self.told is None else self.told[first:] + self.told[:first],
        )


def see_spread(photo: Photo, networks: Networks, lens: Lens | None = None) -> Spread:
    """Find the tiles that lie spread out in a photo.

    Raises:
        CalibrationError: there are none, or the photo is blurred.
    """
    spread = find_spread(photo.normalised, networks, lens)
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)
    if spread is None:
        if picture_blur(grey) > _BLURRED_PICTURE * max(grey.shape):
            raise _blurred()
        raise CalibrationError(
            N_("No tile can be found in the picture; spread the tiles out face up, apart from each other, and take "
               "the picture from above.")
        )  # fmt: skip
    corners = spread.plane.to_photo(np.concatenate([pose.corners() for pose in spread.tiles]))
    wide = fineness(spread.plane, spread.tiles[0])
    if edge_width(grey, corners, 0.12 * wide) > _BLURRED * wide:
        raise _blurred()
    return spread


def _blurred() -> CalibrationError:
    return CalibrationError(N_("The picture is blurred; hold the camera still, with more light, and take it again."))


def see_tiles(spread: Spread, poses: tuple[Loose, ...], photo: Photo, name: str) -> list[SeenTile]:
    """Read the tiles at these poses of a spread."""
    outlines = np.array([pose.corners() for pose in poses])
    rims = [edge_likelihoods(maps, view, outlines) for view, maps in spread.looks]
    evidence = np.mean(rims, axis=0) + LOG_PRIOR
    inside = np.array([pose.centre + pose.size * turned(PLACES, pose.turn) for pose in poses])
    land = terrain_within(spread.maps, spread.view, inside)
    signs = likelihoods([tile_picture(photo.normalised, spread.plane, pose, MARKS_SIDE) for pose in poses])
    seen = []
    for k, pose in enumerate(poses):
        x, y = spread.plane.to_photo(pose.centre) * photo.scale
        seen.append(
            SeenTile(
                photo=name,
                px=(float(x), float(y)),
                outline=spread.plane.to_photo(outlines[k]) * photo.scale,
                evidence=evidence[k],
                land=land[k],
                art=tile_picture(photo.normalised, spread.plane, pose, ART_SIDE),
                fineness=fineness(spread.plane, pose) * photo.scale,
                signs=signs[k],
            )
        )
    return seen
