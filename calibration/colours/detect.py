"""Detects pieces anywhere on a table, with or without a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from calibration.colours.piece_masks import piece_masks
from calibration.colours.plausible_pieces import are_plausible
from calibration.sharpness import edge_width, picture_blur
from vision.geometry.lattice import Lattice, find_lattice, position
from vision.geometry.plane import Plane
from vision.imaging.chromaticity import chroma, linear, lit_shade
from vision.imaging.file_pixels import decoded_pixels, file_pixels
from vision.imaging.peaks import find_peaks
from vision.imaging.photo import Photo
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_whole_scene
from vision.pieces.shape import shape_descriptor
from vision.reading.table_colour import table_colour
from vision.vocabulary import PIECES

_PICTURE_SIDES = (832, 1408)
"""Longest sides, pixels, at which a photo is analysed: without a board the size of the pieces is unknown."""
_MIN_CENTRE = 0.3
"""Smallest probability of a tile's centre for the detection of a board; chosen by hand."""
_PITCH_PX, _MAX_SIDE = 66.0, 1600
"""Pixels per pitch at which pieces are analysed if there is a board, and the longest side of the picture for it."""
_MAX_EDGE_TO_PIECE = 0.5
"""Edges wider than this fraction of a piece leave none of its own colour; chosen by hand."""
_MAX_EDGE_TO_PICTURE = 1 / 150
"""The same as a fraction of the picture's longer side, where no piece is detected; chosen by hand."""
_MAX_EDGE_OF_DETECTION = 1 / 75
"""Edges wider than this fraction of the picture's longer side make the detections themselves unreliable; chosen by
hand."""
_MIN_TABLE, _RIM = 0.5, 5
"""Probability from which a pixel shows the table, and the side of the square around it, pixels of the maps, in which no
tile and no detected piece may lie. Chosen by hand."""
_EROSION = 3
"""Side of the cross by which a mask is eroded before colours are measured, pixels of the maps."""


@dataclass(frozen=True, eq=False)
class DetectedPiece:
    """One detected piece.

    Attributes:
        px: (2,) its centre in the upright photo, pixels.
        outline: (n, 2) its outline in the upright photo, pixels.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colour: (11,) mean log probabilities of ``vocabulary.COLOURS``.
        shade: (3,) colour of its lit faces, linear BGR, 0..1.
        shape: (3,) `shape.shape_descriptor` of it; its log area is NaN where the plane of the table is unknown.
        is_plausible: whether it passes for a piece without a tap: a board's art or a patterned table may look like one.
    """

    px: np.ndarray
    outline: np.ndarray
    kinds: np.ndarray
    colour: np.ndarray
    shade: np.ndarray
    shape: np.ndarray
    is_plausible: bool = True

    @property
    def kind(self) -> str:
        """The most probable kind."""
        return PIECES[int(self.kinds.argmax())]


@dataclass(frozen=True, eq=False)
class PiecesPhoto:
    """A photo of pieces on a table with the detections in it.

    Attributes:
        photo: the photo.
        pieces: the detected pieces, highest probability first.
        table: (3,) ``chromaticity.chroma`` of the table, if visible.
        plane: the plane of the table if there are tiles, which give the scale.
        maps: the outputs of the network for the photo.
        pixels: the picture that was analysed, BGR.
    """

    photo: Photo
    pieces: tuple[DetectedPiece, ...]
    table: np.ndarray | None
    plane: Plane | None
    maps: SceneMaps
    pixels: np.ndarray

    @property
    def scale(self) -> float:
        """Pixels of the upright photo per pixel of the maps."""
        return float(STRIDE * self.photo.width / self.pixels.shape[1])


def detect_pieces(photo: Photo, networks: Networks) -> PiecesPhoto:
    """Return the pieces in a photo, analysed at the size that suits its board or at which most are detected."""
    longest = max(photo.pixels.shape[:2])
    first = _analyse(photo, networks, _PICTURE_SIDES[0] / longest)
    lattice = _board_in(first)
    if lattice is not None:
        factor = first.pixels.shape[1] / photo.pixels.shape[1]
        pitch = lattice.plane.pitch_at(np.mean([position(c) for c in lattice.centres], axis=0))
        again = first if pitch > _PITCH_PX else _analyse(photo, networks, factor * _PITCH_PX / pitch)
        return _compared_with_board(_with_plane(again, lattice.plane.scaled(photo.scale / factor)), networks)
    tries = [first, _analyse(photo, networks, _PICTURE_SIDES[1] / longest)]
    return max(tries, key=lambda seen: sum(float(piece.kinds.max()) for piece in seen.pieces))


