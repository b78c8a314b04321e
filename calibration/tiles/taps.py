"""The user's corrections of the tiles in a photo: misread tiles, missed tiles, false detections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

import numpy as np
from pydantic import Field

from calibration.problems import N_, CalibrationError
from calibration.tiles.detect import DetectedTile
from games.documents import DocumentError
from games.envelope import Model
from games.fjords.document import Edge
from vision.answers_file import parse_tap_list
from vision.calibration_fields import TapPlace
from vision.terrain.edges import edge_number

_MAX_TAP_DISTANCE = 0.6
"""Largest distance of a tap from the centre of its tile, in widths of the tile; chosen by hand."""


class Tap(Model):
    """One tap.

    Attributes:
        px: where, in the upright photo.
        edges: the tile's edges clockwise, starting anywhere unless ``turned_deg`` says where the first one faces.
        turned_deg: clockwise rotation in the picture, degrees; 0 means that edge 0 faces right.
        marks: the marks printed on the tile.
        file: the photo's file name, if there are several photos.
        tile: false if there is no tile at this position.
    """

    px: TapPlace
    edges: Annotated[list[Edge], Field(min_length=6, max_length=6, strict=False)] | None = None
    turned_deg: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] | None = None
    marks: Annotated[list[str], Field(strict=False)] | None = None
    file: str | None = None
    tile: bool = True


def parse_taps(data: object) -> tuple[Tap, ...]:
    """Return the taps of an answers file; raises ``DocumentError`` naming the field that is wrong."""
    taps = parse_tap_list(data, Tap)
    for index, tap in enumerate(taps):
        for k, edge in enumerate(tap.edges or ()):
            if any(one == other for one, other in pairwise(edge)):
                raise DocumentError(f"answers[{index}].edges[{k}]", "value", edge)
    return taps


def tapped(tap: Tap, tiles: Sequence[DetectedTile]) -> int | None:
    """Return the index of the tile under a tap, or None."""
    away = [np.linalg.norm(np.subtract(tap.px, tile.px)) / tile.fineness for tile in tiles]
    return int(np.argmin(away)) if away and min(away) < _MAX_TAP_DISTANCE else None


def corrected(tile: DetectedTile, tap: Tap) -> DetectedTile:
    """Return the tile as corrected by a tap."""
    edges = tile.given_edges
    if tap.edges is not None:
        edges = _aligned(tile, tuple(tap.edges), tap.turned_deg)
    return replace(tile, given_edges=edges, given_marks=tile.given_marks if tap.marks is None else tuple(tap.marks))


def no_tile(tap: Tap) -> CalibrationError:
    """Return the error for a tap that is not on a tile."""
    x, y = tap.px
    return CalibrationError(
        N_("There is no tile at {x}, {y} in the picture; tap the middle of a tile."), x=round(x), y=round(y)
    )


def _aligned(tile: DetectedTile, edges: tuple[str, ...], turned_deg: float | None) -> tuple[str, ...]:
    """Return the edges rotated to the tile's own edge 0: by ``turned_deg``, or else to the most probable rotation."""
    ways = [edges[k:] + edges[:k] for k in range(6)]
    if turned_deg is not None:
        return ways[round((tile.turned_deg - turned_deg) / 60) % 6]
    return max(ways, key=lambda way: sum(tile.edge_logits[i, edge_number(edge)] for i, edge in enumerate(way)))
