"""The log of a game and everything that is computed from it: positions, undoing, corrections, moves told."""

from dataclasses import replace

import pytest

from companion.problems import Problem
from companion.record.events.cells import (
    CellEntered,
    GroundNamed,
    PieceRemoved,
    RunePlaced,
    Thing,
    TileLaid,
    TileMoved,
    TileRemoved,
)
from companion.record.events.games import Paused, Resumed, Seat, SetUp, Undone
from companion.record.events.log import HAND, MENDED, SEEN, data_of, event_of
from companion.record.exchange.movetext import events_of_record, record_text
from companion.scoring.fjords_tally import tally_document
from games.documents import DocumentError
from games.fjords.tiles import Tile
from tests.games.fjords.boards import PLAIN, SEA
from tests.support.games.recorded_games import ANN_AND_BO, laid, make_timeline, placed, played_record

LAID = (laid(0, 0), laid(1, 0), laid(0, 1))


def pieces(timeline):
    return [(p.kind, p.colour, p.cell) for p in timeline.position.pieces]


def test_events_make_a_board_that_is_scored():
    game = make_timeline(
        ANN_AND_BO, *LAID, placed("white", 0, 0, "longhouse"), placed("white", 1, 0), placed("red", 0, 1)
    )
    tally = tally_document(game.position.document())
    assert {row.player: row.vikings for row in tally.scores.scores} == {"Ann": 1, "Bo": 1}
    assert len(tally.board.tiles) == 3


def test_every_event_comes_back_from_its_json():
    events = [
        ANN_AND_BO,
        laid(2, -1),
        TileRemoved(q=0, r=0),
        GroundNamed(q=0, r=0, edge=3, half=1, terrain="O"),
        event_of({"event": "tile-moved", "from": [0, 1], "q": 2, "r": 2}),
        placed("red", 1, 1),
        RunePlaced(kind="wisdom", q=5, r=5, colour="red"),
        Undone(entry=2),
    ]
    assert [event_of(data_of(event)) for event in events] == events
    assert data_of(events[4])["from"] == [0, 1]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"event": "tile-laid", "q": 0, "r": 0}, "tile"),
        ({"event": "tile-laid", "q": 0, "r": 0, "tile": {"edges": ["P"] * 5}}, "tile.edges"),
        (
            {"event": "tile-laid", "q": 0, "r": 0, "tile": {"edges": ["P"] * 6, "regions": [], "touching": []}},
            "tile.regions",
        ),
        ({"event": "piece-placed", "kind": "duck", "colour": "red", "q": 0, "r": 0}, "kind"),
        ({"event": "piece-placed", "kind": "viking", "colour": "red", "q": 9999, "r": 0}, "q"),
        ({"event": "flown"}, "event"),
        ({"event": "set-up", "players": [{"name": "A", "colours": ["red"]}, {"name": "A", "colours": ["blue"]}]}, ""),
        (7, "event"),
    ],
)
def test_an_event_of_the_wrong_form_is_refused_by_its_field(data, field):
    with pytest.raises(DocumentError) as refused:
        event_of(data)
    assert field in refused.value.field


def test_what_a_hand_corrected_holds_against_later_pictures():
    game = make_timeline(
        (laid(0, 0), SEEN),
        (placed("brown", 0, 0), SEEN),
        PieceRemoved(kind="viking", colour="brown", q=0, r=0),
        placed("red", 0, 0),
        laid(0, 0, SEA),
        (PieceRemoved(kind="viking", colour="red", q=0, r=0), SEEN),
        (placed("brown", 0, 0), SEEN),
        (laid(0, 0, PLAIN), SEEN),
        (TileMoved(**{"from": (0, 0)}, q=3, r=3), SEEN),
    )
    assert pieces(game) == [("viking", "red", (0, 0))]
    assert [tile["edges"] for tile in game.position.document()["tiles"]] == [["O"] * 6]
    assert {(p.colour, p.cell) for p in game.camera_position.pieces} == {("brown", (3, 3))}


def test_undoing_takes_back_step_by_step_and_may_itself_be_undone():
    events = [ANN_AND_BO, *LAID, placed("white", 1, 0)]
    for _ in range(3):
        events.append(make_timeline(*events).to_undo())
    game = make_timeline(*events)
    assert pieces(game) == []
    assert list(game.position.tiles) == [(0, 0)]
    for _ in range(3):
        events.append(make_timeline(*events).to_redo())
    assert make_timeline(*events).to_redo() is None
    game = make_timeline(*events)
    assert len(game.position.tiles) == 3
    assert pieces(game) == [("viking", "white", (1, 0))]
    assert make_timeline(*events, game.to_undo()).position.pieces == ()


