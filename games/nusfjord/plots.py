"""The ground of a harbour: single and double building spaces, covered by forest or buildings, or free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

PLANTED = 2
"""Forests planted by one action, stacked on one double space."""


@dataclass(frozen=True)
class Plot:
    """A double or a single building space.

    `spaces` is 2 for a double space and 1 for a single one, which takes no forest; `forests` is the number of stacked
    forests on it; `buildings` the number of its spaces that are built on.
    """

    spaces: int = 2
    forests: int = 0
    buildings: int = 0

    @property
    def free(self) -> int:
        """The number of spaces that can be built on; each costs a point at the end."""
        return 0 if self.forests else self.spaces - self.buildings

    @property
    def is_plantable(self) -> bool:
        """Whether forests may be planted, which needs a free double space."""
        return self.spaces == 2 and self.free == 2

    @property
    def is_possible(self) -> bool:
        """Whether such a plot can occur by the rules."""
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
"""The four forests of a harbour at the start, two of them on the topmost double space."""


def forests(plots: Iterable[Plot]) -> int:
    """Return the number of forests on these plots, including covered ones."""
    return sum(plot.forests for plot in plots)


def free_spaces(plots: Iterable[Plot]) -> int:
    """Return the number of free spaces of these plots."""
    return sum(plot.free for plot in plots)
