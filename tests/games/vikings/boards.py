"""Boards of Vikings for tests: short ways to write one, and any document that has the form."""

from hypothesis import settings
from hypothesis import strategies as st

from games.vikings.board import Player, at_home
from games.vikings.figures import FIGURES, ROWS, SAILS
from games.vikings.islands import PARTS, IslandTile
from games.vikings.ships import Ship

modest = settings(max_examples=30)

_PARTS = {"<": "left", "-": "middle", ">": "right"}


def islands(row, text):
    """Tiles of a row as text: ``<`` left, ``-`` middle, ``>`` right, a space none, ``*`` a figure on the last."""
    tiles = []
    column = 0
    for letter in text:
        if letter == "*":
            last = tiles.pop()
            tiles.append(IslandTile(last.row, last.column, last.part, row))
            continue
        if letter in _PARTS:
            tiles.append(IslandTile(row, column, _PARTS[letter]))
        column += 1
    return tuple(tiles)


def fjord(name="Ann", ships=(), home=None, points=0, gold=0, **rows):
    """A player whose rows are written as text; ships as ``(column, sail)`` with keywords of what they pay."""
    tiles = tuple(tile for row, text in rows.items() for tile in islands(row, text))
    return Player(name, points, gold, tiles, tuple(ships), at_home(**(home or {})))


def ship(column, sail, **pays):
    return Ship(column, sail, **(pays or {"points": 1}))


def _tile(drawn):
    row, column, part, settled, px = drawn
    tile = {"row": row, "column": column, "part": part, "figure": row if settled else None}
    return tile if px is None else {**tile, "px": [px, 2.5]}


def _ship(drawn):
    column, sail, kind, amount = drawn
    return {"column": column, "sail": sail, "pays": {kind: amount}}


HOMES = st.dictionaries(st.sampled_from(FIGURES), st.integers(0, 5))
TILES = st.lists(
    st.tuples(
        st.sampled_from(ROWS), st.integers(0, 6), st.sampled_from(PARTS), st.booleans(), st.none() | st.floats(0, 999)
    ),
    unique_by=lambda drawn: drawn[:2],
    max_size=12,
).map(lambda drawn: list(map(_tile, drawn)))
SHIPS = st.lists(
    st.tuples(
        st.integers(0, 6), st.sampled_from(sorted(SAILS)), st.sampled_from(("points", "gold")), st.integers(0, 9)
    ),
    unique_by=lambda drawn: drawn[0],
    max_size=4,
).map(lambda drawn: list(map(_ship, drawn)))
NAMES = ("Ann", "Бо", "Cy", "Di")
PLAYERS = st.lists(
    st.fixed_dictionaries(
        {
            "points": st.integers(0, 90),
            "gold": st.integers(0, 40),
            "island_tiles": TILES,
            "ships": SHIPS,
            "home": HOMES,
        },
        optional={"colour": st.sampled_from(("red", "white"))},
    ),
    min_size=1,
    max_size=4,
).map(lambda players: [{"name": name, **player} for name, player in zip(NAMES, players, strict=False)])


def documents(stages=("small", "big", "final")):
    """Any document that has the form, of boards that play may never bring about."""
    return st.fixed_dictionaries(
        {
            "format": st.just("longhouse-board"),
            "version": st.just(1),
            "game": st.just("vikings"),
            "stage": st.sampled_from(stages),
            "players": PLAYERS,
        },
        optional={"note": st.text(max_size=5)},
    )