def test_the_order_of_settlement_is_undone_and_redone_with_the_viking_that_it_followed_from():
    ordered = replace(ANN_AND_BO, settlement_order=("Bo", "Ann"))
    moves = (ANN_AND_BO, laid(0, 0), (placed("red", 0, 0), SEEN), (ordered, SEEN))
    undoing = make_timeline(*moves).to_undo()
    assert undoing == Undone(entry=3)
    undone = make_timeline(*moves, undoing)
    assert (undone.position.pieces, undone.position.setup.settlement_order) == ((), ())
    redone = make_timeline(*moves, undoing, undone.to_redo())
    assert redone.position == make_timeline(*moves).position


def test_an_order_that_followed_once_another_viking_was_undone_is_kept():
    ordered = replace(ANN_AND_BO, settlement_order=("Bo", "Ann"))
    at_once = (ANN_AND_BO, laid(0, 0), (placed("red", 0, 0), SEEN), (placed("white", 0, 0), SEEN))
    game = make_timeline(*at_once, Undone(entry=4), (ordered, SEEN), (placed("red", 1, 0, "longhouse"), SEEN))
    assert game.position.setup == ordered
    assert make_timeline(*at_once, Undone(entry=4), (ordered, SEEN), game.to_undo()).position.setup == ordered
    assert make_timeline(*at_once, Undone(entry=4), (ordered, SEEN), Undone(entry=3)).position.setup == ANN_AND_BO


def test_the_set_up_that_begins_a_game_is_not_undone():
    assert make_timeline(ANN_AND_BO).to_undo() is None
    assert make_timeline().to_undo() is None
    assert make_timeline(ANN_AND_BO, laid(0, 0), SetUp()).to_undo() == Undone(entry=3)


def test_after_something_new_nothing_can_be_redone():
    game = make_timeline(ANN_AND_BO, laid(0, 0), Undone(entry=2), laid(1, 1))
    assert game.to_redo() is None


def test_a_moved_tile_takes_its_pieces_along_and_a_removed_one_loses_them():
    game = make_timeline(laid(0, 0), laid(1, 0), placed("red", 0, 0), placed("white", 1, 0))
    moved = make_timeline(
        *(s.entry.event for s in game.steps()), TileMoved(**{"from": (0, 0)}, q=0, r=1), TileRemoved(q=1, r=0)
    )
    assert pieces(moved) == [("viking", "red", (0, 1))]
    assert list(moved.position.tiles) == [(0, 1)]


def test_a_paused_game_does_not_listen_to_the_camera():
    game = make_timeline((laid(0, 0), SEEN), Paused(), (laid(1, 0), SEEN), Resumed(), (laid(0, 1), SEEN))
    assert list(game.position.tiles) == [(0, 0), (0, 1)]


def test_a_colour_that_nobody_plays_is_a_player_of_that_name():
    named = SetUp(players=(Seat("red", ("white",)), Seat("Bo", ("blue",))))
    board = tally_document(
        make_timeline(named, *LAID, placed("red", 0, 0), placed("green", 1, 0)).position.document()
    ).board
    assert [p.name for p in board.players] == ["red", "Bo", "red (?)", "green"]


def test_every_step_has_a_position_of_its_own():
    game = make_timeline(ANN_AND_BO, *LAID, Undone(entry=3))
    assert [len(step.position.tiles) for step in game.steps()] == [0, 1, 2]


def test_a_record_text_becomes_a_log_and_the_log_the_same_text():
    text = played_record()
    game = make_timeline(*events_of_record(text))
    assert record_text(game) == text
    assert game.position.ended
    scores = tally_document(game.position.document()).scores
    assert [f"# {s.player}: {s.total}" for s in scores.scores] == text.splitlines()[-2:]


def test_a_record_that_breaks_a_rule_is_refused_with_its_line_and_the_rule():
    record = played_record()
    number, settled = next((n, line) for n, line in enumerate(record.splitlines(), 1) if line.startswith("settle"))
    with pytest.raises(Problem) as refused:
        events_of_record(record.replace(settled, f"{settled}\n{settled}", 1))
    said = f"see line {number + 1}. Players may place only pieces of their own colour."
    assert refused.value.sentence("en").endswith(said)
    assert refused.value.sentence("ru").endswith("фишки своего цвета.")
    with pytest.raises(Problem, match=r"see line 3\.$"):
        events_of_record("\n".join([*record.splitlines()[:2], "jump 1,2"]))


def test_a_log_that_does_not_tell_its_moves_has_no_record_text():
    assert record_text(make_timeline(ANN_AND_BO, *LAID)) is None
    events = events_of_record(played_record())
    assert record_text(make_timeline(*events, TileRemoved(q=0, r=0))) is None


