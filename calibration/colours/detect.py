"""Pieces that stand anywhere on a table, with or without a board, as a photo shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from calibration.sharpness import edge_width, picture_blur
from vision.geometry.lattice import Lattice, find_lattice, position
from vision.geometry.plane import Plane
from vision.imaging.chromaticity import lit_shade
from vision.imaging.peaks import find_peaks
from vision.imaging.photo import Photo
from vision.networks.channels import STRIDE
from vision.networks.models import Networks, SceneMaps, infer_scene
from vision.pieces.shape import shape_descriptor
from vision.reading.table_shade import table_shade
from vision.vocabulary import PIECES

_SIDES = (832, 1408)
"""Longest sides at which a photo is looked over: pieces may be near or far, and no board says which."""
_CENTRE = 0.3
"""How clearly the middle of a tile must show for the table to hold a board."""
_SURE = 0.6
_FOOT = 0.2
_SMALLEST = 14
"""Pixels of the maps that a piece must have at least."""
_LARGEST = 0.04
"""Share of the picture that a piece has at most."""
_SPECK = 0.35
"""What is smaller than this share of the usual piece is none."""
_PITCH, _LONGEST = 66.0, 1600
"""Pixels to a pitch at which pieces are looked at where there is a board, and the largest picture for it."""
_BLURRED = 0.5
"""Edges wider than this share of a piece leave nothing of its own colour."""
_BLURRED_PICTURE = 1 / 150
"""The same as a share of the picture's longer side, where nothing stands."""
_HOPELESS = 1 / 75
"""From here on what seems to stand there is not to be believed either."""
_NARROW = 2
_RIM = 3


@dataclass(frozen=True, eq=False)
class Standing:
    """One thing that stands on the table.

    Attributes:
        px: (2,) its middle in the upright photo, pixels.
        outline: (n, 2) its outline there.
        kinds: (3,) probabilities of ``vocabulary.PIECES``.
        colour: (11,) mean log probabilities of ``vocabulary.COLOURS``.
        shade: (3,) its lit faces, linear BGR in 0..1.
        form: (3,) `shape.shape_descriptor` of it.
    """

    px: np.ndarray
    outline: np.ndarray
    kinds: np.ndarray
    colour: np.ndarray
    shade: np.ndarray
    form: np.ndarray

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return PIECES[int(self.kinds.argmax())]


@dataclass(frozen=True, eq=False)
class Tabletop:
    """A photo of pieces on a table.

    Attributes:
        photo: it.
        standing: what stands there, the surest first.
        table: (3,) ``shades.chroma`` of the table, if it is seen.
        plane: the table's, if tiles lie on it; else sizes are not known.
        maps: what the network says of the photo.
        pixels: the picture of these maps, BGR.
    """

    photo: Photo
    standing: tuple[Standing, ...]
    table: np.ndarray | None
    plane: Plane | None
    maps: SceneMaps
    pixels: np.ndarray

    @property
    def scale(self) -> float:
        """Pixels of the file's own picture to one pixel of the maps."""
        return float(STRIDE * self.photo.width / self.pixels.shape[1])


def see_table(photo: Photo, networks: Networks) -> Tabletop:
    """Find what stands on the table: at the size at which most is seen, or that suits the board on it."""
    longest = max(photo.pixels.shape[:2])
    first = _seen_at(photo, networks, _SIDES[0] / longest)
    lattice = _board_in(first)
    if lattice is not None:
        factor = first.pixels.shape[1] / photo.pixels.shape[1]
        pitch = lattice.plane.pitch_at(np.mean([position(c) for c in lattice.centres], axis=0))
        again = first if pitch > _PITCH else _seen_at(photo, networks, factor * _PITCH / pitch)
        return _on_board(again, lattice.plane.scaled(photo.scale / factor))
    tables = [first, _seen_at(photo, networks, _SIDES[1] / longest)]
    return max(tables, key=lambda t: sum(float(s.kinds.max()) for s in t.standing))


def is_blurred(table: Tabletop) -> bool:
    """Say whether the colours of pieces and table run into each other."""
    grey = cv2.cvtColor(table.pixels, cv2.COLOR_BGR2GRAY)
    widest = picture_blur(grey) / max(grey.shape)
    if not table.standing or widest > _HOPELESS:
        return bool(widest > _BLURRED_PICTURE)
    scale = table.pixels.shape[1] / table.photo.width
    outlines = [s.outline.astype(np.float32) * scale for s in table.standing]
    across = [float(np.sqrt(cv2.contourArea(outline))) for outline in outlines]
    blurs = [edge_width(grey, o, 0.3 * wide) / max(wide, 1.0) for o, wide in zip(outlines, across, strict=True)]
    return float(np.median(blurs)) > _BLURRED


