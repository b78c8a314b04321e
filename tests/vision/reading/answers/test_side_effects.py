"""An answer about one piece turns over what was read of others only where something else is clearly likelier."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painted import painted_inspection
from vision.pieces.detect import PRESENT, find_pieces
from vision.reading.answers.side_effects import limit_side_effects
from vision.vocabulary import COLOURS, PIECES

_WHITE, _GREY = COLOURS.index("white"), COLOURS.index("grey")


def _read(certainty, viking, white):
    """Return a candidate, a viking or a longhouse, white or grey, with these probabilities."""
    piece = find_pieces({(0, 0): painted_inspection((0, 0), ("viking", "white", (0.0, 0.1)))})[0]
    colour = np.zeros(len(COLOURS))
    colour[_WHITE], colour[_GREY] = white, 1 - white
    return replace(piece, certainty=certainty, kinds=np.array([viking, 1 - viking, 0.0])), colour


def _decided(read):
    piece, colour = read
    return piece.certainty >= PRESENT, PIECES[int(piece.kinds.argmax())], COLOURS[int(colour.argmax())]


@pytest.mark.parametrize("told", [_read(0.9, 0.3, 0.6), _read(0.9, 0.8, 0.2), _read(0.4, 0.8, 0.6)])
def test_what_an_answer_makes_hardly_likelier_stays_as_it_was_read_and_is_in_doubt(told):
    former = _read(0.7, 0.6, 0.55)
    kept = limit_side_effects(told, former)
    assert _decided(kept) == _decided(former) != _decided(told)
    piece, colour = kept
    assert min(piece.certainty, piece.kinds.max(), colour.max()) < 0.51


def test_what_an_answer_makes_clear_replaces_what_was_read():
    told = _read(0.98, 0.02, 0.01)
    assert _decided(limit_side_effects(told, _read(0.2, 0.9, 0.9))) == _decided(told)


def test_what_an_answer_leaves_as_it_was_read_has_the_certainty_of_the_answer():
    piece, colour = limit_side_effects(_read(0.6, 0.7, 0.8), _read(0.9, 0.9, 0.9))
    assert piece.certainty == pytest.approx(0.6)
    assert piece.kinds.tolist() == pytest.approx([0.7, 0.3, 0.0])
    assert colour[_WHITE] == pytest.approx(0.8)
