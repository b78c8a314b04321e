from dataclasses import replace
from random import Random

import pytest

from games.documents import DocumentError
from games.fjords.board import LONGHOUSE, VIKING
from games.fjords.illegal import IllegalMove
from games.fjords.play.game import Game
from games.fjords.play.moves import Draw, Lay, Ride, Settle, Wisdom, parse_move
from games.fjords.play.record import RecordError, read_record, write_record
from games.fjords.setup import CLASSIC, EPIC, Seat, Setup
from games.fjords.tiles import Tile
from games.fjords.tilesets.document import TileSet
from games.hexgrid import disc
from tests.games.fjords.boards import PLAIN, ROCK, SEA, tile_document
from tests.games.fjords.tables import DOUBLE, SEATS, SETS, base, classic, deal, epic, played

TRIANGLE = [(0, 0), (1, 0), (0, 1)]


def tile(name, edges=PLAIN, *marks):
    return Tile.from_document({**tile_document(edges), "id": name, "marks": list(marks)})


def table(*tiles, start=(PLAIN, PLAIN, PLAIN), seats=SEATS[:2], runes=(), variant="base"):
    """A game with a set of just these tiles."""
    laid = tuple((cell, tile(f"s{i}", edges)) for i, (cell, edges) in enumerate(zip(TRIANGLE, start, strict=True)))
    return Game(Setup(seats, variant, frozenset(runes), TileSet("few", laid, tiles)))


def code_of(game, move):
    with pytest.raises(IllegalMove) as error:
        game.push(move)
    assert error.value.message("en") and error.value.message("ru")
    assert error.value.code == game.why_illegal(move)
    return error.value.code


class TestSetup:
    def test_marked_tiles_stay_in_the_box_with_fewer_players(self):
        for players, left_out in ((2, {"3", "4"}), (3, {"4"}), (4, set())):
            bag = base(players).bag()
            assert not any(left_out & set(t.marks) for t in bag)
            assert len(bag) == sum(not left_out & set(t.marks) for t in SETS["made-up-64"].tiles)
        assert len(epic().bag()) == 64
        assert len(classic().bag()) == 37

    def test_epic_players_have_twenty_and_ten_vikings_four_and_two_longhouses(self):
        state = Game(epic()).state
        assert [state.left(VIKING, colour) for colour in ("white", "yellow")] == [20, 10]
        assert [state.left(LONGHOUSE, colour) for colour in ("white", "yellow")] == [4, 2]

    def test_a_game_begins_with_three_tiles_and_four_draws(self):
        game = Game(base())
        deal(game, Random(1))
        assert len(game.board.tiles) == 3 and len(game.row) == 4 and len(game.moves) == 4

    @pytest.mark.parametrize(
        "wrong",
        [
            {"seats": SEATS[:1]},
            {"seats": (*SEATS, Seat("Ed", ("green",)))},
            {"seats": SEATS[:3], "variant": CLASSIC},
            {"seats": SEATS[:3], "variant": EPIC},
            {"seats": SEATS[:2], "variant": EPIC},
            {"seats": SEATS[:2], "variant": CLASSIC, "runes": frozenset({"horse"})},
            {"seats": SEATS[:2], "runes": frozenset({"luck"})},
            {"seats": SEATS[:2], "first": "Zoe"},
            {"seats": SEATS[:2], "variant": "2005"},
            {"seats": (SEATS[0], Seat("Bo", ("white",)))},
            {"seats": (SEATS[0], Seat("Bo\n", ("red",)))},
            {"seats": DOUBLE},
        ],
    )
    def test_a_setup_that_the_rules_do_not_allow_is_refused(self, wrong):
        with pytest.raises(ValueError, match=r"\w"):
            Setup(**wrong)


