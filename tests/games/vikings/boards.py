"""Boards of Vikings for tests: short ways to write one, and any document that has the form."""

from hypothesis import strategies as st

from games.vikings.board import Player, at_home
from games.vikings.figures import FIGURES, ROWS, SAILS
from games.vikings.islands import PARTS, IslandTile
from games.vikings.ships import Ship

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


def _tile(cell):
    row, column = cell
    figure = st.sampled_from((None, row))
    return st.fixed_dictionaries(
        {"row": st.just(row), "column": st.just(column), "part": st.sampled_from(PARTS), "figure": figure},
        optional={"px": st.lists(st.floats(0, 999), min_size=2, max_size=2)},
    )


def _ship(column):
    amount = st.integers(0, 9)
    pays = st.one_of(st.fixed_dictionaries({"points": amount}), st.fixed_dictionaries({"gold": amount}))
    return st.fixed_dictionaries({"column": st.just(column), "sail": st.sampled_from(sorted(SAILS)), "pays": pays})


CELLS = st.tuples(st.sampled_from(ROWS), st.integers(0, 6))
HOMES = st.dictionaries(st.sampled_from(FIGURES), st.integers(0, 5))


def _player(name):
    cells = st.lists(CELLS, unique=True, max_size=20)
    return st.fixed_dictionaries(
        {
            "name": st.just(name),
            "points": st.integers(0, 90),
            "gold": st.integers(0, 40),
            "island_tiles": cells.flatmap(lambda found: st.tuples(*map(_tile, found)).map(list)),
            "ships": st.lists(st.integers(0, 6), unique=True, max_size=5).flatmap(
                lambda columns: st.tuples(*map(_ship, columns)).map(list)
            ),
            "home": HOMES,
        },
        optional={"colour": st.sampled_from(("red", "white"))},
    )


def documents(stages=("small", "big", "final")):
    """Any document that has the form, of boards that play may never bring about."""
    return st.fixed_dictionaries(
        {
            "format": st.just("longhouse-board"),
            "version": st.just(1),
            "game": st.just("vikings"),
            "stage": st.sampled_from(stages),
            "players": st.integers(0, 4).flatmap(
                lambda count: st.tuples(*map(_player, ("Ann", "Бо", "Cy", "Di")[:count])).map(list)
            ),
        },
        optional={"note": st.text(max_size=5)},
    )
