"""What a square may show: the looks that are told apart."""

from __future__ import annotations

from dataclasses import dataclass

from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION

PLAIN = ("mountain", "forest", "desert", "lake", "district")


@dataclass(frozen=True)
class Look:
    """What a square shows, and whether a cube lies there."""

    terrain: str
    colour: str | None = None
    cube: bool = False

    @property
    def square(self) -> tuple[str, str | None]:
        """What the square shows by itself."""
        return self.terrain, self.colour


LOOKS = (
    *(Look(terrain) for terrain in PLAIN),
    *(Look(FACTORY, colour) for colour in COLOURS),
    *(Look(PRODUCTION, colour) for colour in COLOURS),
    *(Look(PRODUCTION, colour, True) for colour in COLOURS),
)
SHARES = tuple(0.14 if look.colour is None else 0.035 if look.terrain == FACTORY else 0.02 for look in LOOKS)
"""How usual each is."""
