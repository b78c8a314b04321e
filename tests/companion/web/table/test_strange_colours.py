"""A watched game whose players were set up with other colours than those that the camera sees on the table."""

import json
import re

import pytest

from companion.live.snapshots import LIVE
from companion.record.events.games import Seat, SetUp
from companion.record.position import Piece, Position
from companion.scoring.fjords_tally import tally_document
from companion.web import Config, create_app
from games.fjords.board import Board
from tests.support.readers.truth_reader import GAME, reading_of

TRUTHS = [json.loads(path.read_bytes()) for path in sorted(GAME.glob("*.json"))]


def seen(number, colours):
    """What the camera sees at a moment of the recorded game, its pieces in these colours."""
    document = json.loads(json.dumps(TRUTHS[number]))
    for piece in document["pieces"]:
        piece["colour"] = colours.get(piece["colour"], piece["colour"])
    document.pop("players", None)
    return tally_document(document, reading_of(document, 960, 720))


def addresses(app):
    """Every page and fragment that shows the live table or the game that is kept of it."""
    game = app.extensions["longhouse-games"].recorder.current().id
    board = app.extensions["longhouse"].table.current_tally()
    q, r = next(iter(board.board.tiles))
    live = ["/", "/table", "/live", "/board.json", "/board.svg", f"/table/cell?cell={q},{r}", "/games/"]
    kept = ["", "moment", "moment?step=3", f"build/?cell={q},{r}", "sheet", "set-up", "files/story.txt"]
    hints = [f"/table/hint?player={player.name}" for player in board.board.players[:1]]
    return [*live, *hints, *(f"/games/{game}/{page}" for page in kept)]


def statuses(app):
    client = app.test_client()
    return {address: client.get(address).status_code for address in addresses(app)}


def begin_watched_game(app, **fields):
    client = app.test_client()
    token = re.search('name="csrf_token" value="([^"]+)"', client.get("/games/new").text).group(1)
    assert client.post("/games/new", data={"csrf_token": token, "watched": "1", **fields}).status_code == 303


@pytest.mark.long
def test_every_page_answers_though_the_pieces_took_on_other_colours_and_after_a_restart(truth, tmp_path):
    app = create_app(Config(data=str(tmp_path), camera="nowhere"), truth)
    table = app.extensions["longhouse"].table
    table.publish(camera=LIVE, tally=seen(8, {}))
    begin_watched_game(app, **{"colour-0": "red", "colour-1": "blue"})
    for number, colours in ((8, {}), (9, {"yellow": "green"}), (10, {"yellow": "blue", "white": "red"})):
        table.publish(camera=LIVE, tally=seen(number, colours))
        assert set(statuses(app).values()) == {200}
    again = create_app(Config(data=str(tmp_path), camera="nowhere"), truth)
    assert set(statuses(again).values()) == {200}


@pytest.mark.parametrize("taken", ["white", "white (?)"])
def test_a_stranger_gets_a_name_of_its_own_though_somebody_is_called_by_its_colour(taken):
    seats = (Seat("white", ("red",)), Seat(taken if taken != "white" else "Ann", ("blue",)))
    tile = TRUTHS[0]["tiles"][0]
    cell = (tile["q"], tile["r"])
    position = Position(SetUp(players=seats), {cell: tile}, (Piece("viking", "white", cell),))
    names = [player.name for player in Board.from_document(position.document()).players]
    assert len(set(names)) == 3
