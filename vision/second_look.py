"""A second opinion on every piece, from the photo as the camera saw it.

The view from above shows tiles without perspective, but tall pieces drawn out and leaning. In the photo they look as
pieces look, only smaller. Both opinions together are better than either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.pieces import COMMON, Piece
from vision.survey import Survey
from vision.terrain import sample

_FINE = 60.0
"""Pixels to a pitch from which the photo's opinion counts in full; at half as many it counts little."""


def look_again(pieces: Sequence[Piece], found: Survey) -> list[Piece]:
    """Return the pieces with kinds and colours weighed by both pictures."""
    return [_both(piece, found) for piece in pieces]


def _both(piece: Piece, found: Survey) -> Piece:
    plane = found.lattice.plane
    trust = float(np.clip(plane.pitch_at(piece.foot) * found.wide_scale / _FINE, 0, 1)) ** 2
    places = found.to_wide(piece.spots)
    kinds = sample(found.wide.piece, places)[:, 1:].mean(axis=0) * COMMON + 1e-3
    words = np.concatenate(
        [
            sample(np.ascontiguousarray(found.wide.colour[..., k : k + 4]), places).reshape(len(places), -1)
            for k in (0, 4, 8)
        ],
        axis=1,
    )
    colour = np.log(words + 1e-4).mean(axis=0)
    joint = (piece.kinds + 1e-3) * (kinds / kinds.sum()) ** trust
    return replace(piece, kinds=joint / joint.sum(), colour=(piece.colour + trust * colour) / (1 + trust))
