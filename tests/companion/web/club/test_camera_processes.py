"""A club's cameras: a process for each table, which records by itself and comes back by itself when it was killed."""

import json
import os
import signal
import threading

import pytest
from cheroot.wsgi import Server

from companion.record.events.games import Seat, SetUp
from companion.record.events.log import HAND
from companion.web import Config, create_app
from companion.web.base.store import store_of
from companion.web.club.club import club_of
from games.fjords.board import Board
from games.fjords.checks.changes import aligned
from tests.support.readers.club_reader import make_truth_reader
from tests.support.readers.truth_reader import GAME

LAST = json.loads(max(GAME.glob("game_*.json")).read_bytes())
PLAYED = SetUp(players=(Seat("Ann", ("white",)), Seat("Bo", ("yellow",))), watched=True)


@pytest.fixture
def club(truth, tmp_path, request):
    """Two tables at which the recorded game is played, with a game of each in the record."""
    pace = getattr(request, "param", 0.4)
    tables = (("Oak", str(GAME)), ("Elm", str(GAME)))
    app = create_app(Config(club=True, tables=tables, data=str(tmp_path), pace=pace), truth, make_truth_reader)
    store = store_of(app)
    for table in store.register.tables():
        store.register.begin_game(table.id, store.library.begin(HAND, PLAYED))
    club = club_of(app)
    club.start()
    yield club, store, app
    club.close()


def is_complete(store, game):
    """Return whether the whole recorded game is in the record."""
    kept = Board.from_document(store.library.game(game).timeline.position.document())
    last = Board.from_document({**LAST, "players": []} if "players" in LAST else LAST)
    found = aligned(kept, last)
    return kept.tiles.keys() == found.tiles.keys() and len(kept.pieces) == len(found.pieces)


@pytest.mark.long
def test_each_table_is_followed_and_a_killed_camera_takes_no_other_along(club, wait_for):
    club, store, _ = club
    links = {number: club.link(number) for number in (1, 2)}
    wait_for(lambda: all(len(store.library.game(game).timeline.entries) > 3 for game in (1, 2)))
    other, killed = links[2].pid, links[1].pid
    before = store.library.game(1).timeline.entries
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: club.context(1).services.table.snapshot.camera == "failed")
    wait_for(lambda: club.context(1).services.table.snapshot.camera == "live")
    assert links[1].pid != killed
    wait_for(lambda: is_complete(store, 1) and is_complete(store, 2))
    assert (links[2].pid, links[2].restarts) == (other, 0)
    assert store.library.game(1).timeline.entries[: len(before)] == before
    processes = [link.pid for link in links.values()]
    club.close()
    wait_for(lambda: not any(is_running(process) for process in processes))


@pytest.mark.long
@pytest.mark.parametrize("club", [600.0], ids=["slowly"], indirect=True)  # what is over cannot be paused
def test_a_tables_page_shows_the_board_and_the_pictures_of_its_camera_process(club, wait_for):
    _, _, app = club
    client = app.test_client()
    wait_for(lambda: client.get("/tables/2/board.json").status_code == 200)
    picture = wait_for(lambda: (found := client.get("/tables/2/camera.jpg?after=0")).status_code == 200 and found)
    assert picture.data.startswith(b"\xff\xd8")
    assert client.get("/tables/2/board.json").json["tiles"]
    assert client.get("/healthz").status_code == 200
    # A pause reaches the process, which tells all pages of it.
    page = client.get("/tables/2/live").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    client.post("/tables/2/cameras/demonstration/pause", data={"csrf_token": token})
    wait_for(lambda: "The recorded game is paused" in client.get("/tables/2/live").text)
    assert "The recorded game is paused" not in client.get("/tables/1/live").text


@pytest.mark.long
@pytest.mark.browser
def test_the_club_page_shows_the_scores_of_all_tables_as_they_are_played(club, visit):
    _, _, app = club
    server = Server(("127.0.0.1", 0), app, numthreads=12, shutdown_timeout=1)
    server.prepare()
    threading.Thread(target=server.serve, daemon=True).start()
    try:
        page = visit(f"http://127.0.0.1:{server.bind_addr[1]}/")
        for number in (1, 2):
            page.wait_for_selector(f"#table-{number} [data-player=Ann][data-total]")
        page.click("#table-1 h2 a")
        page.wait_for_url("**/tables/1/")
        page.wait_for_selector("#table .board .tile")
        page.click("nav a >> text=Tables")
        page.wait_for_selector("#table-2")
    finally:
        server.stop()


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