class TestExploration:
    def test_each_rule_of_laying_is_named_when_it_is_broken(self):
        game = table(tile("a"), tile("b", "P P P P P O"), tile("c", ROCK), tile("d", SEA), tile("e"))
        assert code_of(game, Lay("a", (1, -1), 0)) == "draw-first"
        for name in "abcd":
            game.push(Draw(name))
        assert code_of(game, Draw("e")) == "row-full"
        assert code_of(game, Settle((0, 0), "white")) == "phase"
        assert code_of(game, Lay("e", (1, -1), 0)) == "not-drawn"
        assert code_of(game, Lay("a", (0, 0), 0)) == "taken"
        assert code_of(game, Lay("a", (3, 0), 0)) == "few-neighbours"
        assert code_of(game, Lay("c", (1, -1), 0)) == "edge-mismatch"
        assert code_of(game, Lay("a", (1, -1), 0, house="red")) == "colour"
        assert code_of(game, Lay("a", (1, -1), 0, house="white", home=True)) == "rune-absent"
        assert code_of(game, Lay("a", (1, -1), 0, home=True)) == "home-alone"
        assert code_of(game, Lay("a", (1, -1), 0, secret=((0, 0), (1, 0)))) == "rune-absent"
        game.push(Lay("a", (1, -1), 0, house="white"))
        assert game.player_to_move == "Bo" and game.awaits_draw

    def test_land_apart_from_the_rest_is_a_second_landmass(self):
        game = table(tile("a", "P O O O O O"), tile("b", SEA), start=("P O O O O O", "O O O P O O", SEA))
        deal(game, Random(0))
        assert code_of(game, Lay("a", (1, 1), 0)) == "second-landmass"

    def test_no_longhouse_on_a_tile_without_plains_nor_beyond_the_supply(self):
        game = table(*(tile(f"m{i}", ROCK) for i in range(6)), start=(ROCK, ROCK, ROCK))
        deal(game, Random(0))
        assert all(move.house is None for move in game.legal_moves)
        assert code_of(game, replace(next(game.legal_moves), house="white")) == "longhouse-off-plains"
        game = table(*(tile(f"p{i}") for i in range(12)))
        while game.phase == "exploration":
            deal(game, Random(0))
            if game.state.left(LONGHOUSE, game.state.player.colours[0]) == 0:
                assert code_of(game, replace(next(game.legal_moves), house=game.board.players[0].colours[0])) in (
                    "no-longhouse",
                    "colour",
                )
            moves = list(game.legal_moves)
            game.push(next((move for move in moves if move.house), moves[0]))
        assert [game.board.count(player, LONGHOUSE) for player in game.board.players] == [4, 4]

    def test_a_row_of_which_nothing_fits_gives_way_to_a_new_one(self):
        rocks = [tile(f"m{i}", ROCK) for i in range(4)]
        game = table(*rocks, tile("p"), tile("o", SEA))
        for rock in rocks:
            game.push(Draw(rock.name))
        assert game.awaits_draw and game.state.bag == ("p", "o")
        game.push(Draw("o"))
        game.push(Draw("p"))
        assert set(game.state.bag) == {"m0", "m1", "m2", "m3"}
        game.push(Draw("m0"))
        game.push(Draw("m1"))
        assert game.player_to_move == "Ann" and set(game.row) == {"o", "p", "m0", "m1"}
        assert {move.tile for move in game.legal_moves} == {"p"}

    def test_the_phase_ends_when_nothing_left_fits_and_that_player_begins_settlement(self):
        game = table(tile("p"), *(tile(f"m{i}", ROCK) for i in range(5)))
        for name in ("p", "m0", "m1", "m2"):
            game.push(Draw(name))
        game.push(Lay("p", (1, -1), 0, house="white"))
        game.push(Draw("m3"))
        assert game.phase == "settlement"
        assert game.board.settlement_order == ("Bo", "Ann")
        assert game.player_to_move == "Ann", "Bo has no longhouse, cannot settle, and is skipped"

    def test_the_player_left_of_who_laid_the_last_tile_begins_settlement(self):
        game = table(tile("p"), seats=SEATS[:3])
        game.push(Draw("p"))
        game.push(Lay("p", (1, -1), 0, house="white"))
        assert game.board.settlement_order == ("Bo", "Cy", "Ann")

    def test_a_game_without_longhouses_is_over_at_once(self):
        game = table(tile("p"))
        game.push(Draw("p"))
        game.push(Lay("p", (1, -1), 0))
        assert game.is_over and game.player_to_move is None and game.winner == "Ann"
        assert code_of(game, Settle((0, 0), "white")) == "over"


