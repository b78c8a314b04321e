"""Figures seen by the small network, and what is asked about those at home."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.made.fjords import fjord_of
from tests.support.pictures.stored_pictures import PictureStore
from vision.imaging.photo import photo_of
from vision.vikings.colours import DEFAULT_COLOURS
from vision.vikings.figures.at_home import HomeFigure
from vision.vikings.figures.detect import StandingFigures
from vision.vikings.figures.network import STRIDE, load_figure_network
from vision.vikings.figures.on_tiles import figure_probabilities_if_colour_lost
from vision.vikings.fjord import FjordReading, read_fjord
from vision.vikings.reader import read

_LAND = np.array([48, -28, 30.0])
_RED, _BLUE = 2, 5


@pytest.fixture(scope="module")
def seen(stored: PictureStore) -> FjordReading:
    return read_fjord(photo_of(stored(fjord_of, 301).pixels))


def test_a_block_of_a_colour_is_seen_where_it_stands_and_by_no_other_colour() -> None:
    rng = np.random.default_rng(3)
    lab = _LAND + rng.normal(0, 1.5, (96, 96, 3))
    lab[44:52, 40:56] = DEFAULT_COLOURS[_RED] * (0.6, 0.8, 0.8)
    lab[40:47, 40:56] = DEFAULT_COLOURS[_RED]
    red, blue = load_figure_network().infer(lab.astype(np.float32), DEFAULT_COLOURS[[_RED, _BLUE]])
    assert red.shape == (96 // STRIDE, 96 // STRIDE)
    assert np.unravel_index(red.argmax(), red.shape) == pytest.approx((46 // STRIDE, 48 // STRIDE), abs=2)
    assert red.max() > 0.5 > blue.max()


def test_figures_at_home_are_filled_in_with_the_likeliest_counts() -> None:
    figure = HomeFigure(np.array([-9.0, 3.0, -9.0, 1.0, -9.0, -9.0]), 2.5, (-1.0, 2.0))
    assert figure.kinds == (1, 3)
    assert figure.probability == pytest.approx(1 / (1 + np.exp(-2.5)))
    assert figure.kind_probability == pytest.approx(1 / (1 + np.exp(-2)))


@pytest.mark.long
def test_what_is_sure_at_home_is_counted_and_what_is_not_is_asked(
    seen: FjordReading, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure, faint, either = (_figure(jarl=6), _figure(scout=-0.5), _figure(warrior=4, fisherman=3.5))
    perhaps = _figure(goldsmith=0.5)
    document = _read_with(seen, (sure, sure, faint, either, *[_figure(goldsmith=6)] * 2, perhaps), monkeypatch)
    home = document["players"][0]["home"]
    assert home == {"warrior": 1, "jarl": 2, "scout": 0, "goldsmith": 3, "fisherman": 0, "boatswain": 0}
    asked = {doubt["figure"]: doubt["candidates"] for doubt in document["ask"] if doubt["about"] == "home"}
    assert asked == {"scout": [0, 1], "warrior": [1, 0], "fisherman": [0, 1], "goldsmith": [3, 2, 0]}


@pytest.mark.long
def test_nothing_is_asked_about_a_home_where_all_is_sure(seen: FjordReading, monkeypatch: pytest.MonkeyPatch) -> None:
    document = _read_with(seen, (_figure(jarl=6), _figure(boatswain=5)), monkeypatch)
    assert not [doubt for doubt in document["ask"] if doubt["about"] == "home"]


@pytest.mark.long
def test_most_figures_at_home_are_right_and_most_others_asked(stored: PictureStore) -> None:
    """Seeds that neither the network nor its weights were fitted to."""
    right = total = silent = 0
    for painting in (stored(fjord_of, seed) for seed in (431, 433)):
        document = read(photo_of(painting.pixels), None)
        home, true = document["players"][0]["home"], painting.document["players"][0]["home"]
        asked = {doubt["figure"] for doubt in document["ask"] if doubt["about"] == "home"}
        total += sum(true.values())
        right += sum(min(home[kind], true[kind]) for kind in true)
        silent += sum(abs(home[kind] - true[kind]) for kind in true if kind not in asked)
    assert right >= 0.85 * total
    assert silent <= 0.1 * total


def _figure(**odds: float) -> HomeFigure:
    kinds = ("boatswain", "warrior", "jarl", "scout", "goldsmith", "fisherman")
    return HomeFigure(np.array([odds.get(kind, -9.0) for kind in kinds]), max(odds.values()), (-1.0, 2.0))


@pytest.mark.long
def test_a_ship_whose_number_cannot_be_read_may_pay_any(seen: FjordReading, monkeypatch: pytest.MonkeyPatch) -> None:
    (column, ship), *_ = seen.ships.items()
    dim = replace(seen, ships={column: replace(ship, numbers=())})
    document = _read_with(dim, (), monkeypatch)
    (asked,) = (doubt["candidates"] for doubt in document["ask"] if doubt["about"] == "pays")
    assert asked == [*(f"{ship.kind} {number}" for number in range(1, 13)), "none"]


def _read_with(seen: FjordReading, home: tuple[HomeFigure, ...], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    standing = StandingFigures(seen.standing.probabilities, home, seen.standing.colours)
    monkeypatch.setattr("vision.vikings.reader.read_fjord", lambda *_: replace(seen, standing=standing))
    return read(photo_of(np.zeros((60, 80, 3), np.uint8)), None)


def test_a_row_in_which_no_figure_is_quite_like_its_colour_is_doubted_as_a_whole() -> None:
    faint = dict.fromkeys([(1, column) for column in range(5)], 0.1)
    assert all(0.2 < chance < 0.5 for chance in figure_probabilities_if_colour_lost(faint).values())


def test_a_row_whose_tiles_are_clearly_empty_or_of_which_one_figure_is_seen_is_not() -> None:
    empty = dict.fromkeys([(1, column) for column in range(5)], 0.003)
    assert all(chance < 0.05 for chance in figure_probabilities_if_colour_lost(empty).values())
    seen = {(1, 0): 0.9, (1, 1): 0.1, (1, 2): 0.1}
    assert figure_probabilities_if_colour_lost(seen) == seen
