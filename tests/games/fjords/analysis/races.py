"""Random small races, as hypothesis draws them and as a seed gives them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from games.fjords.analysis.race import Race, Stone

ENDLESS = 99
FEW = st.integers(0, 5)


@st.composite
def races(draw, tiles=7, players=2, supplies=FEW, bonuses=2, stones=2):
    """A race on up to so many tiles, each pair of them joined by plains or not."""
    count = draw(st.integers(1, tiles))
    near = [0] * count
    for one, other in combinations(range(count), 2):
        if other - one < 4 and draw(st.booleans()):
            near[one] |= 1 << other
            near[other] |= 1 << one
    masks = st.integers(0, (1 << count) - 1)
    return Race(
        near=tuple(near),
        open=tuple(draw(masks) & draw(masks) for _ in range(players)),
        supplies=tuple(draw(supplies) for _ in range(players)),
        points=tuple(draw(st.integers(0, 9)) for _ in range(players)),
        worth=tuple(tuple(1 + draw(st.integers(0, bonuses)) for _ in range(count)) for _ in range(players)),
        stones=tuple(
            Stone(draw(masks), tuple(draw(st.integers(0, 2)) for _ in range(players)))
            for _ in range(draw(st.integers(0, stones)))
        ),
        turn=draw(st.integers(0, players - 1)),
    )


def plain(race):
    """The same race where every tile is worth one point and there are no stones."""
    return replace(race, worth=((1,) * len(race.near),) * race.players, stones=())


def beside(one, other):
    """Both races at once, with no way from one to the other; supplies, points and the turn are the first one's."""
    shift = len(one.near)
    return Race(
        near=one.near + tuple(mask << shift for mask in other.near),
        open=tuple(a | b << shift for a, b in zip(one.open, other.open, strict=True)),
        supplies=one.supplies,
        points=one.points,
        worth=tuple(a + b for a, b in zip(one.worth, other.worth, strict=True)),
        stones=one.stones + tuple(Stone(s.around << shift, s.vikings) for s in other.stones),
        turn=one.turn,
    )
