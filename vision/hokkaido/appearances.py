"""The classes of squares that are distinguished, with their frequencies."""

from __future__ import annotations

from dataclasses import dataclass

from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION

PLAIN = ("mountain", "forest", "desert", "lake", "district")


@dataclass(frozen=True)
class Appearance:
    """The class of a square: its terrain and colour, and whether a cube lies on it."""

    terrain: str
    colour: str | None = None
    cube: bool = False

    @property
    def square(self) -> tuple[str, str | None]:
        """The terrain and colour without the cube."""
        return self.terrain, self.colour


APPEARANCES = (
    *(Appearance(terrain) for terrain in PLAIN),
    *(Appearance(FACTORY, colour) for colour in COLOURS),
    *(Appearance(PRODUCTION, colour) for colour in COLOURS),
    *(Appearance(PRODUCTION, colour, True) for colour in COLOURS),
)
FREQUENCIES = tuple(0.14 if a.colour is None else 0.035 if a.terrain == FACTORY else 0.02 for a in APPEARANCES)
"""Prior probability of each class; chosen by hand."""