def is_blurred(seen: PiecesPhoto) -> bool:
    """Return whether the photo is so blurred that colours of pieces and table mix."""
    grey = cv2.cvtColor(seen.pixels, cv2.COLOR_BGR2GRAY)
    widest = picture_blur(grey) / max(grey.shape)
    if not seen.pieces or widest > _MAX_EDGE_OF_DETECTION:
        return bool(widest > _MAX_EDGE_TO_PICTURE)
    scale = seen.photo.width / seen.pixels.shape[1]
    outlines = [decoded_pixels(s.outline, scale).astype(np.float32) for s in seen.pieces]
    across = [float(np.sqrt(cv2.contourArea(outline))) for outline in outlines]
    blurs = [edge_width(grey, o, 0.3 * wide) / max(wide, 1.0) for o, wide in zip(outlines, across, strict=True)]
    return float(np.median(blurs)) > _MAX_EDGE_TO_PIECE


def _board_in(seen: PiecesPhoto) -> Lattice | None:
    """Return the lattice of the tiles in the picture, in pixels of the picture."""
    points, heights = find_peaks(seen.maps.centre, _MIN_CENTRE, 5, blur=1.5)
    if not len(points) or heights.max() < 2 * _MIN_CENTRE:
        return None
    return find_lattice((points + 0.5) * STRIDE - 0.5, (seen.pixels.shape[1], seen.pixels.shape[0]))


def _with_plane(seen: PiecesPhoto, plane: Plane) -> PiecesPhoto:
    """Return the photo with the shape features of all pieces measured in pitches."""
    pieces = (replace(piece, shape=shape_descriptor(plane.to_table(piece.outline))) for piece in seen.pieces)
    return replace(seen, plane=plane, pieces=tuple(pieces))


def _compared_with_board(seen: PiecesPhoto, networks: Networks) -> PiecesPhoto:
    """Return the photo of a board in which each detection is plausible or not."""
    if not seen.pieces:
        return seen
    outlines, shades = [p.outline for p in seen.pieces], np.array([p.shade for p in seen.pieces])
    judged = are_plausible(seen.photo, networks, outlines, shades, _bare_table(seen))
    pieces = (replace(piece, is_plausible=may_be) for piece, may_be in zip(seen.pieces, judged, strict=True))
    return replace(seen, pieces=tuple(pieces))


def _bare_table(seen: PiecesPhoto) -> np.ndarray:
    """Return the (m, 3) `chroma` of the table where no piece is detected, undetected specks included."""
    taken = np.zeros(seen.maps.foot.shape, np.uint8)
    for piece in seen.pieces:
        cv2.fillPoly(taken, [np.round(decoded_pixels(piece.outline, seen.scale)).astype(np.int32)], 1)
    table = (seen.maps.terrain[..., 0] > _MIN_TABLE).astype(np.uint8)
    bare = (cv2.erode(table, np.ones((_RIM, _RIM))) > 0) & (cv2.dilate(taken, np.ones((_RIM, _RIM))) == 0)
    return chroma(linear(seen.pixels[::STRIDE, ::STRIDE][bare]))


def _analyse(photo: Photo, networks: Networks, factor: float) -> PiecesPhoto:
    """Return the pieces in the photo scaled by ``factor``, limited to a useful size."""
    factor = min(factor, _MAX_SIDE / max(photo.pixels.shape[:2]))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    pixels = cv2.resize(photo.normalised, None, fx=factor, fy=factor, interpolation=way)
    maps = infer_whole_scene(networks, pixels)
    seen = PiecesPhoto(photo, (), table_colour(maps, pixels), None, maps, pixels)
    pieces = (piece_at(seen, mask) for mask in piece_masks(maps))
    return replace(seen, pieces=tuple(sorted(pieces, key=lambda piece: -float(piece.kinds.max()))))


def piece_at(seen: PiecesPhoto, mask: np.ndarray) -> DetectedPiece:
    """Return the piece at the pixels of the maps where the (h, w) bool mask is true."""
    inner = cv2.erode(mask.astype(np.uint8), _cross()) > 0
    ys, xs = np.nonzero(inner if inner.any() else mask)
    rows, columns = (np.minimum(STRIDE * v, n - 1) for v, n in zip((ys, xs), seen.pixels.shape[:2], strict=True))
    kinds = seen.maps.piece[ys, xs, 1:].mean(axis=0) + 1e-4
    contour = max(cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    outline = file_pixels(cv2.convexHull(contour).reshape(-1, 2), seen.scale)
    on_table = outline if seen.plane is None else seen.plane.to_table(outline)
    return DetectedPiece(
        px=file_pixels(np.array([xs.mean(), ys.mean()]), seen.scale),
        outline=outline,
        kinds=kinds / kinds.sum(),
        colour=np.log(seen.maps.colour[ys, xs] + 1e-4).mean(axis=0),
        shade=lit_shade(seen.pixels[rows, columns]),
        shape=shape_descriptor(on_table, np.nan if seen.plane is None else 1.0),
    )


@cache
def _cross() -> np.ndarray:
    return cv2.getStructuringElement(cv2.MORPH_CROSS, (_EROSION, _EROSION))
