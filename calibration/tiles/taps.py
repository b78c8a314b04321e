"""A person's taps on the tiles of a photo: what the eyes read wrong, or did not find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

import numpy as np
from pydantic import Field

from calibration.problems import N_, CalibrationError
from calibration.tiles.detect import SeenTile
from games.envelope import DocumentError, Model
from games.fjords.document import Edge
from vision.terrain.edges import edge_number

_Pixel = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
_WITHIN = 0.6
"""A tap belongs to a tile whose middle is nearer than this, in widths of the tile."""


class Tap(Model):
    """One tap.

    Attributes:
        px: where, in the upright photo.
        edges: the tile's edges clockwise; from any of them on, unless ``turned_deg`` says where the first one faces.
        turned_deg: degrees clockwise in the picture from "edge 0 faces right".
        marks: what is printed on the tile besides the land.
        file: the photo's name, where there are several.
        tile: false where there is no tile at all.
    """

    px: Annotated[list[_Pixel], Field(min_length=2, max_length=2, strict=False)]
    edges: Annotated[list[Edge], Field(min_length=6, max_length=6, strict=False)] | None = None
    turned_deg: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] | None = None
    marks: Annotated[list[str], Field(strict=False)] | None = None
    file: str | None = None
    tile: bool = True


def parse_taps(data: object) -> tuple[Tap, ...]:
    """Return the taps of an answers file; raises ``DocumentError`` naming the field that is wrong."""
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    taps = []
    for index, item in enumerate(data):
        try:
            tap = Tap.parse(item)
        except DocumentError as error:
            raise DocumentError(f"answers[{index}].{error.field}", error.code, error.given) from None
        for k, edge in enumerate(tap.edges or ()):
            if any(one == other for one, other in pairwise(edge)):
                raise DocumentError(f"answers[{index}].edges[{k}]", "value", edge)
        taps.append(tap)
    return tuple(taps)


def tapped(tap: Tap, tiles: Sequence[SeenTile]) -> int | None:
    """Return the number of the tile that a tap is on, or None."""
    away = [np.linalg.norm(np.subtract(tap.px, tile.px)) / tile.fineness for tile in tiles]
    return int(np.argmin(away)) if away and min(away) < _WITHIN else None


def corrected(tile: SeenTile, tap: Tap) -> SeenTile:
    """Return the tile as a person says that it is."""
    told = tile.told
    if tap.edges is not None:
        told = _told(tile, tuple(tap.edges), tap.turned_deg)
    return replace(tile, told=told, told_marks=tile.told_marks if tap.marks is None else tuple(tap.marks))


def no_tile(tap: Tap) -> CalibrationError:
    """Return the error of a tap where no tile is."""
    x, y = tap.px
    return CalibrationError(
        N_("There is no tile at {x}, {y} in the picture; tap the middle of a tile."), x=round(x), y=round(y)
    )


def _told(tile: SeenTile, edges: tuple[str, ...], turned_deg: float | None) -> tuple[str, ...]:
    """Begin the edges at the tile's own edge 0: where the tap says, or else where they fit best what was seen."""
    ways = [edges[k:] + edges[:k] for k in range(6)]
    if turned_deg is not None:
        return ways[round((tile.turned_deg - turned_deg) / 60) % 6]
    return max(ways, key=lambda way: sum(tile.evidence[i, edge_number(edge)] for i, edge in enumerate(way)))
