"""The network that ships names the squares of a city whose art it was not taught, in any order and any light."""

import numpy as np
import pytest

from training.hokkaido.art import make_art
from training.hokkaido.photographed import photographed
from vision.geometry.plane import Plane
from vision.hokkaido.appearances import APPEARANCES
from vision.hokkaido.cells import SIDE, Cells
from vision.hokkaido.square_network import class_log_probabilities

COPIES = 2
PLACES = [(x, y) for y in range(COPIES) for x in range(len(APPEARANCES))]


def city(seed, light=(1.0, 1.0, 1.0)):
    """Return a view of squares of a printing in held-out styles: a row of all classes, and another one beneath."""
    rng, art = np.random.default_rng(seed), make_art(seed, other=True)
    rows = [np.hstack([photographed(look, art, rng) for look in APPEARANCES]) for _ in range(COPIES)]
    pixels = np.clip(np.vstack(rows) * light, 0, 255).astype(np.uint8)
    return Cells(Plane(np.eye(3), 0.0, np.zeros(2), 1.0), 0, 0, pixels, np.ones((COPIES, len(APPEARANCES)), bool))


def spots(places):
    return np.array(places) / (len(APPEARANCES), COPIES) * 2 - 1


def named(cells, places=PLACES):
    return class_log_probabilities(cells, places, spots(places))


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.55, 0.6, 0.65)])
def test_squares_of_printings_never_seen_are_named_in_any_light(light):
    kinds = [look.square for look in APPEARANCES]
    right = [
        kinds[look] == kinds[x]
        for seed in range(6)
        for look, (x, _) in zip(named(city(seed, light)).argmax(axis=1), PLACES, strict=True)
    ]
    assert np.mean(right) > 0.93


def test_probabilities_sum_to_one_and_do_not_depend_on_the_order_of_squares():
    cells = city(3)
    whole, turned = named(cells), named(cells, PLACES[::-1])
    np.testing.assert_allclose(np.exp(whole).sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(turned[::-1], whole, atol=1e-2)


def test_a_picture_of_a_square_is_the_part_of_the_view_at_its_place():
    cells = city(1)
    assert np.array_equal(cells.picture((2, 1)), cells.pixels[SIDE : 2 * SIDE, 2 * SIDE : 3 * SIDE])
