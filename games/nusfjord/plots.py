"""The ground of a harbour: building spaces, alone or in pairs, that lie under forest, under buildings or free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

PLANTED = 2
"""So many forests, one on top of the other, are planted at once."""


@dataclass(frozen=True)
class Plot:
    """Building spaces that a forest covers together.

    `spaces` is 2 for a double space and 1 for a single one, which takes no forest; `forests` how many lie on it, one
    on the other; `buildings` how many of its spaces are built on.
    """

    spaces: int = 2
    forests: int = 0
    buildings: int = 0

    @property
    def free(self) -> int:
        """How many of its spaces can be built on, and cost a point each at the end."""
        return 0 if self.forests else self.spaces - self.buildings

    @property
    def is_plantable(self) -> bool:
        """Whether forests may be planted: on a whole free double space only."""
        return self.spaces == 2 and self.free == 2

    @property
    def is_possible(self) -> bool:
        """Whether the rules know such a plot."""
        fits = self.spaces in (1, 2) and 0 <= self.buildings <= self.spaces and self.forests >= 0
        return fits and not (self.forests and (self.buildings or self.spaces == 1))

    def built(self) -> Plot:
        """Return the plot with one more building."""
        return replace(self, buildings=self.buildings + 1)

    def cleared(self) -> Plot:
        """Return the plot with one forest fewer."""
        return replace(self, forests=self.forests - 1)

    def planted(self) -> Plot:
        """Return the plot with new forests."""
        return replace(self, forests=self.forests + PLANTED)


STARTING_FORESTS = (Plot(forests=2), Plot(forests=1), Plot(forests=1))
"""Four forests lie on a harbour when the game begins, two of them on the topmost double space."""


def forests(plots: Iterable[Plot]) -> int:
    """Return how many forests lie there, covered ones too."""
    return sum(plot.forests for plot in plots)


def free_spaces(plots: Iterable[Plot]) -> int:
    """Return how many spaces are free."""
    return sum(plot.free for plot in plots)
