"""Games of random legal moves, for every variant and any runes, never break what must hold."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fjords.board import LONGHOUSE, VIKING, Board
from games.fjords.checks.judge import Known, judge
from games.fjords.checks.warnings import status
from games.fjords.play.game import Game
from games.fjords.play.moves import Draw, Lay, parse_move
from games.fjords.play.record import RecordError, read_record, write_record
from games.fjords.play.state import EXPLORATION
from games.fjords.runes import FRIENDSHIP, HOME, MARK_RUNES, WISDOM
from games.fjords.scoring import score
from games.fjords.setup import colour_supply
from tests.games.fjords.tables import deal, played, setups

seeds = st.integers(0, 2**32 - 1)
modest = settings(max_examples=12)


def all_tiles(game):
    state = game.state
    hand = (state.drawn,) if state.drawn else ()
    laid = {tile.name for tile in state.board.tiles.values()}
    return sorted([*laid, *state.bag, *state.row, *state.aside, *state.returning, *hand])


def assert_supplies_are_kept(game):
    for player in game.board.players:
        for kind, whole in ((VIKING, player.vikings), (LONGHOUSE, player.longhouses)):
            for colour in player.colours:
                placed = sum((p.kind, p.colour) == (kind, colour) for p in game.board.pieces)
                left = game.state.left(kind, colour)
                assert left >= 0 and placed + left == colour_supply(player, colour, whole)


def assert_stones_lie_as_the_rules_say(game):
    stones = game.board.runes
    assert {stone.kind for stone in stones} <= game.setup.runes
    for kind in (*MARK_RUNES, HOME, WISDOM):
        limit = len(game.setup.seats) if kind in (FRIENDSHIP, HOME, WISDOM) else 1
        assert sum(stone.kind == kind for stone in stones) <= limit
    for stone in stones:
        if stone.kind in MARK_RUNES:
            assert stone.kind in game.board.tiles[stone.cell].marks
        if stone.kind == WISDOM:
            assert stone.cell not in game.board.tiles


@modest
@given(setups, seeds)
def test_no_position_of_a_game_has_anything_wrong_with_it(setup, seed):
    game = Game(setup)
    tiles = all_tiles(game)
    chance = Random(seed)
    while not game.is_over:
        deal(game, chance)
        game.push(chance.choice(list(game.legal_moves)))
        if len(game.moves) % 7 == 0 or game.is_over:
            assert status(game.board) == []
            assert all_tiles(game) == tiles
            assert_supplies_are_kept(game)
            assert_stones_lie_as_the_rules_say(game)
    assert len(game.board.landscape.landmasses) == 1
    assert game.winner in {seat.name for seat in setup.seats}
    assert list(game.legal_moves) == []


@modest
@given(setups, seeds)
def test_pop_gives_back_every_position_that_push_left(setup, seed):
    game = played(setup, seed)
    final, moves, seen = game.state, game.moves, [game.state]
    for move in reversed(moves):
        assert game.pop() == move
        seen.append(game.state)
    assert game.state == Game(setup).state
    for move, state in zip(moves, list(reversed(seen))[1:], strict=True):
        game.push(move)
        assert game.state == state
    assert game.state == final


@modest
@given(setups, seeds)
def test_a_game_replays_from_its_record_to_the_same_score(setup, seed):
    game = played(setup, seed)
    again = read_record(write_record(game))
    assert again.score() == game.score() and again.winner == game.winner
    assert again.state == game.state
    assert all(parse_move(str(move)) == move for move in game.moves)


@modest
@given(setups, seeds, st.integers(0, 150))
def test_every_position_comes_back_from_its_document(setup, seed, length):
    board = played(setup, seed, lambda game: len(game.moves) >= length).board
    again = Board.from_document(board.to_document())
    assert again == board
    assert again.to_document() == board.to_document()
    assert status(again) == status(board)


@modest
@given(setups, seeds)
def test_the_judge_finds_nothing_against_lawful_play(setup, seed):
    game = played(setup, seed)
    start = Game(setup)
    for move in game.moves:
        before, state = start.board, start.state
        spent = {p.name: frozenset(rune for who, rune in state.spent if who == p.name) for p in before.players}
        start.push(move)
        if not isinstance(move, Draw):
            verdict = judge(before, start.board, Known(player_to_move=state.player.name, spent=spent))
            assert verdict.warnings == ()
            assert verdict.changes.events()


@modest
@given(setups, seeds, st.integers(1, 120))
def test_exactly_the_legal_moves_can_be_pushed(setup, seed, length):
    game = played(setup, seed, lambda game: len(game.moves) >= length)
    legal = set(game.legal_moves)
    assert all(game.why_illegal(move) is None for move in legal)
    other = played(setup, seed + 1, lambda game: len(game.moves) >= length)
    for move in (*other.moves, *other.legal_moves):
        assert (game.why_illegal(move) is None) == (move in legal)


@modest
@given(setups, seeds)
def test_tiles_are_laid_and_houses_built_while_exploring_only(setup, seed):
    game = played(setup, seed)
    start = Game(setup)
    for move in game.moves:
        exploring = start.phase == EXPLORATION
        assert exploring == isinstance(move, Draw | Lay)
        start.push(move)


@modest
@given(setups, seeds, st.integers(1, 5), st.tuples(st.integers(-5, 5), st.integers(-5, 5)))
def test_the_score_does_not_depend_on_origin_and_turn(setup, seed, turns, by):
    game = played(setup, seed)
    moved = game.board.moved(turns, by)
    assert score(moved) == game.score()
    assert status(moved) == []


def test_a_record_longer_than_any_game_is_refused_before_it_is_read():
    with pytest.raises(RecordError, match="no longer than"):
        read_record("longhouse-record 1\nseat " + "x" * 5_000_000)
