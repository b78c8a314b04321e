"""The effect of a card's text, as parts with amounts; the printed texts are not part of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

PartName = Literal[
    "wood",
    "fish",
    "gold",
    "store_wood",
    "store_fish",
    "store_gold",
    "plates",
    "elder_fish",
    "forest",
    "sloop",
    "cutter",
    "schooner",
    "building",
    "issued",
    "own_shares",
    "bought",
]
"""The things that a text may change: the supply, the storehouse, fish on plates of the banquet table or on an elder,
forests, ships, a building, own shares issued onto the action board or kept, shares taken from the action board."""
PART_NAMES: tuple[PartName, ...] = get_args(PartName)
MOST = 99
"""The largest amount of a part."""


@dataclass(frozen=True)
class Part:
    """One change that a text makes: what, and how much; less than 0 where it takes away."""

    what: PartName
    amount: int


Effect = tuple[Part, ...]
"""Everything that a text does, in the order in which it is done."""


def effect_of(amounts: Mapping[PartName, int]) -> Effect:
    """Return the effect of these amounts; those that are zero are left out.

    >>> effect_of({"fish": 2, "wood": 0})
    (Part(what='fish', amount=2),)
    """
    return tuple(Part(what, amounts[what]) for what in PART_NAMES if amounts.get(what))
