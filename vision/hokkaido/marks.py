"""Draws the reading of a city on its photo: each square framed in its terrain's colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from vision.drawing.annotate import Mark
from vision.drawing.canvas import Rgb
from vision.geometry.plane import project

_PAINT: dict[str, Rgb] = {
    "mountain": (200, 200, 205),
    "forest": (90, 200, 80),
    "desert": (240, 210, 110),
    "lake": (80, 170, 255),
    "district": (255, 140, 110),
}
_WORKS: dict[str, Rgb] = {
    "blue": (70, 120, 255),
    "brown": (170, 110, 60),
    "grey": (170, 170, 175),
    "green": (60, 190, 90),
}
_FRAME_RADIUS = 0.44
"""Half the side of a frame, squares."""
_CORNERS = 0.5 + _FRAME_RADIUS * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])


def marks_of(document: Mapping[str, Any]) -> list[Mark]:
    """Return a mark for each square: its terrain, a sign for a cube, and whether it is doubtful."""
    (player,) = document["players"]
    squares = player["squares"]
    asked = {(doubt["x"], doubt["y"]) for doubt in document.get("ask", ()) if doubt["about"] != "value"}
    cubes = {(cube["x"], cube["y"]) for cube in player["cubes"]}
    places = np.array([(square["x"] + 0.5, square["y"] + 0.5) for square in squares])
    seen = np.array([square["px"] for square in squares])
    to_photo = cv2.findHomography(places, seen, cv2.LMEDS)[0] if len(squares) >= 4 else None
    marks = []
    for square in squares:
        at = (square["x"], square["y"])
        outline = None if to_photo is None else project(to_photo, np.array(at) + _CORNERS)
        words = square["terrain"] + (" ■" if at in cubes else "")
        paint = _WORKS.get(square.get("colour", "")) or _PAINT.get(square["terrain"])
        marks.append(Mark(tuple(square["px"]), words, outline, paint, at in asked))
    return marks
