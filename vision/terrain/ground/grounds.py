"""The grounds of a board: terrain that is printed alike, what it probably is, and a person's answers about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.facts import HalfEdge, Spot
from vision.geometry.lattice import Cell
from vision.terrain.ground.taught_ground import TaughtGround


@dataclass(frozen=True)
class KnownGround:
    """A person's answers about the ground of a board.

    Attributes:
        spots: terrain, ``P``, ``M`` or ``O``, by table point; all ground that looks like the ground there is called so.
        at_edges: terrain by table point, from answers to questions about single edges. Weaker evidence than `spots`:
            beside a border, in a shadow or under a piece the ground may not look typical.
        taught: how the grounds of this copy look, where an earlier photo of it taught that.
    """

    spots: Mapping[Spot, str] = field(default_factory=dict)
    at_edges: Mapping[Spot, str] = field(default_factory=dict)
    taught: TaughtGround | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known for sure: edges alone are no reason to fit a model to two tiles."""
        return not self.spots and self.taught is None


NOTHING_KNOWN = KnownGround()


@dataclass(frozen=True, eq=False)
class Ground:
    """Ground that looks alike, wherever it lies on the board.

    Attributes:
        terrain: ``P``, ``M`` or ``O``, the likeliest.
        probabilities: (3,) of ``vocabulary.TERRAINS`` for all of it together.
        members: the half edges that show it, most typical first.
        cell: tile of a well visible, typical patch of it.
        edge: the edge, 0..5, at which that patch lies.
        spot: (x, y) table point of the patch's middle.
    """

    terrain: str
    probabilities: np.ndarray
    members: tuple[HalfEdge, ...]
    cell: Cell
    edge: int
    spot: tuple[float, float]
