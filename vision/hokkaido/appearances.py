"""The classes of squares that are distinguished, with their frequencies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.hokkaido.city import COLOURS, FACTORY, PRODUCTION

Square = tuple[str, str | None]
"""A kind of square: its terrain, and the colour of a production or factory."""

PLAIN = ("mountain", "forest", "desert", "lake", "district")


@dataclass(frozen=True)
class Appearance:
    """The class of a square: its terrain and colour, and whether a cube lies on it."""

    terrain: str
    colour: str | None = None
    cube: bool = False

    @property
    def square(self) -> Square:
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
_SQUARES = tuple(dict.fromkeys(kind.square for kind in APPEARANCES))


def square_probabilities(probabilities: np.ndarray) -> dict[Square, float]:
    """Return the probability of each kind of square, with or without a cube, most probable first.

    Args:
        probabilities: (K,) of ``APPEARANCES``.
    """
    found = dict.fromkeys(_SQUARES, 0.0)
    for kind, value in zip(APPEARANCES, probabilities, strict=True):
        found[kind.square] += float(value)
    return dict(sorted(found.items(), key=lambda kind: -kind[1]))


def likeliest_square(probabilities: np.ndarray) -> Square:
    """Return the most probable kind of square; the argument is that of `square_probabilities`."""
    return next(iter(square_probabilities(probabilities)))


def fields_of(square: Square) -> dict[str, str]:
    """Return a kind of square as documents give it: its ``terrain``, and its ``colour`` if it has one."""
    terrain, colour = square
    return {"terrain": terrain} | ({"colour": colour} if colour else {})


def code_of(square: Square) -> str:
    """Return a kind of square in one word, such as ``forest`` or ``factory-blue``."""
    return "-".join(part for part in square if part)
