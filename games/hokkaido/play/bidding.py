"""Paying with cubes in Honshu's draft: on a card that is laid out, or of two players by the one who overbids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from games.hokkaido.city import COLOURS, City, Place
from games.hokkaido.words import REFUSALS
from games.rulebook import RuleNotice

OVERBID = 2
"""The cubes, of any colours, for which the lower of two players takes first."""


def cubes_by_colour(city: City) -> Counter[str]:
    """Return the number of cubes of each colour in a city."""
    return Counter(city.cube_colours())


def colour_for(city: City, cubes: int) -> str:
    """Return the only colour of which a city has at least this number of cubes; empty for none or several."""
    found = [colour for colour in COLOURS if cubes_by_colour(city)[colour] >= cubes]
    return found[0] if len(found) == 1 else ""


def payment_refusals(city: City, price: Mapping[str, int]) -> list[RuleNotice]:
    """Return the rules that forbid a player to pay these cubes, by colour; empty if the city has them."""
    has = cubes_by_colour(city)
    if all(has[colour] >= number for colour, number in price.items()):
        return []
    return [RuleNotice("no-such-cubes", REFUSALS["no-such-cubes"], city.name)]


def paid(city: City, price: Mapping[str, int]) -> City:
    """Return the city after paying cubes, which are taken from its first squares with one of the colour.

    Raises:
        ValueError: The city has fewer; the text is the broken rule.
    """
    for refusal in payment_refusals(city, price):
        raise ValueError(refusal.message())
    due, cubes = Counter(price), dict[Place, tuple[str, ...]]()
    for place, colours in sorted(city.cubes.items()):
        given = Counter(colours) & due
        due -= given
        left = tuple((Counter(colours) - given).elements())
        if left:
            cubes[place] = left
    return replace(city, cubes=cubes)
