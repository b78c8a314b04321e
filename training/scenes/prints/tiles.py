"""Paints tiles onto the table's canvas: cardboard sides, printed tops, outlines, icons, rims."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.scenes.board import Laid
from training.scenes.camera import Camera
from training.scenes.hexes import rounded_outline
from training.scenes.prints.borders import along_borders, distance
from training.scenes.prints.designs import Design, Prints, draw_designs, strongest_terrain
from training.scenes.prints.noise import NoisePool, cut
from training.scenes.prints.palettes import any_colour
from training.scenes.prints.printing import Printing
from training.scenes.prints.signs.icons import random_sign
from training.scenes.prints.textures import blend


@dataclass(frozen=True)
class Canvas:
    """The table seen from straight above, at the height of the tiles' tops.

    Attributes:
        colour: (H, W, 3) uint8 BGR.
        label: (H, W) uint8 terrain 0..3.
        index: (H, W) int16, 1 + number of the tile, 0 for none.
        affine: (3, 3) from plane points (pitch units) to canvas pixels.
        level: height of the plane.
    """

    colour: np.ndarray
    label: np.ndarray
    index: np.ndarray
    affine: np.ndarray
    level: float

    @property
    def pitch(self) -> float:
        """Pixels of one pitch."""
        return float(np.sqrt(abs(np.linalg.det(self.affine[:2, :2]))))

    def points(self, camera: Camera, world: np.ndarray) -> np.ndarray:
        """Return canvas points (N, 2) that cover world points (N, 3) in the camera's view."""
        return camera.drop(world, self.level) @ self.affine[:2, :2].T + self.affine[:2, 2]


def fixed(points: np.ndarray) -> np.ndarray:
    """Return points as OpenCV's fixed-point integers with 4 fractional bits."""
    return np.round(np.asarray(points) * 16).astype(np.int32)


def outline_on_table(tile: Laid, rounding: float) -> np.ndarray:
    """Return a tile's outline (N, 2) on the table, pitch units."""
    c, s = np.cos(tile.turn), np.sin(tile.turn)
    return tile.centre + rounded_outline(rounding) * tile.size @ np.array([[c, s], [-s, c]])


def _place(canvas: Canvas, camera: Camera, tile: Laid, top: float) -> np.ndarray:
    """Return the affine (3, 3) from a tile's own coordinates to canvas pixels, for a print at height ``top``."""
    share = (camera.eye[2] - canvas.level) / (camera.eye[2] - top)
    centre = camera.eye[:2] + (tile.centre - camera.eye[:2]) * share
    c, s = np.cos(tile.turn) * tile.size * share, np.sin(tile.turn) * tile.size * share
    return canvas.affine @ np.array([[c, -s, centre[0]], [s, c, centre[1]], [0, 0, 1]])


def paint_sides(canvas: Canvas, camera: Camera, tile: Laid, printing: Printing, light: np.ndarray) -> None:
    """Paint the visible cardboard sides of a tile (and of the pile under it)."""
    outline = outline_on_table(tile, printing.rounding)
    top = tile.level + printing.thickness
    ends = [np.column_stack([outline, np.full(len(outline), h)]) for h in (0.0, top)]
    low, high = (canvas.points(camera, e) for e in ends)
    away = outline - tile.centre
    normals = (away + np.roll(away, -1, 0)) / 2
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    seen = ((camera.eye[:2] - outline) * normals).sum(1) > 0
    shade = 0.62 + 0.38 * np.maximum(0.0, normals @ light[:2])
    colours = np.clip(printing.side_colour * shade[:, None], 0, 255).tolist()
    quads = fixed(np.stack([low, np.roll(low, -1, 0), np.roll(high, -1, 0), high], 1))
    for k in np.flatnonzero(seen):
        cv2.fillConvexPoly(canvas.colour, quads[k], colours[k], cv2.LINE_AA, 4)
    if tile.level > 0:
        for k in np.flatnonzero(seen):
            cv2.fillConvexPoly(canvas.label, quads[k], 0, cv2.LINE_8, 4)
            cv2.fillConvexPoly(canvas.index, quads[k], 0, cv2.LINE_8, 4)


