"""A person's taps on pieces: what each is, and which the eyes did not find."""

from __future__ import annotations

from typing import Annotated, Literal

import cv2
import numpy as np
from pydantic import Field

from calibration.colours.detect import Standing, Tabletop, standing_at
from calibration.problems import N_, CalibrationError
from games.envelope import DocumentError, Model

_Pixel = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
_BESIDE = 0.02
"""How far beside a piece a tap may fall, as a share of the picture's longer side."""
_ALIKE = 14
"""How much the pixels of a piece that the eyes did not find may differ from one to the next, CIE Lab times 2.55."""
_WIDEST = 0.12
_LEAST = 12


class ColourTap(Model):
    """One tap.

    Attributes:
        px: where, in the upright photo.
        name: the player's or the colour's name; what the eyes call it, if it is not given.
        kind: what it counts as; what the eyes take it for, if it is not given.
        file: the photo's name, where there are several.
    """

    px: Annotated[list[_Pixel], Field(min_length=2, max_length=2, strict=False)]
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    kind: Literal["viking", "longhouse"] | None = None
    file: str | None = None


def parse_colour_taps(data: object) -> tuple[ColourTap, ...]:
    """Return the taps of an answers file; raises ``DocumentError`` naming the field that is wrong."""
    if not isinstance(data, list):
        raise DocumentError("answers", "type", data)
    taps = []
    for index, item in enumerate(data):
        try:
            taps.append(ColourTap.parse(item))
        except DocumentError as error:
            raise DocumentError(f"answers[{index}].{error.field}", error.code, error.given) from None
    return tuple(taps)


def tapped_piece(tap: ColourTap, table: Tabletop) -> Standing:
    """Return the piece under a tap: one that the eyes found, or what stands out around the tap.

    Raises:
        CalibrationError: nothing there stands out from the table.
    """
    at = np.array(tap.px)
    outlines = [s.outline.astype(np.float32) for s in table.standing]
    near = [(-cv2.pointPolygonTest(outline, tap.px, True), n) for n, outline in enumerate(outlines)]
    best = min(near, default=(np.inf, 0))
    if best[0] <= _BESIDE * max(table.photo.width, table.photo.height):
        return table.standing[best[1]]
    mask = _grown(at / table.scale, table)
    if mask is None:
        raise CalibrationError(
            N_("No piece stands out at {x:.0f}, {y:.0f}; tap its middle, or lay it on a plainer ground."),
            x=tap.px[0],
            y=tap.px[1],
        )
    return standing_at(table, mask)


def _grown(at: np.ndarray, table: Tabletop) -> np.ndarray | None:
    """Grow a (h, w) mask of the maps from a tap as far as the colour stays alike; None where it runs all over."""
    height, width = table.maps.foot.shape
    small = cv2.resize(table.pixels, (width, height), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_BGR2LAB)
    x, y = np.clip(np.round(at).astype(int), 0, [width - 1, height - 1])
    flood = np.zeros((height + 2, width + 2), np.uint8)
    # From the tapped pixel itself, not from one to the next: the shade around a round piece would lead onto the table.
    flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | (1 << 8)
    cv2.floodFill(lab, flood, (int(x), int(y)), 0, (4 * _ALIKE, _ALIKE, _ALIKE), (4 * _ALIKE, _ALIKE, _ALIKE), flags)
    mask = flood[1:-1, 1:-1] > 0
    ys, xs = np.nonzero(mask)
    wide = max(np.ptp(xs), np.ptp(ys)) > _WIDEST * max(height, width)
    return None if wide or len(xs) < _LEAST else mask
