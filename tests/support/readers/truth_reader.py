"""A reader that returns the ground truth of the sample pictures, for tests of later stages."""

from __future__ import annotations

import hashlib
import json
from math import atan2, pi
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from games.hexgrid import centre
from vision.detections import PieceReading, TileReading
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.merging.coordinates import move_reading
from vision.reading.reading import Reading

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"
GAME = SAMPLES / "game"
_CORNERS = [(np.cos(np.radians(60 * i - 30)) / 3**0.5, np.sin(np.radians(60 * i - 30)) / 3**0.5) for i in range(6)]


def plane(q: int, r: int) -> tuple[float, float]:
    return q + r / 2, r * 3**0.5 / 2


def reading_of(document: dict[str, Any], width: int, height: int) -> Reading:
    """Return the perfect reading of a photo from its truth document."""
    cells = np.array([plane(t["q"], t["r"]) for t in document["tiles"]], np.float32)
    pixels = np.array([t["px"] for t in document["tiles"]], np.float32)
    to_picture, _ = cv2.findHomography(cells, pixels)
    tiles = []
    for tile in document["tiles"]:
        corners = np.array([np.add(plane(tile["q"], tile["r"]), c) for c in _CORNERS], np.float64)
        outline = cv2.perspectiveTransform(corners[None], to_picture)[0]
        tiles.append(
            TileReading(
                cell=(tile["q"], tile["r"]),
                edges=tuple(tile["edges"]),
                regions=tuple(tile["regions"]),
                touching=tuple((a, b) for a, b in tile["touching"]),
                px=(tile["px"][0], tile["px"][1]),
                outline=outline,
                confidence=0.97,
                edge_confidence=(0.97,) * 6,
            )
        )
    at = {t.cell: t for t in tiles}
    pieces = [_piece(p, at[p["q"], p["r"]]) for p in document["pieces"]]
    return Reading(width, height, tuple(tiles), tuple(pieces))


def upright(reading: Reading) -> Reading:
    """Return the reading turned by sixths, so that the board's east is as near the photo's right as can be."""
    if len(reading.tiles) < 3:
        return reading
    there = np.array([(*centre(t.cell), 1.0) for t in reading.tiles])
    to_photo, *_ = np.linalg.lstsq(there, np.array([t.px for t in reading.tiles]), rcond=None)
    east_x, east_y = to_photo[0]
    return move_reading(reading, round(atan2(east_y, east_x) / (pi / 3)), (0, 0))


def _piece(piece: dict[str, Any], tile: TileReading) -> PieceReading:
    hull = np.array(tile.px) + (tile.outline - tile.outline.mean(axis=0)) * 0.35
    return PieceReading(piece["kind"], piece["colour"], (piece["q"], piece["r"]), tile.px, hull, 0.95)


class TruthReader:
    """Identifies a photo by its pixels and returns its truth; raises `PhotoError` for any other."""

    def __init__(self, *folders: Path) -> None:
        self.documents: dict[bytes, dict[str, Any]] = {}
        for folder in folders or (SAMPLES, GAME):
            for picture in sorted(folder.glob("*.jpg")):
                photo = decode_photo(picture.read_bytes())
                self.documents[_digest(photo)] = json.loads(picture.with_suffix(".json").read_bytes())

    def __call__(self, photo: Photo) -> Reading:
        document = self.documents.get(_digest(photo))
        if document is None:
            raise PhotoError("no-board", "No board can be found in the picture.")
        return upright(reading_of(document, photo.width, photo.height))


def _digest(photo: Photo) -> bytes:
    return hashlib.sha256(photo.pixels.tobytes()).digest()