def _board_in(table: Tabletop) -> Lattice | None:
    """Return the lattice of the tiles in the picture, in its own pixels."""
    points, heights = find_peaks(table.maps.centre, _CENTRE, 5, blur=1.5)
    if not len(points) or heights.max() < 2 * _CENTRE:
        return None
    return find_lattice((points + 0.5) * STRIDE - 0.5, (table.pixels.shape[1], table.pixels.shape[0]))


def _on_board(table: Tabletop, plane: Plane) -> Tabletop:
    """Measure all pieces in pitches."""
    forms = [shape_descriptor(plane.to_table(s.outline)) for s in table.standing]
    return replace(
        table, plane=plane, standing=tuple(replace(s, form=f) for s, f in zip(table.standing, forms, strict=True))
    )


def _seen_at(photo: Photo, networks: Networks, factor: float) -> Tabletop:
    """Look at the photo ``factor`` times as large, but not so large that it shows no more."""
    factor = min(factor, _LONGEST / max(photo.pixels.shape[:2]))
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    pixels = cv2.resize(photo.normalised, None, fx=factor, fy=factor, interpolation=way)
    maps = infer_scene(networks, pixels)
    table = Tabletop(photo, (), table_shade(maps, pixels), None, maps, pixels)
    return replace(table, standing=_things(table))


def _things(table: Tabletop) -> tuple[Standing, ...]:
    any_piece = 1 - table.maps.piece[..., 0]
    peaks, _ = find_peaks(table.maps.foot, _FOOT, _NARROW)
    count, patches = cv2.connectedComponents((any_piece > 0.5).astype(np.uint8), connectivity=8)
    things = []
    for patch in range(1, count):
        mask = patches == patch
        feet = [p for p in peaks if _near(patches, p) == patch]
        parts = _joined(_parts(mask, np.array(feet)), table.maps.colour)
        things += [part for part in parts if _is_one(part, any_piece)]
    usual = np.median([thing.sum() for thing in things]) if things else 0
    large = [thing for thing in things if thing.sum() > _SPECK * usual]
    return tuple(sorted((standing_at(table, thing) for thing in large), key=lambda s: -float(s.kinds.max())))


def _near(patches: np.ndarray, peak: np.ndarray) -> int:
    x, y = np.round(peak).astype(int)
    return int(patches[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].max())


def _parts(mask: np.ndarray, feet: np.ndarray) -> list[np.ndarray]:
    """Part a patch among the feet in it, each pixel to the nearest."""
    if len(feet) < 2:
        return [mask]
    ys, xs = np.nonzero(mask)
    owner = np.hypot(xs[:, None] - feet[:, 0], ys[:, None] - feet[:, 1]).argmin(axis=1)
    parts = []
    for k in range(len(feet)):
        part = np.zeros_like(mask)
        part[ys[owner == k], xs[owner == k]] = True
        parts.append(part)
    return parts


def _joined(parts: list[np.ndarray], colour: np.ndarray) -> list[np.ndarray]:
    """Join parts of one patch that are of one colour: of a piece with two feet, or of pieces that teach the same."""
    joined: dict[int, np.ndarray] = {}
    for part in parts:
        if part.any():
            name = int(np.log(colour[part] + 1e-4).mean(axis=0).argmax())
            joined[name] = joined.get(name, False) | part
    return list(joined.values())


def _is_one(mask: np.ndarray, any_piece: np.ndarray) -> bool:
    """Say whether a patch is a whole piece: neither a speck nor half the table, nor cut off."""
    area = int(mask.sum())
    if not _SMALLEST <= area <= _LARGEST * mask.size or float(any_piece[mask].mean()) < _SURE:
        return False
    return not (mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any())


def standing_at(table: Tabletop, mask: np.ndarray) -> Standing:
    """Return what stands at the pixels of the maps where the (h, w) bool mask is true."""
    inner = cv2.erode(mask.astype(np.uint8), _cross()) > 0
    ys, xs = np.nonzero(inner if inner.any() else mask)
    rows, columns = (np.minimum(STRIDE * v, n - 1) for v, n in zip((ys, xs), table.pixels.shape[:2], strict=True))
    kinds = table.maps.piece[ys, xs, 1:].mean(axis=0) + 1e-4
    contour = max(cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    outline = (cv2.convexHull(contour).reshape(-1, 2) + 0.5) * table.scale
    seen = outline if table.plane is None else table.plane.to_table(outline)
    return Standing(
        px=(np.array([xs.mean(), ys.mean()]) + 0.5) * table.scale,
        outline=outline,
        kinds=kinds / kinds.sum(),
        colour=np.log(table.maps.colour[ys, xs] + 1e-4).mean(axis=0),
        shade=lit_shade(table.pixels[rows, columns]),
        form=shape_descriptor(seen, np.nan if table.plane is None else 1.0),
    )


@cache
def _cross() -> np.ndarray:
    return cv2.getStructuringElement(cv2.MORPH_CROSS, (_RIM, _RIM))
