"""The taught rune stones of one copy of the game, each with its rune and picture, as a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.imaging.data_urls import decode_picture, encode_picture

FACE_SIDE = 64
"""Pixels along a stone's picture."""
FACE_SPAN = 2.3
"""Radii of the stone along its picture."""


@dataclass(frozen=True, eq=False)
class KnownStone:
    """One stone.

    Attributes:
        kind: the rune's name.
        colour: the name of its player's colour; None where it belongs to no player.
        face: (n, n, 3) uint8 BGR from straight above, ``FACE_SPAN`` radii along a side.
    """

    kind: str
    colour: str | None
    face: np.ndarray


@dataclass(frozen=True)
class KnownStones:
    """The stones of one copy; their radius is in widths of a tile."""

    name: str
    radius: float
    stones: tuple[KnownStone, ...]

    @classmethod
    def from_document(cls, data: object) -> KnownStones:
        """Return the stones in a document; raises ``DocumentError`` naming the field that is wrong."""
        from vision.stones.schema import StonesModel  # Pydantic is slow to import, and needed only with a profile

        model = StonesModel.parse(data)
        stones = tuple(
            KnownStone(stone.kind, stone.colour, decode_picture(stone.face, f"stones[{k}].face"))
            for k, stone in enumerate(model.stones)
        )
        return cls(model.name, model.radius, stones)

    def to_document(self) -> dict[str, Any]:
        """Return the stones as data that ``from_document`` reads back."""
        stones = [{"kind": s.kind, "colour": s.colour, "face": encode_picture(s.face)} for s in self.stones]
        return {
            "format": "longhouse-stones",
            "version": 1,
            "name": self.name,
            "radius": self.radius,
            "stones": stones,
        }
