"""Cities for the tests: drawn as letters, or laid by chance."""

from hypothesis import settings
from hypothesis import strategies as st

from games.hokkaido.city import City, Square
from games.hokkaido.play.laying import Card

QUICK = settings(max_examples=30, deadline=None)

LETTERS = {
    "M": Square("mountain"),
    "F": Square("forest"),
    "D": Square("desert"),
    "L": Square("lake"),
    "H": Square("district"),
    "b": Square("production", "blue"),
    "r": Square("production", "brown"),
    "g": Square("production", "grey"),
    "n": Square("production", "green"),
    "B": Square("factory", "blue"),
    "R": Square("factory", "brown"),
    "G": Square("factory", "grey"),
    "N": Square("factory", "green"),
}


def drawn(*rows, cubes=(), goals=(), name="Aiko"):
    """A city drawn in letters, a dot where nothing lies; `cubes` are places of production squares."""
    squares = {(x, y): LETTERS[c] for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}
    return City(name, squares, {place: (squares[place].colour,) for place in cubes}, tuple(goals))


def card(*rows, number=1):
    return Card.of(number, [[LETTERS[letter] for letter in row] for row in rows])


TERRAIN = st.sampled_from("FFDLHHbrgnBRGN")


@st.composite
def cards(draw):
    """A card of six squares, with mountains on some."""
    rows = [list(row) for row in draw(st.lists(st.text(TERRAIN, min_size=3, max_size=3), min_size=2, max_size=2))]
    for x, y in draw(st.sampled_from([[], [], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 1)], [(1, 0), (1, 1)]])):
        rows[y][x] = "M"
    return card(*("".join(row) for row in rows), number=draw(st.integers(1, 60)))


SQUARES = st.sampled_from(sorted(LETTERS)).map(LETTERS.get)
PLACES = st.tuples(st.integers(-4, 4), st.integers(-4, 4))


@st.composite
def cities(draw, name="Aiko"):
    """Any squares anywhere, with cubes on some of the production squares."""
    squares = draw(st.dictionaries(PLACES, SQUARES, max_size=40))
    made = [place for place, square in squares.items() if square.terrain == "production"]
    lying = draw(st.sets(st.sampled_from(sorted(made)))) if made else set()
    goals = tuple(draw(st.lists(st.integers(0, 6), max_size=3)))
    return City(name, squares, {place: (squares[place].colour,) for place in sorted(lying)}, goals)