class TestClassic:
    def test_a_drawn_tile_that_fits_nowhere_is_set_aside_and_another_drawn(self):
        game = table(tile("m", ROCK), tile("p"), tile("q"), variant=CLASSIC)
        game.push(Draw("m"))
        assert game.awaits_draw and game.player_to_move == "Ann" and game.state.aside == ("m",)
        game.push(Draw("p"))
        assert game.row == ("p",)
        assert code_of(game, Draw("q")) == "row-full"
        game.push(Lay("p", (1, -1), 0))
        assert game.player_to_move == "Bo" and not game.awaits_draw and game.row == ("m",)

    def test_a_tile_set_aside_may_be_laid_instead_of_drawing(self):
        game = Game(classic())
        chance = Random(5)
        laid_aside = 0
        while game.phase == "exploration":
            deal(game, chance)
            aside = set(game.state.aside)
            moves = list(game.legal_moves)
            chosen = next((m for m in moves if isinstance(m, Lay) and m.tile in aside), None) or chance.choice(moves)
            laid_aside += isinstance(chosen, Lay) and chosen.tile in aside
            game.push(chosen)
        assert laid_aside

    def test_exploration_ends_with_the_turn_in_which_the_last_tile_is_drawn(self):
        game = table(tile("m", ROCK), tile("p"), variant=CLASSIC)
        game.push(Draw("m"))
        game.push(Draw("p"))
        game.push(Lay("p", (1, -1), 0, house="white"))
        assert game.phase == "settlement" and game.board.settlement_order == ("Bo", "Ann")

    def test_who_draws_the_last_tile_and_cannot_lay_it_begins_settlement(self):
        game = table(tile("p"), tile("m", ROCK), variant=CLASSIC)
        game.push(Draw("p"))
        game.push(Lay("p", (1, -1), 0, house="white"))
        game.push(Draw("m"))
        assert game.phase == "settlement" and game.board.settlement_order == ("Bo", "Ann")


