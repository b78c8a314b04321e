"""Setups of every variant, and games played on them by chance."""

from random import Random

from hypothesis import strategies as st

from games.fjords.play.game import Game
from games.fjords.play.moves import Draw
from games.fjords.setup import BASE, CLASSIC, EPIC, RUNE_SETS, Seat, Setup
from games.fjords.tilesets.document import shipped

SETS = {name: shipped(name) for name in ("made-up-64", "made-up-37")}
SEATS = (Seat("Ann", ("white",)), Seat("Bo", ("red",)), Seat("Cy", ("blue",)), Seat("Di", ("black",)))
DOUBLE = (Seat("Ann", ("white", "yellow")), Seat("Bo", ("red", "black")))


def base(players=2, runes=(), tiles="made-up-64", first="Ann"):
    return Setup(SEATS[:players], BASE, frozenset(runes), SETS[tiles], first)


def epic(runes=()):
    return Setup(DOUBLE, EPIC, frozenset(runes), SETS["made-up-64"])


def classic(tiles="made-up-37"):
    return Setup(SEATS[:2], CLASSIC, tiles=SETS[tiles])


rune_sets = st.frozensets(st.sampled_from(RUNE_SETS))
setups = st.one_of(
    st.builds(base, st.integers(2, 4), rune_sets, st.sampled_from(sorted(SETS)), st.sampled_from(("Ann", "Bo"))),
    st.builds(epic, rune_sets),
    st.builds(classic, st.sampled_from(sorted(SETS))),
)


def deal(game, chance):
    """Draw tiles by chance until a player has to choose."""
    while game.awaits_draw:
        game.push(Draw(chance.choice(game.state.bag)))


def play(setup, chance, stop=lambda game: False):
    """A game of random legal moves, to its end or to where `stop` says."""
    game = Game(setup)
    while not game.is_over and not stop(game):
        deal(game, chance)
        if not stop(game):
            game.push(chance.choice(list(game.legal_moves)))
    return game


def played(setup, seed, stop=lambda game: False):
    return play(setup, Random(seed), stop)
