"""The card to share: shapes besides colours, rune stones with their signs, and SVG paths as lines."""

import io
from dataclasses import replace
from math import hypot
from typing import get_args

import numpy as np
import pytest
from PIL import Image

from companion.record.events.cells import RunePlaced
from companion.record.events.log import HAND
from companion.record.exchange.files import game_from
from companion.record.result_card.drawing import result_card
from companion.record.result_card.fitting import fitted
from companion.record.result_card.outlines import lines_of
from companion.record.result_card.page_fonts import TEXT, length
from games.fjords.drawing.colours import COLOURS, mark_of
from games.fjords.drawing.pieces import sign_of
from games.fjords.vocabulary import RuneSet
from tests.support.games.recorded_games import library_in, played_record


def test_lines_and_curves_go_where_the_path_says():
    assert lines_of("M-5-16V16M-5-16L8-4") == [[(-5, -16), (-5, 16)], [(-5, -16), (8, -4)]]
    assert lines_of("M-6-6H6V6H-6Z") == [[(-6, -6), (6, -6), (6, 6), (-6, 6), (-6, -6)]]
    (curve,) = lines_of("M0 0Q5 10 10 0")
    assert curve[0] == (0, 0)
    assert curve[-1] == pytest.approx((10, 0))
    assert max(y for _, y in curve) == pytest.approx(5, abs=0.1)


def test_two_half_circles_are_a_circle():
    (circle,) = lines_of(mark_of("white"))
    assert {round(hypot(x, y), 6) for x, y in circle} == {6.0}
    assert max(x for x, _ in circle) > 5.9
    assert min(x for x, _ in circle) < -5.9


@pytest.mark.parametrize("path", [*map(mark_of, COLOURS), *map(sign_of, (*get_args(RuneSet), "stone"))])
def test_every_mark_and_sign_stays_within_its_piece(path):
    points = [point for line in lines_of(path) for point in line]
    assert len(points) > 1
    assert max(hypot(x, y) for x, y in points) < 18.5


def test_the_card_shows_colours_by_shapes_too_and_rune_stones(tmp_path):
    library = library_in(tmp_path)
    game = library.import_game(*game_from(played_record().encode()))
    before = pixels(result_card(library.game(game), "en"))
    position = library.game(game).timeline.position
    free = next(cell for cell in position.tiles if cell not in {p.cell for p in position.pieces})
    library.add(game, HAND, RunePlaced(kind="strength", q=free[0], r=free[1]))
    after = pixels(result_card(library.game(game), "en"))
    stone = near(after, (201, 197, 189)).sum()
    assert stone > 100 > near(before, (201, 197, 189)).sum()
    # The red player's diamonds are white, as no other white is inside red.
    red, white = near(after, (204, 43, 43)), near(after, (255, 255, 255))
    assert (red[:, :-12] & white[:, 12:] | red[:, 12:] & white[:, :-12]).any()
    library.close()


@pytest.mark.parametrize("words", ["Ann wins 3", "Maximiliane von und zu Oberammergau " * 4, "W" * 60])
def test_a_long_text_goes_on_in_further_lines_of_its_place_and_loses_no_letter(words):
    points, lines = fitted(words.strip(), TEXT, 90, 1200, 140)
    assert all(length(line, TEXT, points) <= 1200 for line in lines)
    assert len(lines) == 1 or len(lines) * points <= 140
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")


def test_a_text_that_is_too_long_for_its_place_ends_in_dots():
    points, lines = fitted("W" * 500, TEXT, 90, 1200, 140)
    assert lines[-1].endswith("W…")
    assert length(lines[-1], TEXT, points) <= 1200
    assert len(lines) * points <= 140


def test_the_last_letters_of_the_longest_names_and_the_points_beside_them_are_on_the_card(tmp_path):
    library = library_in(tmp_path)
    game = library.import_game(*game_from(played_record().encode()))
    setup = library.game(game).timeline.position.setup

    def card(ending):
        names = ("Konstantin Konstantinopolsky-Zadunaysky the grandson of Ari" + letter for letter in ending)
        seats = tuple(replace(seat, name=name) for seat, name in zip(setup.players, names, strict=True))
        library.add(game, HAND, replace(setup, players=seats))
        return pixels(result_card(library.game(game), "en"))

    one, other = card("ac"), card("mn")
    headline, rows = slice(0, 300), slice(1000, 1350)
    assert all((one[place] != other[place]).any() for place in (headline, rows))
    library.close()


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)


def near(shown, colour):
    return np.abs(shown - np.array(colour, np.int16)).sum(axis=2) < 6