class TestRunes:
    def test_stones_go_on_marked_tiles_and_nothing_else_may_stand_there(self):
        game = table(tile("f", PLAIN, "friendship"), tile("p"), runes=["friendship"])
        deal(game, Random(0))
        assert code_of(game, Lay("f", (1, -1), 0, house="white")) == "rune-tile"
        game.push(Lay("f", (1, -1), 0))
        assert [(rune.kind, rune.cell) for rune in game.board.runes] == [("friendship", (1, -1))]

    def test_a_mark_means_nothing_when_its_rune_is_not_in_play(self):
        game = table(tile("f", PLAIN, "friendship"), tile("p"))
        deal(game, Random(0))
        game.push(Lay("f", (1, -1), 0, house="white"))
        assert game.board.runes == ()

    def test_there_are_as_many_friendship_stones_as_players(self):
        game = table(*(tile(f"f{i}", PLAIN, "friendship") for i in range(4)), runes=["friendship"])
        deal(game, Random(0))
        for name, cell in zip(game.row, [(1, -1), (1, 1), (-1, 1), (2, -1)], strict=True):
            game.push(Lay(name, cell, 0))
        assert len(game.board.runes) == 2

    def test_a_home_rune_is_laid_once_under_a_longhouse(self):
        game = table(*(tile(f"p{i}") for i in range(4)), runes=["home"])
        deal(game, Random(0))
        game.push(Lay("p0", (1, -1), 0, house="white", home=True))
        game.push(Lay("p1", (1, 1), 0))
        assert code_of(game, Lay("p2", (-1, 1), 0, house="white", home=True)) == "rune-reused"
        assert [(rune.kind, rune.colour) for rune in game.board.runes] == [("home", "white")]

    def test_the_secret_rune_moves_a_house_instead_of_building(self):
        game = table(*(tile(f"p{i}") for i in range(6)), runes=["secret", "home"])
        deal(game, Random(0))
        game.push(Lay(game.row[0], (1, -1), 0, house="white"))
        deal(game, Random(0))
        game.push(Lay(game.row[0], (1, 1), 0, house="red", home=True))
        deal(game, Random(0))
        lay = Lay(game.row[0], (-1, 1), 0)
        assert code_of(game, replace(lay, secret=((1, -1), (0, 2)))) == "secret"
        assert code_of(game, replace(lay, secret=((1, 1), (1, 0)))) == "secret"
        assert code_of(game, replace(lay, house="white", secret=((1, -1), (0, 0)))) == "secret"
        game.push(replace(lay, secret=((1, -1), (0, 1))))
        assert {piece.cell for piece in game.board.pieces} == {(0, 1), (1, 1)}
        deal(game, Random(0))
        away = Lay(game.row[0], (2, -1), 0, secret=((1, 1), (1, 0)))
        assert code_of(game, away) == "secret", "a longhouse on its Home rune stays"

    def test_a_rune_is_spent_when_it_has_carried_a_viking(self):
        game = table(tile("sea", SEA), *(tile(f"p{i}") for i in range(3)), runes=["journey", "horse", "wisdom"])
        deal(game, Random(0))
        for name, cell, house in (("p0", (1, -1), "white"), ("p1", (1, 1), "red"), ("p2", (-1, 1), None)):
            game.push(Lay(name, cell, 0, house=house))
        assert game.phase == "settlement" and game.player_to_move == "Bo"
        assert code_of(game, Lay("sea", (2, -1), 0)) == "phase"
        assert code_of(game, Ride("journey", (0, 0), "red")) == "not-reached"
        assert code_of(game, Ride("horse", (1, 1), "red")) == "not-vacant"
        assert code_of(game, Settle((-1, 1), "red")) == "not-joined"
        assert code_of(game, Settle((0, 1), "white")) == "colour"
        space = next(m for m in game.legal_moves if isinstance(m, Wisdom))
        assert code_of(game, replace(space, space=(9, 9))) == "space"
        game.push(space)
        assert [(stone.kind, stone.cell, stone.colour) for stone in game.board.runes] == [
            ("wisdom", space.space, "red")
        ]
        game.push(next(game.legal_moves))
        assert code_of(game, replace(space, cell=next(iter(_vacant(game))))) == "rune-reused"


def _vacant(game):
    return [cell for cell in game.board.tiles if game.board.is_vacant(cell)]


class TestSettlement:
    def test_who_is_out_is_skipped_and_the_game_ends_when_all_are(self):
        game = played(base(3), 11)
        while game.moves and not game.is_over:
            game.pop()
        assert game.is_over and list(game.legal_moves) == []
        for player in game.board.players:
            assert not any(
                game.board.is_vacant(cell)
                for own in game.board.own_cells(player)
                for cell in game.board.landscape.plains[own]
            ) or not game.board.vikings_left(player)

    def test_a_tie_goes_to_who_came_later_in_the_order_of_settlement(self):
        for seed in range(40):
            game = played(base(), seed)
            totals = {score.player: score.total for score in game.score().scores}
            if len(set(totals.values())) == 1:
                assert game.winner == game.board.settlement_order[-1]
                return
        pytest.fail("no tie among these games")

    def test_the_board_of_a_full_disc_is_shared_turn_by_turn(self):
        game = table(*(tile(f"p{i}") for i in range(16)))
        chance = Random(3)
        cells = set(disc((0, 0), 2))
        while game.phase == "exploration":
            deal(game, chance)
            moves = [m for m in game.legal_moves if m.cell in cells]
            houses = [m for m in moves if m.house and game.board.count(game.state.player, LONGHOUSE) == 0]
            game.push(chance.choice(houses or [m for m in moves if not m.house]))
        while not game.is_over:
            game.push(chance.choice(list(game.legal_moves)))
        vikings = [score.vikings for score in game.score().scores]
        assert sum(vikings) == len(game.board.tiles) - 2


