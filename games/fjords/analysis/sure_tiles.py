"""How many of the tiles that are open to a player are sure, whatever the other player does.

In every turn the player takes one of them, first those that the other player can take soonest. The other player can
take a tile only after as many turns as it is steps away from the tiles to be settled at once. The turns spent on the
way there are ignored: the other player, too, is taken to get one tile in every turn. The number therefore holds for
every line of play.
"""

from functools import cache

WIDTH = 8
"""Bits of the count of tiles at one distance, fewer than 256 in any game. A document may have 300 tiles: 256 of them at
one distance are carried over as one at the next, which only makes the number smaller."""
FARTHEST = 6
"""Distances from this one on are counted as this one, which only makes the number smaller."""


def by_distance(near: tuple[int, ...], tiles: int, front: int, within: int) -> int:
    """Return how many of `tiles` lie at each distance, 1 to `FARTHEST`, from where the other player settles.

    Args:
        near: for each tile, the mask of tiles next to it.
        tiles: the mask of tiles to count.
        front: the tiles that the other player may settle at once, at distance 1.
        within: the vacant tiles, which may be walked on.

    Returns:
        The counts in one number, `WIDTH` bits for each distance from 1 on, so that those of several contests add up.
    """
    counts = place = 0
    seen = front
    while tiles:
        here = tiles & front
        counts += here.bit_count() << place
        tiles ^= here
        if place == WIDTH * (FARTHEST - 1) or not front:
            return counts + (tiles.bit_count() << WIDTH * (FARTHEST - 1))
        place += WIDTH
        step = 0
        while front:
            low = front & -front
            front ^= low
            step |= near[low.bit_length() - 1]
        front = step & within & ~seen
        seen |= front
    return counts


@cache
def sure_tiles(counts: int, begins: bool) -> int:
    """Return how many of the tiles counted by `by_distance` their player is sure to take.

    >>> sure_tiles(4, True), sure_tiles(3, False), sure_tiles(2 << 2 * WIDTH, False)
    (2, 1, 2)

    Args:
        counts: the tiles by the other player's distance.
        begins: whether their player is to move.
    """
    left = [counts >> WIDTH * place & (1 << WIDTH) - 1 for place in range(FARTHEST)]
    own, turn = 0, 0
    while any(left):
        if begins:
            left[next(place for place, number in enumerate(left) if number)] -= 1
            own += 1
        begins = True
        turn += 1
        threatened = next((place for place, number in enumerate(left[:turn]) if number), None)
        if threatened is not None:
            left[threatened] -= 1
    return own
