"""Open tiles beside the board say where they may be laid, by the rulebook, in the turn they lie in, on the page too."""

import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.live.cameras.cameras import Frame
from companion.live.loop import LiveTable
from companion.live.snapshots import Pictures, Table
from companion.open_tiles import offers, reasons, with_places
from companion.scoring.fjords_tally import tally_reading
from companion.web import Config, create_app
from games.fjords.board import Board
from games.fjords.exploration import placements
from games.fjords.tiles import Region, Tile
from tests.support.servers.live_server import game_photo
from vision.imaging.photo import photo_of
from vision.tiles.open_tiles import OpenTile, open_tiles_key

CASE = Path(__file__).parents[3] / "games" / "fjords" / "cases" / "place-13.json"
PLAINS = Tile(("P",) * 6, (Region("P", tuple((i, 0) for i in range(6))),))
NOWHERE = Tile(("PMO",) * 6, tuple(Region("PMO"[k], tuple((i, k) for i in range(6))) for k in range(3)), ((0, 1),))


def opened(tile, name="", px=(10.0, 20.0), confidence=0.9):
    return OpenTile(replace(tile, name=name), "mine" if name else "", px, np.zeros((6, 2)), confidence)


@pytest.fixture
def case():
    return json.loads(CASE.read_bytes())["board"]


def test_each_open_tile_says_where_it_fits_and_the_board_stays_as_it_was(case):
    board = Board.from_document(case)
    tiles = [Tile(t.edges, t.regions, t.touching) for t in list(board.tiles.values())[:4]]
    draft = [{**tile.to_document(), "px": [1.0, 2.0]} for tile in tiles]
    placed = with_places({**case, "draft": draft})
    assert [t["placements"] for t in placed["draft"]] == [
        [p.to_dict() for p in placements(board, tile)] for tile in tiles
    ]
    assert any(t["placements"] for t in placed["draft"])
    assert placed["tiles"] == case["tiles"]
    assert placed["draft"][0]["px"] == [1.0, 2.0]


def test_a_document_without_open_tiles_is_left_alone():
    assert with_places({"tiles": []}) == {"tiles": []}


def test_offers_hold_every_placement_once_and_reasons_speak_for_every_other_space(case):
    board = Board.from_document(case)
    for tile in list(board.tiles.values())[:4]:
        (offer,) = offers(board, [opened(tile)])
        turns = {(cell, turn) for cell, turns in offer.places.items() for turn in turns}
        assert turns == {(p.cell, p.rotation) for p in placements(board, tile)}
        assert len(offer.places) + sum(reasons(board, tile).values()) == len(board.landscape.empty_neighbours)


def test_a_row_is_the_same_in_any_order_and_turn_and_another_one_when_a_tile_is_drawn(case):
    tiles = [opened(tile) for tile in list(Board.from_document(case).tiles.values())[:3]]
    turned = [replace(t, tile=t.tile.turned(2), px=(5.0, 5.0)) for t in reversed(tiles)]
    assert open_tiles_key(tiles) == open_tiles_key(turned)
    assert open_tiles_key(tiles) != open_tiles_key(tiles[:2])
    assert open_tiles_key([opened(PLAINS, "t01")]) != open_tiles_key([opened(PLAINS, "t02")])


# --- The live table


@pytest.fixture
def exploring(truth):
    """The recorded game while tiles are still laid."""
    return truth(game_photo(2))


@pytest.fixture
def page(exploring, truth):
    app = create_app(Config(camera="before the test"), truth)
    row = (opened(PLAINS, "t07", (90.0, 5.0)), opened(NOWHERE, px=(10.0, 5.0), confidence=0.2))
    app.extensions["longhouse"].table.publish(tally=tally_reading(replace(exploring, draft=row)))
    return app.test_client()


def addresses(page):
    return [a.replace("&amp;", "&") for a in re.findall(r'hx-get="(/table/open[^"]+)"', page.get("/table").text)]


def test_the_page_shows_which_open_tiles_can_be_laid_and_where(page, exploring):
    shown = page.get("/table").text
    board = tally_reading(exploring).board
    cells = {p.cell for p in placements(board, PLAINS)}
    assert cells
    assert "fits nowhere" in shown and "(not sure)" in shown
    nowhere, fits = addresses(page)
    places = page.get(fits).text
    assert {tuple(map(int, pair.split(","))) for pair in re.findall(r'data-cells="([^"]+)"', places)} == cells
    assert places.count('class="tile hint"') == len(cells)
    against = page.get(nowhere).text
    assert "cannot be laid anywhere" in against and "must match" in against
    assert "draw a new row" not in shown


def test_a_row_of_which_nothing_can_be_laid_is_said_to_be_drawn_anew(page, exploring):
    table = page.application.extensions["longhouse"].table
    table.publish(tally=tally_reading(replace(exploring, draft=(opened(NOWHERE),))))
    assert "draw a new row" in page.get("/table").text


def test_a_tile_that_is_gone_is_said_to_be_gone(page, exploring):
    address = addresses(page)[0]
    page.application.extensions["longhouse"].table.publish(tally=tally_reading(exploring))
    assert page.get(address).status_code == 404
    assert "open-row" not in page.get("/table").text


def test_a_tile_drawn_into_the_row_is_shown_though_nothing_else_happened(exploring):
    row, table, photo = [(opened(PLAINS, "t01"),)], Table(), game_photo(2)
    live = LiveTable(lambda _: iter(()), lambda _: replace(exploring, draft=row[0]), table, Pictures())
    show(live, photo, 0)
    assert len(table.snapshot.tally.reading.draft) == 1
    row[0] = (*row[0], opened(NOWHERE))
    drawn = photo.pixels.copy()
    cv2.circle(drawn, (45, 45), 40, (70, 160, 90), -1)
    show(live, photo_of(drawn), 100)
    assert len(table.snapshot.tally.reading.draft) == 2


def show(live, photo, start):
    for n in range(start, start + 12):
        live.see(Frame(photo, n, n / 25))
