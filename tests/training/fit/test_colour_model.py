"""The colour model is fitted to path-traced close-ups, and written where the reading loads it from."""

import json
import sys
from importlib.resources import files

import numpy as np
import pytest

from training.closeup_net.samples import GRID, LABELS, Samples
from training.common.stored import save_atomically
from training.fit.colour_model import main
from vision.pieces.closeups import CHANNELS, SIZE
from vision.pieces.colours.colour_model import FILE
from vision.vocabulary import COLOURS, PIECES

_BLUE = COLOURS.index("blue")
_PAINTS = np.random.default_rng(1).uniform(60, 160, (len(COLOURS), 3))


def _picture(rng, light):
    """Close-ups with one viking each, a square in its colour on grey art; all but the blue ones vary."""
    count = 2 * len(COLOURS)
    closeups = np.full((count, SIZE, SIZE, CHANNELS), 180, np.uint8)
    labels, masks = np.zeros((count, LABELS), np.uint8), np.zeros((count, GRID, GRID), np.uint8)
    labels[:, 0], labels[:, len(PIECES)] = 1, np.arange(count) % len(COLOURS)
    masks[:, GRID // 4 : GRID // 2, GRID // 4 : GRID // 2] = 1
    square = slice(SIZE // 4, SIZE // 2)
    for closeup, colour in zip(closeups, labels[:, len(PIECES)], strict=True):
        paint = _PAINTS[colour] + rng.normal(0, 1 if colour == _BLUE else 20, 3)
        closeup[square, square, :3] = np.clip(paint * light, 0, 255)
    return Samples(closeups, labels, masks, np.zeros((count, GRID, GRID), np.uint8))


@pytest.fixture
def fitted(tmp_path, monkeypatch):
    rng = np.random.default_rng(3)
    for number in range(6):
        save_atomically(tmp_path / f"{number}", _picture(rng, rng.uniform(0.7, 1.3, 3)))
    monkeypatch.setattr(sys, "argv", ["fit", "--traced", str(tmp_path), "--out", str(tmp_path / FILE)])
    main()
    return json.loads((tmp_path / FILE).read_text())


def test_a_fitted_model_has_the_form_of_the_shipped_one(fitted):
    shipped = json.loads((files("vision.pieces.colours") / FILE).read_text())
    assert fitted.keys() == shipped.keys()
    assert np.shape(fitted["lamps"]) == np.shape(shipped["lamps"])
    assert fitted["colours"].keys() == shipped["colours"].keys()
    for name, part in fitted["colours"].items():
        assert {key: np.shape(part[key]) for key in part} == {
            key: np.shape(shipped["colours"][name][key]) for key in part
        }


def test_a_colour_of_one_paint_varies_less_than_one_of_many(fitted):
    spreads = {name: np.trace(part["spread"]) for name, part in fitted["colours"].items()}
    assert min(spreads, key=spreads.get) == "blue"
