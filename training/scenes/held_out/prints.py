"""Printings drawn stroke by stroke: facets, washes, stipple, engraved lines, scales, hill signs, furrows."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.scenes.board import random_edge_style
from training.scenes.prints.noise import NoisePool
from training.scenes.prints.palettes import lab
from training.scenes.prints.printing import Ink, Printing
from training.scenes.prints.terrain_shapes import ShapeStyle

HUES = (((100, 138), (18, 62), (42, 80)), ((20, 100), (2, 26), (26, 82)), ((205, 280), (14, 46), (24, 74)))
"""Ranges of hue (degrees), chroma and lightness in CIE Lab of plains, mountain and ocean."""


def paint(hue: float, chroma: float, light: float) -> np.ndarray:
    """Return a colour (3,) BGR 0..255 of CIE Lab hue in degrees, chroma and lightness."""
    a, b = chroma * np.cos(np.deg2rad(hue)), chroma * np.sin(np.deg2rad(hue))
    colour = cv2.cvtColor(np.array([[[light, a, b]]], np.float32), cv2.COLOR_LAB2BGR).ravel()
    return np.clip(colour, 0, 1).astype(np.float64) * 255


def _field(rng: np.random.Generator, size: int, length: float) -> np.ndarray:
    """Return a smooth field (size, size) float32 about -1..1: plane waves about ``length`` pixels long."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    total = np.zeros((size, size), np.float32)
    for _ in range(6):
        way, wave = rng.uniform(0, 6.3), length * rng.uniform(0.6, 1.8)
        total += np.sin((x * np.cos(way) + y * np.sin(way)) * (6.28 / wave) + rng.uniform(0, 6.3)).astype(np.float32)
    return total / 3


