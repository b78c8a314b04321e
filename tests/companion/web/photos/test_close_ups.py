"""What a question about a photo shows of it: ground squared up as on the board, things as they stand on the table."""

import numpy as np
import pytest

from companion.web.board.overlay import close_up_of_cell
from companion.web.photos.questions import photo_question
from games.fjords.drawing.land import SIZE
from games.hexgrid import centre, corners, neighbours
from tests.games.fjords.boards import board

PHOTO = (1600, 1200)
FROM_THE_SIDE = np.array([[0.6, 0.1], [-0.2, 0.3]])
"""How a table photographed from the side lies in the photo: turned, and half as high as wide."""


def pixel(at):
    """Return where a point of the board, about the middle of the cell (0, 0), lies in the photo."""
    return FROM_THE_SIDE @ at + (700, 500)


def asked(about, foot):
    """Return the detail that a question about the cell (0, 0) and a place on it shows."""
    places = {cell: tuple(pixel(centre(cell, SIZE))) for cell in ((0, 0), *neighbours((0, 0)))}
    doubt = {"about": about, "q": 0, "r": 0, "px": list(pixel(foot)), "candidates": ["viking", "none"]}
    if about == "terrain":
        doubt |= {"edge": 0, "candidates": ["P", "M"]}
    return photo_question(board({(0, 0): ["P"] * 6}), doubt, "en", close_up_of_cell(places, (0, 0), PHOTO)).close_up


def shown(detail, px):
    """Return where a pixel of the photo lies in a detail."""
    a, b, c, d, e, f = detail.matrix
    return np.array([a * px[0] + c * px[1] + e, b * px[0] + d * px[1] + f])


@pytest.mark.parametrize("about", ["piece", "colour", "stone", "home"])
def test_a_thing_is_shown_as_in_the_photo_with_nothing_drawn_over_it(about):
    foot = (20, -10)
    detail = asked(about, foot)
    across, down = (shown(detail, pixel(foot) + step) - shown(detail, pixel(foot)) for step in ((1, 0), (0, 1)))
    assert across == pytest.approx([down[1], 0]) and down[0] == pytest.approx(0)  # neither turned nor squeezed
    left, top, width, height = map(float, detail.box.split())
    x, y = shown(detail, pixel(foot)) - (left, top)
    assert x == pytest.approx(width / 2) and height / 2 < y < height  # what stands there is in the middle
    assert detail.spot is None
    rim = [tuple(map(float, corner.split())) for corner in detail.outline.strip("MZ").split("L")]
    assert np.array(rim) == pytest.approx(
        np.array([shown(detail, pixel(corner)) for corner in corners((0, 0), SIZE)]), abs=0.06
    )


def test_a_thing_is_shown_larger_than_the_ground():
    thing, ground = (float(asked(about, (20, -10)).box.split()[2]) for about in ("piece", "terrain"))
    assert thing < 0.8 * ground


def test_ground_is_squared_up_and_the_place_in_question_ringed():
    detail = asked("terrain", (40, 30))
    assert shown(detail, pixel((40, 30))) == pytest.approx([40, 30])
    assert detail.spot == pytest.approx((40, 30))


def test_a_tile_that_only_another_photo_shows_has_no_empty_detail_of_this_one():
    places = {cell: tuple(pixel(centre(cell, SIZE))) for cell in ((0, 0), *neighbours((0, 0)))}
    x, y = map(round, places[0, 0])
    assert close_up_of_cell(places, (0, 0), (x + 1, y + 1)) is not None
    assert close_up_of_cell(places, (0, 0), (x, y + 1)) is None
    assert close_up_of_cell(places, (0, 0), (x + 1, y)) is None


def test_a_thing_on_a_tile_whose_neighbours_lie_in_one_line_with_it_is_ringed_in_the_photo_as_it_is():
    places = {(0, 0): (300.0, 300.0), (1, 0): (400.0, 304.0), (-1, 0): (200.0, 300.0)}
    detail = close_up_of_cell(places, (0, 0), PHOTO).standing_at((310, 300))
    assert shown(detail, (300, 300)) == pytest.approx([300, 300])
    assert detail.spot == (310, 300)
