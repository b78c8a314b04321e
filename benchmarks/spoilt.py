"""``python -m benchmarks.spoilt [FOLDER …]``: accuracy on photos degraded by lamps and cameras.

Each photo with ground truth is read as it is, and with the effects of other lamps, lenses and cameras: one row for each
degradation, with the figures of ``benchmarks.accuracy``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.grading.figures import COLUMNS, total_row
from benchmarks.grading.grade import Grade, grade
from benchmarks.grading.truth import NOTHING, SHIPPED, boards_with_truth
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import Networks, load_networks
from vision.reading.reader import read_photo

_GAMMA = 2.2


def _lit(pixels: np.ndarray, by: object = 1.0, more: object = 0.0) -> np.ndarray:
    """Scale linear light by ``by``, BGR or (h, w, 1), and add ``more``, where 1 is white."""
    light = (pixels / 255) ** _GAMMA * np.asarray(by) + np.asarray(more)
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / _GAMMA)).astype(np.uint8)


def _toned(pixels: np.ndarray, contrast: float, lift: float) -> np.ndarray:
    return np.clip(pixels * contrast + lift, 0, 255).astype(np.uint8)


def _coloured(pixels: np.ndarray, strength: float) -> np.ndarray:
    grey = pixels.mean(axis=2, keepdims=True)
    return np.clip(grey + (pixels - grey) * strength, 0, 255).astype(np.uint8)


def _shrunk(pixels: np.ndarray, side: int) -> np.ndarray:
    factor = side / max(pixels.shape[:2])
    return cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def _coarse(pixels: np.ndarray, side: int, quality: int) -> np.ndarray:
    coded = cv2.imencode(".jpg", _shrunk(pixels, side), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


def _noisy(pixels: np.ndarray, light: float, spread: float) -> np.ndarray:
    small = _lit(_shrunk(pixels, 1280), light)
    return np.clip(small + np.random.default_rng(1).normal(0, spread, small.shape), 0, 255).astype(np.uint8)


def _blurred(pixels: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(pixels, (0, 0), max(pixels.shape[:2]) / 640)


def _shaken(pixels: np.ndarray) -> np.ndarray:
    length = max(pixels.shape[:2]) // 90
    return cv2.filter2D(pixels, -1, np.eye(length) / length)


def _across(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return x (1, w, 1) and y (h, 1, 1) of the pixels, 0..1."""
    height, width = pixels.shape[:2]
    return np.linspace(0, 1, width)[None, :, None], np.linspace(0, 1, height)[:, None, None]


def _glaring(pixels: np.ndarray) -> np.ndarray:
    x, y = _across(pixels)
    return _lit(pixels, more=0.35 * np.exp(-(((x - 0.55) / 0.18) ** 2) - ((y - 0.45) / 0.2) ** 2))


def _shaded(pixels: np.ndarray) -> np.ndarray:
    x, y = _across(pixels)
    return _lit(pixels, 1 - 0.75 / (1 + np.exp(-200 * (0.6 * x + 0.75 * y - 0.7))))


def _two_lamps(pixels: np.ndarray) -> np.ndarray:
    x, _ = _across(pixels)
    return _lit(pixels, (1 - x) * np.array([0.5, 0.85, 1.2]) + x * np.array([1.3, 1.0, 0.75]))


SPOILT: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "as they are": np.copy,
    "a warm lamp": partial(_lit, by=(0.45, 0.8, 1.15)),
    "a sodium lamp": partial(_lit, by=(0.22, 0.7, 1.3)),
    "a cold lamp": partial(_lit, by=(1.25, 0.95, 0.7)),
    "two lamps": _two_lamps,
    "a hard shadow": _shaded,
    "glare": _glaring,
    "overexposed": partial(_lit, by=2.2),
    "dusk, with noise": partial(_noisy, light=0.12, spread=6.0),
    "much noise": partial(_noisy, light=1.0, spread=22.0),
    "blacks lifted": partial(_toned, contrast=0.7, lift=60),
    "a veil": partial(_toned, contrast=0.5, lift=100),
    "pale colours": partial(_coloured, strength=0.4),
    "strong colours": partial(_coloured, strength=1.6),
    "out of focus": _blurred,
    "shaken": _shaken,
    "640 pixels": partial(_shrunk, side=640),
    "480 pixels": partial(_shrunk, side=480),
    "a coarse JPEG": partial(_coarse, side=800, quality=15),
}


def main() -> None:
    """Read every photo with ground truth in every degradation, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SHIPPED])
    parser.add_argument(
        "--only", default="*", help="glob patterns of file names, separated by commas: table0*,table11.*"
    )
    options = parser.parse_args()
    table = Table("photos", *COLUMNS)
    networks = load_networks()
    for name, spoil in track(SPOILT.items(), transient=True):
        table.add_row(name, *total_row(_grades(options.folders, options.only.split(","), spoil, networks)))
    Console(width=120).print(table)


def _grades(
    folders: list[Path], patterns: list[str], spoil: Callable[[np.ndarray], np.ndarray], networks: Networks
) -> list[Grade]:
    grades = []
    for path, truth in boards_with_truth(folders, patterns):
        photo = decode_photo(path.read_bytes())
        try:
            read = read_photo(replace(photo, pixels=spoil(photo.pixels)), networks).to_document()
        except PhotoError:
            read = NOTHING
        grades.append(grade(read, truth))
    return grades


if __name__ == "__main__":
    main()