def _facets(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    count = max(6, int(rng.uniform(4, 30) * (size / pitch) ** 2))
    at = rng.uniform(0, size, (count, 2)).astype(np.int32)
    seeds = np.full((size, size), 255, np.uint8)
    seeds[at[:, 1], at[:, 0]] = 0
    _, cell = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    y, x = np.mgrid[0:size, 0:size]
    tone, slope = rng.normal(128, 45, cell.max() + 1), rng.normal(0, 60 / pitch, (cell.max() + 1, 2))
    middle = np.zeros((cell.max() + 1, 2))
    middle[cell[at[:, 1], at[:, 0]]] = at
    return tone[cell] + slope[cell, 0] * (x - middle[cell, 0]) + slope[cell, 1] * (y - middle[cell, 1])


def _wash(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 128, np.float32)
    for _ in range(40):
        blot = np.zeros((size, size), np.float32)
        at = tuple(map(int, rng.uniform(0, size, 2)))
        axes = tuple(map(int, rng.uniform(0.15, 0.8, 2) * pitch + 2))
        cv2.ellipse(blot, at, axes, rng.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
        edge = cv2.morphologyEx(blot, cv2.MORPH_GRADIENT, np.ones((3, 3)))
        sheet += rng.normal(0, 16) * blot - 14 * cv2.GaussianBlur(edge, (0, 0), 0.8)
    return cv2.GaussianBlur(sheet, (0, 0), max(0.5, 0.01 * pitch))


def _stipple(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 170, np.uint8)
    step = max(3.0, pitch * rng.uniform(0.05, 0.11))
    field = _field(rng, size, pitch * rng.uniform(0.6, 2))
    for y in np.arange(0, size, step):
        for x in np.arange(0, size, step):
            u, v = np.clip(np.array([x, y]) + rng.normal(0, 0.25 * step, 2), 0, size - 1)
            r = step * (0.28 + 0.2 * field[int(v), int(u)])
            if r > 0.3:
                cv2.circle(sheet, (int(u * 8), int(v * 8)), int(r * 8), int(rng.integers(20, 90)), -1, cv2.LINE_AA, 3)
    return sheet


def _engraved(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    way, wave = rng.uniform(0, 6.3), pitch * rng.uniform(0.06, 0.16)
    bend = _field(rng, size, pitch * 0.9) * rng.uniform(0.5, 4)
    lines = np.sin((x * np.cos(way) + y * np.sin(way)) * (6.28 / wave) + bend)
    return 128 + 90 * np.tanh(3 * (lines + 0.8 * _field(rng, size, pitch * 0.7)))


def _scales(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 120, np.uint8)
    r = max(4.0, pitch * rng.uniform(0.08, 0.2))
    for row, y in enumerate(np.arange(0, size + r, r / 2)):
        for x in np.arange(-(row % 2) * r, size + r, 2 * r):
            for k, share in enumerate((1.0, 0.7, 0.4)):
                at = (int(x * 8), int(y * 8))
                cv2.circle(sheet, at, int(r * share * 8), (60, 200, 110)[k], -1, cv2.LINE_AA, 3)
    return cv2.addWeighted(sheet, 0.7, np.clip(128 + 60 * _field(rng, size, pitch), 0, 255).astype(np.uint8), 0.3, 0)


def _hills(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 120, np.uint8)
    cap = rng.uniform(0.25, 0.6)
    for y in np.arange(0, size * 1.3, pitch * rng.uniform(0.1, 0.2)):
        for x in np.arange(rng.uniform(-0.3, 0) * pitch, size, pitch * rng.uniform(0.2, 0.4)):
            top = np.array([x + rng.normal(0, 0.05) * pitch, y - pitch * rng.uniform(0.15, 0.4)])
            wide = pitch * rng.uniform(0.12, 0.26)
            left, right, foot = np.array([x - wide, y]), np.array([x + wide, y]), np.array([x + 0.2 * wide, y])
            for a, b, tone in ((left, foot, 165), (foot, right, 55)):
                cv2.fillConvexPoly(sheet, np.array([top, a, b]).astype(np.int32), tone, cv2.LINE_AA)
            snow = np.array([top, top + cap * (left - top), top + 0.6 * cap * (foot - top), top + cap * (right - top)])
            cv2.fillPoly(sheet, [snow.astype(np.int32)], 250, cv2.LINE_AA)
    return sheet


def _blades(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 125, np.uint8)
    for _ in range(int(220 * (size / pitch) ** 2)):
        x, y = rng.uniform(0, size, 2)
        up = pitch * rng.uniform(0.04, 0.1)
        end = (int(x + rng.normal(0, 0.3) * up), int(y - up))
        cv2.line(sheet, (int(x), int(y)), end, int(rng.integers(40, 230)), 1, cv2.LINE_AA)
    return sheet


def _furrows(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    sheet = np.full((size, size), 128.0)
    y, x = np.mgrid[0:size, 0:size]
    for _ in range(14):
        way, middle, half = rng.uniform(0, 3.2), rng.uniform(0, size, 2), pitch * rng.uniform(0.15, 0.5, 2)
        u = (x - middle[0]) * np.cos(way) + (y - middle[1]) * np.sin(way)
        v = (y - middle[1]) * np.cos(way) - (x - middle[0]) * np.sin(way)
        inside = (np.abs(u) < half[0]) & (np.abs(v) < half[1])
        sheet[inside] = rng.uniform(60, 200) + 35 * np.sign(np.sin(u[inside] * 6.28 / max(3, 0.06 * pitch)))
    return sheet


def _heights(rng: np.random.Generator, size: int, pitch: float) -> np.ndarray:
    height = _field(rng, size, pitch * 0.8) + 0.5 * _field(rng, size, pitch * 0.3)
    step = rng.uniform(0.2, 0.5)
    return 128 + 70 * np.floor(height / step) * step


METHODS: dict[str, Callable[[np.random.Generator, int, float], np.ndarray]] = {
    "facets": _facets,
    "wash": _wash,
    "stipple": _stipple,
    "engraved": _engraved,
    "scales": _scales,
    "hills": _hills,
    "blades": _blades,
    "furrows": _furrows,
    "heights": _heights,
}
CHOICES = (
    ("wash", "stipple", "blades", "furrows", "facets"),
    ("facets", "hills", "wash", "heights", "engraved"),
    ("engraved", "scales", "wash", "facets", "heights"),
)


def sheets(chosen: Printing, pool: NoisePool, pitch: float) -> tuple[np.ndarray, ...]:
    """Return the printing's surfaces for plains, mountain and ocean, at ``pitch`` pixels a tile."""
    rng = np.random.default_rng(chosen.seed)
    size = int(np.clip(pitch * 2.2, 96, 320))
    return tuple(_sheet(rng, ink, size, pitch) for ink in chosen.inks)


def _sheet(rng: np.random.Generator, ink: Ink, size: int, pitch: float) -> np.ndarray:
    grey = np.clip(METHODS[ink.base](rng, size, pitch).astype(np.float32), 0, 255)
    if ink.marks > 0:
        grey += 25 * ink.marks * _field(rng, size, pitch * 0.5)
    share = ((np.clip(grey, 0, 255) - 128) / 128 * ink.contrast)[..., None]
    dark, light = ink.colour * 0.12, np.full(3, 250.0) * ink.snow + ink.tint * (1 - ink.snow)
    goal = np.where(share < 0, dark, light)
    return np.clip(ink.colour + (goal - ink.colour) * np.abs(share), 0, 255).astype(np.uint8)


def printing(rng: np.random.Generator) -> Printing:
    """Draw a printing."""
    colours = _distinct_colours(rng)
    inks = tuple(_ink(rng, terrain, colours[terrain]) for terrain in range(3))
    shapes = _shapes(rng)
    dark = rng.random() < 0.5
    return Printing(
        seed=int(rng.integers(2**31)),
        edges=random_edge_style(rng),
        shapes=shapes,
        inks=inks,
        outline=float(rng.choice([0.0, rng.uniform(0.01, 0.025)])),
        outline_colour=paint(rng.uniform(0, 360), 8, 15 if dark else 92),
        outline_kind=str(rng.choice(["all", "coast"])),
        shore=0.0,
        shore_colour=colours[2],
        border=float(rng.choice([0.0, 0.0, rng.uniform(0.008, 0.025)])),
        border_colour=paint(70, 10, rng.uniform(10, 90)),
        rounding=float(rng.choice([0.0, 0.02, 0.04])),
        thickness=float(rng.uniform(0.015, 0.045)),
        side_colour=paint(80, rng.uniform(0, 20), rng.uniform(40, 92)),
        icons=0.0,
        icon_colour=paint(0, 0, 10),
        gloss=float(rng.beta(1, 3)),
        tile_variation=float(rng.uniform(0, 0.06)),
        depth=float(rng.choice([0.0, rng.uniform(0.5, 1.5)])),
    )


def _distinct_colours(rng: np.random.Generator) -> np.ndarray:
    """Draw the (3, 3) BGR colours of the terrains: far apart, unless 30 draws were not."""
    colours = np.zeros((3, 3))
    for _ in range(30):
        colours = np.stack([paint(*(rng.uniform(*span) for span in spans)) for spans in HUES])
        p, m, o = (lab(colour) for colour in colours)
        if min(np.linalg.norm(p - m), np.linalg.norm(m - o), np.linalg.norm(p - o)) > 32:
            break
    return colours


def _ink(rng: np.random.Generator, terrain: int, colour: np.ndarray) -> Ink:
    return Ink(
        colour=colour,
        base=str(rng.choice(CHOICES[terrain])),
        patch=1.0,
        contrast=float(rng.uniform(0.3, 0.75) if terrain == 1 else rng.uniform(0.1, 0.4)),
        tint=np.minimum(colour * 1.5 + 30, 255),
        snow=float(rng.uniform(0.5, 1)) if terrain == 1 else float(rng.uniform(0, 0.3)),
        marks=float(rng.uniform(0, 1)),
        mark_colour=colour,
        mark_patch=1.0,
        grain=0.0,
    )


def _shapes(rng: np.random.Generator) -> ShapeStyle:
    return ShapeStyle(
        power=float(rng.uniform(14, 60)),
        sway=float(rng.uniform(0.0, 0.05)),
        sway_scale=float(rng.uniform(0.25, 0.6)),
        fray=0.0,
        fray_scale=1.0,
        fray_kind="fractal",
        blobs=float(rng.uniform(0, 2)),
        depth=float(rng.uniform(0.05, 0.15)),
    )