class TilePainter:
    """Paints the tops of one picture's tiles."""

    def __init__(
        self, rng: np.random.Generator, pool: NoisePool, art: Prints, printing: Printing, canvas: Canvas, camera: Camera
    ) -> None:
        """Cut the printing's surfaces for this canvas."""
        self.rng, self.pool, self.printing, self.canvas, self.camera = rng, pool, printing, canvas, camera
        self.art = art
        self.sheets = art.sheets(printing, pool, canvas.pitch)

    def designs(self, tiles: list[Laid]) -> list[Design]:
        """Draw the prints of tiles."""
        return draw_designs(self.rng, self.pool, self.art, self.printing, tiles)

    def paint(self, tile: Laid, design: Design, number: int) -> None:
        """Paint one tile's top and its truth."""
        canvas, printing = self.canvas, self.printing
        place = _place(canvas, self.camera, tile, tile.level + printing.thickness)
        outline = rounded_outline(printing.rounding) @ place[:2, :2].T + place[:2, 2]
        height, width = canvas.label.shape
        x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 2, 0)
        x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 3, (width, height))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        local = shift @ place
        w, h = int(x1 - x0), int(y1 - y0)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, fixed(outline - (x0, y0)), 255, cv2.LINE_AA, 4)
        pulls = design.pulls(local, w, h)
        label = strongest_terrain(pulls)
        top = self._surface(label, local, w, h)
        if abs(printing.depth) > 0.05:
            _shade_depth(top, pulls, label, printing.depth)
        if printing.finish.edge or printing.finish.coast_lines:
            along_borders(top, pulls, label, printing, self.canvas.pitch)
        if printing.outline > 0 or printing.shore > 0:
            self._outlines(top, pulls, label)
        self._icons(top, local)
        self._rim(top, outline - (x0, y0))
        self._vary(top)
        inside = mask > 127
        area = np.s_[y0:y1, x0:x1]
        np.copyto(canvas.label[area], label, where=inside)
        np.copyto(canvas.index[area], number, where=inside)
        paste(canvas.colour[area], top, mask)

    def _surface(self, label: np.ndarray, local: np.ndarray, w: int, h: int) -> np.ndarray:
        top = np.empty((h, w, 3), np.uint8)
        angle = np.arctan2(local[1, 0], local[0, 0]) + np.pi / 3 * self.rng.integers(6)
        c, s = np.cos(angle), np.sin(angle)
        for terrain in range(3):
            where = (label == terrain + 1).view(np.uint8)
            x, y, wide, high = cv2.boundingRect(where)
            if wide == 0:
                continue
            surface = self.sheets[terrain]
            at = self.rng.uniform(0, surface.shape[0], 2)
            inverse = np.array([[c, s, at[0]], [-s, c, at[1]]])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            piece = cv2.warpAffine(surface, inverse, (wide, high), flags=flags, borderMode=cv2.BORDER_REFLECT)
            box = np.s_[y : y + high, x : x + wide]
            cv2.copyTo(piece, where[box], top[box])
        return top

    def _outlines(self, top: np.ndarray, pulls: tuple[np.ndarray, ...], label: np.ndarray) -> None:
        """Draw lines along the borders and a band of shallow water along the shore."""
        printing, pitch = self.printing, self.canvas.pitch
        pairs = {"all": ((0, 1), (0, 2), (1, 2)), "coast": ((0, 2), (1, 2)), "mountain": ((0, 1), (1, 2))}[
            printing.outline_kind
        ]
        if printing.shore > 0:
            reach = distance(pulls[2] - cv2.max(pulls[0], pulls[1])) / np.float32(printing.shore * pitch)
            reach = np.clip(255 * (1 - reach), 0, 255)
            alpha = (reach * (label == 3) * 0.8).astype(np.uint8)
            blend(top, printing.shore_colour, alpha)
        if printing.outline == 0:
            return
        half = max(printing.outline * pitch / 2, 0.35)
        line = np.zeros(label.shape, np.float32)
        for a, b in pairs:
            near = np.clip(np.float32(half + 0.5) - distance(pulls[a] - pulls[b]), 0, 1)
            line = np.maximum(line, near * (cv2.max(pulls[a], pulls[b]) > pulls[3 - a - b]))
        across, down = (round(share * pitch) for share in printing.finish.shift)
        if across or down:
            line = np.roll(line, (down, across), (0, 1))
        blend(top, printing.outline_colour, (line * 255).astype(np.uint8))

    def _icons(self, top: np.ndarray, local: np.ndarray) -> None:
        rng, printing = self.rng, self.printing
        for _ in range(int(rng.poisson(printing.icons))):
            size = rng.uniform(0.1, 0.3)
            at = rng.uniform(-0.3, 0.3, 2)
            scale = size / 64
            sign = np.array([[scale, 0, at[0] - size / 2], [0, scale, at[1] - size / 2], [0, 0, 1]])
            alpha = cv2.warpAffine(
                random_sign(rng), (local @ sign)[:2], (top.shape[1], top.shape[0]), flags=cv2.INTER_AREA
            )
            colour = printing.icon_colour if rng.random() < 0.7 else any_colour(rng)
            blend(top, colour, cv2.convertScaleAbs(alpha, alpha=float(rng.uniform(0.5, 1.0))))

    def _rim(self, top: np.ndarray, outline: np.ndarray) -> None:
        printing = self.printing
        if printing.border > 0:
            thick = max(1, round(2 * printing.border * self.canvas.pitch))
            cv2.polylines(top, [fixed(outline)], True, tuple(map(float, printing.border_colour)), thick, cv2.LINE_AA, 4)
        elif self.rng.random() < 0.5:
            colour = tuple(float(v) for v in top.mean((0, 1)) * 0.6)
            cv2.polylines(top, [fixed(outline)], True, colour, 1, cv2.LINE_AA, 4)
        if printing.finish.wear > 0:
            self._worn(top, outline)

    def _worn(self, top: np.ndarray, outline: np.ndarray) -> None:
        """Rub the print off the rim here and there, down to the cardboard."""
        wear, height, width = self.printing.finish.wear, *top.shape[:2]
        rim = np.zeros((height, width), np.uint8)
        thick = max(1, round(self.rng.uniform(0.02, 0.06) * self.canvas.pitch))
        cv2.polylines(rim, [fixed(outline)], True, 255, thick, cv2.LINE_AA, 4)
        patches = cut(self.rng, self.pool.fractal[4], height, width, self.canvas.pitch / 300)
        rubbed = cv2.threshold(patches, 255 * (1 - 0.7 * wear), 255, cv2.THRESH_BINARY)[1]
        blend(top, self.printing.side_colour, cv2.bitwise_and(rim, rubbed))

    def _vary(self, top: np.ndarray) -> None:
        vary = self.printing.tile_variation
        if vary > 0.01:
            gain, shift = self.rng.normal(1, vary / 2), self.rng.normal(0, vary * 40)
            cv2.convertScaleAbs(
                top, dst=top, alpha=float(max(gain, 0.1)), beta=float(np.clip(shift, -20, 20)) if gain > 0.9 else 0.0
            )


def _shade_depth(top: np.ndarray, pulls: tuple[np.ndarray, ...], label: np.ndarray, depth: float) -> None:
    """Darken (or with negative depth lighten) the ocean away from its shores, in place."""
    margin = pulls[2] - cv2.max(pulls[0], pulls[1])
    reach = cv2.multiply(margin, (label == 3).astype(np.float32), scale=255 * abs(depth))
    blend(top, np.zeros(3) if depth > 0 else np.full(3, 255.0), np.clip(reach, 0, 200).astype(np.uint8))


def paste(picture: np.ndarray, top: np.ndarray, mask: np.ndarray) -> None:
    """Lay ``top`` (H, W, 3) over ``picture`` in place where ``mask`` (H, W) uint8 covers."""
    cover = cv2.merge([mask, mask, mask])
    kept = cv2.multiply(picture, cv2.bitwise_not(cover), scale=1 / 255)
    cv2.add(kept, cv2.multiply(top, cover, scale=1 / 255), dst=picture)