class TestRecord:
    def test_every_kind_of_move_is_read_as_it_was_written(self):
        for move in (
            Draw("t 1"),
            Lay("t1", (0, -2), 5),
            Lay("t1", (0, -2), 5, "sea green", home=True),
            Lay("t1", (0, -2), 5, secret=((1, 1), (2, -3))),
            Settle((4, 4), "белый"),
            Ride("horse", (1, 0), "red"),
            Wisdom((1, 0), (2, 0), "it's"),
        ):
            assert parse_move(str(move)) == move

    @pytest.mark.parametrize("text", ["", "fly 1,2", "lay t1", "lay t1 1 turn 2", "settle 1;2 red", "lay t 0,0 turn x"])
    def test_what_says_no_move_is_refused(self, text):
        with pytest.raises(ValueError, match=r"\w"):
            parse_move(text)

    def test_names_and_comments_of_any_kind_survive(self):
        setup = replace(base(), seats=(Seat("Ann # 1", ("sea green",)), Seat("О'Бо", ("red",))), first="О'Бо")
        game = played(setup, 2)
        text = "# ours\n\n" + write_record(game).replace("first", "\n  first", 1)
        assert read_record(text).state == game.state

    def test_an_illegal_move_is_told_with_its_line(self):
        lines = write_record(played(base(), 1)).splitlines()
        place = next(i for i, line in enumerate(lines) if line.startswith("lay"))
        lines[place] = "lay t99 5,5 turn 0"
        with pytest.raises(RecordError, match=f"line {place + 1}: lay t99"):
            read_record("\n".join(lines))

    @pytest.mark.parametrize(
        ("line", "instead"),
        [
            ("longhouse-record 1", "longhouse-record 2"),
            ("game fjords", "game chess"),
            ("variant base", "variant huge"),
            ("tiles made-up-64", "tiles my-own"),
            ("first Ann", "first Zoe"),
            ("seat Bo red", "seat Bo white"),
        ],
    )
    def test_a_wrong_heading_is_refused(self, line, instead):
        text = write_record(Game(base()))
        with pytest.raises(RecordError):
            read_record(text.replace(line, instead))

    def test_a_record_of_another_set_needs_that_set(self):
        mine = replace(SETS["made-up-37"], name="mine")
        game = played(replace(base(), tiles=mine), 4)
        assert read_record(write_record(game), mine).state == game.state
        with pytest.raises(RecordError, match="needed"):
            read_record(write_record(game))
        with pytest.raises(RecordError, match="another tile set"):
            read_record(write_record(game), SETS["made-up-64"])


class TestTileSets:
    @pytest.mark.parametrize("name", sorted(SETS))
    def test_a_shipped_set_comes_back_from_its_document(self, name):
        again = TileSet.from_document(SETS[name].to_document())
        assert again == SETS[name] and again.digest == SETS[name].digest

    def test_a_tile_whose_regions_do_not_cover_its_rim_is_refused_by_its_field(self):
        document = SETS["made-up-64"].to_document()
        del document["tiles"][2]["regions"][0]["ports"][0]
        with pytest.raises(DocumentError, match=r"tiles\[2\].regions"):
            TileSet.from_document(document)

    @pytest.mark.parametrize("field", ["start[1].id", "tiles[4].id"])
    def test_a_name_that_comes_twice_is_refused_by_its_field(self, field):
        document = SETS["made-up-64"].to_document()
        part, number = field.removesuffix("].id").split("[")
        document[part][int(number)]["id"] = document["start"][0]["id"]
        with pytest.raises(DocumentError) as refused:
            TileSet.from_document(document)
        assert refused.value.field == field

    def test_the_shipped_sets_have_the_printed_numbers_and_marks(self):
        big, small = SETS["made-up-64"], SETS["made-up-37"]
        assert (len(big.tiles), len(big.start), len(small.tiles), len(small.start)) == (64, 3, 37, 3)
        marks = [mark for t in big.tiles for mark in t.marks]
        assert marks.count("friendship") == 4 and marks.count("strength") == marks.count("water") == 1
        strength = next(t for t in big.tiles if "strength" in t.marks)
        assert strength.terrains == {"M"}
        assert all(t.terrains == {"P"} for t in big.tiles if "friendship" in t.marks)


def test_a_game_draws_itself():
    assert played(base(), 3).svg("ru").startswith("<svg")