def test_events_seen_by_the_camera_and_entered_by_hand_are_distinguished():
    assert make_timeline(ANN_AND_BO, laid(0, 0)).by_hand
    assert not make_timeline((laid(0, 0), SEEN), (placed("red", 0, 0), HAND)).by_hand


def test_what_a_person_says_stands_in_a_cell_is_all_that_stands_there_and_holds():
    seen = (placed("red", 0, 0), SEEN), (placed("red", 0, 0, "longhouse"), SEEN)
    says = CellEntered(q=0, r=0, things=(Thing("viking", "white"),))
    position = make_timeline(ANN_AND_BO, laid(0, 0), *seen, says, (placed("red", 0, 0), SEEN)).position
    assert [(p.kind, p.colour) for p in position.pieces] == [("viking", "white")]
    assert event_of(data_of(says)) == says
    emptied = make_timeline(ANN_AND_BO, laid(0, 0), *seen, CellEntered(q=0, r=0)).position
    assert emptied.pieces == ()


def test_a_piece_in_nobodys_colour_is_not_reported():
    with pytest.raises(DocumentError):
        event_of({"event": "cell-told", "q": 0, "r": 0, "things": [{"kind": "viking"}]})


def test_an_edge_entered_by_a_person_holds_while_the_camera_updates_the_others():
    read, better = "P P P M P P", "P P P P O P"
    answer = TileLaid(q=0, r=0, tile=laid(0, 0, "P O P M P P").tile, told=(1,))
    position = make_timeline(ANN_AND_BO, (laid(0, 0, read), SEEN), answer, (laid(0, 0, better), SEEN)).position
    assert position.tiles[0, 0]["edges"] == ["P", "O", "P", "P", "O", "P"]
    assert Tile.from_document(position.tiles[0, 0]).edges == ("P", "O", "P", "P", "O", "P")
    assert event_of(data_of(answer)) == answer
    whole = make_timeline(ANN_AND_BO, laid(0, 0, read), (laid(0, 0, better), SEEN)).position
    assert whole.tiles[0, 0]["edges"] == read.split()


def test_an_entered_edge_belongs_to_the_tile_that_lies_there_and_not_to_the_next_one():
    answer = TileLaid(q=0, r=0, tile=laid(0, 0, "P O P P P P").tile, told=(1,))
    for gone in (TileRemoved(q=0, r=0), event_of({"event": "tile-moved", "from": [0, 0], "q": 4, "r": 0})):
        position = make_timeline(ANN_AND_BO, (laid(0, 0), SEEN), answer, (gone, SEEN), (laid(0, 0), SEEN)).position
        assert position.tiles[0, 0]["edges"] == PLAIN.split()


NAMED = GroundNamed(q=0, r=0, edge=2, half=0, terrain="M")


def test_ground_that_was_named_shows_at_its_edge_and_holds_no_tile():
    position = make_timeline(ANN_AND_BO, *((one, SEEN) for one in LAID), NAMED).position
    assert position.tiles[0, 0]["edges"][2] == "M"
    assert position.grounds == {((0, 0), 2, 0): "M"}
    assert not position.held


def test_the_camera_mends_the_rest_of_a_tile_whose_ground_was_named():
    seen_better = laid(0, 0, SEA)
    position = make_timeline(ANN_AND_BO, *((one, SEEN) for one in LAID), NAMED, (seen_better, SEEN)).position
    assert position.tiles[0, 0]["edges"] == ["O", "O", "M", "O", "O", "O"]


@pytest.mark.parametrize(
    "later",
    [TileRemoved(q=0, r=0), event_of({"event": "tile-moved", "from": [0, 0], "q": 5, "r": 5}), laid(0, 0, SEA)],
    ids=["removed", "moved", "entered otherwise"],
)
def test_what_was_named_on_a_tile_goes_with_the_tile(later):
    assert make_timeline(ANN_AND_BO, *LAID, NAMED, later).position.grounds == {}


def test_undoing_takes_back_what_was_named():
    events = (ANN_AND_BO, *LAID, NAMED)
    position = make_timeline(*events, make_timeline(*events).to_undo()).position
    assert position == make_timeline(ANN_AND_BO, *LAID).position


def test_undoing_after_the_camera_corrected_tiles_by_what_was_named_takes_back_the_naming():
    corrected = (laid(1, 0, SEA), MENDED), (laid(0, 1, SEA), MENDED)
    events = (ANN_AND_BO, *LAID, NAMED, *corrected)
    naming = len(events) - len(corrected)
    assert make_timeline(*events).to_undo() == Undone(entry=naming)
    assert make_timeline(*events, make_timeline(*events).to_undo()).position.grounds == {}
    alone = (ANN_AND_BO, *LAID, *corrected)
    assert make_timeline(*alone).to_undo() == Undone(entry=len(alone))
