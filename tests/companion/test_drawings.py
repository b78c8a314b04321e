"""Drawings to tap, overlays and sheets show names letter by letter, whatever letters these have."""

from xml.etree import ElementTree

import numpy as np

from calibration.tiles.contact_sheet import tile_picture, tile_sheet
from companion.hokkaido.board import city_to_tap
from companion.vikings.board import fjord_to_tap
from companion.web.board.hint_drawing import hint_svg
from companion.web.board.tappable import tiles_to_tap
from companion.web.board.territory import territory_svg
from games.fjords.drawing.board import board_svg
from games.hokkaido.city import City, Square
from tests.games.fjords.boards import PLAIN, board
from tests.games.vikings.boards import fjord
from vision.tiles.tile_set import KnownSet, KnownTile

NAME = "Ann \"<&> 'Bo'"


def values(svg, attribute):
    return {element.get(attribute) for element in ElementTree.fromstring(svg).iter()}


def test_the_label_of_a_city_and_of_a_fjord_holds_the_player_s_name():
    city = City(NAME, {(0, 0): Square("forest")}, {}, ())
    assert any(NAME in (label or "") for label in values(city_to_tap(city, "en"), "aria-label"))
    assert any(NAME in (label or "") for label in values(fjord_to_tap(fjord(NAME), "en"), "aria-label"))


def test_the_title_of_a_claimed_tile_holds_the_player_s_name():
    players = [{"name": NAME, "colours": ["white"], "vikings": 5, "longhouses": 4}]
    position = board({(0, 0): PLAIN, (1, 0): PLAIN}, [("longhouse", "white", (0, 0))], players=players)
    titles = [element.text or "" for element in ElementTree.fromstring(territory_svg(position, "0 0 1 1", "en")).iter()]
    assert any(NAME in title for title in titles)


def test_the_address_of_a_link_and_the_name_of_a_layer_stay_single_attributes():
    position = board({(0, 0): PLAIN})
    links = tiles_to_tap(position, board_svg(position), "en", lambda cell: '/at?a=1&b="<')
    assert '/at?a=1&b="<' in values(links, "href")
    assert f"hints-{NAME}" in values(hint_svg([(0, 0)], NAME), "id")


def test_a_set_s_name_and_a_tile_s_name_stand_on_the_contact_sheet():
    known = KnownTile(next(iter(board({(0, 0): PLAIN}).tiles.values())), np.zeros((8, 8, 3), np.uint8))
    sheet = tile_sheet(KnownSet(NAME, (known,)))
    assert NAME in values(sheet, "aria-label")
    assert '/art?a=1&b="<' in values(tile_picture(known, '/art?a=1&b="<'), "href")
